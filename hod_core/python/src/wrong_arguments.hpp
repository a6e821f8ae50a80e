// SPDX-License-Identifier: Apache-2.0
#ifndef WRONG_ARGUMENTS_HPP_
#define WRONG_ARGUMENTS_HPP_

#include <pybind11/pybind11.h>

namespace hod
{

/// Makes every function and class of a module say in a sentence which argument is of a wrong type:
/// pybind11 lists all signatures and prints all arguments, arrays of any size among them. For the
/// end of a module, when all is bound.
void explain_wrong_arguments(const pybind11::module_ & module);

}  // namespace hod

#endif  // WRONG_ARGUMENTS_HPP_
