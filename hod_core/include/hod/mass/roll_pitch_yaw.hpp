// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__MASS__ROLL_PITCH_YAW_HPP_
#define HOD__MASS__ROLL_PITCH_YAW_HPP_

#include <Eigen/Core>

namespace hod
{

/// R = R_z(yaw) R_y(pitch) R_x(roll) of angles (roll, pitch, yaw) [rad], as in a URDF.
Eigen::Matrix3d rotation_from_rpy(const Eigen::Vector3d & rpy);

/// Angles whose rotation_from_rpy is `rotation`, pitch within ±π/2; roll is 0 where pitch is ±π/2.
Eigen::Vector3d rpy_from_rotation(const Eigen::Matrix3d & rotation);

}  // namespace hod

#endif  // HOD__MASS__ROLL_PITCH_YAW_HPP_
