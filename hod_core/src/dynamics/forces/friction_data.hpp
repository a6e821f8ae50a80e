// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__FORCES__FRICTION_DATA_HPP_
#define HOD__SRC__DYNAMICS__FORCES__FRICTION_DATA_HPP_

#include <vector>

#include "dynamics/aligned_doubles.hpp"
#include "dynamics/kernel/friction_constants.hpp"
#include "hod/robot/robot.hpp"

namespace hod::detail
{

/// Friction of a robot's joints in the form that the passes need, including mimics with friction.
struct FrictionData
{
  explicit FrictionData(const Robot & robot);

  bool any = false;             ///< whether there is friction that counts
  FrictionConstants constants;  ///< of `table`
  AlignedDoubles table;
  AlignedDoubles pressure;   ///< see PassArguments
  std::vector<int> entries;  ///< of every body, see PassArguments::friction_entry

private:
  void seat(const Robot & robot);
  void lay_out_table();
  void fill(int entry, const Joint & joint);

  std::vector<int> mimic_column_;  ///< see FrictionConstants
  std::vector<double> mimic_multiplier_;
};

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__FORCES__FRICTION_DATA_HPP_
