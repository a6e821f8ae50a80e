// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/joint_names.hpp"

#include <algorithm>
#include <cctype>
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

std::string topic_of_joint(const std::string & prefix, const std::string & joint)
{
  std::string token = joint;
  const auto is_allowed = [](unsigned char letter) {
    return letter < 128 && (std::isalnum(letter) != 0 || letter == '_');
  };
  std::replace_if(
    token.begin(), token.end(),
    [&](char letter) { return !is_allowed(static_cast<unsigned char>(letter)); }, '_');
  if (std::isdigit(static_cast<unsigned char>(token.front())) != 0)
  {
    token.insert(token.begin(), '_');
  }
  return prefix + "/joints/" + token;
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
