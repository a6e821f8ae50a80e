// SPDX-License-Identifier: Apache-2.0
#ifndef PICKLING_HPP_
#define PICKLING_HPP_

#include <pybind11/pybind11.h>

namespace hod
{

/// Gives every class of a module a `__reduce__` for all protocols of pickle: Python's own, which it
/// takes for protocols 0 and 1, makes an object of pybind11's base class, and that ends the
/// process. For the end of a module, when all is bound.
void allow_every_pickle_protocol(const pybind11::module_ & module);

}  // namespace hod

#endif  // PICKLING_HPP_
