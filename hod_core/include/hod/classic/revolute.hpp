// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__CLASSIC__REVOLUTE_HPP_
#define HOD__CLASSIC__REVOLUTE_HPP_

#include <Eigen/Core>

namespace hod::classic
{

/// Moment of inertia about the joint's axis, J = M d² + I* [kg m²], with d the distance of the
/// centre of mass from the axis and I* the moment about the centre of mass (002 (86); printed there
/// with the moment about the axis in place of I*, which would count M d² twice).
double revolute_inertia(double mass, double distance, double central_moment);

/// E⁽ᵖ⁾ of one revolute joint in closed form, p = 1 … 4 (002 (86)–(88), the last corrected).
///
/// @param motion q, q', q'', …, at least p + 2 numbers
double revolute_energy(double inertia, const Eigen::VectorXd & motion, int p);

/// Q⁽ᵏ⁾ = J q⁽ᵏ⁺²⁾ + Q_g⁽ᵏ⁾ of one revolute joint with a horizontal axis, k = 0 … 3 (002 (89)–(91),
/// which omit Q_g).
///
/// @param weight_moment M g L [N m], with L the distance of the centre of mass from the axis
/// @param phase the angle φ for which the height of the centre of mass is L sin(q + φ) [rad]
/// @param motion q, q', q'', …, at least k + 3 numbers
double revolute_force(
  double inertia, double weight_moment, double phase, const Eigen::VectorXd & motion, int k);

}  // namespace hod::classic

#endif  // HOD__CLASSIC__REVOLUTE_HPP_
