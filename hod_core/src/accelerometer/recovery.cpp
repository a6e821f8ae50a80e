// SPDX-License-Identifier: Apache-2.0
#include "hod/accelerometer/recovery.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "beside.hpp"
#include "hod/error.hpp"
#include "knot_levels.hpp"
#include "recording_checks.hpp"
#include "recording_parts.hpp"
#include "recovery_report.hpp"
#include "recovery_search.hpp"
#include "residual_signal.hpp"
#include "text.hpp"
#include "unexplained.hpp"
#include "variants.hpp"

namespace hod
{
namespace
{

using detail::BandedLeastSquares;
using detail::Fit;
using detail::RecoveryProblem;
using detail::Search;
using detail::Variant;

constexpr double kMostUnexplainedByStatedKnots = 0.3;  // which may be too few for a sudden start
constexpr double kMostNoiseOfGivenUp = 2.0;  // times the stated noise, with knots that are too few
constexpr Eigen::Index kMostReadingsTriedAgain = 50000;
constexpr std::size_t kMostTriedInFull = 4;  // of the possible explanations, the most promising
constexpr double kAlike = 1.2;               // times the smallest remainder
constexpr std::size_t kMostUnknowns = std::numeric_limits<std::size_t>::max();

/// A motion that was found, and the part that it leaves unexplained.
struct Outcome
{
  Recovery recovery;
  std::vector<detail::Unexplained> left;
  std::string refusal;  ///< if something is unexplained: the sentence about it
  std::string advice;   ///< if no other description explains it
};

/// @param solver with the equations of the best
/// @param most largest unexplained share of the readings' variation
Outcome finish(
  Search & search, RecoveryProblem & problem, BandedLeastSquares & solver, const Fit & best,
  double most)
{
  detail::require_told_apart(search.plan, solver);
  std::vector<detail::Unexplained> left = detail::unexplained(search.robot, problem, most);
  if (left.empty())  // otherwise it is rejected for more than that
  {
    detail::require_determined(search.robot, search.plan, solver);
    if (!best.converged)
    {
      throw Error(
        "recovery: found no convergence after " + std::to_string(search.iterations) +
        " steps, expected it; a better guess, known ends or a larger knot spacing help");
    }
  }
  Recovery recovery =
    detail::report(search.robot, problem, solver, best, search.iterations, search.warnings);
  if (left.empty())
  {
    left = detail::unexplained_readings(search.plan, recovery.residuals, most);
  }
  std::string refusal = left.empty()
                          ? std::string()
                          : left.front().text + ", expected a motion that explains all readings";
  const bool stated_knots = search.options.knot_spacing > 0.0;  // which may be too few
  if (left.empty() && !stated_knots)
  {
    left = detail::left_beyond_noise(search.robot, problem, recovery.noise_ratio);
    refusal = "recovery: found residuals of " + detail::number(recovery.noise_ratio) +
              " times the noise, expected about 1; known ends, joint readings or a better guess "
              "help, or a description that fits the sensors";
  }
  for (std::string & sentence : detail::hidden_by_noise(problem))
  {
    recovery.warnings.push_back(std::move(sentence));
  }
  const std::string signal =
    search.trial ? std::string() : detail::sentence_about_signals(search.plan, recovery.residuals);
  if (!signal.empty())
  {
    recovery.warnings.push_back(signal);
  }
  if (left.empty() && !search.trial && detail::relies_on_noise(search.plan))
  {
    detail::require_band(search, problem, solver, best, recovery);
  }
  recovery.readings = std::move(search.plan.readings);
  return {std::move(recovery), std::move(left), std::move(refusal), {}};
}

/// With the knot spacing of the options.
Outcome recovered(Search search)
{
  const RecoveryOptions & options = search.options;
  lay_knots(
    options, options.knot_spacing, options.degree, options.degree - 1,
    detail::constant_weights(search.plan, options.smoothing), search.plan);
  RecoveryProblem problem(search.robot, search.plan);
  BandedLeastSquares solver = problem.solver();
  const Fit fit = search.contenders(problem, solver).front();
  problem.linearize(fit.state, solver, 0.0);  // the last initial guess was not always the best
  return finish(search, problem, solver, fit, kMostUnexplainedByStatedKnots);
}

Outcome recovered_by_evidence(Search search)
{
  const detail::Level level = detail::level_by_evidence(search);
  Outcome found =
    finish(search, *level.problem, *level.solver, level.fit, detail::kMostUnexplained);
  found.advice = "; if the motion is too sudden for knots " + detail::number(level.spacing) +
                 " s apart, state a smaller knot_spacing";
  if (level.given_up && found.left.empty() && found.recovery.noise_ratio > kMostNoiseOfGivenUp)
  {
    throw Error(
      "recovery: found no convergence with knots less than " + detail::number(level.spacing) +
      " s apart, and residuals of " + detail::number(found.recovery.noise_ratio) +
      " times the noise with these, expected a motion that explains the readings; known ends, "
      "joint readings or a better guess help");
  }
  return found;
}

Search search_for(
  const Robot & robot, const std::vector<Accelerometer> & sensors,
  const std::vector<Recording> & recordings, const RecoveryOptions & options, bool thorough,
  bool trial)
{
  Search search{robot, options, {}, thorough, {}, 0, trial};
  search.plan = detail::recovery_plan(robot, sensors, recordings, options, search.warnings);
  return search;
}

Outcome outcome(Search search)
{
  return search.options.knot_spacing == 0.0 ? recovered_by_evidence(std::move(search))
                                            : recovered(std::move(search));
}

/// With few initial guesses, if these explain the readings and joints are measured or a guess is
/// given, otherwise with all: without measurements or guess, more than one motion may explain them.
Outcome first_outcome(
  const Robot & robot, const std::vector<Accelerometer> & sensors,
  const std::vector<Recording> & recordings, const RecoveryOptions & options)
{
  if (options.guess || !options.joint_recordings.empty())
  {
    try
    {
      Outcome found = outcome(search_for(robot, sensors, recordings, options, false, false));
      if (found.left.empty())
      {
        return found;
      }
    }
    catch (const Error &)  // NOLINT(bugprone-empty-catch)
    {
      // The thorough search reports this again if it does no better.
    }
  }
  return outcome(search_for(robot, sensors, recordings, options, true, false));
}

/// A quick search that only determines what a description leaves unexplained; its motion is not
/// used.
Search trial_of(const Robot & robot, const Variant & variant)
{
  return search_for(robot, variant.sensors, variant.recordings, variant.options, false, true);
}

/// Whether a description leaves nothing unexplained.
bool explains(const Robot & robot, const Variant & variant)
{
  try
  {
    return outcome(trial_of(robot, variant)).left.empty();
  }
  catch (const Error &)
  {
    return false;
  }
}

/// The remainder with few knots after a few steps, in units of noise; infinite if that fails.
double rough_cost(const Robot & robot, const Variant & variant)
{
  try
  {
    Search search = trial_of(robot, variant);
    return detail::rough_cost(search);
  }
  catch (const Error &)
  {
    return std::numeric_limits<double>::infinity();
  }
}

/// The most promising variants: those with the smallest remainder, and among similar ones those
/// with the fewest unknowns first.
std::vector<const Variant *> promising(const Robot & robot, const std::vector<Variant> & variants)
{
  std::vector<double> costs;
  for (const Variant & variant : variants)
  {
    costs.push_back(rough_cost(robot, variant));
  }
  const double alike = costs.empty() ? 0.0 : kAlike * *std::min_element(costs.begin(), costs.end());
  std::vector<std::tuple<std::size_t, double, const Variant *>> order;
  for (std::size_t i = 0; i < variants.size(); ++i)
  {
    if (std::isfinite(costs[i]))
    {
      const bool is_alike = costs[i] <= alike;
      order.emplace_back(
        is_alike ? variants[i].options.estimates.size() : kMostUnknowns, costs[i], &variants[i]);
    }
  }
  std::sort(order.begin(), order.end());
  order.resize(std::min(order.size(), kMostTriedInFull));
  std::vector<const Variant *> result;
  for (const auto & entry : order)
  {
    result.push_back(std::get<const Variant *>(entry));
  }
  return result;
}

/// The most promising of the variants that explain the readings; empty if none does.
std::string first_that_explains(const Robot & robot, const std::vector<Variant> & variants)
{
  for (const Variant * variant : promising(robot, variants))
  {
    if (explains(robot, *variant))
    {
      return "; " + variant->text + " would explain them";
    }
  }
  return {};
}

/// A description that would explain the readings, for long recordings those at the beginning; empty
/// if none of those that were tried does.
std::string explanation(
  const Robot & robot, const std::vector<Accelerometer> & sensors,
  std::vector<Recording> recordings, RecoveryOptions options,
  const std::vector<detail::Unexplained> & left)
{
  detail::shorten(recordings, options, kMostReadingsTriedAgain);
  const Variant said{"", sensors, std::move(recordings), std::move(options)};
  const std::string found = first_that_explains(robot, detail::variants(said, left));
  return found.empty() ? first_that_explains(robot, detail::without_parts(said, left)) : found;
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
    const std::string why = explanation(robot, sensors, recordings, options, found.left);
    throw Error(found.refusal + (why.empty() ? found.advice : why));
  }
  return std::move(found.recovery);
}

}  // namespace hod
