// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/messages.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

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
  double absent, double missing)
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
    table.col(places[j]).setConstant(missing);
    for (std::size_t k = 0; k < given_rows && static_cast<Index>(k) < rows; ++k)
    {
      table(static_cast<Index>(k), places[j]) = message.derivatives[k * places.size() + j];
    }
  }
  return table;
}

hod_msgs::msg::JointMotion motion_message(
  const hod::ConstRowMatrixRef & motion, const std::vector<std::string> & joints)
{
  hod_msgs::msg::JointMotion message;
  message.joint_names = joints;
  message.order = static_cast<std::uint8_t>(motion.rows() - 1);
  message.derivatives = flat(motion);
  return message;
}

TrajectoryPoints trajectory_points(
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
  return points;
}

hod::RowMatrix force_table(const hod_msgs::msg::HigherOrderForces & message)
{
  const std::size_t rows = message.order + std::size_t{1};
  const std::size_t joints = message.joint_names.size();
  if (message.values.size() != rows * joints)
  {
    throw hod::Error(
      "forces: has " + std::to_string(message.values.size()) + " values, expected " +
      std::to_string(rows * joints) + " for " + std::to_string(joints) + " joints at order " +
      std::to_string(message.order));
  }
  return hod::ConstRowMatrixMap(
    message.values.data(), static_cast<Index>(rows), static_cast<Index>(joints));
}

hod_msgs::msg::JointForces joint_forces(
  const hod_msgs::msg::HigherOrderForces & forces, std::size_t joint)
{
  const std::size_t joints = forces.joint_names.size();
  const auto value = [&](std::size_t order) {
    return order <= forces.order ? forces.values[order * joints + joint]
                                 : std::numeric_limits<double>::quiet_NaN();
  };
  hod_msgs::msg::JointForces message;
  message.header = forces.header;
  message.joint = forces.joint_names[joint];
  message.effort = value(0);
  message.effort_d1 = value(1);
  message.effort_d2 = value(2);
  return message;
}

std::vector<double> flat(const hod::ConstRowMatrixRef & table)
{
  std::vector<double> values(static_cast<std::size_t>(table.size()));
  flatten(table, values);
  return values;
}

void flatten(const hod::ConstRowMatrixRef & table, std::vector<double> & values)
{
  auto next = values.begin();
  for (Index row = 0; row < table.rows(); ++row)
  {
    for (Index column = 0; column < table.cols(); ++column)
    {
      *next++ = table(row, column);
    }
  }
}

}  // namespace hod_ros
