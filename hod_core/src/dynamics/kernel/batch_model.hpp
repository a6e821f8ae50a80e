// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__BATCH_MODEL_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__BATCH_MODEL_HPP_

#include <vector>

#include "batch_constants.hpp"
#include "kernel_model.hpp"

namespace hod::detail
{

/// A robot in the form that the batch pass needs (see BatchLink).
struct BatchModel
{
  /// @param masses of every body, in the body's own frame
  BatchModel(const KernelModel & kernel, const std::vector<MassProperties> & masses);

  std::vector<BatchLink> links;
  std::vector<double> slides;  ///< of every body's origin from the kernel frame's, along z [m]
};

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__KERNEL__BATCH_MODEL_HPP_
