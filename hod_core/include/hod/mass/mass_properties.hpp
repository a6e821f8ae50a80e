// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__MASS__MASS_PROPERTIES_HPP_
#define HOD__MASS__MASS_PROPERTIES_HPP_

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "hod/types.hpp"

namespace hod
{

/// Mass, centre of mass and inertia of a rigid body, in the axes of one frame (usually its link's).
struct MassProperties
{
  double mass = 0.0;                                  ///< [kg]
  Eigen::Vector3d center = Eigen::Vector3d::Zero();   ///< centre of mass in the frame [m]
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  ///< I* about the centre [kg m²]
};

/// I_p from I about the same point, planar- from axial-centrifugal: ½ tr(I) 1 − I (004 (39), (52)).
Eigen::Matrix3d planar_from_axial(const Eigen::Matrix3d & axial);

/// I from I_p about the same point: tr(I_p) 1 − I_p (000 (28), (34), (38), 004 (39), (45)).
Eigen::Matrix3d axial_from_planar(const Eigen::Matrix3d & planar);

/// I_p about the frame's origin: I_p* + m r rᵀ (000 (60), (61), 004 (85), (86)).
Eigen::Matrix3d planar_about_origin(const MassProperties & body);

/// I about the frame's origin: I* + m [r×][r×]ᵀ (000 (58), (59), 004 (79)–(81)).
Eigen::Matrix3d axial_about_origin(const MassProperties & body);

/// Pseudo-inertia ∫ [r;1][r;1]ᵀ dm about the frame's origin (002 (11), 004 (87), (88), (103)). For
/// any other point or frame, apply these three functions to the `transformed` body.
Eigen::Matrix4d pseudo_inertia(const MassProperties & body);

/// Either tensor in rotated axes: R T Rᵀ (000 (42), (43), (49), (50), 004 (57), (58), (66), (67)).
Eigen::Matrix3d rotated(const Eigen::Matrix3d & tensor, const Eigen::Matrix3d & rotation);

/// I_ps seen from a frame in which its own frame has the pose `pose`: T I_ps Tᵀ (000 (53), (62),
/// 004 (71), (89), (92)).
Eigen::Matrix4d transformed(const Eigen::Matrix4d & pseudo, const Pose & pose);

/// The inverse of pseudo_inertia; a massless body keeps its centre at the origin.
MassProperties from_pseudo_inertia(const Eigen::Matrix4d & pseudo);

/// The same body seen from a frame in which its own frame has the pose `pose` (004 (57), (81)).
MassProperties transformed(const MassProperties & body, const Pose & pose);

/// Two rigidly joined bodies, both in the same frame (004 (95), (98)).
MassProperties operator+(const MassProperties & left, const MassProperties & right);

/// A body with another one cut out of it.
MassProperties operator-(const MassProperties & left, const MassProperties & right);

/// Σ σ_j of bodies in one frame, σ_j = ±1 (004 (7), (95), (98)); no intermediate sum is rounded,
/// so cavities may come before what they are cut from. Throws hod::Error unless there are as many
/// signs as bodies.
MassProperties signed_sum(
  const std::vector<MassProperties> & bodies, const std::vector<int> & signs);

/// Eigenvalues of I*, ascending [kg m²], and a right-handed triad of unit eigenvectors (columns).
struct PrincipalAxes
{
  Eigen::Vector3d moments = Eigen::Vector3d::Zero();
  Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();
};
PrincipalAxes principal_axes(const MassProperties & body);

/// Whether these properties are physically possible: finite, mass not negative and a symmetric
/// inertia with I_p* positive semi-definite, zero if there is no mass. Neither allocates nor
/// throws.
bool is_possible(const MassProperties & body) noexcept;

/// Why these properties are physically impossible (negative or non-finite mass, I_p* and with it
/// I_ps not positive semi-definite), in a few words with the numbers; empty if they are possible.
std::optional<std::string> physical_flaw(const MassProperties & body);

}  // namespace hod

#endif  // HOD__MASS__MASS_PROPERTIES_HPP_
