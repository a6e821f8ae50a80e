// SPDX-License-Identifier: Apache-2.0
#include "hod/classic/generalized_equation.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <string>

#include "hod/classic/coefficients.hpp"
#include "pose_series.hpp"

namespace hod::classic
{
namespace
{

std::string numbers(int k, int m)
{
  return std::to_string(k) + " and m = " + std::to_string(m);
}

/// Σ c_p D⁽ᵗᵒᵗᵃˡ⁻²ᵖ⁾ E⁽ᵖ⁾, differentiated with respect to q⁽ᵐ⁾ of every column.
Eigen::VectorXd gradient_of_sum(
  const Mechanism & mechanism, const RowMatrix & motion, int m, int total,
  const std::vector<std::pair<int, double>> & terms)
{
  Eigen::VectorXd gradient = Eigen::VectorXd::Zero(mechanism.dof());
  int highest = 0;
  for (const auto & [p, coefficient] : terms)
  {
    highest = std::max(highest, total - p + 1);
  }
  for (int j = 0; j < mechanism.dof(); ++j)
  {
    const auto poses = pose_derivatives<Dual>(mechanism, varied_jets(motion, m, j), highest + 1);
    for (const auto & [p, coefficient] : terms)
    {
      gradient[j] += coefficient * energy_derivative(mechanism, poses, p, total - 2 * p).slope;
    }
  }
  return gradient;
}

/// The terms c_p E⁽ᵖ⁾ for p = first, first + 1, …
std::vector<std::pair<int, double>> numbered(const std::vector<double> & coefficients, int first)
{
  std::vector<std::pair<int, double>> terms;
  terms.reserve(coefficients.size());
  for (const double coefficient : coefficients)
  {
    terms.emplace_back(first++, coefficient);
  }
  return terms;
}

}  // namespace

Eigen::VectorXd energy_gradient(
  const Mechanism & mechanism, const RowMatrix & motion, int p, int a, int m)
{
  if (p < 0 || a < 0 || m < 0)
  {
    throw Error(
      "gradient of an energy: p, a and m are " + std::to_string(p) + ", " + std::to_string(a) +
      ", " + std::to_string(m) + ", expected none of them negative");
  }
  check_orders({p, a, m}, "gradient of an energy");
  // Every term of the energy's derivative has 2p + 2 + a primes in total; m of them are removed.
  const int highest = std::min(p + 1 + a, 2 * p + 2 + a - m);
  check_motion(mechanism, motion, std::max(highest, 0) + 1, "gradient of an energy");
  return gradient_of_sum(mechanism, motion, m, a + 2 * p, {{p, 1.0}});
}

Eigen::VectorXd generalized_force(
  const Mechanism & mechanism, const RowMatrix & motion, int k, int m)
{
  return generalized_force(mechanism, motion, k, m, exact_coefficients(k));
}

Eigen::VectorXd generalized_force(
  const Mechanism & mechanism, const RowMatrix & motion, int k, int m,
  const std::vector<double> & coefficients)
{
  if (k < 1 || m <= k)
  {
    throw Error(
      "generalized equation: k = " + numbers(k, m) + ", expected k of at least 1 and m of k + 1");
  }
  check_orders({k, m}, "generalized equation");
  if (static_cast<int>(coefficients.size()) != k)
  {
    throw Error(
      "generalized equation: " + std::to_string(coefficients.size()) +
      " coefficients for k = " + std::to_string(k) + ", expected as many as k");
  }
  check_motion(mechanism, motion, k + 2, "generalized equation");
  const double factor = factorial(k - 1) * factorial(m) / factorial(m + k - 1);
  return factor * gradient_of_sum(mechanism, motion, m, m + k - 1, numbered(coefficients, 1));
}

Eigen::VectorXd generalized_momentum(
  const Mechanism & mechanism, const RowMatrix & motion, int k, int m)
{
  if (k < 0 || m <= k)
  {
    throw Error(
      "generalized momentum: k = " + numbers(k, m) + ", expected k of at least 0 and m of k + 1");
  }
  check_orders({k, m}, "generalized momentum");
  check_motion(mechanism, motion, k + 2, "generalized momentum");
  std::vector<double> coefficients{1.0};
  for (const double coefficient : exact_coefficients(k))
  {
    coefficients.push_back(coefficient);
  }
  const double factor = factorial(k) * factorial(m) / factorial(m + k);
  return factor * gradient_of_sum(mechanism, motion, m, m + k - 1, numbered(coefficients, 0));
}

Eigen::VectorXd force_by_tsenov_mangeron(
  const Mechanism & mechanism, const RowMatrix & motion, int m)
{
  if (m < 1)
  {
    throw Error("Tsenov–Mangeron equation: m = " + std::to_string(m) + ", expected 1 or more");
  }
  check_orders({m}, "Tsenov–Mangeron equation");
  check_motion(mechanism, motion, 3, "Tsenov–Mangeron equation");
  const Eigen::VectorXd highest = gradient_of_sum(mechanism, motion, m, m, {{0, 1.0}});
  return (highest - (m + 1) * energy_gradient(mechanism, motion, 0, 0, 0)) / m;
}

Eigen::VectorXd force_by_partial_derivatives(
  const Mechanism & mechanism, const RowMatrix & motion, int k)
{
  const auto gradient = [&](int p, int m) { return energy_gradient(mechanism, motion, p, 0, m); };
  switch (k)
  {
    case 1:
      return gradient(1, 2);
    case 2:
      return gradient(2, 3) + 0.5 * gradient(1, 1);
    case 3:
      return gradient(3, 4) + 2.0 / 3.0 * gradient(2, 2) + gradient(1, 0);
    default:
      throw Error(
        "force by partial derivatives: k = " + std::to_string(k) +
        ", expected 1, 2 or 3, the only ones with such a form");
  }
}

Eigen::VectorXd gravity_force_by_lemma(
  const Mechanism & mechanism, const RowMatrix & motion, int k, int m)
{
  if (k < 1 || m < 1)
  {
    throw Error("gravity force: k = " + numbers(k, m) + ", expected both to be at least 1");
  }
  check_orders({k, m}, "gravity force");
  check_motion(mechanism, motion, k, "gravity force");
  const double factor = factorial(k - 1) * factorial(m) / factorial(m + k - 1);
  Eigen::VectorXd force = Eigen::VectorXd::Zero(mechanism.dof());
  for (int j = 0; j < mechanism.dof(); ++j)
  {
    const auto poses = pose_derivatives<Dual>(mechanism, varied_jets(motion, m, j), m + k);
    for (std::size_t i = 0; i < poses.size(); ++i)
    {
      const MassProperties & mass = mechanism.bodies()[i].mass;
      const Eigen::Vector4d weight = mass.mass * mass.center.homogeneous();
      for (int row = 0; row < 3; ++row)
      {
        for (int column = 0; column < 4; ++column)
        {
          const double slope = poses[i].back()(row, column).slope;
          force[j] -= factor * mechanism.gravity()[row] * slope * weight[column];
        }
      }
    }
  }
  return force;
}

}  // namespace hod::classic
