// SPDX-License-Identifier: Apache-2.0
#include "hod/robot/base_motion.hpp"

#include <Eigen/LU>
#include <algorithm>

namespace hod
{

bool is_possible(const BaseMotion & motion) noexcept
{
  constexpr double kOffOrthogonal = 1e-9;
  const auto finite = [](const Eigen::Vector3d & vector) { return vector.allFinite(); };
  const Eigen::Matrix3d square = motion.rotation * motion.rotation.transpose();
  return motion.rotation.allFinite() && square.isIdentity(kOffOrthogonal) &&
         motion.rotation.determinant() > 0.0 && motion.velocity.allFinite() &&
         std::all_of(motion.angular_velocity.begin(), motion.angular_velocity.end(), finite) &&
         std::all_of(motion.acceleration.begin(), motion.acceleration.end(), finite);
}

bool is_at_rest(const BaseMotion & motion) noexcept
{
  const auto zero = [](const Eigen::Vector3d & vector) { return vector.isZero(0.0); };
  return zero(motion.velocity) &&
         std::all_of(motion.angular_velocity.begin(), motion.angular_velocity.end(), zero) &&
         std::all_of(motion.acceleration.begin(), motion.acceleration.end(), zero);
}

}  // namespace hod
