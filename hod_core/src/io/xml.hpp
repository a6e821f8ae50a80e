// SPDX-License-Identifier: Apache-2.0
#ifndef IO__XML_HPP_
#define IO__XML_HPP_

#include <Eigen/Core>
#include <cstddef>
#include <pugixml.hpp>
#include <string>
#include <string_view>

namespace hod::detail
{

/// An XML document whose errors state file, line, what was found and what was expected.
class XmlDocument
{
public:
  /// @param source used in place of the file name in error sentences
  XmlDocument(std::string_view text, std::string source);

  pugi::xml_node root() const { return document_.document_element(); }
  const std::string & source() const { return source_; }

  /// Throws the sentence "source:line: what".
  [[noreturn]] void fail(pugi::xml_node where, const std::string & what) const;

  /// The only child element of this name, or an empty node; two of them are an error.
  pugi::xml_node child(pugi::xml_node parent, const char * name) const;
  pugi::xml_node required_child(pugi::xml_node parent, const char * name) const;

  std::string required_text(pugi::xml_node node, const char * attribute) const;

  /// A number that is not NaN.
  double number(pugi::xml_node node, const char * attribute) const;
  double finite(pugi::xml_node node, const char * attribute) const;
  double finite_or(pugi::xml_node node, const char * attribute, double missing) const;
  /// Three finite numbers, `missing` if there is no such attribute.
  Eigen::Vector3d vector_or(
    pugi::xml_node node, const char * attribute, const Eigen::Vector3d & missing) const;
  /// Four finite numbers of an existing attribute.
  Eigen::Vector4d four(pugi::xml_node node, const char * attribute) const;

private:
  template <class Vector>
  Vector finite_numbers(pugi::xml_node node, const char * attribute, const char * expected) const;
  std::string at(std::ptrdiff_t offset) const;
  std::string found(pugi::xml_node node, const char * attribute) const;
  pugi::xml_attribute required(pugi::xml_node node, const char * attribute) const;

  std::string_view text_;
  std::string source_;
  pugi::xml_document document_;
};

/// How an error sentence names an element: `link "arm"`, or `<origin> of joint "elbow"` for one
/// that has no name of its own.
std::string described(pugi::xml_node node);

}  // namespace hod::detail

#endif  // IO__XML_HPP_
