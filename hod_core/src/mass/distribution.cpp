// SPDX-License-Identifier: Apache-2.0
#include "hod/mass/distribution.hpp"

#include <cmath>
#include <sstream>
#include <string>
#include <utility>

#include "hod/error.hpp"
#include "io/text.hpp"

namespace hod::mass
{

namespace
{

void require_mass_left(const LinkDistribution & part)
{
  double solid = 0.0, cavity = 0.0;
  for (std::size_t i = 0; i < part.bodies.size(); ++i)
  {
    (part.bodies[i].sign > 0 ? solid : cavity) += part.contributions[i].mass;
  }
  // What is left may still be nothing, or less: its sum is rounded in another order.
  if (cavity >= solid || part.mass.mass <= 0.0)
  {
    std::ostringstream text;
    text << "the cavities of link '" << part.link << "' take away " << cavity
         << " kg, but its bodies have only " << solid << " kg";
    throw Error(text.str());
  }
}

/// Products of dimensions may overflow even if each dimension is finite.
void require_finite(const MassProperties & mass, const std::string & owner)
{
  if (!std::isfinite(mass.mass) || !mass.center.allFinite() || !mass.inertia.allFinite())
  {
    throw Error(
      owner +
      " has a mass, a centre or an inertia beyond a double's range, expected other numbers");
  }
}

LinkDistribution distribute(const std::string & link, std::vector<HomogeneousBody> bodies)
{
  if (link.empty())
  {
    throw Error("found a link without a name, expected a name");
  }
  LinkDistribution part{link, std::move(bodies), {}, {}};
  if (part.bodies.empty())
  {
    throw Error("link '" + link + "' has no body, expected one or more");
  }
  std::vector<int> signs;
  for (const HomogeneousBody & body : part.bodies)
  {
    check(body);
    part.contributions.push_back(properties(body));
    require_finite(
      part.contributions.back(),
      "link '" + link + "': body " + std::to_string(part.contributions.size()));
    signs.push_back(body.sign);
  }
  part.mass = signed_sum(part.contributions, signs);
  require_mass_left(part);
  require_finite(part.mass, "link '" + link + "'");
  return part;
}

}  // namespace

void add_link(
  Distribution & distribution, const std::string & link, std::vector<HomogeneousBody> bodies,
  const std::string & where)
{
  try
  {
    distribution.links.push_back(distribute(link, std::move(bodies)));
  }
  catch (const Error & error)
  {
    throw Error(where + ": " + error.what());
  }
  if (const auto flaw = physical_flaw(distribution.links.back().mass))
  {
    distribution.warnings.push_back(
      where + ": link " + detail::in_quotes(link, '\'') + " cannot exist: " + *flaw);
  }
}

const LinkDistribution * Distribution::find(std::string_view link) const
{
  for (const LinkDistribution & part : links)
  {
    if (part.link == link)
    {
      return &part;
    }
  }
  return nullptr;
}

}  // namespace hod::mass
