// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "hod/classic/coefficients.hpp"
#include "hod/classic/energies.hpp"
#include "hod/classic/forces.hpp"
#include "hod/classic/matrices.hpp"
#include "pose_series.hpp"

namespace hod::classic
{
namespace
{

using Vector = Eigen::VectorXd;
using Vectors = std::vector<Eigen::VectorXd>;

Vectors rows_of(const RowMatrix & motion)
{
  Vectors rows;
  for (Eigen::Index k = 0; k < motion.rows(); ++k)
  {
    rows.emplace_back(motion.row(k).transpose());
  }
  return rows;
}

Vectors chosen(const Vectors & q, const std::vector<int> & orders)
{
  Vectors vectors;
  for (const int order : orders)
  {
    vectors.push_back(q[static_cast<std::size_t>(order)]);
  }
  return vectors;
}

/// 000 (93).
double first(const Matrices & at, const Vectors & q)
{
  return 0.5 * q[2].dot(at.mass_matrix() * q[2]) + q[2].dot(at.v_column(q[1], q[1])) +
         0.5 * q[1].dot(at.d_matrix(q[1], q[1]) * q[1]);
}

/// 002 (22).
double second(const Matrices & at, const Vectors & q)
{
  return 0.5 * q[3].dot(at.mass_matrix() * q[3]) + 3.0 * q[3].dot(at.v_column(q[1], q[2])) +
         q[3].dot(at.h_matrix(q[1], q[1]) * q[1]) + 4.5 * q[2].dot(at.d_matrix(q[1], q[2]) * q[1]) +
         3.0 * q[2].dot(at.k_column(q[1])) + 0.5 * q[1].dot(at.n_matrix(q[1]) * q[1]);
}

/// 002 (40), 000 (102), and the ten terms without q⁗ that the papers do not print.
double third(const Matrices & at, const Vectors & q)
{
  const Vector V = 4.0 * at.v_column(q[1], q[3]) + 3.0 * at.v_column(q[2], q[2]);
  const Vector H = 6.0 * at.h_matrix(q[1], q[1]) * q[2];
  const auto G = [&](const std::vector<int> & left, const std::vector<int> & right) {
    return at.contraction(chosen(q, left), chosen(q, right));
  };
  return 0.5 * q[4].dot(at.mass_matrix() * q[4]) + q[4].dot(V + H + at.k_star_column(q[1])) +
         8.0 * G({3, 1}, {3, 1}) + 12.0 * G({3, 1}, {2, 2}) + 24.0 * G({3, 1}, {2, 1, 1}) +
         4.0 * G({3, 1}, {1, 1, 1, 1}) + 4.5 * G({2, 2}, {2, 2}) + 18.0 * G({2, 2}, {2, 1, 1}) +
         3.0 * G({2, 2}, {1, 1, 1, 1}) + 18.0 * G({2, 1, 1}, {2, 1, 1}) +
         6.0 * G({2, 1, 1}, {1, 1, 1, 1}) + 0.5 * G({1, 1, 1, 1}, {1, 1, 1, 1});
}

/// Products of matrices in the contractions of all bodies with the vectors of each term.
double products_of(const Mechanism & mechanism, const std::vector<BellTerm> & terms, int more = 0)
{
  double sum = 0.0;
  for (const MovingBody & body : mechanism.bodies())
  {
    for (const BellTerm & term : terms)
    {
      sum += tuples(body, term.orders.size() + static_cast<std::size_t>(more));
    }
  }
  return sum;
}

/// ½ Σ Σ c c G over partitions of p + 1, except those of one part where `with_highest` is false.
double over_partitions(
  const Mechanism & mechanism, const Matrices & at, const Vectors & q, int p, bool with_highest)
{
  double sum = 0.0;
  const std::vector<BellTerm> terms = bell_terms(p + 1);
  const auto count = static_cast<double>(terms.size());
  const auto bodies = static_cast<double>(mechanism.bodies().size());
  check_effort(bodies * count * count + products_of(mechanism, terms), "energy by partitions");
  for (int body = 0; body < static_cast<int>(mechanism.bodies().size()); ++body)
  {
    std::vector<Eigen::Matrix4d> matrices;
    for (const BellTerm & term : terms)
    {
      if (with_highest || term.orders.size() > 1)
      {
        matrices.emplace_back(term.coefficient * at.contracted(body, chosen(q, term.orders)));
      }
    }
    for (const auto & left : matrices)
    {
      for (const auto & right : matrices)
      {
        sum += 0.5 * weighted_trace<double>(left, mechanism.body(body).pseudo_inertia, right);
      }
    }
  }
  return sum;
}

/// The terms with q⁽⁵⁾ (002 (46)), and the others by partitions.
double fourth(const Mechanism & mechanism, const Matrices & at, const Vectors & q)
{
  const Vector rest = 5.0 * at.v_column(q[1], q[4]) + 10.0 * at.v_column(q[2], q[3]) +
                      10.0 * at.column({q[3], q[1], q[1]}) + 15.0 * at.column({q[2], q[2], q[1]}) +
                      10.0 * at.column({q[2], q[1], q[1], q[1]}) +
                      at.column({q[1], q[1], q[1], q[1], q[1]});
  return 0.5 * q[5].dot(at.mass_matrix() * q[5]) + q[5].dot(rest) +
         over_partitions(mechanism, at, q, 4, false);
}

/// The partitions of 0 … n.
std::vector<std::vector<BellTerm>> partitions_up_to(int n)
{
  std::vector<std::vector<BellTerm>> partitions(static_cast<std::size_t>(n) + 1);
  for (; n >= 0; --n)  // the highest, which may be too high, first
  {
    partitions[static_cast<std::size_t>(n)] = bell_terms(n);
  }
  return partitions;
}

/// Products of matrices in G(e_j, q^μ; q^λ) over the partitions λ of k + 2 − b and μ of b.
double products_in_forces(
  const Mechanism & mechanism, const std::vector<std::vector<BellTerm>> & partitions)
{
  std::vector<double> plain;
  std::vector<double> with_unit;
  for (const auto & terms : partitions)
  {
    plain.push_back(products_of(mechanism, terms));
    with_unit.push_back(products_of(mechanism, terms, 1));
  }
  double sum = 0.0;
  for (std::size_t k = 0; k + 2 < partitions.size(); ++k)
  {
    for (std::size_t b = 0; b <= k; ++b)
    {
      const std::size_t right = k + 2 - b;
      sum += static_cast<double>(partitions[b].size()) * plain[right] +
             static_cast<double>(partitions[right].size()) * with_unit[b];
    }
  }
  return sum;
}

}  // namespace

double energy_by_matrices(const Mechanism & mechanism, const RowMatrix & motion, int p)
{
  if (p < 1 || p > 4)
  {
    throw Error(
      "matrix form of the energy: found order " + std::to_string(p) + ", expected 1 to 4");
  }
  check_motion(mechanism, motion, p + 2, "energy of order " + std::to_string(p));
  const Matrices at(mechanism, motion.row(0).transpose());
  const Vectors q = rows_of(motion);
  switch (p)
  {
    case 1:
      return first(at, q);
    case 2:
      return second(at, q);
    case 3:
      return third(at, q);
    default:
      return fourth(mechanism, at, q);
  }
}

double energy_by_partitions(const Mechanism & mechanism, const RowMatrix & motion, int p)
{
  check_orders({p}, "energy");
  check_motion(mechanism, motion, p + 2, "energy of order " + std::to_string(p));
  const Matrices at(mechanism, motion.row(0).transpose());
  return over_partitions(mechanism, at, rows_of(motion), p, true);
}

RowMatrix forces_by_matrices(const Mechanism & mechanism, const RowMatrix & motion, int order)
{
  check_orders({order}, "force");
  check_motion(mechanism, motion, order + 3, "force of order " + std::to_string(order));
  const std::vector<std::vector<BellTerm>> partitions = partitions_up_to(order + 2);
  check_effort(products_in_forces(mechanism, partitions), "force by matrices");
  const Matrices at(mechanism, motion.row(0).transpose());
  const Vectors q = rows_of(motion);
  RowMatrix force = RowMatrix::Zero(order + 1, mechanism.dof());
  for (int k = 0; k <= order; ++k)
  {
    for (int b = 0; b <= k; ++b)
    {
      for (const BellTerm & right : partitions[static_cast<std::size_t>(k + 2 - b)])
      {
        for (const BellTerm & more : partitions[static_cast<std::size_t>(b)])
        {
          const double factor = binomial(k, b) * right.coefficient * more.coefficient;
          force.row(k) +=
            factor * at.column(chosen(q, right.orders), chosen(q, more.orders)).transpose();
        }
      }
    }
  }
  return force;
}

}  // namespace hod::classic
