// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__FUZZ__ROTATION_ANGLES_HPP_
#define HOD__TEST__FUZZ__ROTATION_ANGLES_HPP_

#include <Eigen/Geometry>

#include "hod/mass/roll_pitch_yaw.hpp"
#include "masses.hpp"
#include "random_robot.hpp"

namespace hod::fuzz
{

using reference::Random;

/// By its definition: roll about x first, then pitch about y and yaw about z.
inline Matrix3d turned_by(double roll, double pitch, double yaw)
{
  return (Eigen::AngleAxisd(yaw, Vector3d::UnitZ()) * Eigen::AngleAxisd(pitch, Vector3d::UnitY()) *
          Eigen::AngleAxisd(roll, Vector3d::UnitX()))
    .toRotationMatrix();
}

inline void try_angles(Bytes & bytes)
{
  Random random(bytes.byte());
  Matrix3d rotation = random.rotation();
  if (bytes.byte() % 2 == 0)  // near where roll and yaw turn about the same axis
  {
    const double pitch = std::acos(0.0) - std::pow(10.0, bytes.integer(-20, -1));
    const double roll = random.uniform(-3.0, 3.0), yaw = random.uniform(-3.0, 3.0);
    rotation = turned_by(roll, bytes.byte() % 2 == 0 ? pitch : -pitch, yaw);
    const Matrix3d other = random.rotation();
    rotation = (rotation * other) * other.transpose();
  }
  // Within 1e-12 of a quarter turn it counts as one.
  const Vector3d angles = rpy_from_rotation(rotation);
  require(
    (rotation_from_rpy(angles) - rotation).cwiseAbs().maxCoeff() <= 4e-12,
    "angles beside a rotation");
  require(std::abs(angles[1]) <= std::acos(0.0), "a pitch beyond a quarter turn");
  const Vector3d any = vector_of(bytes);
  if (is_moderate(any))
  {
    const Matrix3d turned = turned_by(any[0], any[1], any[2]);
    require(rotation_from_rpy(any).isApprox(turned, 1e-12), "a rotation beside its angles");
    require(
      rotation_from_rpy(rpy_from_rotation(turned)).isApprox(turned, 1e-12), "angles of angles");
  }
}

}  // namespace hod::fuzz

#endif  // HOD__TEST__FUZZ__ROTATION_ANGLES_HPP_
