// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__LOAD_DATA_HPP_
#define HOD__SRC__DYNAMICS__LOAD_DATA_HPP_

#include <vector>

#include "hod/dynamics/load.hpp"
#include "kernel/kernel_model.hpp"
#include "kernel/load_constants.hpp"

namespace hod::detail
{

/// The loads of a workspace, as given and as the passes want them.
struct LoadData
{
  /// Where a link sits: all that a workspace keeps of LinkPlacement.
  struct Seat
  {
    int body;
    Pose pose;  ///< in the body's frame
  };

  explicit LoadData(const Model & model);

  /// Replaces all loads; marks the bodies whose motion the passes must keep.
  void set(const std::vector<Load> & given, KernelModel & kernel);

  /// Brings one load, or all, to kernel axes; `world` has the world's axes in the base's (columns).
  void update(std::size_t index, const KernelModel & kernel, const Eigen::Matrix3d & world);
  void update(const KernelModel & kernel, const Eigen::Matrix3d & world);

  std::vector<Seat> seats;  ///< of every link
  std::vector<Load> loads;
  std::vector<LoadConstants> constants;

private:
  std::vector<std::vector<int>> paths_;
};

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__LOAD_DATA_HPP_
