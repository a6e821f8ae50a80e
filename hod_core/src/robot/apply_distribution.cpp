// SPDX-License-Identifier: Apache-2.0
#include "hod/robot/apply_distribution.hpp"

#include <algorithm>
#include <vector>

#include "hod/error.hpp"
#include "io/names.hpp"

namespace hod
{

namespace
{

LinkDescription & find_link(
  RobotDescription & description, const std::string & name, const std::string & source)
{
  const auto found = std::find_if(
    description.links.begin(), description.links.end(),
    [&name](const LinkDescription & link) { return link.name == name; });
  if (found != description.links.end())
  {
    return *found;
  }
  std::vector<std::string> known;
  for (const LinkDescription & link : description.links)
  {
    known.push_back(link.name);
  }
  throw Error(
    source + ": link '" + name + "' is not in " + description.source + ", expected " +
    detail::suggestion(name, known));
}

}  // namespace

void apply_distribution(const mass::Distribution & distribution, RobotDescription & description)
{
  std::vector<LinkDescription *> links;
  links.reserve(distribution.links.size());
  for (const mass::LinkDistribution & part : distribution.links)
  {
    links.push_back(&find_link(description, part.link, distribution.source));
  }
  for (std::size_t i = 0; i < links.size(); ++i)
  {
    links[i]->mass = distribution.links[i].mass;
  }
}

}  // namespace hod
