// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/named_terms.hpp"

namespace hod_ros
{
namespace
{

bool has_rotors(const hod::Robot & robot)
{
  for (int column = 0; column < robot.dof(); ++column)
  {
    if (robot.rotor_inertia(column) > 0.0)
    {
      return true;
    }
  }
  return false;
}

}  // namespace

std::vector<NamedTerm> named_terms(const hod::Robot & robot)
{
  using hod::TermRows;
  using hod::TermScales;
  std::vector<NamedTerm> terms = {
    {"inertia", &TermRows::inertia, &TermScales::inertia},
    {"gravity", &TermRows::gravity, &TermScales::gravity}};
  if (!robot.loads().empty())
  {
    terms.push_back({"load", &TermRows::load, &TermScales::load});
  }
  if (robot.has_friction())
  {
    terms.push_back({"friction", &TermRows::friction, &TermScales::friction});
  }
  if (has_rotors(robot))
  {
    terms.push_back({"rotor", &TermRows::rotor, &TermScales::rotor});
  }
  return terms;
}

}  // namespace hod_ros
