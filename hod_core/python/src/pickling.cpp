// SPDX-License-Identifier: Apache-2.0
#include "pickling.hpp"

#include <string>

namespace py = pybind11;

namespace hod
{
namespace
{

/// As Python's own of protocol 2.
py::tuple reduce(py::handle self)
{
  const py::type type = py::type::of(self);
  if (!py::hasattr(type, "__setstate__"))
  {
    const std::string name = py::str(type.attr("__name__"));
    throw py::type_error("cannot pickle '" + name + "' object");
  }
  const py::object make = py::module_::import("copyreg").attr("__newobj__");
  return py::make_tuple(make, py::make_tuple(type), self.attr("__getstate__")());
}

}  // namespace

void allow_every_pickle_protocol(const py::module_ & module)
{
  py::options without_signatures;
  without_signatures.disable_function_signatures();
  for (const auto & [key, value] : py::dict(module.attr("__dict__")))
  {
    const bool is_bound =
      py::isinstance<py::type>(value) &&
      py::detail::get_type_info(reinterpret_cast<PyTypeObject *>(value.ptr())) != nullptr;
    if (is_bound)
    {
      value.attr("__reduce__") =
        py::cpp_function(&reduce, py::name("__reduce__"), py::is_method(value));
    }
  }
}

}  // namespace hod
