// SPDX-License-Identifier: Apache-2.0
#include "even_spline.hpp"

#include <Eigen/SparseLU>
#include <cmath>

#include "hod/error.hpp"
#include "hod/series/combinatorics.hpp"

namespace hod
{
namespace
{

/// The linear system of all local coefficients, filled row by row.
class Conditions
{
public:
  Conditions(const std::vector<double> & knots, const ConstRowMatrixRef & values, int degree)
  : knots_(knots),
    values_(values),
    degree_(degree),
    right_(Eigen::MatrixXd::Zero((values.rows() - 1) * (degree + 1), values.cols()))
  {}

  void add_values(Eigen::Index segment);
  void add_continuity(Eigen::Index segment);
  void add_end(const EndDerivative & end);
  Eigen::MatrixXd solve() const;

private:
  double length(Eigen::Index segment) const
  {
    const auto s = static_cast<std::size_t>(segment);
    return knots_[s + 1] - knots_[s];
  }
  /// `factor` times the k-th derivative in local time, at its start or end.
  void add_derivative(Eigen::Index segment, int k, bool at_end, double factor);

  const std::vector<double> & knots_;
  ConstRowMatrixRef values_;
  int degree_;
  int row_ = 0;
  std::vector<Eigen::Triplet<double>> entries_;
  Eigen::MatrixXd right_;
};

void Conditions::add_derivative(Eigen::Index segment, int k, bool at_end, double factor)
{
  const auto first = static_cast<int>(segment) * (degree_ + 1);
  for (int j = k; j <= (at_end ? degree_ : k); ++j)
  {
    entries_.emplace_back(row_, first + j, factor * factorial(j) / factorial(j - k));
  }
}

void Conditions::add_values(Eigen::Index segment)
{
  for (const bool at_end : {false, true})
  {
    add_derivative(segment, 0, at_end, 1.0);
    right_.row(row_++) = values_.row(segment + (at_end ? 1 : 0));
  }
}

void Conditions::add_continuity(Eigen::Index segment)
{
  const double ratio = length(segment) / length(segment + 1);
  double power = 1.0;
  for (int k = 1; k < degree_; ++k)
  {
    power *= ratio;
    add_derivative(segment, k, true, 1.0 / factorial(k));
    add_derivative(segment + 1, k, false, -power / factorial(k));
    ++row_;
  }
}

void Conditions::add_end(const EndDerivative & end)
{
  const int k = end.derivative;
  const Eigen::Index segment = end.at_end ? values_.rows() - 2 : 0;
  add_derivative(segment, k, end.at_end, 1.0 / factorial(k));
  right_.row(row_++) = end.values * (std::pow(length(segment), k) / factorial(k));
}

Eigen::MatrixXd Conditions::solve() const
{
  Eigen::SparseMatrix<double> matrix(right_.rows(), right_.rows());
  matrix.setFromTriplets(entries_.begin(), entries_.end());
  Eigen::SparseLU<Eigen::SparseMatrix<double>> solver(matrix);
  if (solver.info() != Eigen::Success)
  {
    throw Error(
      "times: found samples and end conditions that leave the motion open, expected others or an "
      "even order");
  }
  return solver.solve(right_);
}

}  // namespace

std::vector<double> even_spline(
  const std::vector<double> & knots, const ConstRowMatrixRef & values, int degree,
  const std::vector<EndDerivative> & ends)
{
  Conditions conditions(knots, values, degree);
  for (const EndDerivative & end : ends)
  {
    conditions.add_end(end);
  }
  const Eigen::Index segments = values.rows() - 1, size = degree + 1;
  for (Eigen::Index segment = 0; segment < segments; ++segment)
  {
    conditions.add_values(segment);
    if (segment + 1 < segments)
    {
      conditions.add_continuity(segment);
    }
  }
  const Eigen::MatrixXd solution = conditions.solve();
  std::vector<double> coefficients(static_cast<std::size_t>(solution.size()));
  double * next = coefficients.data();
  for (Eigen::Index segment = 0; segment < segments; ++segment)
  {
    for (Eigen::Index channel = 0; channel < values.cols(); ++channel, next += size)
    {
      Eigen::Map<Eigen::VectorXd>(next, size) = solution.col(channel).segment(segment * size, size);
    }
  }
  return coefficients;
}

}  // namespace hod
