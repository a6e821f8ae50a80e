// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__ROBOT__LOAD_HPP_
#define HOD__ROBOT__LOAD_HPP_

#include <Eigen/Core>
#include <string>
#include <vector>

#include "hod/mass/mass_properties.hpp"
#include "hod/orders.hpp"
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
  static constexpr int kRows = kMaxOrder + 1;
  static constexpr int kColumns = 6;  ///< force x y z, moment x y z
  using Wrench = Eigen::Matrix<double, kRows, kColumns, Eigen::RowMajor>;

  std::string link;
  LoadFrame frame = LoadFrame::link;                ///< axes of the components
  Eigen::Vector3d point = Eigen::Vector3d::Zero();  ///< where it acts, in the link's frame [m]
  /// Row k holds the k-th derivatives of the components: force x y z [N/sᵏ], moment x y z about
  /// the point [N m/sᵏ]. A constant load has row 0 alone.
  Wrench wrench = Wrench::Zero();

  /// A load that changes along a motion: `times` [s], strictly increasing, and an instant per row
  /// of `table`, with rows of `wrench` one after the other, kRows at most. Between the instants it
  /// is the polynomial of lowest degree that has the table's values and derivatives at both, so a
  /// straight line without derivatives. `wrench` then does not count. Empty for a load that stays.
  std::vector<double> times = {};
  RowMatrix table = {};

  bool changes() const { return !times.empty(); }
};

/// A constant load.
Load constant_load(
  const std::string & link, LoadFrame frame, const Eigen::Vector3d & force,
  const Eigen::Vector3d & moment = Eigen::Vector3d::Zero(),
  const Eigen::Vector3d & point = Eigen::Vector3d::Zero());

/// Something that a link carries.
struct Payload
{
  std::string link;
  MassProperties mass;  ///< in the link's frame
};

}  // namespace hod

#endif  // HOD__ROBOT__LOAD_HPP_
