// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__ROBOT__APPLY_DISTRIBUTION_HPP_
#define HOD__ROBOT__APPLY_DISTRIBUTION_HPP_

#include "hod/mass/distribution.hpp"
#include "hod/robot/description.hpp"

namespace hod
{

/// Gives every link that the distribution names its mass properties; the others keep theirs.
/// Throws hod::Error, before anything has changed, for a link that the description lacks.
void apply_distribution(const mass::Distribution & distribution, RobotDescription & description);

}  // namespace hod

#endif  // HOD__ROBOT__APPLY_DISTRIBUTION_HPP_
