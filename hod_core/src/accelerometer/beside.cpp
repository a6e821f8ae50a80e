// SPDX-License-Identifier: Apache-2.0
#include "beside.hpp"

#include <algorithm>
#include <utility>

#include "hod/error.hpp"
#include "motion_covariance.hpp"
#include "text.hpp"

namespace hod::detail
{
namespace
{

constexpr double kWide = 0.03;   // [rad or m]: readings are nearly linear within less than this
constexpr double kEnds = 0.05;   // of the knots at either end
constexpr double kBeside = 3.0;  // deviations from the motion found
constexpr double kFarBeside[] = {-60.0, -24.0, -12.0,
                                 12.0,  24.0,  60.0};  // the same, well beyond a band
constexpr double kSharp = 0.01;                        // of unit noise; accuracy of that point
constexpr double kLeast = 0.5;                         // of the squares that the band predicts
constexpr double kAlike = 0.6;                         // of those on the other side

/// Where a position is least certain, except at the ends, which affect little else.
struct Weakest
{
  double time = 0.0;
  int joint = 0;          ///< among the moving ones
  double position = 0.0;  ///< found there
  double deviation = 0.0;
  double sharp = 0.0;  ///< accuracy of a point beside it, in equations of unit noise
};

/// Of each moving joint.
std::vector<Weakest> weakest(
  const RecoveryPlan & plan, const MotionCovariance & covariance,
  const PiecewisePolynomial & motion, double noise_ratio)
{
  RowMatrix deviations(static_cast<Eigen::Index>(plan.knots.size()), covariance.joints);
  covariance.deviations(plan.knots, deviations);
  std::vector<Weakest> all(static_cast<std::size_t>(plan.joints()));
  const auto margin = static_cast<Eigen::Index>(kEnds * static_cast<double>(deviations.rows()));
  RowMatrix position(1, motion.channels());
  for (int joint = 0; joint < plan.joints(); ++joint)
  {
    const auto place = static_cast<std::size_t>(joint);
    const int column = plan.moving[place];
    Eigen::Index knot = 0;
    const double deviation =
      deviations.col(column).segment(margin, deviations.rows() - 2 * margin).maxCoeff(&knot);
    const double time = plan.knots[static_cast<std::size_t>(margin + knot)];
    motion.evaluate(time, position);
    all[place] = {time, joint, position(0, column), deviation, kSharp * deviation / noise_ratio};
  }
  return all;
}

/// The motion with the least sum of squares through a point beside the motion found.
RecoveryState through(
  Search & search, RecoveryProblem & problem, BandedLeastSquares & solver, const Fit & fit,
  const Weakest & worst, double away)
{
  auto & equations = search.plan.equations;
  const auto place = std::upper_bound(
    equations.begin(), equations.end(), worst.time,
    [](double time, const JointEquation & equation) { return time < equation.time; });
  const auto index = place - equations.begin();
  equations.insert(place, {worst.time, worst.joint, 0, worst.position + away, worst.sharp});
  Fit beside = search.descend(problem, solver, fit.state);
  equations.erase(equations.begin() + index);
  return std::move(beside.state);
}

}  // namespace

std::vector<RecoveryState> states_beside(
  Search & search, RecoveryProblem & problem, BandedLeastSquares & solver, const Fit & fit,
  double noise_ratio)
{
  const MotionCovariance covariance =
    motion_covariance(search.robot, search.plan, solver, noise_ratio);
  std::vector<RecoveryState> states;
  for (const Weakest & worst :
       weakest(search.plan, covariance, problem.polynomial(fit.state), noise_ratio))
  {
    if (worst.deviation == 0.0)  // readings without any error
    {
      continue;
    }
    for (const double far : kFarBeside)
    {
      RecoveryState forced = through(search, problem, solver, fit, worst, far * worst.deviation);
      Fit released = search.descend(problem, solver, std::move(forced));
      if (released.converged)
      {
        states.push_back(std::move(released.state));
      }
    }
  }
  problem.linearize(fit.state, solver, 0.0);
  return states;
}

void require_band(
  Search & search, RecoveryProblem & problem, BandedLeastSquares & solver, const Fit & fit,
  const Recovery & found)
{
  const std::vector<Weakest> all =
    weakest(search.plan, found.covariance, found.motion, found.noise_ratio);
  const Weakest & worst = *std::max_element(
    all.begin(), all.end(),
    [](const Weakest & one, const Weakest & other) { return one.deviation < other.deviation; });
  if (worst.deviation < kWide)
  {
    return;
  }
  const double promised = kBeside * kBeside * found.noise_ratio * found.noise_ratio;
  const double away = kBeside * worst.deviation;
  const auto cost = [&](double beside) {
    return problem.cost(through(search, problem, solver, fit, worst, beside)) - fit.cost;
  };
  const double above = cost(away);
  const double below = cost(-away);
  const auto [least, most] = std::minmax(above, below);
  if (least < kLeast * promised || least < kAlike * most)
  {
    const auto column =
      static_cast<std::size_t>(search.plan.moving[static_cast<std::size_t>(worst.joint)]);
    throw Error(
      "recovery: found a motion whose band, ± " + number(worst.deviation) + " of '" +
      search.robot.joint_names()[column] + "' near " + number(worst.time) +
      " s, the readings do not bear out, expected equations that are linear within it; known ends, "
      "joint readings or more sensors help");
  }
}

}  // namespace hod::detail
