// SPDX-License-Identifier: Apache-2.0
#include "knot_levels.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "evidence.hpp"
#include "hod/error.hpp"
#include "motion/median.hpp"
#include "recording_parts.hpp"
#include "recovery_start.hpp"
#include "unexplained.hpp"

namespace hod::detail
{
namespace
{

constexpr double kFewestSegments = 4.0;
constexpr double kFirstSpacing = 0.1;      // [s]
constexpr double kDenserSpacing = 0.05;    // [s] of a thorough search
constexpr double kFirstSmoothing = 1e-10;  // of strokes of about a radian in a second
constexpr double kKnotsPerFreedom = 2.5;
constexpr double kHopelessShare = 0.2;     // left unexplained, finer knots will not mend it …
constexpr double kHopelessSpacing = 0.05;  // … below this distance of knots [s]
constexpr double kSmallChange = 0.1;       // of the logarithm of a weight
constexpr int kRounds = 8;
constexpr int kRoundsInCommon = 2;       // with weights that are the same all along
constexpr double kLongRecording = 40.0;  // [s], and how much of a longer one tells …
constexpr double kStretch = 8.0;         // … how dense the knots have to be
constexpr int kStretches = 3;

/// A motion with fewer knots, and its sensors' unknowns.
using Before = std::optional<std::pair<PiecewisePolynomial, Eigen::VectorXd>>;

/// The knots' distance to begin with, and the smallest that readings may ask for.
std::pair<double, double> spacings(const RecoveryPlan & plan, bool thorough)
{
  const auto [start, end] = span(plan);
  double step = std::numeric_limits<double>::infinity();
  for (const auto & readings : plan.readings)
  {
    step = std::min(step, median_interval(readings.times));
  }
  return {
    std::min(thorough ? kDenserSpacing : kFirstSpacing, (end - start) / kFewestSegments),
    2.0 * step};
}

/// The motion at a distance of knots, with weights for which the readings are most likely.
///
/// @param before the motion of a coarser level and its sensors' unknowns
Level level_at(
  Search & search, double spacing, const RoughnessWeights & smoothing, const Before & before)
{
  const int degree = search.options.degree + 2;
  lay_knots(search.options, spacing, degree, degree, smoothing, search.plan);
  Level level;
  level.spacing = spacing;
  level.problem = std::make_unique<RecoveryProblem>(search.robot, search.plan);
  level.solver = std::make_unique<BandedLeastSquares>(level.problem->solver());
  RecoveryProblem & problem = *level.problem;
  if (before)
  {
    RecoveryState state = state_near(search.robot, search.plan, before->first);
    state.border = before->second;
    level.fit = search.descend(problem, *level.solver, search.continued(problem, state));
  }
  else
  {
    level.fit = search.best_fit(problem, *level.solver);
    level.fit.cost = problem.linearize(level.fit.state, *level.solver, 0.0);
  }
  for (int round = 0; round < kRounds; ++round)
  {
    const bool along = before.has_value() || round >= kRoundsInCommon;
    const Evidence evidence(problem, *level.solver, level.fit.cost, along);
    level.freedom = evidence.freedom();
    if (along && evidence.change() < kSmallChange)
    {
      break;
    }
    problem.set_smoothing(evidence.smoothing());
    level.fit = search.descend(problem, *level.solver, std::move(level.fit.state));
  }
  return level;
}

/// Knots as dense as the motion needs, and its roughness weighed as the readings make most likely.
Level refined(Search & search, double spacing, double finest, const RoughnessWeights & smoothing)
{
  Level level = level_at(search, spacing, smoothing, {});
  while (true)
  {
    const bool hopeless = level.spacing <= kHopelessSpacing &&
                          !unexplained(search.robot, *level.problem, kHopelessShare).empty();
    if (hopeless || level.dense_enough() || level.spacing <= finest)
    {
      return level;
    }
    const std::pair<PiecewisePolynomial, Eigen::VectorXd> found{
      level.problem->polynomial(level.fit.state), level.fit.state.border};
    const double coarser = level.spacing;
    const RoughnessWeights weights =
      RoughnessWeights::along(search.plan.knots, level.problem->smoothing());
    level = level_at(search, std::max(finest, 0.5 * coarser), weights, found);
    if (!level.fit.converged)
    {
      level = level_at(search, coarser, weights, found);  // so fine says nothing: back to the last
      level.given_up = true;
      return level;
    }
  }
}

/// Knots and weights to begin with: for long recordings of joints that are all measured those of a
/// few stretches.
std::pair<double, RoughnessWeights> first_level(
  const Search & search, double spacing, double finest)
{
  const RecoveryPlan & plan = search.plan;
  Eigen::VectorXd logarithms = Eigen::VectorXd::Zero(plan.joints());
  int found = 0;
  double dense = spacing;
  const auto [start, end] = span(plan);
  const bool pilots = end - start > kLongRecording && !search.options.guess &&
                      plan.encoded.size() == plan.moving.size();
  for (int i = 0; i < kStretches && pilots; ++i)
  {
    RecoveryOptions options;
    options.degree = search.options.degree;
    options.max_iterations = search.options.max_iterations;
    options.recording.rests = search.options.recording.rests;
    const double first =
      start + (end - start - kStretch) * (i + 0.5) / static_cast<double>(kStretches);
    Search part{search.robot, options, stretch(plan, first, first + kStretch), false, {}, 0};
    try
    {
      const Level level = refined(part, spacing, finest, constant_weights(plan, kFirstSmoothing));
      dense = std::min(dense, level.spacing);
      logarithms += level.problem->smoothing().array().log().colwise().mean().matrix().transpose();
      ++found;
    }
    catch (const Error &)
    {
      continue;  // a stretch that says too little
    }
  }
  return {
    dense, found > 0 ? RoughnessWeights::constant((logarithms / found).array().exp().matrix())
                     : constant_weights(plan, kFirstSmoothing)};
}

}  // namespace

bool Level::dense_enough() const
{
  return freedom * kKnotsPerFreedom <= problem->basis().segments();
}

RoughnessWeights constant_weights(const RecoveryPlan & plan, double smoothing)
{
  return RoughnessWeights::constant(Eigen::VectorXd::Constant(plan.joints(), smoothing));
}

Level level_by_evidence(Search & search)
{
  const auto [coarsest, finest] = spacings(search.plan, search.thorough);
  const auto [spacing, smoothing] = first_level(search, coarsest, finest);
  Level level = refined(search, spacing, finest, smoothing);
  if (!level.fit.converged)
  {
    level.problem->linearize(level.fit.state, *level.solver, 0.0);
  }
  return level;
}

}  // namespace hod::detail
