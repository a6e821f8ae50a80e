// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__PLAN_HPP_
#define HOD_ROS__PLAN_HPP_

#include <Eigen/Core>
#include <cstdint>
#include <memory>

#include "hod/motion/piecewise_polynomial.hpp"
#include "hod/types.hpp"

namespace hod_ros
{

/// How far measured joints may be from a trajectory, one entry per joint; infinite where they may
/// be anywhere.
struct Tolerances
{
  explicit Tolerances(int joints);

  Eigen::VectorXd path_position;  ///< while it runs [rad or m]
  Eigen::VectorXd path_velocity;  ///< [rad/s or m/s]
  Eigen::VectorXd goal_position;  ///< at its end
  Eigen::VectorXd goal_velocity;
  double goal_time = 0.0;  ///< how long after the end the goal may be reached [s]; zero: for ever
};

/// A motion to follow from a time on, and what is followed up to then. It never changes, so that a
/// control loop and those who plan may share it.
struct Plan
{
  std::uint64_t id = 0;
  double start = 0.0;  ///< by the clock of the control loop [s]
  hod::PiecewisePolynomial motion;
  Tolerances tolerances;
  std::shared_ptr<const Plan> before = nullptr;

  double end() const { return start + motion.end(); }

  /// q, q', … at a time; at rest after the end, and before the start if there is no plan before.
  /// Does not allocate.
  void evaluate(double time, hod::RowMatrixRef rows) const;
};

/// What of a plan and its predecessors is followed from `from` until `until`, without what went
/// before; null if that is nothing.
std::shared_ptr<const Plan> governing(
  const std::shared_ptr<const Plan> & plan, double from, double until);

/// To rest within `duration` [s] on the way of a plan, from the time `from` on: q(from + s(t)),
/// where s' goes from one to zero and s to half the duration. No joint goes farther or faster than
/// the plan would take it. Exact at knots, a Hermite polynomial between them.
///
/// @param derivative d, 3 … 5: those below go on without a step, where the plan's do
hod::PiecewisePolynomial stop_along(
  const Plan & plan, double from, double duration, int derivative);

/// How far the execution of a plan has come.
struct Progress
{
  enum class Phase
  {
    none,  ///< no plan is followed
    waiting,
    running,
    succeeded,
    path_violated,
    goal_violated
  };

  std::uint64_t id = 0;
  Phase phase = Phase::none;
  int joint = -1;         ///< which one violates a tolerance
  bool velocity = false;  ///< whether that of velocity
  double error = 0.0;
  double tolerance = 0.0;
};

/// Compares what is measured with a plan, cycle by cycle. A plan that has succeeded or failed stays
/// so. No allocation, lock or exception.
class PlanMonitor
{
public:
  void reset() { progress_ = {}; }

  /// @param error of positions and velocities in its rows, NaN where nothing is measured
  const Progress & update(const Plan * plan, double time, const hod::ConstRowMatrixRef & error);

  const Progress & progress() const { return progress_; }

private:
  Progress progress_;
};

}  // namespace hod_ros

#endif  // HOD_ROS__PLAN_HPP_
