// SPDX-License-Identifier: Apache-2.0
#include "hod/robot/base_motion.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>

namespace hod
{
namespace
{

/// a⁽ᵏ⁾ of a steady motion from a⁽ᵏ⁻¹⁾, or from a minus free fall for k = 1.
Eigen::Vector3d turned_on(const BaseMotion & motion, const Eigen::Vector3d & derivative)
{
  const Eigen::Vector3d own = motion.rotation.transpose() * derivative;
  return motion.rotation * motion.angular_velocity[0].cross(own);
}

}  // namespace

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

bool is_steady(const BaseMotion & motion, const Eigen::Vector3d & gravity, int order) noexcept
{
  constexpr double kRounding = 1e-12;
  constexpr int kHighest = BaseMotion::kOrders - 1;
  const double turn = motion.angular_velocity[0].norm();
  int last = std::clamp(order, 1, kHighest);
  double power = turn;
  for (int k = 1; k <= kHighest; ++k)
  {
    const auto index = static_cast<std::size_t>(k);
    power *= turn;
    if (!(motion.angular_velocity[index].norm() <= kRounding * power))
    {
      return false;
    }
    last = motion.acceleration[index].isZero(0.0) ? last : std::max(last, k);
  }
  Eigen::Vector3d before = motion.acceleration[0] - gravity;
  for (int k = 1; k <= last; ++k)
  {
    const Eigen::Vector3d & found = motion.acceleration[static_cast<std::size_t>(k)];
    const double size = std::max(found.norm(), turn * before.norm());
    if (!((found - turned_on(motion, before)).norm() <= kRounding * size))
    {
      return false;
    }
    before = found;
  }
  return true;
}

BaseMotion steadied(const BaseMotion & motion, const Eigen::Vector3d & gravity) noexcept
{
  BaseMotion result = motion;
  Eigen::Vector3d before = motion.acceleration[0] - gravity;
  for (std::size_t k = 1; k < result.acceleration.size(); ++k)
  {
    result.angular_velocity[k].setZero();
    result.acceleration[k] = before = turned_on(motion, before);
  }
  return result;
}

}  // namespace hod
