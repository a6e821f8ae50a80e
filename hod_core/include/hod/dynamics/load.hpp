// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__DYNAMICS__LOAD_HPP_
#define HOD__DYNAMICS__LOAD_HPP_

#include <Eigen/Core>

#include "hod/model/model.hpp"
#include "hod/types.hpp"

namespace hod
{

/// Whose axes the components of a load refer to.
enum class LoadFrame
{
  link,  ///< they turn with the link
  world  ///< they stay, as gravity does
};

/// A wrench that the robot exerts on its environment, f_L and n_L of 000 (110), (111): what the
/// environment does to the robot is its opposite.
struct Load
{
  static constexpr int kRows = 7;  ///< derivatives up to Workspace::kMaxOrder
  using Wrench = Eigen::Matrix<double, kRows, 6, Eigen::RowMajor>;

  int link = 0;                                     ///< index into Model::links()
  LoadFrame frame = LoadFrame::link;                ///< axes of the components
  Eigen::Vector3d point = Eigen::Vector3d::Zero();  ///< where it acts, in the link's frame [m]

  /// Row k holds the k-th derivatives of the components: force x y z [N/sᵏ], moment x y z about
  /// the point [N m/sᵏ]. A constant load has row 0 alone.
  Wrench wrench = Wrench::Zero();
};

/// A constant load.
Load constant_load(
  int link, LoadFrame frame, const Eigen::Vector3d & force,
  const Eigen::Vector3d & moment = Eigen::Vector3d::Zero(),
  const Eigen::Vector3d & point = Eigen::Vector3d::Zero());

/// Throws hod::Error unless the link exists and all numbers are finite.
void check(const Load & load, const Model & model);

}  // namespace hod

#endif  // HOD__DYNAMICS__LOAD_HPP_
