// SPDX-License-Identifier: Apache-2.0
#include "evidence.hpp"

#include <algorithm>
#include <limits>

#include "descent.hpp"

namespace hod::detail
{
namespace
{

constexpr double kExact = 1e-14;  // of the squares of the readings, of those without noise
constexpr double kLargestChange = 9.0;

}  // namespace

Evidence::Evidence(const RecoveryProblem & problem, const BandedLeastSquares & solver, double cost)
: smoothing_(problem.smoothing())
{
  const RecoveryPlan & plan = problem.plan();
  const Eigen::VectorXd traces = problem.roughness_traces(solver);
  const double rank = problem.basis().segments();
  const Eigen::ArrayXd kept = (rank - smoothing_.array() * traces.array()).max(1e-3 * rank);
  freedom_ = kept.maxCoeff();
  const double roughness = smoothing_.dot(problem.roughness());
  const double unknowns = kept.sum() + static_cast<double>(plan.joints() * plan.degree);
  const double left = std::max(1.0, static_cast<double>(problem.equations()) - unknowns);
  const double exact = kExact * sum_of_squares(plan) / left;
  const double ratio = std::max(exact, (cost - roughness) / left);
  const Eigen::ArrayXd wanted =
    ratio * kept / problem.roughness().array().max(std::numeric_limits<double>::min());
  change_ = (wanted / smoothing_.array()).log().max(-kLargestChange).min(kLargestChange);
  smoothing_.array() *= change_.exp();
}

}  // namespace hod::detail
