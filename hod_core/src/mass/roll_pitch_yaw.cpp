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
  return {
    std::atan2(rotation(2, 1), rotation(2, 2)), pitch, std::atan2(rotation(1, 0), rotation(0, 0))};
}

}  // namespace hod
