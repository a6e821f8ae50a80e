// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__BATCH_PASS_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__BATCH_PASS_HPP_

#include "joint_series.hpp"
#include "pass_arguments.hpp"

namespace hod::detail::HOD_KERNEL_NAMESPACE
{

template <int K>
void batch_pass(const BatchArguments &)
{
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__BATCH_PASS_HPP_
