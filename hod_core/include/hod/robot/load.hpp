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

/// The axes in which the components of a load are given.
enum class LoadFrame
{
  link,  ///< axes that turn with the link
  world  ///< fixed axes, as for gravity
};

/// A wrench that the robot exerts on its environment, f_L and n_L of 000 (110), (111); the
/// environment exerts the opposite on the robot.
struct Load
{
  static constexpr int kRows = kMaxOrder + 1;
  static constexpr int kColumns = 6;  ///< force x y z, moment x y z
  using Wrench = Eigen::Matrix<double, kRows, kColumns, Eigen::RowMajor>;

  std::string link;
  LoadFrame frame = LoadFrame::link;                ///< axes of the components
  Eigen::Vector3d point = Eigen::Vector3d::Zero();  ///< where it acts, in the link's frame [m]
  /// Row k holds the k-th derivatives of the components: force x y z [N/sᵏ], moment x y z about the
  /// point [N m/sᵏ]. A constant load has only row 0.
  Wrench wrench = Wrench::Zero();

  /// A time-dependent load: `times` [s], strictly increasing, and one row of `table` per instant,
  /// which holds the rows of `wrench` one after the other, at most kRows. Between instants the load
  /// is the polynomial of lowest degree that has the table's values and derivatives at both, so a
  /// straight line if there are no derivatives. `wrench` is then ignored. Empty for a constant
  /// load.
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
