// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/joint_readings.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "hod/error.hpp"
#include "hod_ros/continuous_joints.hpp"

namespace hod_ros
{
namespace
{

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr double kFarAway = 1e6;  // [rad]

void check(const sensor_msgs::msg::JointState & message)
{
  const std::size_t joints = message.name.size();
  const auto fits = [joints](const std::vector<double> & values) {
    return values.empty() || values.size() == joints;
  };
  if (message.position.size() != joints || !fits(message.velocity) || !fits(message.effort))
  {
    throw hod::Error(
      "joint_states: has " + std::to_string(joints) + " names, " +
      std::to_string(message.position.size()) + " positions, " +
      std::to_string(message.velocity.size()) + " velocities and " +
      std::to_string(message.effort.size()) + " efforts, expected as many of each");
  }
}

[[noreturn]] void refuse(const std::string & joint, const char * what, double value)
{
  throw hod::Error(
    "joint_states: the " + std::string(what) + " of joint '" + joint + "' is " +
    std::to_string(value) + ", expected a finite number");
}

double measured(
  const std::vector<double> & values, std::size_t i, const std::string & joint, const char * what)
{
  const double value = values.empty() ? kUnknown : values[i];
  if (std::isinf(value))
  {
    refuse(joint, what, value);
  }
  return value;
}

/// Columns of the named joints, -1 for strangers.
std::vector<int> places_of(
  const std::vector<std::string> & names, const std::vector<std::string> & joints)
{
  std::vector<int> places;
  std::vector<bool> is_named(joints.size(), false);
  for (const std::string & name : names)
  {
    const auto found = std::find(joints.begin(), joints.end(), name);
    const auto column = static_cast<std::size_t>(found - joints.begin());
    if (found != joints.end() && is_named[column])
    {
      throw hod::Error("joint_states: has joint '" + name + "' twice, expected it once");
    }
    if (found != joints.end())
    {
      is_named[column] = true;
    }
    places.push_back(found == joints.end() ? -1 : static_cast<int>(column));
  }
  return places;
}

}  // namespace

JointStateReader::JointStateReader(
  std::vector<std::string> joints, Eigen::VectorXd rest, std::vector<bool> continuous)
: joints_(std::move(joints)),
  rest_(std::move(rest)),
  continuous_(std::move(continuous)),
  last_(Eigen::VectorXd::Constant(rest_.size(), kUnknown)),
  heard_(joints_.size(), false)
{}

double JointStateReader::gone_on(std::size_t joint, double position)
{
  if (!continuous_[joint])
  {
    return position;
  }
  double & last = last_[static_cast<Eigen::Index>(joint)];
  // After nonsense it begins anew: turns beyond all measure would leave no digits to the angle.
  const bool goes_on = std::abs(position - last) < kFarAway;
  last = position + (goes_on ? whole_turns(last - position) : 0.0);
  return last;
}

bool JointStateReader::read(
  const sensor_msgs::msg::JointState & message, double time, JointReadings & readings)
{
  check(message);
  if (message.name != names_)
  {
    places_ = places_of(message.name, joints_);
    names_ = message.name;
  }
  readings.time = time;
  readings.position = rest_;
  readings.velocity = 0.0 * rest_;
  readings.effort.setConstant(rest_.size(), kUnknown);
  bool names_any = false;
  for (std::size_t i = 0; i < places_.size(); ++i)
  {
    const int joint = places_[i];
    if (joint < 0)
    {
      continue;
    }
    names_any = true;
    readings.position[joint] = gone_on(static_cast<std::size_t>(joint), message.position[i]);
    readings.velocity[joint] = measured(message.velocity, i, names_[i], "velocity");
    readings.effort[joint] = measured(message.effort, i, names_[i], "effort");
    if (!std::isfinite(readings.position[joint]))
    {
      refuse(names_[i], "position", readings.position[joint]);
    }
  }
  for (const int joint : places_)
  {
    if (joint >= 0)
    {
      heard_[static_cast<std::size_t>(joint)] = true;
      rest_[joint] = kUnknown;
    }
  }
  return names_any;
}

std::vector<std::string> JointStateReader::unknown() const
{
  std::vector<std::string> names;
  for (std::size_t joint = 0; joint < joints_.size(); ++joint)
  {
    if (!heard_[joint] && std::isnan(rest_[static_cast<Eigen::Index>(joint)]))
    {
      names.push_back(joints_[joint]);
    }
  }
  return names;
}

}  // namespace hod_ros
