// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__QUINTIC_TRAJECTORY_HPP_
#define HOD_ROS__QUINTIC_TRAJECTORY_HPP_

#include <vector>

#include "hod/types.hpp"

namespace hod_ros
{

/// The points of a trajectory, one row per point and one column per joint [rad or m, s].
struct TrajectoryPoints
{
  std::vector<double> times;     ///< from the start of the trajectory, ascending [s]
  hod::RowMatrix positions;      ///< q
  hod::RowMatrix velocities;     ///< q'; no rows: taken from the positions
  hod::RowMatrix accelerations;  ///< q''; no rows: taken from the velocities
};

/// A motion through given points: between two of them every joint follows the polynomial of degree
/// five that has their positions, velocities and accelerations, so that jerk and snap exist too
/// (the jerk may step at a point).
///
/// Velocities that are not given are those of the parabola through a point and its neighbours, and
/// zero at both ends; accelerations that are not given follow from the velocities in the same way.
class QuinticTrajectory
{
public:
  /// Throws hod::Error, naming point and joint column, for points that no motion passes through.
  explicit QuinticTrajectory(TrajectoryPoints points);

  int joints() const { return static_cast<int>(points_.positions.cols()); }
  double duration() const { return points_.times.back(); }

  /// Gives the motion its first point, at time zero: rows q, q', q'' of `motion`. No effect if a
  /// point at time zero was given. A position that is not finite becomes that of the next point,
  /// velocities and accelerations that are not finite become zero. Does not allocate.
  void start_from(const hod::ConstRowMatrixRef & motion);

  /// Writes q, q', … to the rows of `motion` (at most six are not zero). Before time zero the first
  /// point, after the end the last one, both standing still. Does not allocate.
  void evaluate(double time, hod::RowMatrixRef motion) const;

private:
  void settle(hod::RowMatrix & table, bool given, const char * name) const;
  void complete(Eigen::Index last);
  void stand_at(Eigen::Index point, hod::RowMatrixRef motion) const;

  TrajectoryPoints points_;
  bool velocities_given_;
  bool accelerations_given_;
  bool starts_where_told_ = false;
};

}  // namespace hod_ros

#endif  // HOD_ROS__QUINTIC_TRAJECTORY_HPP_
