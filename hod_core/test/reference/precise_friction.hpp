// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__REFERENCE__PRECISE_FRICTION_HPP_
#define HOD__REFERENCE__PRECISE_FRICTION_HPP_

#include <vector>

#include "evaluation.hpp"
#include "hod/dynamics/forces/forces.hpp"
#include "hod/robot/friction.hpp"

namespace hod::reference
{

/// Friction of every column to the highest order, by the formula of hod/robot/friction.hpp in
/// 80-bit numbers, from the reactions of the definition.
/// @param friction of each column
Evaluation<long double>::Rows precise_friction(
  const Robot & robot, const RowMatrix & motion, const std::vector<JointFriction> & friction);

}  // namespace hod::reference

#endif  // HOD__REFERENCE__PRECISE_FRICTION_HPP_
