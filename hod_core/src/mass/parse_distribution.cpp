// SPDX-License-Identifier: Apache-2.0
#include <yaml-cpp/yaml.h>

#include <charconv>
#include <cmath>
#include <fstream>
#include <set>
#include <sstream>

#include "hod/error.hpp"
#include "hod/mass/dimensions.hpp"
#include "hod/mass/distribution.hpp"

namespace hod::mass
{

namespace
{

std::string description(const YAML::Node & node)
{
  switch (node.Type()) {
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

/// Walks the document; every failure says source and line.
class Parser
{
public:
  Parser(std::string source, std::filesystem::path directory)
  : source_(std::move(source)), directory_(std::move(directory))
  {
  }

  Distribution parse(const YAML::Node & document) const
  {
    require_map(document, "a map with the key 'links'");
    for (const auto & entry : document) {
      const std::string key = entry.first.Scalar();
      if (key != "links" && key != "robot") {
        fail(entry.first, "found the key '" + key + "', expected 'links' (and perhaps 'robot')");
      }
    }
    const YAML::Node links = document["links"];
    if (!links) {
      fail(document, "the key 'links' is missing");
    }
    require_map(links, "a map from link names to lists of bodies under 'links'");
    Distribution distribution;
    distribution.source = source_;
    for (const auto & entry : links) {
      add_link(entry.first, entry.second, distribution);
    }
    return distribution;
  }

  [[noreturn]] void fail(const YAML::Mark & mark, const std::string & what) const
  {
    throw Error(source_ + ":" + std::to_string(mark.line + 1) + ": " + what);
  }

private:
  [[noreturn]] void fail(const YAML::Node & node, const std::string & what) const
  {
    fail(node.Mark(), what);
  }

  /// A map none of whose keys comes twice.
  void require_map(const YAML::Node & node, const std::string & expected) const
  {
    if (!node.IsMap()) {
      fail(node, "found " + description(node) + ", expected " + expected);
    }
    std::set<std::string> keys;
    for (const auto & entry : node) {
      if (!entry.first.IsScalar()) {
        fail(entry.first, "found " + description(entry.first) + " as a key, expected a name");
      }
      if (!keys.insert(entry.first.Scalar()).second) {
        fail(entry.first, "the key '" + entry.first.Scalar() + "' comes twice");
      }
    }
  }

  void add_link(
    const YAML::Node & name, const YAML::Node & list, Distribution & distribution) const
  {
    const std::string link = name.Scalar();
    if (!list.IsSequence() || list.size() == 0) {
      fail(
        list.IsNull() ? name : list, "link '" + link + "': found " +
        (list.IsSequence() ? "an empty list" : description(list)) + ", expected a list of bodies");
    }
    std::vector<HomogeneousBody> bodies;
    for (const auto & entry : list) {
      bodies.push_back(body(entry, "link '" + link + "', body " +
        std::to_string(bodies.size() + 1) + ": "));
    }
    try {
      distribution.links.push_back(distribute(link, std::move(bodies)));
    } catch (const Error & error) {
      fail(name, error.what());
    }
    if (const auto flaw = physical_flaw(distribution.links.back().mass)) {
      distribution.warnings.push_back(
        source_ + ":" + std::to_string(name.Mark().line + 1) + ": link '" + link +
        "' cannot exist: " + *flaw);
    }
  }

  HomogeneousBody body(const YAML::Node & node, const std::string & where) const
  {
    require_map(node, "a body {shape: …, …}");
    HomogeneousBody result;
    Dimensions dimensions;
    std::string shape;
    for (const auto & entry : node) {
      const std::string key = entry.first.Scalar();
      const std::string what = where + "'" + key + "'";
      if (key == "shape") {
        shape = text(entry.second, what);
      } else if (key == "density") {
        result.density = number(entry.second, what);
      } else if (key == "mass") {
        result.mass = number(entry.second, what);
      } else if (key == "xyz") {
        result.xyz = three_numbers(entry.second, what);
      } else if (key == "rpy") {
        result.rpy = three_numbers(entry.second, what);
      } else if (key == "sign") {
        result.sign = sign(entry.second, what);
      } else {
        dimensions.emplace(key, dimension(key, entry.second, what));
      }
    }
    if (shape.empty()) {
      fail(node, where + "'shape' is missing");
    }
    try {
      result.shape = make_shape(shape, dimensions, directory_);
      check(result);
    } catch (const DimensionError & error) {
      fail(line_of(node, error.dimension()), where + error.what());
    }
    return result;
  }

  static YAML::Mark line_of(const YAML::Node & body, const std::string & key)
  {
    for (const auto & entry : body) {
      if (entry.first.Scalar() == key) {
        return entry.first.Mark();
      }
    }
    return body.Mark();
  }

  Dimension dimension(
    const std::string & key, const YAML::Node & node, const std::string & what) const
  {
    if (node.IsSequence()) {
      return three_numbers(node, what);
    }
    if (key == "file") {
      return text(node, what);
    }
    return number(node, what);
  }

  std::string text(const YAML::Node & node, const std::string & what) const
  {
    if (!node.IsScalar() || node.Scalar().empty()) {
      fail(node, what + ": found " + description(node) + ", expected a name");
    }
    return node.Scalar();
  }

  /// Read digit for digit, whatever the locale. A quoted number (tag "!") is a text.
  double number(const YAML::Node & node, const std::string & what) const
  {
    double value = NAN;
    if (node.IsScalar() && node.Tag() != "!") {
      const std::string & word = node.Scalar();
      const char * end = word.data() + word.size();
      const auto result = std::from_chars(word.data() + (word[0] == '+' ? 1 : 0), end, value);
      if (result.ec != std::errc() || result.ptr != end) {
        value = NAN;
      }
    }
    if (!std::isfinite(value)) {
      fail(node, what + ": found " + description(node) + ", expected a finite number");
    }
    return value;
  }

  Eigen::Vector3d three_numbers(const YAML::Node & node, const std::string & what) const
  {
    if (!node.IsSequence() || node.size() != 3) {
      fail(
        node, what + ": found " +
        (node.IsSequence() ? "a list of " + std::to_string(node.size()) : description(node)) +
        ", expected a list of three numbers");
    }
    return {number(node[0], what), number(node[1], what), number(node[2], what)};
  }

  int sign(const YAML::Node & node, const std::string & what) const
  {
    const double value = number(node, what);
    if (value != 1.0 && value != -1.0) {
      fail(node, what + ": found " + description(node) + ", expected 1 or -1 (a cavity)");
    }
    return value > 0.0 ? 1 : -1;
  }

  std::string source_;
  std::filesystem::path directory_;
};

}  // namespace

Distribution parse_distribution(
  std::string_view yaml, const std::string & source, const std::filesystem::path & directory)
{
  const Parser parser(source, directory);
  try {
    return parser.parse(YAML::Load(std::string(yaml)));
  } catch (const YAML::Exception & error) {
    parser.fail(error.mark, "not a YAML document: " + error.msg);
  }
}

Distribution read_distribution(const std::filesystem::path & path)
{
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  if (!file || std::filesystem::is_directory(path) || !(content << file.rdbuf())) {
    throw Error(path.string() + ": cannot be read; expected a mass distribution in YAML");
  }
  return parse_distribution(content.str(), path.string(), path.parent_path());
}

}  // namespace hod::mass
