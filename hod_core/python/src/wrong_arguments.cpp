// SPDX-License-Identifier: Apache-2.0
#include "wrong_arguments.hpp"

#include <cstdlib>
#include <cstring>
#include <string>

namespace py = pybind11;

namespace hod
{
namespace
{

/// Raises TypeError if an argument certainly does not match the signature; otherwise the next
/// overload, or the same one with conversions, is tried.
void refuse_wrong(const std::string & signature, const py::args & given, const py::kwargs & named)
{
  const py::object sentence =
    py::module_::import("hod.sentence").attr("wrong_argument")(signature, given, named);
  if (!sentence.is_none())
  {
    throw py::type_error(std::string(py::str(sentence)));
  }
  throw py::reference_cast_error();
}

/// The documentation of a bound function, which adding another overload would overwrite.
class KeptDocumentation
{
public:
  explicit KeptDocumentation(py::handle function)
  : definition_(reinterpret_cast<PyCFunctionObject *>(function.ptr())->m_ml),
    text_(definition_->ml_doc == nullptr ? "" : definition_->ml_doc)
  {}
  ~KeptDocumentation()
  {
    std::free(const_cast<char *>(definition_->ml_doc));
    definition_->ml_doc = strdup(text_.c_str());
  }
  KeptDocumentation(const KeptDocumentation &) = delete;
  KeptDocumentation & operator=(const KeptDocumentation &) = delete;

  /// Its first line; empty if there are several signatures.
  std::string signature() const
  {
    const std::string line = text_.substr(0, text_.find('\n'));
    return line.find("(*args") == std::string::npos ? line : "";
  }

private:
  PyMethodDef * definition_;
  std::string text_;
};

template <class... Extra>
void add_explanation(py::handle function, const std::string & name, const Extra &... extra)
{
  const KeptDocumentation kept(function);
  const std::string signature = kept.signature();
  if (signature.empty())
  {
    return;
  }
  const auto explain = [signature](const py::args & given, const py::kwargs & named) {
    refuse_wrong(signature, given, named);
  };
  const py::cpp_function added(explain, py::name(name.c_str()), py::sibling(function), extra...);
}

/// The signature of a constructor as that of its class, without self.
std::string of_class(const std::string & signature, py::handle type)
{
  const std::size_t end = signature.find_first_of(",)");
  const std::string name = py::str(type.attr("__name__"));
  return name + "(" + signature.substr(signature[end] == ',' ? end + 2 : end);
}

void add_constructor_explanation(py::handle function, py::handle type)
{
  const KeptDocumentation kept(function);
  if (kept.signature().empty())
  {
    return;
  }
  const auto explain = [signature = of_class(kept.signature(), type)](
                         py::detail::value_and_holder &, const py::args & given,
                         const py::kwargs & named) { refuse_wrong(signature, given, named); };
  const py::cpp_function added(
    explain, py::name("__init__"), py::is_method(type), py::sibling(function),
    py::detail::is_new_style_constructor());
}

void explain_methods(py::handle type)
{
  for (const auto & [key, member] : py::dict(type.attr("__dict__")))
  {
    const std::string name = py::str(key);
    if (PyInstanceMethod_Check(member.ptr()) == 0)
    {
      continue;
    }
    const py::handle function = py::detail::get_function(member);
    if (name == "__init__")
    {
      add_constructor_explanation(function, type);
    }
    else if (name.rfind("__", 0) != 0)
    {
      add_explanation(function, name, py::is_method(type));
    }
  }
}

}  // namespace

void explain_wrong_arguments(const py::module_ & module)
{
  for (const auto & [key, value] : py::dict(module.attr("__dict__")))
  {
    const std::string name = py::str(key);
    if (PyCFunction_Check(value.ptr()) != 0)
    {
      add_explanation(value, name, py::scope(module));
    }
    else if (py::isinstance<py::type>(value))
    {
      explain_methods(value);
    }
  }
}

}  // namespace hod
