// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__PINOCCHIO__FROM_PINOCCHIO_HPP_
#define HOD__PINOCCHIO__FROM_PINOCCHIO_HPP_

#include <pinocchio/multibody/fwd.hpp>

#include "hod/robot/description.hpp"

namespace hod
{

/// What a pinocchio::Model is made of: `Robot(from_pinocchio(m))` computes what
/// pinocchio::rnea computes for m, gravity and armature (as rotors) included. Friction and damping
/// are kept and, as in rnea, do not count unless RobotDescription::has_friction is set. Pinocchio 3
/// and 4.
///
/// Revolute and prismatic joints about any axis, unbounded revolute joints (as continuous: one
/// angle, not its cosine and sine) and mimic joints. Pinocchio has merged the fixed links already,
/// so the link below a joint carries the mass of all that is fixed to it; the other body frames are
/// massless links that give their names to look up. The joints keep Pinocchio's order.
///
/// Free flyers and planar joints are passed on for Robot to refuse. Throws hod::Error for any other
/// joint.
RobotDescription from_pinocchio(const pinocchio::Model & source);

}  // namespace hod

#endif  // HOD__PINOCCHIO__FROM_PINOCCHIO_HPP_
