// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__KERNEL_MODEL_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__KERNEL_MODEL_HPP_

#include <Eigen/Core>
#include <vector>

#include "hod/mass/mass_properties.hpp"
#include "hod/robot/robot.hpp"
#include "link_constants.hpp"

namespace hod::detail
{

/// A robot in kernel frames (see LinkConstants).
struct KernelModel
{
  explicit KernelModel(const Robot & robot);

  std::vector<LinkConstants> links;
  std::vector<InertiaConstants> inertias;
  bool own_columns = true;              ///< no mimic joints: body b is moved by column b − 1
  std::vector<Eigen::Matrix3d> frames;  ///< axes of the kernel frame (columns) in the body's frame
};

/// Factors that convert a force at `point` to its moment.
LeverConstants lever_constants(const Eigen::Vector3d & point);

/// Mass properties in a body's frame, brought to its kernel frame.
InertiaConstants kernel_inertia(const MassProperties & mass, const Eigen::Matrix3d & frame);

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__KERNEL__KERNEL_MODEL_HPP_
