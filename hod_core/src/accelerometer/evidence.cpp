// SPDX-License-Identifier: Apache-2.0
#include "evidence.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "descent.hpp"

namespace hod::detail
{
namespace
{

constexpr double kLargestChange = 9.0;
constexpr Eigen::Index kReach =
  15;  // segments before and after an instant that determine its weight
constexpr double kQuarterTurn = 1.5707963267948966;
constexpr double kWholeFreedom = 0.1;  // degrees of freedom contributed by the whole recording

/// Sums over the segments around each one, with weights that decrease with distance.
RowMatrix around(const RowMatrix & values)
{
  RowMatrix sums = RowMatrix::Zero(values.rows(), values.cols());
  for (Eigen::Index away = 1 - kReach; away < kReach; ++away)
  {
    const double cosine =
      std::cos(kQuarterTurn * static_cast<double>(away) / static_cast<double>(kReach));
    const Eigen::Index count = values.rows() - std::abs(away);
    if (count > 0)
    {
      sums.middleRows(std::max<Eigen::Index>(0, -away), count) +=
        cosine * cosine * values.middleRows(std::max<Eigen::Index>(0, away), count);
    }
  }
  return sums;
}

}  // namespace

Evidence::Evidence(
  const RecoveryProblem & problem, const BandedLeastSquares & solver, double cost, bool along)
: smoothing_(problem.smoothing())
{
  const RecoveryPlan & plan = problem.plan();
  const RowMatrix & roughness = problem.roughness();
  const RowMatrix kept = 1.0 - smoothing_.array() * problem.roughness_traces(solver).array();
  const auto rank = static_cast<double>(kept.rows());
  const Eigen::RowVectorXd all_kept = kept.colwise().sum().cwiseMax(1e-3 * rank);
  const Eigen::RowVectorXd all_rough =
    roughness.colwise().sum().cwiseMax(std::numeric_limits<double>::min());
  freedom_ = all_kept.maxCoeff();
  const double unknowns = all_kept.sum() + static_cast<double>(plan.joints() * plan.degree);
  const double left = std::max(1.0, static_cast<double>(problem.equations()) - unknowns);
  const double exact = kExact * sum_of_squares(plan) / left;
  squares_left_ = std::max(exact, (cost - problem.cost_of_roughness()) / left);
  RowMatrix numerator = all_kept.replicate(kept.rows(), 1);
  RowMatrix denominator = all_rough.replicate(kept.rows(), 1);
  if (along)
  {
    numerator = around(kept).cwiseMax(0.0).array() + kWholeFreedom;
    denominator = around(roughness);
    denominator.rowwise() += kWholeFreedom * all_rough.cwiseQuotient(all_kept);
  }
  const RowMatrix change =
    (squares_left_ * numerator.array() / denominator.array() / smoothing_.array())
      .log()
      .max(-kLargestChange)
      .min(kLargestChange);
  smoothing_.array() *= change.array().exp();
  change_ = (change.array().abs() * kept.array().max(0.0))
              .colwise()
              .sum()
              .cwiseQuotient(all_kept.array())
              .maxCoeff();
}

}  // namespace hod::detail
