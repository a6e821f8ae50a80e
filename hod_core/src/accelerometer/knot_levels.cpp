// SPDX-License-Identifier: Apache-2.0
#include "knot_levels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "evidence.hpp"
#include "hod/error.hpp"
#include "motion/median.hpp"
#include "recording_parts.hpp"
#include "recovery_start.hpp"
#include "text.hpp"
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
constexpr double kContender = 2.0;  // times the least sum of squares
constexpr double kApart = 0.01;     // [rad or m] of motions that are not the same
constexpr double kChance = 4.0;     // deviations of χ² that tell nothing
constexpr double kSmallChange = 0.1;       // of the logarithm of a weight
constexpr int kRounds = 8;
constexpr int kRoundsInCommon = 2;       // with weights that are the same all along
constexpr double kLongRecording = 40.0;  // [s], and how much of a longer one tells …
constexpr double kStretch = 8.0;         // … how dense the knots have to be
constexpr int kStretches = 3;

/// A motion with other knots, its sensors' unknowns, and the weights of its roughness.
struct Found
{
  PiecewisePolynomial motion;
  Eigen::VectorXd border;
  RoughnessWeights weights;
};

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

/// A problem with knots at a distance, without a motion so far.
Level laid(Search & search, double spacing, const RoughnessWeights & weights)
{
  const int degree = search.options.degree + 2;
  lay_knots(search.options, spacing, degree, degree, weights, search.plan);
  Level level;
  level.spacing = spacing;
  level.problem = std::make_unique<RecoveryProblem>(search.robot, search.plan);
  level.solver = std::make_unique<BandedLeastSquares>(level.problem->solver());
  return level;
}

/// The motion with knots at a distance, from one that was found, and weights for which the readings
/// are most likely.
///
/// @param rounds_in_common with weights that are the same all along
Level level_at(Search & search, double spacing, const Found & found, int rounds_in_common)
{
  Level level = laid(search, spacing, found.weights);
  RecoveryProblem & problem = *level.problem;
  RecoveryState state = state_near(search.robot, search.plan, found.motion);
  state.border = found.border;
  level.fit = search.descend(problem, *level.solver, search.continued(problem, state));
  for (int round = 0; round < kRounds; ++round)
  {
    const bool along = round >= rounds_in_common;
    const Evidence evidence(problem, *level.solver, level.fit.cost, along);
    level.freedom = evidence.freedom();
    level.squares_left = evidence.squares_left();
    if (along && evidence.change() < kSmallChange)
    {
      break;
    }
    problem.set_smoothing(evidence.smoothing());
    level.fit = search.descend(problem, *level.solver, std::move(level.fit.state));
  }
  return level;
}

Found found_at(const Level & level)
{
  return {
    level.problem->polynomial(level.fit.state), level.fit.state.border,
    RoughnessWeights::along(level.problem->plan().knots, level.problem->smoothing())};
}

/// Knots as dense as the motion needs.
Level refined(Search & search, double spacing, double finest, const Found & beginning)
{
  Level level = level_at(search, spacing, beginning, kRoundsInCommon);
  while (true)
  {
    const bool hopeless = level.spacing <= kHopelessSpacing &&
                          !unexplained(search.robot, *level.problem, kHopelessShare).empty();
    if (hopeless || level.dense_enough() || level.spacing <= finest)
    {
      return level;
    }
    const Found found = found_at(level);
    const double coarser = level.spacing;
    level = level_at(search, std::max(finest, 0.5 * coarser), found, 0);
    if (!level.fit.converged)
    {
      level = level_at(search, coarser, found, 0);  // so fine says nothing: back to the last
      level.given_up = true;
      return level;
    }
  }
}

/// The motions that beginnings lead to, the best first: of a thorough search all that may become
/// the best with other knots and weights.
std::vector<Found> first_motions(Search & search, double spacing, const RoughnessWeights & weights)
{
  const Level level = laid(search, spacing, weights);
  const std::vector<Fit> fits = search.contenders(*level.problem, *level.solver);
  std::vector<Found> motions;
  for (const Fit & fit : fits)
  {
    if (motions.empty() || (search.thorough && fit.cost <= kContender * fits.front().cost))
    {
      motions.push_back({level.problem->polynomial(fit.state), fit.state.border, weights});
    }
  }
  return motions;
}

/// The joint at which two motions are farthest apart, and by how much.
std::pair<int, double> farthest(const RecoveryPlan & plan, const Found & one, const Found & other)
{
  RowMatrix there(1, one.motion.channels());
  RowMatrix here(1, one.motion.channels());
  RowMatrix apart = RowMatrix::Zero(1, one.motion.channels());
  for (const double time : plan.knots)
  {
    one.motion.evaluate(time, here);
    other.motion.evaluate(time, there);
    apart = apart.cwiseMax((here - there).cwiseAbs());
  }
  Eigen::Index joint = 0;
  const double most = apart.row(0).maxCoeff(&joint);
  return {static_cast<int>(joint), most};
}

/// Throws hod::Error if two motions explain the readings equally well.
void require_same(const Search & search, const Level & level, const Found & one, const Found & other)
{
  const auto [joint, apart] = farthest(search.plan, one, other);
  if (apart > kApart)
  {
    throw Error(
      "recovery: found two motions that explain the readings, up to " + number(apart) +
      " apart at '" + search.robot.joint_names()[static_cast<std::size_t>(joint)] +
      "', residuals " + number(std::sqrt(level.squares_left)) +
      " times the noise, expected one; known ends, joint readings, more sensors or a guess help");
  }
}

/// The best motion that beginnings lead to.
Level best(Search & search, double spacing, double finest, const RoughnessWeights & weights)
{
  const std::vector<Found> motions = first_motions(search, spacing, weights);
  Level level = refined(search, spacing, finest, motions.front());
  for (std::size_t i = 1; i < motions.size(); ++i)
  {
    const Found found = found_at(level);
    const std::pair<bool, double> squares{!level.fit.converged, level.squares_left};
    const double distance = level.spacing;
    const bool given_up = level.given_up;
    level = refined(search, spacing, finest, motions[i]);
    const double chance =
      kChance * std::sqrt(2.0 / static_cast<double>(level.problem->equations()));
    if (
      !squares.first && level.fit.converged &&
      std::abs(std::log(level.squares_left / squares.second)) < chance)
    {
      require_same(search, level, found, found_at(level));
    }
    if (squares < std::pair(!level.fit.converged, level.squares_left))
    {
      level = level_at(search, distance, found, 0);
      level.given_up = given_up;
    }
  }
  return level;
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
      const Level level = best(part, spacing, finest, constant_weights(plan, kFirstSmoothing));
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
  Level level = best(search, spacing, finest, smoothing);
  if (!level.fit.converged)
  {
    level.problem->linearize(level.fit.state, *level.solver, 0.0);
  }
  return level;
}

}  // namespace hod::detail
