// SPDX-License-Identifier: Apache-2.0
#include "io/names.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace hod::detail
{
namespace
{

constexpr std::size_t kNamed = 8;     // names that a sentence lists
constexpr std::size_t kLongest = 80;  // longer names are not typing errors

/// Number of letters to change, insert, delete or swap with a neighbour to turn one word into
/// another.
std::size_t edits_between(std::string_view one, std::string_view other)
{
  std::vector<std::size_t> before, above, row(other.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= one.size(); ++i)
  {
    before = std::exchange(above, row);
    row[0] = i;
    for (std::size_t j = 1; j <= other.size(); ++j)
    {
      const bool same = one[i - 1] == other[j - 1];
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (same ? 0 : 1)});
      const bool swapped =
        i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1];
      row[j] = swapped ? std::min(row[j], before[j - 2] + 1) : row[j];
    }
  }
  return row.back();
}

/// Known names, those most similar to `name` first.
std::vector<std::pair<std::size_t, std::string>> by_likeness(
  std::string_view name, const std::vector<std::string> & known)
{
  std::vector<std::pair<std::size_t, std::string>> ranked;
  for (const std::string & one : known)
  {
    const bool comparable = std::max(name.size(), one.size()) <= kLongest;
    ranked.emplace_back(comparable ? edits_between(name, one) : kLongest, one);
  }
  std::sort(ranked.begin(), ranked.end());
  return ranked;
}

}  // namespace

std::string suggestion(std::string_view name, const std::vector<std::string> & known)
{
  if (known.empty())
  {
    return "none";
  }
  const auto ranked = by_likeness(name, known);
  const std::size_t few = (std::min(name.size(), ranked[0].second.size()) + 1) / 3;
  if (ranked[0].first <= few)
  {
    return "'" + ranked[0].second + "' perhaps";
  }
  if (known.size() <= kNamed)
  {
    return (known.size() == 1 ? "" : "one of ") + enumeration(known);
  }
  std::vector<std::string> names;
  for (const auto & entry : ranked)
  {
    names.push_back(entry.second);
  }
  return "one of " + enumeration(names);
}

std::string enumeration(const std::vector<std::string> & names)
{
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kNamed); ++i)
  {
    text += (i == 0 ? "" : ", ") + names[i];
  }
  const std::size_t rest = names.size() - std::min(names.size(), kNamed);
  return rest == 0 ? text : text + " and " + std::to_string(rest) + " more";
}

}  // namespace hod::detail
