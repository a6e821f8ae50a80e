// SPDX-License-Identifier: Apache-2.0
#include "descent.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace hod::detail
{
namespace
{

constexpr double kPivotTolerance = 1e-13;
constexpr double kBorderTolerance = 1e-4;
constexpr double kSmallGain = 1e-8;  // of the sum of squares
constexpr double kNoGain = 1e-5;     // the same, when a step fails
constexpr double kRounding = 1e-26;  // of the squares of the readings
constexpr double kFirstDamping = 1e-3;
constexpr double kLastDamping = 1e-6;
constexpr double kHighestDamping = 1e6;
constexpr double kNear = 0.05;                    // predicted gains near the end
constexpr double kShares[] = {0.5, 0.25, 0.125};  // of a step that went too far
constexpr double kFairShare = 0.1;                // of the predicted gain

double squares_of_joints(const RecoveryPlan & plan)
{
  double squares = 0.0;
  for (const JointEquation & reading : plan.joint_readings)
  {
    squares += std::pow(reading.value / reading.noise, 2);
  }
  return squares;
}

class Descent
{
public:
  Descent(RecoveryProblem & problem, BandedLeastSquares & solver, RecoveryState from)
  : problem_(problem), solver_(solver)
  {
    const double squares = sum_of_squares(problem.plan());
    exact_ = kExact * squares;
    rounding_ = kRounding * (squares + squares_of_joints(problem.plan()));
    fit_.state = std::move(from);
  }

  Fit run(int max_iterations)
  {
    fit_.cost = problem_.linearize(fit_.state, solver_, 0.0);
    while (!fit_.converged && damping_ < kHighestDamping && fit_.iterations < max_iterations)
    {
      ++fit_.iterations;
      step();
    }
    return std::move(fit_);
  }

private:
  /// The equations of a trial are those of the next step if it succeeds, as it usually does.
  void step()
  {
    solver_.solve(kPivotTolerance, kBorderTolerance);
    const double promise = fit_.cost - solver_.residual();
    RecoveryState trial = problem_.stepped(fit_.state, solver_);
    const bool finite = trial.control.allFinite() && trial.border.allFinite();
    const bool undamped = damping_ == 0.0;
    if (finite && undamped && promise <= kSmallGain * fit_.cost + rounding_)
    {
      fit_.state = std::move(trial);
      fit_.converged = true;
      return;
    }
    const double less = damping_ > kLastDamping ? 0.1 * damping_ : 0.0;
    const double cost =
      finite ? problem_.linearize(trial, solver_, less) : std::numeric_limits<double>::infinity();
    if (cost <= fit_.cost)
    {
      fit_.state = std::move(trial);
      fit_.cost = cost;
      damping_ = less;
      return;
    }
    fit_.converged = undamped && promise <= kNoGain * fit_.cost + exact_ + rounding_;
    const bool near = promise <= kNear * fit_.cost;
    if (!fit_.converged && finite && near && shorter_step(promise))
    {
      return;
    }
    damping_ = fit_.converged ? 0.0 : std::max(10.0 * damping_, kFirstDamping);
    problem_.linearize(fit_.state, solver_, damping_);
  }

  /// Along a curved valley, where some motions are poorly and others well determined by the
  /// readings, a fraction of a step gains more than a damped one: damping first shortens the poorly
  /// determined part.
  bool shorter_step(double promise)
  {
    for (const double share : kShares)
    {
      RecoveryState trial = problem_.stepped(fit_.state, solver_, share);
      if (problem_.cost(trial) <= fit_.cost - kFairShare * share * promise)
      {
        fit_.cost = problem_.linearize(trial, solver_, damping_);
        fit_.state = std::move(trial);
        return true;
      }
    }
    return false;
  }

  RecoveryProblem & problem_;
  BandedLeastSquares & solver_;
  Fit fit_;
  double exact_ = 0.0;
  double rounding_ = 0.0;
  double damping_ = 0.0;
};

}  // namespace

double sum_of_squares(const RecoveryPlan & plan)
{
  double squares = 0.0;
  for (std::size_t i = 0; i < plan.sensors.size(); ++i)
  {
    const double noise = plan.sensors[i].mounted.sensor().noise;
    squares += plan.readings[i].values.squaredNorm() / (noise * noise);
  }
  return squares;
}

Fit descended(
  RecoveryProblem & problem, BandedLeastSquares & solver, RecoveryState from, int max_iterations,
  bool sensors_too)
{
  problem.hold_sensors(!sensors_too);
  return Descent(problem, solver, std::move(from)).run(max_iterations);
}

}  // namespace hod::detail
