// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__ROBOT__BASE_MOTION_HPP_
#define HOD__ROBOT__BASE_MOTION_HPP_

#include <Eigen/Core>
#include <array>

namespace hod
{

/// How the root link of a robot moves at one instant, when something else carries it (a vehicle, a
/// gantry, another robot). Fixed size, so that handing it over allocates nothing. What is not set
/// is zero: a base at rest in the world.
struct BaseMotion
{
  static constexpr int kOrders = 8;

  /// Root link's axes in the world: v_world = rotation * v_base. Gravity is a vector of the world.
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();

  /// Entry k is the k-th derivative of the components of the angular velocity in the base's own
  /// axes, as a gyroscope on the base has them [rad/s¹⁺ᵏ].
  std::array<Eigen::Vector3d, kOrders> angular_velocity = zeros();

  /// Entry k is the k-th derivative of the acceleration of the root link's origin, in the world's
  /// axes [m/s²⁺ᵏ].
  std::array<Eigen::Vector3d, kOrders> acceleration = zeros();

  /// Velocity of the root link's origin in the world's axes [m/s]; only energies depend on it.
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero();

  static std::array<Eigen::Vector3d, kOrders> zeros()
  {
    std::array<Eigen::Vector3d, kOrders> vectors;
    vectors.fill(Eigen::Vector3d::Zero());
    return vectors;
  }
};

/// Whether its rotation is one, to 1e-9, and all its numbers are finite.
bool is_possible(const BaseMotion & motion) noexcept;

/// Whether it stands still, turned in any way.
bool is_at_rest(const BaseMotion & motion) noexcept;

/// Whether every instant that follows can be like this one: in the base's own axes neither the
/// angular velocity ω changes nor the proper acceleration, that of the origin less free fall g,
///
///     ω⁽ᵏ⁾ = 0,   a⁽ᵏ⁾ = R (ω × Rᵀ (a − g)⁽ᵏ⁻¹⁾),   k = 1, 2, …,
///
/// to 1e-12 of the larger side. Otherwise it is one instant of a motion that changes, and no motion
/// of joints that takes time can have it throughout.
///
/// @param gravity free fall in the world's axes [m/s²]; zero where weight does not count
/// @param order up to which derivative a⁽ᵏ⁾ is needed; beyond it, and beyond the first, those that
///   are zero count as not given
bool is_steady(
  const BaseMotion & motion, const Eigen::Vector3d & gravity,
  int order = BaseMotion::kOrders - 1) noexcept;

/// The steady motion that is this one at this instant: another ω' and a', and so on.
BaseMotion steadied(const BaseMotion & motion, const Eigen::Vector3d & gravity) noexcept;

}  // namespace hod

#endif  // HOD__ROBOT__BASE_MOTION_HPP_
