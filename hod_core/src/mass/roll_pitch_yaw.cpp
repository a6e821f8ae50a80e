// SPDX-License-Identifier: Apache-2.0
#include "hod/mass/roll_pitch_yaw.hpp"

#include <cmath>

namespace hod
{

Eigen::Matrix3d rotation_from_rpy(const Eigen::Vector3d & rpy)
{
  const double sr = std::sin(rpy[0]), cr = std::cos(rpy[0]);
  const double sp = std::sin(rpy[1]), cp = std::cos(rpy[1]);
  const double sy = std::sin(rpy[2]), cy = std::cos(rpy[2]);
  Eigen::Matrix3d rotation;
  rotation << cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr,  //
    sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr,            //
    -sp, cp * sr, cp * cr;
  return rotation;
}

Eigen::Vector3d rpy_from_rotation(const Eigen::Matrix3d & rotation)
{
  const double cos_pitch = std::hypot(rotation(0, 0), rotation(1, 0));
  const double pitch = std::atan2(-rotation(2, 0), cos_pitch);
  if (cos_pitch < 1e-12)
  {
    return {0.0, pitch, std::atan2(-rotation(0, 1), rotation(1, 1))};
  }
  // Near ±π/2, rounding decides how a turn about one axis is shared among roll and yaw: the roll is
  // what the yaw that was found leaves over, not a share of its own.
  const double yaw = std::atan2(rotation(1, 0), rotation(0, 0));
  const double sy = std::sin(yaw), cy = std::cos(yaw);
  const double roll = std::atan2(
    sy * rotation(0, 2) - cy * rotation(1, 2), cy * rotation(1, 1) - sy * rotation(0, 1));
  return {roll, pitch, yaw};
}

}  // namespace hod
