// SPDX-License-Identifier: Apache-2.0
#include "hod/accelerometer/recovery.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>

#include "hod/error.hpp"
#include "recovery_problem.hpp"
#include "recovery_report.hpp"
#include "recovery_start.hpp"

namespace hod
{
namespace
{

using detail::RecoveryPlan;
using detail::RecoveryProblem;
using detail::RecoveryState;

constexpr double kPivotTolerance = 1e-10;
constexpr double kBorderTolerance = 1e-4;
constexpr double kSmallGain = 1e-10;  // of the sum of squares
constexpr double kNoGain = 1e-6;      // the same, when a step fails
constexpr double kRounding = 1e-26;   // of the squares of the readings
constexpr double kFirstDamping = 1e-3;
constexpr double kLastDamping = 1e-6;
constexpr double kHighestDamping = 1e6;
constexpr int kStepsBefore = 15;
constexpr double kFewestSegments = 4.0;
constexpr double kFewestReadings = 10.0;  // of the fastest sensor, in a segment
constexpr int kWorseSpacings = 2;

/// A state that steps led to.
struct Fit
{
  RecoveryState state;
  double cost = 0.0;
  int iterations = 0;
  bool converged = false;
};

/// What rounding leaves of a sum of squares.
double rounding(const RecoveryPlan & plan)
{
  double squares = 0.0;
  for (std::size_t i = 0; i < plan.sensors.size(); ++i)
  {
    const double noise = plan.sensors[i].mounted.sensor().noise;
    squares += plan.readings[i].values.squaredNorm() / (noise * noise);
  }
  return kRounding * squares;
}

/// Gauss-Newton steps, damped when they fail. They end where the linear equations promise nothing
/// that would matter.
class Descent
{
public:
  Descent(RecoveryProblem & problem, detail::BandedLeastSquares & solver, Fit start)
  : problem_(problem), solver_(solver), fit_(std::move(start)), rounding_(rounding(problem.plan()))
  {}

  /// @param sensors_too whether the unknowns of the sensors move as well
  Fit run(int max_iterations, bool sensors_too)
  {
    problem_.hold_sensors(!sensors_too);
    fit_.converged = false;
    damping_ = 0.0;
    max_iterations += fit_.iterations;
    fit_.cost = problem_.linearize(fit_.state, solver_, 0.0);
    while (!fit_.converged && damping_ < kHighestDamping && fit_.iterations < max_iterations)
    {
      ++fit_.iterations;
      step();
    }
    return fit_;
  }

private:
  void step()
  {
    solver_.solve(kPivotTolerance, kBorderTolerance);
    const double promise = fit_.cost - solver_.residual();
    const RecoveryState trial = problem_.stepped(fit_.state, solver_);
    const bool finite = trial.control.allFinite() && trial.border.allFinite();
    const double cost = finite ? problem_.cost(trial) : std::numeric_limits<double>::infinity();
    const bool better = cost <= fit_.cost;
    const double gain = better ? kSmallGain : kNoGain;
    fit_.converged = damping_ == 0.0 && promise <= gain * fit_.cost + rounding_;
    if (better)
    {
      fit_.state = trial;
      fit_.cost = cost;
      damping_ = damping_ > kLastDamping ? 0.1 * damping_ : 0.0;
    }
    else
    {
      damping_ = std::max(10.0 * damping_, kFirstDamping);
    }
    if (!fit_.converged)
    {
      problem_.linearize(fit_.state, solver_, damping_);
    }
  }

  RecoveryProblem & problem_;
  detail::BandedLeastSquares & solver_;
  Fit fit_;
  double rounding_;
  double damping_ = 0.0;
};

/// With the knots' distance of the options.
Recovery recovered(
  const Robot & robot, const std::vector<Accelerometer> & sensors,
  const std::vector<Recording> & recordings, const RecoveryOptions & options)
{
  std::vector<std::string> warnings;
  const RecoveryPlan plan = detail::recovery_plan(robot, sensors, recordings, options, warnings);
  RecoveryProblem problem(robot, plan);
  detail::BandedLeastSquares solver = problem.solver();
  Fit best;
  int iterations = 0;
  for (const auto & guess : detail::first_guesses(robot, plan, options))
  {
    detail::require_observed_along(robot, plan, guess);
    Fit start;
    start.state = detail::state_near(robot, plan, guess);
    Descent descent(problem, solver, start);
    if (plan.border() > 0)
    {
      descent.run(kStepsBefore, false);  // the motion alone first: together they run away from afar
    }
    const Fit fit = descent.run(options.max_iterations, true);
    iterations += fit.iterations;
    if (
      best.iterations == 0 || (fit.converged && !best.converged) ||
      (fit.converged == best.converged && fit.cost < best.cost))
    {
      best = fit;
    }
  }
  problem.linearize(best.state, solver, 0.0);
  detail::require_told_apart(plan, solver);
  detail::require_determined(robot, plan, solver);
  if (!best.converged)
  {
    throw Error(
      "recovery: found no end of the steps after " + std::to_string(iterations) +
      ", expected one; a better guess, known ends or a larger knot spacing help");
  }
  return detail::report(robot, problem, solver, best.state, iterations, std::move(warnings));
}

/// Distances of knots from four segments down to ten readings of the fastest sensor in each.
std::vector<double> spacings(const std::vector<Recording> & recordings)
{
  double duration = 0.0;
  double densest = 0.0;
  for (const auto & recording : recordings)
  {
    const double span = recording.times.empty() ? 0.0 : recording.times.back() - recording.times[0];
    duration = std::max(duration, span);
    densest =
      span > 0.0 ? std::max(densest, static_cast<double>(recording.times.size()) / span) : densest;
  }
  std::vector<double> result;
  double segments = kFewestSegments;
  do
  {
    result.push_back(duration > 0.0 ? duration / segments : 1.0);
    segments *= 2.0;
  } while (segments * kFewestReadings <= densest * duration);
  return result;
}

/// The knots' distance with the best generalized cross-validation, each motion being the guess for
/// the next finer one.
Recovery recovered_by_validation(
  const Robot & robot, const std::vector<Accelerometer> & sensors,
  const std::vector<Recording> & recordings, RecoveryOptions options)
{
  std::optional<Recovery> best;
  std::exception_ptr failure;
  int worse = 0;
  for (const double spacing : spacings(recordings))
  {
    options.knot_spacing = spacing;
    try
    {
      Recovery found = recovered(robot, sensors, recordings, options);
      options.guess = found.motion;
      const bool better = !best || found.cross_validation < best->cross_validation;
      worse = better ? 0 : worse + 1;
      if (better)
      {
        best = std::move(found);
      }
    }
    catch (const Error &)
    {
      failure = std::current_exception();
    }
    if (worse == kWorseSpacings)
    {
      break;
    }
  }
  if (!best)
  {
    std::rethrow_exception(failure);
  }
  return *std::move(best);
}

}  // namespace

Recovery recover_motion(
  const Robot & robot, const std::vector<Accelerometer> & sensors,
  const std::vector<Recording> & recordings, const RecoveryOptions & options)
{
  return options.knot_spacing == 0.0 ? recovered_by_validation(robot, sensors, recordings, options)
                                     : recovered(robot, sensors, recordings, options);
}

}  // namespace hod
