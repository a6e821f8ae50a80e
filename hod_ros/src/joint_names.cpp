// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/joint_names.hpp"

#include <algorithm>
#include <iterator>

#include "hod/error.hpp"

namespace hod_ros
{

std::vector<int> places_of(
  const std::vector<std::string> & wanted, const std::vector<std::string> & known,
  const std::string & where)
{
  std::vector<int> places;
  places.reserve(wanted.size());
  for (const std::string & name : wanted)
  {
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end())
    {
      throw hod::Error(
        where + ": there is no joint '" + name + "', expected some of: " + listed(known));
    }
    const auto place = static_cast<int>(found - known.begin());
    if (std::find(places.begin(), places.end(), place) != places.end())
    {
      throw hod::Error(where + ": joint '" + name + "' is named twice, expected once");
    }
    places.push_back(place);
  }
  return places;
}

std::vector<std::string> not_among(
  const std::vector<std::string> & wanted, const std::vector<std::string> & known)
{
  std::vector<std::string> rest;
  std::copy_if(
    known.begin(), known.end(), std::back_inserter(rest), [&wanted](const std::string & name) {
      return std::find(wanted.begin(), wanted.end(), name) == wanted.end();
    });
  return rest;
}

std::string listed(const std::vector<std::string> & names)
{
  std::string text;
  for (const std::string & name : names)
  {
    text += (text.empty() ? "" : ", ") + name;
  }
  return text;
}

}  // namespace hod_ros
