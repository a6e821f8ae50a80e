// SPDX-License-Identifier: Apache-2.0
#include "yaml.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include "hod/error.hpp"

namespace hod::mass
{

std::string YamlValues::place(const YAML::Mark & mark) const
{
  // An empty document has no line at all.
  return source_ + ":" + std::to_string(std::max(mark.line, 0) + 1);
}

void YamlValues::fail(const YAML::Mark & mark, const std::string & sentence) const
{
  throw Error(place(mark) + ": " + sentence);
}

void YamlValues::require_map(const YAML::Node & node, const std::string & expected) const
{
  if (!node.IsMap())
  {
    fail(node.Mark(), "found " + description(node) + ", expected " + expected);
  }
  std::set<std::string> keys;
  for (const auto & entry : node)
  {
    const YAML::Node & key = entry.first;
    if (!key.IsScalar())
    {
      fail(key.Mark(), "found " + description(key) + " as a key, expected a name");
    }
    if (!keys.insert(key.Scalar()).second)
    {
      fail(key.Mark(), "the key '" + key.Scalar() + "' comes twice");
    }
  }
}

std::string YamlValues::text(const YAML::Node & node, const std::string & what) const
{
  if (!node.IsScalar() || node.Scalar().empty())
  {
    fail(node.Mark(), what + ": found " + description(node) + ", expected a name");
  }
  return node.Scalar();
}

/// Read digit for digit, whatever the locale. A quoted number (tag "!") is a text.
double YamlValues::number(const YAML::Node & node, const std::string & what) const
{
  double value = NAN;
  if (node.IsScalar() && node.Tag() != "!")
  {
    const std::string & word = node.Scalar();
    const char * const end = word.data() + word.size();
    const auto result = std::from_chars(word.data() + (word[0] == '+' ? 1 : 0), end, value);
    if (result.ec != std::errc() || result.ptr != end)
    {
      value = NAN;
    }
  }
  if (!std::isfinite(value))
  {
    fail(node.Mark(), what + ": found " + description(node) + ", expected a finite number");
  }
  return value;
}

Eigen::Vector3d YamlValues::three_numbers(const YAML::Node & node, const std::string & what) const
{
  if (!node.IsSequence() || node.size() != 3)
  {
    const std::string found =
      node.IsSequence() ? "a list of " + std::to_string(node.size()) : description(node);
    fail(node.Mark(), what + ": found " + found + ", expected a list of three numbers");
  }
  return {number(node[0], what), number(node[1], what), number(node[2], what)};
}

int YamlValues::sign(const YAML::Node & node, const std::string & what) const
{
  const double value = number(node, what);
  if (std::abs(value) != 1.0)
  {
    fail(node.Mark(), what + ": found " + description(node) + ", expected 1 or -1 (a cavity)");
  }
  return value > 0.0 ? 1 : -1;
}

std::string YamlValues::description(const YAML::Node & node)
{
  switch (node.Type())
  {
    case YAML::NodeType::Scalar:
      return "'" + node.Scalar() + "'";
    case YAML::NodeType::Sequence:
      return "a list";
    case YAML::NodeType::Map:
      return "a map";
    default:
      return "nothing";
  }
}

}  // namespace hod::mass
