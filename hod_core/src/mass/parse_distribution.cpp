// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <sstream>

#include "hod/error.hpp"
#include "hod/mass/dimensions.hpp"
#include "hod/mass/distribution.hpp"
#include "io/yaml.hpp"

namespace hod::mass
{

namespace
{

/// What the keys of one body say, before it is known which of them its shape takes.
struct BodyKeys
{
  std::string shape;
  Dimensions dimensions;
  HomogeneousBody body;
};

/// The line of a body's key, or of the body if it has none of that name.
YAML::Mark line_of(const YAML::Node & body, const std::string & key)
{
  for (const auto & entry : body)
  {
    if (entry.first.Scalar() == key)
    {
      return entry.first.Mark();
    }
  }
  return body.Mark();
}

class Parser
{
public:
  Parser(const std::string & source, std::filesystem::path directory)
  : source_(source), values_(source), directory_(std::move(directory))
  {}

  Distribution parse(const YAML::Node & document) const
  {
    values_.require_map(document, "a map with the key 'links'");
    for (const auto & entry : document)
    {
      const std::string key = entry.first.Scalar();
      if (key != "links" && key != "robot")
      {
        values_.fail(
          entry.first.Mark(),
          "found the key '" + key + "', expected 'links' (and perhaps 'robot')");
      }
    }
    const YAML::Node links = document["links"];
    if (!links)
    {
      values_.fail(document.Mark(), "the key 'links' is missing");
    }
    values_.require_map(links, "a map from link names to lists of bodies under 'links'");
    Distribution distribution;
    distribution.source = source_;
    for (const auto & entry : links)
    {
      add_link(
        distribution, entry.first.Scalar(), bodies(entry.first, entry.second),
        values_.place(entry.first.Mark()));
    }
    return distribution;
  }

private:
  std::vector<HomogeneousBody> bodies(const YAML::Node & name, const YAML::Node & list) const
  {
    const std::string where = "link '" + name.Scalar() + "'";
    if (!list.IsSequence() || list.size() == 0)
    {
      const std::string found = list.IsSequence() ? "an empty list" : YamlValues::description(list);
      values_.fail(name.Mark(), where + ": found " + found + ", expected a list of bodies");
    }
    std::vector<HomogeneousBody> result;
    for (const auto & entry : list)
    {
      result.push_back(body(entry, where + ", body " + std::to_string(result.size() + 1) + ": "));
    }
    return result;
  }

  HomogeneousBody body(const YAML::Node & node, const std::string & where) const
  {
    values_.require_map(node, "a body {shape: …, …}");
    BodyKeys keys;
    for (const auto & entry : node)
    {
      read_key(entry.first.Scalar(), entry.second, where, keys);
    }
    if (keys.shape.empty())
    {
      values_.fail(node.Mark(), where + "'shape' is missing");
    }
    try
    {
      keys.body.shape = make_shape(keys.shape, keys.dimensions, directory_);
      check(keys.body);
    }
    catch (const DimensionError & error)
    {
      values_.fail(line_of(node, error.dimension()), where + error.what());
    }
    return keys.body;
  }

  void read_key(
    const std::string & key, const YAML::Node & node, const std::string & where,
    BodyKeys & keys) const
  {
    const std::string what = where + "'" + key + "'";
    if (key == "shape")
    {
      keys.shape = values_.text(node, what);
    }
    else if (key == "density")
    {
      keys.body.density = values_.number(node, what);
    }
    else if (key == "mass")
    {
      keys.body.mass = values_.number(node, what);
    }
    else if (key == "xyz")
    {
      keys.body.xyz = values_.three_numbers(node, what);
    }
    else if (key == "rpy")
    {
      keys.body.rpy = values_.three_numbers(node, what);
    }
    else if (key == "sign")
    {
      keys.body.sign = values_.sign(node, what);
    }
    else if (key == "file")
    {
      keys.dimensions.emplace(key, values_.text(node, what));
    }
    else if (node.IsSequence())
    {
      keys.dimensions.emplace(key, values_.three_numbers(node, what));
    }
    else
    {
      keys.dimensions.emplace(key, values_.number(node, what));
    }
  }

  std::string source_;
  YamlValues values_;
  std::filesystem::path directory_;
};

}  // namespace

Distribution parse_distribution(
  std::string_view yaml, const std::string & source, const std::filesystem::path & directory)
{
  try
  {
    return Parser(source, directory).parse(YAML::Load(std::string(yaml)));
  }
  catch (const YAML::Exception & error)
  {
    YamlValues(source).fail(error.mark, "not a YAML document: " + error.msg);
  }
}

Distribution read_distribution(const std::filesystem::path & path)
{
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  if (!file || std::filesystem::is_directory(path) || !(content << file.rdbuf()))
  {
    throw Error(path.string() + ": cannot be read; expected a mass distribution in YAML");
  }
  return parse_distribution(content.str(), path.string(), path.parent_path());
}

}  // namespace hod::mass
