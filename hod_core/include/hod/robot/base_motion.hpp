// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__ROBOT__BASE_MOTION_HPP_
#define HOD__ROBOT__BASE_MOTION_HPP_

#include <Eigen/Core>
#include <array>

namespace hod
{

/// Motion of a robot's root link at one instant when something else carries it (a vehicle, a
/// gantry, another robot). Fixed size, so that passing it allocates nothing. Everything that is not
/// set is zero: a base at rest in the world.
struct BaseMotion
{
  static constexpr int kOrders = 8;

  /// Orientation of the root link in the world: v_world = rotation * v_base. Gravity is a vector in
  /// world axes.
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();

  /// Entry k is the k-th derivative of the components of the angular velocity in the base's own
  /// axes, as a gyroscope on the base measures them [rad/s¹⁺ᵏ].
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

/// Whether its rotation is orthonormal to 1e-9 and all its numbers are finite.
bool is_possible(const BaseMotion & motion) noexcept;

/// Whether it is at rest, in any orientation.
bool is_at_rest(const BaseMotion & motion) noexcept;

/// Whether the motion is steady: in the base's own axes, neither its angular velocity ω nor its
/// proper acceleration (that of the origin minus free fall g) changes,
///
///     ω⁽ᵏ⁾ = 0,   a⁽ᵏ⁾ = R (ω × Rᵀ (a − g)⁽ᵏ⁻¹⁾),   k = 1, 2, …,
///
/// to 1e-12 of the larger side. Any other motion holds for one instant only and cannot be combined
/// with a joint motion that takes time.
///
/// @param gravity free fall in the world's axes [m/s²]; zero if weight does not matter
/// @param order highest a⁽ᵏ⁾ that is needed; above it and above the first, derivatives that are
/// zero
///   are taken as not given
bool is_steady(
  const BaseMotion & motion, const Eigen::Vector3d & gravity,
  int order = BaseMotion::kOrders - 1) noexcept;

/// The steady motion with the same rotation, velocity, ω and a: its derivatives are replaced.
BaseMotion steadied(const BaseMotion & motion, const Eigen::Vector3d & gravity) noexcept;

}  // namespace hod

#endif  // HOD__ROBOT__BASE_MOTION_HPP_
