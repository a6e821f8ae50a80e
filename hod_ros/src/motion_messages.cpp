// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/motion_messages.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "hod/error.hpp"
#include "hod_ros/joint_names.hpp"

namespace hod_ros
{
namespace
{

using Eigen::Index;
using trajectory_msgs::msg::JointTrajectory;
using trajectory_msgs::msg::JointTrajectoryPoint;
using Column = std::vector<double> JointTrajectoryPoint::*;

/// One kind of a trajectory's values, columns in the order of `places`; empty if no point has them.
hod::RowMatrix collect(
  const JointTrajectory & message, const std::vector<int> & places, Column column,
  const char * name)
{
  const auto & points = message.points;
  const auto is_empty = [column](const JointTrajectoryPoint & point) {
    return (point.*column).empty();
  };
  if (std::all_of(points.begin(), points.end(), is_empty))
  {
    return {};
  }
  hod::RowMatrix table(static_cast<Index>(points.size()), static_cast<Index>(places.size()));
  for (std::size_t i = 0; i < points.size(); ++i)
  {
    const std::vector<double> & values = points[i].*column;
    if (values.size() != places.size())
    {
      throw hod::Error(
        "joint_trajectory point " + std::to_string(i) + ": has " + std::to_string(values.size()) +
        " " + name + ", expected " + std::to_string(places.size()) +
        " as in the other points, one per joint");
    }
    for (std::size_t j = 0; j < places.size(); ++j)
    {
      table(static_cast<Index>(i), places[j]) = values[j];
    }
  }
  return table;
}

double seconds(const builtin_interfaces::msg::Duration & duration)
{
  return duration.sec + 1e-9 * duration.nanosec;
}

}  // namespace

hod::RowMatrix motion_table(
  const hod_msgs::msg::JointMotion & message, const std::vector<std::string> & joints, Index rows,
  double absent)
{
  const std::vector<int> places = places_of(message.joint_names, joints, "joint motion");
  const std::size_t given_rows = message.order + std::size_t{1};
  const std::size_t expected = given_rows * places.size();
  if (message.derivatives.size() != expected)
  {
    throw hod::Error(
      "joint motion: has " + std::to_string(message.derivatives.size()) +
      " derivatives, expected " + std::to_string(expected) + " for " +
      std::to_string(places.size()) + " joints at order " + std::to_string(message.order));
  }
  hod::RowMatrix table = hod::RowMatrix::Constant(rows, static_cast<Index>(joints.size()), absent);
  for (std::size_t j = 0; j < places.size(); ++j)
  {
    table.col(places[j]).setZero();
    for (std::size_t k = 0; k < given_rows && static_cast<Index>(k) < rows; ++k)
    {
      table(static_cast<Index>(k), places[j]) = message.derivatives[k * places.size() + j];
    }
  }
  return table;
}

QuinticTrajectory trajectory_of(
  const JointTrajectory & message, const std::vector<std::string> & joints)
{
  const std::vector<int> places = places_of(message.joint_names, joints, "joint_trajectory");
  const std::vector<std::string> missing = not_among(message.joint_names, joints);
  if (!missing.empty())
  {
    throw hod::Error(
      "joint_trajectory: lacks " + listed(missing) + ", expected all of: " + listed(joints));
  }
  TrajectoryPoints points;
  for (const JointTrajectoryPoint & point : message.points)
  {
    points.times.push_back(seconds(point.time_from_start));
  }
  points.positions = collect(message, places, &JointTrajectoryPoint::positions, "positions");
  points.velocities = collect(message, places, &JointTrajectoryPoint::velocities, "velocities");
  points.accelerations =
    collect(message, places, &JointTrajectoryPoint::accelerations, "accelerations");
  return QuinticTrajectory(std::move(points));
}

void flatten(const hod::RowMatrix & table, std::vector<double> & values)
{
  std::copy(table.data(), table.data() + table.size(), values.begin());
}

}  // namespace hod_ros
