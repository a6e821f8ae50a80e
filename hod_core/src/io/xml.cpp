// SPDX-License-Identifier: Apache-2.0
#include "io/xml.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>

#include "hod/error.hpp"
#include "io/text.hpp"

namespace hod::detail
{
namespace
{

/// Units of a text: bytes, or those of UTF-16 and UTF-32.
struct Units
{
  std::size_t bytes;
  bool is_big_endian;
};

/// Told by the zeros of the first unit, a '<' or a byte order mark, as the parser tells them.
Units units_of(std::string_view text)
{
  const auto begins = [&](std::string_view with) { return text.substr(0, with.size()) == with; };
  using namespace std::string_view_literals;
  if (begins("\0\0"sv))
  {
    return {4, true};
  }
  if (begins("\xFF\xFE\0\0"sv) || begins("<\0\0\0"sv))
  {
    return {4, false};
  }
  if (begins("\xFE\xFF"sv) || begins("\0<"sv))
  {
    return {2, true};
  }
  return {begins("\xFF\xFE"sv) || begins("<\0"sv) ? std::size_t{2} : std::size_t{1}, false};
}

char32_t unit_at(std::string_view text, std::size_t position, const Units & units)
{
  char32_t value = 0;
  for (std::size_t i = 0; i < units.bytes; ++i)
  {
    const std::size_t byte = units.is_big_endian ? i : units.bytes - 1 - i;
    value = value << 8U | static_cast<unsigned char>(text[position + byte]);
  }
  return value;
}

/// Bytes that a unit becomes in UTF-8; the halves of a pair in UTF-16 become two each.
std::ptrdiff_t bytes_in_utf8(char32_t unit)
{
  if (unit < 0x800U || (unit >= 0xD800U && unit < 0xE000U))
  {
    return unit < 0x80U ? 1 : 2;
  }
  return unit < 0x10000U ? 3 : 4;
}

/// The line of an offset in the parser's copy of a text, which is in UTF-8.
std::ptrdiff_t line_of(std::string_view text, std::ptrdiff_t offset)
{
  const Units units = units_of(text);
  if (units.bytes == 1)
  {
    const auto length =
      std::clamp<std::ptrdiff_t>(offset, 0, static_cast<std::ptrdiff_t>(text.size()));
    return 1 + std::count(text.begin(), text.begin() + length, '\n');
  }
  std::ptrdiff_t line = 1;
  for (std::size_t i = 0; offset > 0 && i + units.bytes <= text.size(); i += units.bytes)
  {
    const char32_t unit = unit_at(text, i, units);
    line += unit == U'\n' ? 1 : 0;
    offset -= bytes_in_utf8(unit);
  }
  return line;
}

}  // namespace

XmlDocument::XmlDocument(std::string_view text, std::string source)
: text_(text), source_(std::move(source))
{
  const pugi::xml_parse_result result = document_.load_buffer(text.data(), text.size());
  if (result.status == pugi::status_no_document_element)
  {
    throw Error(source_ + ": found no XML element, expected <robot>");
  }
  if (!result)
  {
    std::string reason = result.description();
    reason.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(reason.front())));
    throw Error(at(result.offset) + "found malformed XML (" + reason + "), expected a URDF");
  }
}

std::string XmlDocument::at(std::ptrdiff_t offset) const
{
  return source_ + ":" + std::to_string(line_of(text_, offset)) + ": ";
}

void XmlDocument::fail(pugi::xml_node where, const std::string & what) const
{
  throw Error(at(where.offset_debug()) + what);
}

pugi::xml_node XmlDocument::child(pugi::xml_node parent, const char * name) const
{
  const pugi::xml_node node = parent.child(name);
  const pugi::xml_node second = node.next_sibling(name);
  if (second)
  {
    fail(second, described(parent) + ": found two <" + name + ">, expected one");
  }
  return node;
}

pugi::xml_node XmlDocument::required_child(pugi::xml_node parent, const char * name) const
{
  const pugi::xml_node node = child(parent, name);
  if (!node)
  {
    fail(parent, described(parent) + ": found no <" + name + ">, expected one");
  }
  return node;
}

pugi::xml_attribute XmlDocument::required(pugi::xml_node node, const char * attribute) const
{
  const pugi::xml_attribute value = node.attribute(attribute);
  if (!value)
  {
    fail(node, described(node) + ": found no attribute \"" + attribute + "\", expected one");
  }
  return value;
}

std::string XmlDocument::required_text(pugi::xml_node node, const char * attribute) const
{
  std::string value = required(node, attribute).value();
  if (value.empty())
  {
    fail(
      node, described(node) + ": found an empty attribute \"" + attribute + "\", expected a name");
  }
  return value;
}

std::string XmlDocument::found(pugi::xml_node node, const char * attribute) const
{
  const std::string_view value = node.attribute(attribute).value();
  return described(node) + ": found " + attribute + "=" + in_quotes(value) +
         (value.find("${") == std::string_view::npos ? ", expected "
                                                     : ", run xacro first, expected ");
}

double XmlDocument::number(pugi::xml_node node, const char * attribute) const
{
  const auto value = parse_number(trimmed(required(node, attribute).value()));
  if (!value || std::isnan(*value))
  {
    fail(node, found(node, attribute) + "a number");
  }
  return *value;
}

double XmlDocument::finite(pugi::xml_node node, const char * attribute) const
{
  const double value = number(node, attribute);
  if (!std::isfinite(value))
  {
    fail(node, found(node, attribute) + "a finite number");
  }
  return value;
}

double XmlDocument::finite_or(pugi::xml_node node, const char * attribute, double missing) const
{
  return node.attribute(attribute) ? finite(node, attribute) : missing;
}

template <class Vector>
Vector XmlDocument::finite_numbers(
  pugi::xml_node node, const char * attribute, const char * expected) const
{
  constexpr std::string_view kBlanks = " \t\r\n";
  std::string_view rest = trimmed(node.attribute(attribute).value());
  Vector vector;
  for (double & entry : vector)
  {
    const std::string_view word = rest.substr(0, rest.find_first_of(kBlanks));
    const auto value = parse_number(word);
    if (!value || !std::isfinite(*value))
    {
      fail(node, found(node, attribute) + expected);
    }
    entry = *value;
    rest = trimmed(rest.substr(word.size()));
  }
  if (!rest.empty())
  {
    fail(node, found(node, attribute) + expected);
  }
  return vector;
}

Eigen::Vector3d XmlDocument::vector_or(
  pugi::xml_node node, const char * attribute, const Eigen::Vector3d & missing) const
{
  return node.attribute(attribute)
           ? finite_numbers<Eigen::Vector3d>(node, attribute, "three finite numbers")
           : missing;
}

Eigen::Vector4d XmlDocument::four(pugi::xml_node node, const char * attribute) const
{
  return finite_numbers<Eigen::Vector4d>(node, attribute, "four finite numbers");
}

std::string described(pugi::xml_node node)
{
  const pugi::xml_attribute name = node.attribute("name");
  const std::string tag = node.name();
  if (name)
  {
    return tag + " " + in_quotes(name.value());
  }
  const bool inner =
    node.parent() && node.parent() != node.root() && node.parent() != node.root().first_child();
  return inner ? "<" + tag + "> of " + described(node.parent()) : "<" + tag + ">";
}

}  // namespace hod::detail
