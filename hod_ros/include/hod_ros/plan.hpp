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

/// Allowed deviation of measured joints from a trajectory, one entry per joint; infinite for no
/// limit.
struct Tolerances
{
  explicit Tolerances(int joints);

  Eigen::VectorXd path_position;  ///< while it runs [rad or m]
  Eigen::VectorXd path_velocity;  ///< [rad/s or m/s]
  Eigen::VectorXd goal_position;  ///< at its end
  Eigen::VectorXd goal_velocity;
  double goal_time =
    0.0;  ///< allowed delay of reaching the goal after the end [s]; zero: unlimited
};

/// A motion to follow from a given time on, and what is followed before. Immutable, so that a
/// control loop and planning threads can share it.
struct Plan
{
  std::uint64_t id = 0;
  double start = 0.0;  ///< by the clock of the control loop [s]
  hod::PiecewisePolynomial motion;
  Tolerances tolerances;
  std::shared_ptr<const Plan> before = nullptr;

  double end() const { return start + motion.end(); }

  /// q, q', … at a time; at rest after the end, and before the start if there is no previous plan.
  /// Does not allocate.
  void evaluate(double time, hod::RowMatrixRef rows) const;
};

/// The part of a plan and its predecessors that is followed from `from` until `until`; null if
/// there is none.
std::shared_ptr<const Plan> governing(
  const std::shared_ptr<const Plan> & plan, double from, double until);

/// Comes to rest within `duration` [s] along the path of a plan, starting at the time `from`:
/// q(from + s(t)), where s' falls from one to zero and s reaches half the duration. No joint goes
/// farther or faster than in the plan. Exact at knots, a Hermite polynomial between them.
///
/// @param derivative d, 3 … 5: lower derivatives are continuous where those of the plan are
hod::PiecewisePolynomial stop_along(
  const Plan & plan, double from, double duration, int derivative);

/// Progress in the execution of a plan.
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
  bool velocity = false;  ///< whether it is the velocity tolerance
  double error = 0.0;
  double tolerance = 0.0;
};

/// Compares measurements with a plan, cycle by cycle. A plan that has succeeded or failed remains
/// in that state. No allocation, lock or exception.
class PlanMonitor
{
public:
  void reset() { progress_ = {}; }

  /// @param error rows of positions and velocities, NaN where nothing is measured
  const Progress & update(const Plan * plan, double time, const hod::ConstRowMatrixRef & error);

  const Progress & progress() const { return progress_; }

private:
  Progress progress_;
};

}  // namespace hod_ros

#endif  // HOD_ROS__PLAN_HPP_
