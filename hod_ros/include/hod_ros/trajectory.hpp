// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__TRAJECTORY_HPP_
#define HOD_ROS__TRAJECTORY_HPP_

#include <vector>

#include "hod/motion/piecewise_polynomial.hpp"
#include "hod/types.hpp"

namespace hod_ros
{

/// Rows of a motion that a trajectory may begin with: q … q''''.
constexpr int kStartRows = 5;

/// The points of a trajectory: one row per point, one column per joint.
struct TrajectoryPoints
{
  std::vector<double> times;     ///< from the start of the trajectory, strictly increasing [s]
  hod::RowMatrix positions;      ///< q [rad or m]
  hod::RowMatrix velocities;     ///< q' [rad/s or m/s]; no rows: free, but at rest at the end
  hod::RowMatrix accelerations;  ///< q'' [rad/s² or m/s²]; no rows: free, but zero at the end
};

/// Throws hod::Error, naming the point, for points that no motion of this many joints can pass
/// through, and for a motion that does not end at rest.
void check(const TrajectoryPoints & points, int joints);

/// The same points, passed `speed` times as fast.
TrajectoryPoints at_speed(const TrajectoryPoints & points, double speed);

/// The motion that begins with `start` at time zero, passes through the later points, and minimizes
/// ∫(q⁽ᵈ⁾)² dt (hod::interpolate_waypoints). With d = 4, position to jerk continue from the start
/// without a step; with d = 5, the snap too. Inside the motion all of them are continuous, even
/// where velocities and accelerations are given.
///
/// @param points checked; a point at time zero only states where the motion is to begin
/// @param start kStartRows rows; derivatives that are not finite count as zero
/// @param derivative d, 3 … 5
hod::PiecewisePolynomial plan(
  const TrajectoryPoints & points, const hod::ConstRowMatrixRef & start, int derivative);

/// q, q', … at a time: from the polynomials, and at rest before the first knot and from the last
/// one on. Does not allocate.
void evaluate(const hod::PiecewisePolynomial & motion, double time, hod::RowMatrixRef rows);

}  // namespace hod_ros

#endif  // HOD_ROS__TRAJECTORY_HPP_
