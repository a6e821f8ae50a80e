// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__PINOCCHIO__FROM_PINOCCHIO_HPP_
#define HOD__PINOCCHIO__FROM_PINOCCHIO_HPP_

#include <pinocchio/multibody/fwd.hpp>

#include "hod/robot/description.hpp"

namespace hod
{

/// Converts a pinocchio::Model to a description: `Robot(from_pinocchio(m))` computes what
/// pinocchio::rnea computes for m, including gravity and armature (as rotors). Friction and damping
/// are kept but, as in rnea, do not count unless RobotDescription::has_friction is set. Pinocchio 3
/// and 4.
///
/// Supports revolute and prismatic joints about any axis, unbounded revolute joints (as continuous
/// joints: one angle, not its cosine and sine) and mimic joints. Pinocchio has already merged fixed
/// links, so the link below a joint carries the mass of everything fixed to it; the other body
/// frames become massless links that can be looked up by name. The joints keep Pinocchio's order,
/// which must be depth first, as that of its parsers is.
///
/// Free flyers and planar joints are passed on, and Robot rejects them. Throws hod::Error for any
/// other joint.
RobotDescription from_pinocchio(const pinocchio::Model & source);

}  // namespace hod

#endif  // HOD__PINOCCHIO__FROM_PINOCCHIO_HPP_
