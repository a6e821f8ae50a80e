// SPDX-License-Identifier: Apache-2.0
#include "bindings.hpp"

#include <exception>
#include <string>

#include "hod/error.hpp"
#include "io/text.hpp"

namespace py = pybind11;

namespace hod
{
namespace
{

std::string type_name(py::handle argument)
{
  return py::str(py::type::handle_of(argument).attr("__name__"));
}

/// The text of an error. Sentences quote foreign files and other libraries; none of their control
/// characters must reach a terminal.
py::str sentence_of(py::handle error)
{
  const auto value_error = py::reinterpret_borrow<py::object>(PyExc_ValueError);
  const py::bytes bytes = value_error.attr("__str__")(error).attr("encode")("utf-8", "replace");
  const std::string text = bytes;
  return text_of(detail::printable(text, text.size()));
}

PyObject * error_type = nullptr;

void translate(std::exception_ptr pointer)
{
  try
  {
    std::rethrow_exception(pointer);
  }
  catch (const Error & error)
  {
    PyErr_SetObject(error_type, text_of(error.what()).ptr());
  }
}

/// Throws hod::Error for an array of numpy.ma with masked entries, whose values are not meant to be
/// used.
void refuse_masked(py::handle argument, std::string_view name)
{
  if (!py::isinstance<py::array>(argument) || !py::hasattr(argument, "mask"))
  {
    return;
  }
  const auto masked =
    py::module_::import("numpy").attr("count_nonzero")(argument.attr("mask")).cast<py::ssize_t>();
  if (masked > 0)
  {
    throw Error(
      std::string(name) + ": found " + std::to_string(masked) +
      " masked entries, expected none: remove them, or replace them with filled()");
  }
}

}  // namespace

NumberArray number_array(py::handle argument, std::string_view name)
{
  refuse_masked(argument, name);
  const py::array array = py::array::ensure(argument);
  if (!array || std::string_view("biuf").find(array.dtype().kind()) == std::string_view::npos)
  {
    const std::string found = array ? std::string(py::str(array.dtype())) + " values" : "";
    throw Error(
      std::string(name) + ": found " + (array ? found : "a " + type_name(argument)) +
      ", expected an array of real numbers");
  }
  return py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(array);
}

Eigen::Vector3d vector3(py::handle argument, std::string_view name)
{
  const NumberArray numbers = number_array(argument, name);
  if (numbers.size() != 3 || !Eigen::Map<const Eigen::Vector3d>(numbers.data()).allFinite())
  {
    throw Error(
      std::string(name) + ": found " + std::string(py::str(argument)) +
      ", expected three finite numbers");
  }
  return Eigen::Map<const Eigen::Vector3d>(numbers.data());
}

std::filesystem::path path_from(py::handle argument, std::string_view name)
{
  if (!py::isinstance<py::str>(argument) && !py::hasattr(argument, "__fspath__"))
  {
    throw Error(
      std::string(name) + ": found a " + type_name(argument) + ", expected a path (str or Path)");
  }
  const py::object path = py::reinterpret_steal<py::object>(PyOS_FSPath(argument.ptr()));
  const py::bytes bytes = py::module_::import("os").attr("fsencode")(path);
  const std::string text = bytes;
  if (text.empty() || text.find('\0') != std::string::npos)
  {
    throw Error(
      std::string(name) + ": found an empty path or one with a zero byte, expected a path");
  }
  return text;
}

py::str text_of(std::string_view text)
{
  return py::reinterpret_steal<py::str>(
    PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
}

void bind_error(py::module_ & module)
{
  py::exception<Error> type(module, "Error", PyExc_ValueError);
  type.attr("__module__") = "hod";
  type.attr("__doc__") =
    "Invalid data or an invalid request, in one sentence: where, what was found, what was "
    "expected.";
  type.attr("__str__") = py::cpp_function(sentence_of, py::name("__str__"), py::is_method(type));
  error_type = type.release().ptr();
  py::register_exception_translator(translate);
}

}  // namespace hod
