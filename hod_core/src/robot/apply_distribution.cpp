// SPDX-License-Identifier: Apache-2.0
#include "hod/robot/apply_distribution.hpp"

#include <string_view>
#include <unordered_map>
#include <vector>

#include "hod/error.hpp"
#include "io/names.hpp"

namespace hod
{

namespace
{

[[noreturn]] void refuse(
  const RobotDescription & description, const std::string & name, const std::string & source)
{
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
  std::unordered_map<std::string_view, LinkDescription *> named;
  for (LinkDescription & link : description.links)
  {
    named.emplace(link.name, &link);
  }
  std::vector<LinkDescription *> links;
  links.reserve(distribution.links.size());
  for (const mass::LinkDistribution & part : distribution.links)
  {
    const auto found = named.find(part.link);
    if (found == named.end())
    {
      refuse(description, part.link, distribution.source);
    }
    links.push_back(found->second);
  }
  for (std::size_t i = 0; i < links.size(); ++i)
  {
    links[i]->mass = distribution.links[i].mass;
  }
}

}  // namespace hod
