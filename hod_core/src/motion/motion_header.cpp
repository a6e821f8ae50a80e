// SPDX-License-Identifier: Apache-2.0
#include "motion/motion_header.hpp"

#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "hod/error.hpp"
#include "io/text.hpp"

namespace hod::detail
{
namespace
{

struct Column
{
  std::string joint;  ///< empty for the time
  int derivative = 0;
};

/// `q`, `d1q`, `d2q`, …
std::string suffix(int derivative)
{
  return derivative == 0 ? "q" : "d" + std::to_string(derivative) + "q";
}

std::optional<int> derivative_of(std::string_view text)
{
  if (text == "q")
  {
    return 0;
  }
  int derivative = 0;
  const std::string_view digits = text.size() < 3 ? text : text.substr(1, text.size() - 2);
  std::from_chars(digits.data(), digits.data() + digits.size(), derivative);
  const bool spelled = derivative > 0 && suffix(derivative) == text;
  return spelled ? std::optional(derivative) : std::nullopt;
}

Column column_of(const std::string & name, const std::string & place)
{
  if (name == "time")
  {
    return {};
  }
  const std::size_t dot = name.rfind('.');
  const bool split = dot != std::string::npos && dot > 0;
  const auto derivative =
    split ? derivative_of(std::string_view(name).substr(dot + 1)) : std::nullopt;
  if (!derivative)
  {
    throw Error(
      place + "found column " + in_quotes(name) +
      ", expected time, <joint>.q, <joint>.d1q, <joint>.d2q, …");
  }
  return {name.substr(0, dot), *derivative};
}

void check_complete(
  const std::string & joint, const std::set<int> & derivatives, const std::string & place)
{
  int expected = 0;
  for (const int derivative : derivatives)
  {
    if (derivative != expected)
    {
      throw Error(
        place + "joint " + in_quotes(joint) + ": found " + suffix(derivative) + " without " +
        suffix(expected) + ", expected every derivative below the highest");
    }
    ++expected;
  }
}

}  // namespace

MotionHeader read_motion_header(const std::vector<std::string> & names, const std::string & place)
{
  std::vector<Column> columns;
  std::map<std::string, std::set<int>> derivatives;
  std::set<std::string_view> seen;
  for (const std::string & name : names)
  {
    // Two time columns would mean twice as many instants as rows.
    if (!seen.insert(name).second)
    {
      throw Error(place + "found a second column " + in_quotes(name) + ", expected one");
    }
    columns.push_back(column_of(name, place));
    if (!columns.back().joint.empty())
    {
      derivatives[columns.back().joint].insert(columns.back().derivative);
    }
  }
  MotionHeader header;
  std::map<std::string_view, std::size_t> offsets;
  for (const auto & [joint, orders] : derivatives)
  {
    check_complete(joint, orders, place);
    header.joints.push_back({joint, static_cast<int>(orders.size()), header.width});
    offsets[joint] = header.width;
    header.width += orders.size();
  }
  for (const Column & column : columns)
  {
    header.destination.push_back(
      column.joint.empty() ? MotionHeader::kTime
                           : offsets[column.joint] + static_cast<std::size_t>(column.derivative));
  }
  return header;
}

}  // namespace hod::detail
