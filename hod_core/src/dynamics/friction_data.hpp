// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__FRICTION_DATA_HPP_
#define HOD__SRC__DYNAMICS__FRICTION_DATA_HPP_

#include <vector>

#include "aligned_doubles.hpp"
#include "hod/dynamics/friction.hpp"
#include "kernel/friction_constants.hpp"

namespace hod::detail
{

/// Friction in the joint of a body that follows another's column of the motion.
struct MimicFriction
{
  int body;
  JointFriction friction;
};

/// Friction of a workspace's joints as the passes want it.
struct FrictionData
{
  explicit FrictionData(const Model & model);

  /// Of every column, and of joints that mimic. Allocates only if the number of the latter grows.
  void set(
    const std::vector<JointFriction> & friction, const std::vector<MimicFriction> & mimics = {});

  bool any = false;             ///< false before the first set()
  FrictionConstants constants;  ///< of `table`
  AlignedDoubles table;
  AlignedDoubles pressure;          ///< see PassArguments
  std::vector<int> friction_entry;  ///< see PassArguments

private:
  /// How the joint of a body moves.
  struct Joint
  {
    int column;
    double multiplier;
    bool prismatic;
    bool own_column;
  };

  void seat_mimics(const std::vector<MimicFriction> & mimics);
  void fill(int entry, const JointFriction & friction, bool prismatic);

  int dof_;
  std::vector<Joint> joints_;          ///< of every body
  std::vector<char> slides_;           ///< of every column
  std::vector<int> mimic_column_;      ///< see FrictionConstants
  std::vector<double> mimic_multiplier_;
};

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__FRICTION_DATA_HPP_
