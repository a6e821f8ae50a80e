// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__ROBOT__APPLY_DISTRIBUTION_HPP_
#define HOD__ROBOT__APPLY_DISTRIBUTION_HPP_

#include "hod/mass/distribution.hpp"
#include "hod/robot/description.hpp"

namespace hod
{

/// Sets the mass properties of every link that the distribution names; other links keep theirs.
/// Throws hod::Error, before anything has changed, for a link that is not in the description.
void apply_distribution(const mass::Distribution & distribution, RobotDescription & description);

}  // namespace hod

#endif  // HOD__ROBOT__APPLY_DISTRIBUTION_HPP_
