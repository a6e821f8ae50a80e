// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__DYNAMICS__KINEMATICS__MOMENTUM_HPP_
#define HOD__DYNAMICS__KINEMATICS__MOMENTUM_HPP_

#include <Eigen/Core>

#include "hod/dynamics/kinematics/kinematics.hpp"

namespace hod
{

/// Momenta of the whole robot and their time derivatives for the motion given to kinematics(): row
/// k is the k-th derivative of P = ∫ r' dm [kg m/sᵏ⁺¹] (three entries) and of K = ∫ (r − o) × r' dm
/// [kg m²/sᵏ⁺¹] (three entries), where o is a point at rest in the world (003 (21), (33),
/// (44)–(47)).
///
/// P' is the sum of the forces on the robot, K' the sum of their moments about o: of the weight and
/// of what holds the base.
/// @param rows at most order() rows of six, all of which are written
[[nodiscard]] Result momentum(
  const KinematicsWorkspace & workspace, const Eigen::Vector3d & about, RowMatrixRef rows);

/// T = ½ ∫ |r'|² dm of the whole robot and its time derivatives [kg m²/s²⁺ᵏ] (001 (69), (70), (73),
/// 003 (57), (58)).
///
/// T' = Q · q' for the inertia forces Q.
/// @param derivatives at most order() entries, all of which are written
[[nodiscard]] Result kinetic_energy(
  const KinematicsWorkspace & workspace, Eigen::Ref<Eigen::VectorXd> derivatives);

/// ∫ r dm of the whole robot and its time derivatives: mass times position of the centre of mass
/// [kg m/sᵏ]. The potential energy is minus its product with the gravity vector in the axes of the
/// root link, Rᵀ g, where R is the rotation of the robot's base.
/// @param rows at most order() + 1 rows of three, all of which are written
[[nodiscard]] Result mass_moment(const KinematicsWorkspace & workspace, RowMatrixRef rows);

}  // namespace hod

#endif  // HOD__DYNAMICS__KINEMATICS__MOMENTUM_HPP_
