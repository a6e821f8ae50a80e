// SPDX-License-Identifier: Apache-2.0
#include "hod/accelerometer/recovery.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <memory>
#include <utility>

#include "descent.hpp"
#include "evidence.hpp"
#include "hod/error.hpp"
#include "motion/median.hpp"
#include "recovery_report.hpp"
#include "recovery_start.hpp"
#include "unexplained.hpp"

namespace hod
{
namespace
{

using detail::BandedLeastSquares;
using detail::Evidence;
using detail::Fit;
using detail::RecoveryPlan;
using detail::RecoveryProblem;
using detail::RecoveryState;
using detail::RoughnessWeights;

constexpr int kStepsBefore = 15;
constexpr double kFewestSegments = 4.0;
constexpr double kFirstSpacing = 0.1;     // [s]
constexpr double kFirstSmoothing = 1e-10;  // of strokes of about a radian in a second
constexpr double kKnotsPerFreedom = 2.5;
constexpr double kSameCost = 1e-3;
constexpr double kFarthest = std::numeric_limits<double>::max();
constexpr double kMostUnexplained = 0.05;              // of how much readings vary
constexpr double kMostUnexplainedByStatedKnots = 0.3;  // which may be too few for a sudden start
constexpr double kHopelessShare = 0.2;     // left unexplained, finer knots will not mend it …
constexpr double kHopelessSpacing = 0.05;  // … below this distance of knots [s]
constexpr Eigen::Index kMostReadingsTriedAgain = 50000;
constexpr double kSmallChange = 0.1;  // of the logarithm of a weight
constexpr int kRoundsInCommon = 2;    // with weights that are the same all along
constexpr int kRounds = 8;
constexpr double kLongRecording = 40.0;  // [s], and how much of a longer one tells …
constexpr double kStretch = 8.0;         // … how dense the knots have to be
constexpr int kStretches = 3;

/// A motion that was found, and what it leaves unexplained.
struct Outcome
{
  Recovery recovery;
  std::vector<detail::Unexplained> left;
};

/// A fit and what it was made of.
struct Search
{
  const Robot & robot;
  const RecoveryOptions & options;
  RecoveryPlan plan;
  bool thorough = true;  ///< all beginnings, not only until two agree; the finest knots
  std::vector<std::string> warnings;
  int iterations = 0;

  /// Gauss-Newton steps from a motion.
  Fit descend(RecoveryProblem & problem, BandedLeastSquares & solver, RecoveryState from)
  {
    Fit fit = descended(problem, solver, std::move(from), options.max_iterations, true);
    iterations += fit.iterations;
    return fit;
  }

  /// The same from afar: the motion alone first, as together with the sensors it runs away.
  Fit descend_from_afar(RecoveryProblem & problem, BandedLeastSquares & solver, RecoveryState from)
  {
    if (plan.border() > 0)
    {
      Fit fit = descended(problem, solver, std::move(from), kStepsBefore, false);
      iterations += fit.iterations;
      from = std::move(fit.state);
    }
    return descend(problem, solver, std::move(from));
  }

  /// The beginnings, the most promising first.
  std::vector<RecoveryState> beginnings(RecoveryProblem & problem)
  {
    std::vector<std::pair<double, RecoveryState>> states;
    for (const auto & guess : detail::first_guesses(robot, plan, options))
    {
      detail::require_observed_along(robot, plan, guess);
      RecoveryState state = detail::state_near(robot, plan, guess);
      const double cost = problem.cost(state);
      states.emplace_back(std::isfinite(cost) ? cost : kFarthest, std::move(state));
    }
    std::sort(states.begin(), states.end(), [](const auto & left, const auto & right) {
      return left.first < right.first;
    });
    std::vector<RecoveryState> result;
    for (auto & state : states)
    {
      result.push_back(std::move(state.second));
    }
    return result;
  }

  /// The best of all beginnings, or of those until two lead to the same.
  Fit best_fit(RecoveryProblem & problem, BandedLeastSquares & solver)
  {
    Fit best;
    for (auto & state : beginnings(problem))
    {
      Fit fit = descend_from_afar(problem, solver, std::move(state));
      const bool same =
        fit.converged && best.converged && std::abs(fit.cost - best.cost) <= kSameCost * best.cost;
      if (
        best.iterations == 0 || (fit.converged && !best.converged) ||
        (fit.converged == best.converged && fit.cost < best.cost))
      {
        best = std::move(fit);
      }
      if (same && !thorough)
      {
        break;
      }
    }
    return best;
  }

  /// @param solver with the equations of the best
  Outcome finish(
    RecoveryProblem & problem, BandedLeastSquares & solver, const Fit & best, double most)
  {
    detail::require_told_apart(plan, solver);
    detail::require_determined(robot, plan, solver);
    if (!best.converged)
    {
      throw Error(
        "recovery: found no end of the steps after " + std::to_string(iterations) +
        ", expected one; a better guess, known ends or a larger knot spacing help");
    }
    std::vector<detail::Unexplained> left = detail::unexplained(robot, problem, most);
    Recovery recovery = detail::report(robot, problem, solver, best, iterations, warnings);
    recovery.readings = std::move(plan.readings);
    return {std::move(recovery), std::move(left)};
  }
};

RoughnessWeights constant_weights(const RecoveryPlan & plan, double smoothing)
{
  return RoughnessWeights::constant(Eigen::VectorXd::Constant(plan.joints(), smoothing));
}

/// With the knots' distance of the options.
Outcome recovered(Search search)
{
  const RecoveryOptions & options = search.options;
  lay_knots(
    options, options.knot_spacing, options.degree, options.degree - 1,
    constant_weights(search.plan, options.smoothing), search.plan);
  RecoveryProblem problem(search.robot, search.plan);
  BandedLeastSquares solver = problem.solver();
  const Fit fit = search.best_fit(problem, solver);
  problem.linearize(fit.state, solver, 0.0);  // the last beginning was not always the best
  return search.finish(problem, solver, fit, kMostUnexplainedByStatedKnots);
}

/// The first and the last instant of all sensors.
std::pair<double, double> span(const RecoveryPlan & plan)
{
  double start = std::numeric_limits<double>::infinity();
  double end = -start;
  for (std::size_t i = 0; i < plan.sensors.size(); ++i)
  {
    start = std::min(start, plan.sensors[i].time_of(plan.readings[i].times.front()));
    end = std::max(end, plan.sensors[i].time_of(plan.readings[i].times.back()));
  }
  return {start, end};
}

/// The knots' distance to begin with, and the smallest that readings may ask for.
std::pair<double, double> spacings(const RecoveryPlan & plan)
{
  const auto [start, end] = span(plan);
  double step = std::numeric_limits<double>::infinity();
  for (const auto & readings : plan.readings)
  {
    step = std::min(step, detail::median_interval(readings.times));
  }
  return {std::min(kFirstSpacing, (end - start) / kFewestSegments), 2.0 * step};
}

/// Knots, weights of the roughness, and the motion found with them.
struct Level
{
  double spacing = 0.0;
  double freedom = 0.0;  ///< of the liveliest joint
  std::unique_ptr<RecoveryProblem> problem;
  std::unique_ptr<BandedLeastSquares> solver;
  Fit fit;

  bool dense_enough() const { return freedom * kKnotsPerFreedom <= problem->basis().segments(); }
};

/// A motion from a coarser level, or the user's guess, whichever fits better.
RecoveryState continued(Search & search, RecoveryProblem & problem, const RecoveryState & found)
{
  const auto & guess = search.options.guess;
  if (!guess)
  {
    return found;
  }
  RecoveryState given = detail::state_near(search.robot, search.plan, *guess);
  given.border = found.border;
  return problem.cost(given) < problem.cost(found) ? given : found;
}

/// The motion at a distance of knots, with weights for which the readings are most likely.
///
/// @param before the motion of a coarser level and its sensors' unknowns
Level level_at(
  Search & search, double spacing, const RoughnessWeights & smoothing,
  const std::optional<std::pair<PiecewisePolynomial, Eigen::VectorXd>> & before)
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
    RecoveryState state = detail::state_near(search.robot, search.plan, before->first);
    state.border = before->second;
    level.fit = search.descend(problem, *level.solver, continued(search, problem, state));
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
      return level_at(search, coarser, weights, found);  // so fine says nothing: back to the last
    }
  }
}

Recording between(const Recording & readings, double start, double end)
{
  const auto & times = readings.times;
  const auto first = std::lower_bound(times.begin(), times.end(), start);
  const auto last = std::lower_bound(first, times.end(), end);
  return {{first, last}, readings.values.middleRows(first - times.begin(), last - first)};
}

/// The part of a plan between two instants, as a recording of its own without known ends.
RecoveryPlan stretch(const RecoveryPlan & plan, double start, double end)
{
  RecoveryPlan part;
  part.progress = plan.progress;
  part.moving = plan.moving;
  part.encoded = plan.encoded;
  part.rest = plan.rest;
  part.sensors = plan.sensors;
  part.unknowns = plan.unknowns;
  for (std::size_t i = 0; i < plan.sensors.size(); ++i)
  {
    const double offset = plan.sensors[i].time_offset;
    part.readings.push_back(between(plan.readings[i], start + offset, end + offset));
    part.condensed.push_back(between(plan.condensed[i], start + offset, end + offset));
  }
  std::copy_if(
    plan.joint_readings.begin(), plan.joint_readings.end(), std::back_inserter(part.joint_readings),
    [&](const auto & known) { return known.time >= start && known.time < end; });
  return part;
}

/// Knots and weights to begin with: for long recordings of joints that are all measured those of a
/// few stretches.
std::pair<double, RoughnessWeights> first_level(const Search & search, double spacing, double finest)
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
      const Level level =
        refined(part, spacing, finest, constant_weights(plan, kFirstSmoothing));
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

Outcome recovered_by_evidence(Search search)
{
  const auto [coarsest, finest] = spacings(search.plan);
  const auto [spacing, smoothing] = first_level(search, coarsest, finest);
  Level level = refined(search, spacing, finest, smoothing);
  if (!level.fit.converged)
  {
    level.problem->linearize(level.fit.state, *level.solver, 0.0);
  }
  return search.finish(*level.problem, *level.solver, level.fit, kMostUnexplained);
}

Outcome outcome(
  const Robot & robot, const std::vector<Accelerometer> & sensors,
  const std::vector<Recording> & recordings, const RecoveryOptions & options, bool thorough)
{
  Search search{robot, options, {}, thorough, {}, 0};
  search.plan = detail::recovery_plan(robot, sensors, recordings, options, search.warnings);
  return options.knot_spacing == 0.0 ? recovered_by_evidence(std::move(search))
                                     : recovered(std::move(search));
}

/// With few beginnings if they explain the readings, otherwise with all.
Outcome first_outcome(
  const Robot & robot, const std::vector<Accelerometer> & sensors,
  const std::vector<Recording> & recordings, const RecoveryOptions & options)
{
  try
  {
    Outcome found = outcome(robot, sensors, recordings, options, false);
    if (found.left.empty())
    {
      return found;
    }
  }
  catch (const Error &)  // NOLINT(bugprone-empty-catch)
  {
    // Said again by the thorough search, if that is no better.
  }
  return outcome(robot, sensors, recordings, options, true);
}

/// What came before an instant.
JointRecording before(JointRecording joint, double end)
{
  const auto last = std::lower_bound(joint.times.begin(), joint.times.end(), end);
  joint.values.resize(static_cast<std::size_t>(last - joint.times.begin()));
  joint.times.erase(last, joint.times.end());
  return joint;
}

/// The beginning of long recordings, without the end that was known.
void shorten(std::vector<Recording> & recordings, RecoveryOptions & options, Eigen::Index most)
{
  Eigen::Index count = 0;
  double start = std::numeric_limits<double>::infinity();
  double end = -start;
  for (const auto & recording : recordings)
  {
    count += recording.values.rows();
    start = std::min(start, recording.times.front());
    end = std::max(end, recording.times.back());
  }
  if (count <= most)
  {
    return;
  }
  end = start + (end - start) * static_cast<double>(most) / static_cast<double>(count);
  for (auto & recording : recordings)
  {
    recording = between(recording, start, end);
  }
  for (auto & joint : options.joint_recordings)
  {
    joint = before(std::move(joint), end);
  }
  options.end.resize(0);
  options.end_velocity.resize(0);
}

/// What would explain the readings, of long recordings those at the beginning; empty if nothing
/// that was tried does.
std::string explanation(
  const Robot & robot, const std::vector<Accelerometer> & sensors,
  std::vector<Recording> recordings, RecoveryOptions options,
  const std::vector<detail::Unexplained> & left)
{
  shorten(recordings, options, kMostReadingsTriedAgain);
  for (const auto & variant : detail::variants(sensors, recordings, options, left))
  {
    try
    {
      if (outcome(robot, variant.sensors, variant.recordings, variant.options, false).left.empty())
      {
        return "; " + variant.text + " would explain them";
      }
    }
    catch (const Error &)
    {
      continue;  // this cannot be it
    }
  }
  return {};
}

}  // namespace

int size_of(SensorUnknown kind, const Accelerometer & sensor)
{
  switch (kind)
  {
    case SensorUnknown::time_offset:
    case SensorUnknown::clock_drift:
      return 1;
    case SensorUnknown::position:
      return sensor.quantity == SensorQuantity::angular_velocity ? 0 : 3;
    case SensorUnknown::orientation:
      return 3;
    default:
      return static_cast<int>(sensor.axes.rows());
  }
}

Recovery recover_motion(
  const Robot & robot, const std::vector<Accelerometer> & sensors,
  const std::vector<Recording> & recordings, const RecoveryOptions & options)
{
  Outcome found = first_outcome(robot, sensors, recordings, options);
  if (!found.left.empty())
  {
    throw Error(
      found.left.front().text + ", expected a motion that explains all readings" +
      explanation(robot, sensors, recordings, options, found.left));
  }
  return std::move(found.recovery);
}

}  // namespace hod
