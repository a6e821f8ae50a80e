// SPDX-License-Identifier: Apache-2.0
#ifndef PICKLING_HPP_
#define PICKLING_HPP_

#include <pybind11/pybind11.h>

namespace hod
{

/// Gives every class of a module a `__reduce__` for all pickle protocols: Python's default for
/// protocols 0 and 1 constructs pybind11's base class, which aborts the process. Call it at the end
/// of a module, when everything is bound.
void allow_every_pickle_protocol(const pybind11::module_ & module);

}  // namespace hod

#endif  // PICKLING_HPP_
