// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__FRICTION_DATA_HPP_
#define HOD__SRC__DYNAMICS__FRICTION_DATA_HPP_

#include <vector>

#include "aligned_doubles.hpp"
#include "hod/dynamics/friction.hpp"
#include "kernel/friction_constants.hpp"

namespace hod::detail
{

/// Friction of a workspace's joints as the passes want it.
struct FrictionData
{
  explicit FrictionData(const Model & model);

  void set(const std::vector<JointFriction> & friction);

  bool any = false;             ///< false before the first set()
  FrictionConstants constants;  ///< of `table`
  AlignedDoubles table;
  AlignedDoubles pressure;           ///< see PassArguments
  std::vector<int> pressure_column;  ///< see PassArguments
  std::vector<bool> prismatic;       ///< of every column
  long padded;
};

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__FRICTION_DATA_HPP_
