// SPDX-License-Identifier: Apache-2.0
#include "hod/mass/distribution.hpp"
#include "io/yaml.hpp"
#include "mass/read_bodies.hpp"

namespace hod::mass
{

namespace
{

using detail::YamlEntry;
using detail::YamlItem;

Distribution read(const YamlItem & document, const std::filesystem::path & directory)
{
  if (!document.is_map())
  {
    document.fail("found " + document.found() + ", expected a map with the key 'links'");
  }
  const YamlItem links = document.map({"links", "robot"}).required("links");
  if (!links.is_map())
  {
    links.fail("found " + links.found() + ", expected a map from link names to lists of bodies");
  }
  Distribution distribution;
  distribution.source = document.source();
  for (const YamlEntry & entry : links.map())
  {
    const YamlItem bodies = entry.value.named("link '" + entry.name + "'");
    add_link(
      distribution, entry.name, detail::read_bodies(bodies, directory), entry.key.place());
  }
  return distribution;
}

}  // namespace

Distribution parse_distribution(
  std::string_view yaml, const std::string & source, const std::filesystem::path & directory)
{
  return read(YamlItem::parse(std::string(yaml), source), directory);
}

Distribution read_distribution(const std::filesystem::path & path)
{
  return read(YamlItem::read(path, "a mass distribution in YAML"), path.parent_path());
}

}  // namespace hod::mass
