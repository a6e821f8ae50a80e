// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__FORCES__FRICTION_DATA_HPP_
#define HOD__SRC__DYNAMICS__FORCES__FRICTION_DATA_HPP_

#include <vector>

#include "dynamics/aligned_doubles.hpp"
#include "hod/robot/robot.hpp"
#include "dynamics/kernel/friction_constants.hpp"

namespace hod::detail
{

/// Friction of a workspace's joints as the passes want it.
struct FrictionData
{
  explicit FrictionData(const Robot & robot);

  bool any = false;             ///< whether there is friction that counts
  FrictionConstants constants;  ///< of `table`
  AlignedDoubles table;
  AlignedDoubles pressure;           ///< see PassArguments
  std::vector<int> pressure_column;  ///< see PassArguments
  long padded;

private:
  void fill(const std::vector<Joint> & joints);
};

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__FORCES__FRICTION_DATA_HPP_
