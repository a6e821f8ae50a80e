// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__PASS_INSTANCES_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__PASS_INSTANCES_HPP_

#include "batch_pass.hpp"
#include "single_pass.hpp"

namespace hod::detail::HOD_KERNEL_NAMESPACE
{

/// Every pass of this instruction set.
constexpr PassTable make_table(const char * name)
{
  return {
    name,
    {nullptr, single_pass<1>, single_pass<2>, single_pass<3>, single_pass<4>, single_pass<5>,
     single_pass<6>, single_pass<7>},
    {nullptr, batch_pass<1>, batch_pass<2>, batch_pass<3>, batch_pass<4>, batch_pass<5>,
     batch_pass<6>, batch_pass<7>},
    {nullptr, batch_terms_pass<1>, batch_terms_pass<2>, batch_terms_pass<3>, batch_terms_pass<4>,
     batch_terms_pass<5>, batch_terms_pass<6>, batch_terms_pass<7>}};
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__PASS_INSTANCES_HPP_
