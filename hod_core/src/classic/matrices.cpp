// SPDX-License-Identifier: Apache-2.0
#include "hod/classic/matrices.hpp"

#include <algorithm>

#include "pose_series.hpp"

namespace hod::classic
{
namespace
{

using PerBody = std::vector<Eigen::Matrix4d>;

double sum_of_traces(const Mechanism & mechanism, const PerBody & left, const PerBody & right)
{
  double sum = 0.0;
  for (std::size_t i = 0; i < left.size(); ++i)
  {
    sum += weighted_trace<double>(left[i], mechanism.bodies()[i].pseudo_inertia, right[i]);
  }
  return sum;
}

}  // namespace

Matrices::Matrices(const Mechanism & mechanism, const Eigen::VectorXd & position)
: mechanism_(mechanism), known_(mechanism.bodies().size())
{
  check_columns(mechanism, position, "position");
  for (const MovingBody & body : mechanism.bodies())
  {
    exponentials_.push_back(joint_exponential(body, joint_position(body, position)));
  }
}

const Eigen::Matrix4d & Matrices::differential(int body, const std::vector<int> & ascending) const
{
  auto & known = known_[static_cast<std::size_t>(body)];
  const auto found = known.find(ascending);
  if (found != known.end())
  {
    return found->second;
  }
  Eigen::Matrix4d product = Eigen::Matrix4d::Identity();
  for (const int joint : mechanism_.body(body).path)
  {
    for (auto times = std::count(ascending.begin(), ascending.end(), joint); times > 0; --times)
    {
      product *= mechanism_.body(joint).twist;
    }
    product *= exponentials_[static_cast<std::size_t>(joint)];
  }
  return known.emplace(ascending, product * mechanism_.body(body).home).first->second;
}

void Matrices::add_tuples(
  int body, const Vectors & vectors, std::vector<int> & joints, double factor,
  Eigen::Matrix4d & sum) const
{
  if (factor == 0.0)
  {
    return;
  }
  if (joints.size() == vectors.size())
  {
    std::vector<int> ascending = joints;
    std::sort(ascending.begin(), ascending.end());
    sum += factor * differential(body, ascending);
    return;
  }
  const Vector & vector = vectors[joints.size()];
  for (const int joint : mechanism_.body(body).path)
  {
    const MovingBody & moving = mechanism_.body(joint);
    joints.push_back(joint);
    add_tuples(body, vectors, joints, factor * moving.multiplier * vector[moving.column], sum);
    joints.pop_back();
  }
}

Eigen::Matrix4d Matrices::contracted(int body, const Vectors & vectors) const
{
  check_body(mechanism_, body);
  check_count(vectors.size(), "vectors to contract with");
  for (const Vector & vector : vectors)
  {
    check_columns(mechanism_, vector, "vector to contract with");
  }
  check_effort(tuples(mechanism_.body(body), vectors.size()), "contraction");
  Eigen::Matrix4d sum = Eigen::Matrix4d::Zero();
  std::vector<int> joints;
  add_tuples(body, vectors, joints, 1.0, sum);
  return sum;
}

double Matrices::contraction(const Vectors & left, const Vectors & right) const
{
  double sum = 0.0;
  for (int body = 0; body < static_cast<int>(mechanism_.bodies().size()); ++body)
  {
    sum += weighted_trace<double>(
      contracted(body, left), mechanism_.body(body).pseudo_inertia, contracted(body, right));
  }
  return sum;
}

std::vector<PerBody> Matrices::with_each_unit(const Vectors & more) const
{
  std::vector<PerBody> result(static_cast<std::size_t>(dof()));
  for (std::size_t i = 0; i < result.size(); ++i)
  {
    Vectors vectors{Vector::Unit(dof(), static_cast<Eigen::Index>(i))};
    vectors.insert(vectors.end(), more.begin(), more.end());
    for (int body = 0; body < static_cast<int>(mechanism_.bodies().size()); ++body)
    {
      result[i].push_back(contracted(body, vectors));
    }
  }
  return result;
}

Eigen::MatrixXd Matrices::pairs(
  const std::vector<PerBody> & left, const std::vector<PerBody> & right) const
{
  Eigen::MatrixXd matrix(left.size(), right.size());
  for (std::size_t i = 0; i < left.size(); ++i)
  {
    for (std::size_t j = 0; j < right.size(); ++j)
    {
      matrix(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
        sum_of_traces(mechanism_, left[i], right[j]);
    }
  }
  return matrix;
}

Matrices::Vector Matrices::column(const Vectors & right, const Vectors & more) const
{
  PerBody fixed;
  for (int body = 0; body < static_cast<int>(mechanism_.bodies().size()); ++body)
  {
    fixed.push_back(contracted(body, right));
  }
  return pairs(with_each_unit(more), {fixed});
}

Eigen::MatrixXd Matrices::mass_matrix() const
{
  const auto units = with_each_unit({});
  return pairs(units, units);
}

Matrices::Vector Matrices::v_column(const Vector & x, const Vector & y) const
{
  return column({x, y});
}

Eigen::MatrixXd Matrices::d_matrix(const Vector & x, const Vector & y) const
{
  Eigen::MatrixXd matrix(dof(), dof());
  for (int j = 0; j < dof(); ++j)
  {
    matrix.col(j) = column({x, y}, {Vector::Unit(dof(), j)});
  }
  return matrix;
}

Eigen::MatrixXd Matrices::h_matrix(const Vector & x, const Vector & y) const
{
  return pairs(with_each_unit({}), with_each_unit({x, y}));
}

Matrices::Vector Matrices::k_column(const Vector & velocity) const
{
  return column({velocity, velocity, velocity}, {velocity});
}

Matrices::Vector Matrices::k_star_column(const Vector & velocity) const
{
  return column({velocity, velocity, velocity, velocity});
}

Eigen::MatrixXd Matrices::n_matrix(const Vector & velocity) const
{
  const auto third_order = with_each_unit({velocity, velocity});
  return pairs(third_order, third_order);
}

}  // namespace hod::classic
