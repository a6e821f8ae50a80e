// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__FORCES__LOAD_DATA_HPP_
#define HOD__SRC__DYNAMICS__FORCES__LOAD_DATA_HPP_

#include <memory>
#include <vector>

#include "dynamics/kernel/kernel_model.hpp"
#include "dynamics/kernel/load_constants.hpp"
#include "hod/robot/robot.hpp"
#include "load_table.hpp"

namespace hod::detail
{

/// The loads of a workspace, as given and in the form that the passes need.
struct LoadData
{
  /// Also marks the bodies whose motion the passes must keep.
  LoadData(const Robot & robot, KernelModel & kernel);

  /// Brings one load, or all, to kernel axes; `world` has the world's axes in the base's (columns).
  void update(std::size_t index, const KernelModel & kernel, const Eigen::Matrix3d & world);
  void update(const KernelModel & kernel, const Eigen::Matrix3d & world);

  /// Whether the tables of all time-dependent loads cover a time [s].
  bool covers(double time) const;

  /// Sets all time-dependent loads to their wrenches at a time [s].
  void set_time(double time, const KernelModel & kernel, const Eigen::Matrix3d & world);

  /// The wrench of a time-dependent load at a time [s] that its table covers.
  Load::Wrench wrench_at(std::size_t index, double time) const { return tables_[index]->at(time); }

  std::vector<Load> loads;
  std::vector<LinkPlacement> places;  ///< of every load
  std::vector<LoadConstants> constants;

private:
  /// One per time-dependent load, null for the others.
  std::vector<std::shared_ptr<const LoadTable>> tables_;
  std::vector<std::vector<int>> paths_;
};

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__FORCES__LOAD_DATA_HPP_
