// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__BATCH_MODEL_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__BATCH_MODEL_HPP_

#include <Eigen/Core>
#include <vector>

#include "batch_constants.hpp"
#include "kernel_model.hpp"

namespace hod::detail
{

/// A robot as the batch pass wants it (see BatchLink).
struct BatchModel
{
  explicit BatchModel(const Robot & robot);

  std::vector<BatchLink> links;
  Eigen::Vector3d proper_acceleration;  ///< of the base, in its kernel frame
};

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__KERNEL__BATCH_MODEL_HPP_
