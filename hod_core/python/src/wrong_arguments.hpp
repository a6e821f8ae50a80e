// SPDX-License-Identifier: Apache-2.0
#ifndef WRONG_ARGUMENTS_HPP_
#define WRONG_ARGUMENTS_HPP_

#include <pybind11/pybind11.h>

namespace hod
{

/// Makes every function and class of a module report in one sentence which argument has the wrong
/// type; pybind11 would list all signatures and print all arguments, including arrays of any size.
/// Call it at the end of a module, when everything is bound.
void explain_wrong_arguments(const pybind11::module_ & module);

}  // namespace hod

#endif  // WRONG_ARGUMENTS_HPP_
