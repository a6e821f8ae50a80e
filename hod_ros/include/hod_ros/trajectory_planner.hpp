// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__TRAJECTORY_PLANNER_HPP_
#define HOD_ROS__TRAJECTORY_PLANNER_HPP_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hod_ros/limit_check.hpp"
#include "hod_ros/plan.hpp"
#include "hod_ros/trajectory.hpp"

namespace hod_ros
{

enum class OnLimits
{
  refuse,  ///< a trajectory that violates a limit is not followed
  scale,   ///< it is slowed down until it respects the limits
  warn     ///< it is followed nevertheless
};

struct PlannerSettings
{
  int smoothness = 4;            ///< the derivative whose square is minimized, 3 … 5
  double lead_time = 0.02;       ///< from the present to the start of a plan [s]
  double start_tolerance = 0.1;  ///< of a point at time zero [rad or m]
  double stop_duration = 0.5;    ///< [s]
  OnLimits on_limits = OnLimits::refuse;
};

/// The current state of a controller.
struct Situation
{
  double now = 0.0;                            ///< by the clock of the control loop [s]
  hod::RowMatrix motion;                       ///< q, q', … being followed
  std::shared_ptr<const Plan> plan = nullptr;  ///< the plan being followed, if any
};

/// Turns trajectories into plans: where they start, which points they pass through, and the speed
/// at which they respect the limits. Used by the threads that receive trajectories, one at a time.
class TrajectoryPlanner
{
public:
  TrajectoryPlanner(std::vector<std::string> joints, PlannerSettings settings, LimitCheck limits);

  struct Made
  {
    std::shared_ptr<const Plan> plan;
    std::string remark;  ///< what had to be changed or ignored; empty if nothing
  };

  /// A plan that continues from what is currently followed, without a step up to the derivative
  /// that `smoothness` promises.
  ///
  /// @param start when the trajectory's times begin [s]; without: `lead_time` from now. Points that
  ///        are past by then are omitted. Positions of continuous joints without position limits
  ///        are shifted by whole turns so that the first point is as close as possible.
  ///
  /// Throws hod::Error for points that no motion can pass through, that begin elsewhere, that are
  /// all past, or that violate a limit if such trajectories are rejected.
  Made plan(
    const TrajectoryPoints & points, std::optional<double> start, const Tolerances & tolerances,
    const Situation & situation);

  /// A plan that comes to rest within `stop_duration` along the path of the current plan; the
  /// remark names the limits that this violates.
  Made stop(const Situation & situation);

  void set(const PlannerSettings & settings) { settings_ = settings; }
  const PlannerSettings & settings() const { return settings_; }
  LimitCheck & limits() { return limits_; }

private:
  TrajectoryPoints remaining(TrajectoryPoints points, double begin, double start) const;
  hod::RowMatrix motion_at(double time, const Situation & situation) const;
  /// Shifts joints that turn without end by whole turns: to begin near the motion or, if the motion
  /// is nearer to where the points lead after a time, to continue near it.
  TrajectoryPoints moved_by_turns(
    TrajectoryPoints points, double time, const hod::RowMatrix & motion) const;
  void check_start(const TrajectoryPoints & points, const hod::RowMatrix & motion) const;
  struct Slowed
  {
    double speed;  ///< of the points, relative to that which is given
    hod::PiecewisePolynomial motion;
  };
  std::optional<Slowed> slowed(
    const TrajectoryPoints & points, const hod::RowMatrix & start, double speed);
  hod::PiecewisePolynomial within_limits(
    const TrajectoryPoints & points, const hod::RowMatrix & start, std::string & remark);
  std::string complaint(
    const std::string & what, const std::vector<hod::LimitPoint> & breaches) const;
  std::shared_ptr<const Plan> finished(
    double start, hod::PiecewisePolynomial motion, const Tolerances & tolerances,
    const Situation & situation);

  std::vector<std::string> joints_;
  PlannerSettings settings_;
  LimitCheck limits_;
  std::uint64_t plans_ = 0;
};

}  // namespace hod_ros

#endif  // HOD_ROS__TRAJECTORY_PLANNER_HPP_
