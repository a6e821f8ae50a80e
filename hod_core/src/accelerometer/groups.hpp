// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__ACCELEROMETER__GROUPS_HPP_
#define HOD__SRC__ACCELEROMETER__GROUPS_HPP_

#include <algorithm>
#include <cstddef>
#include <vector>

namespace hod::detail
{

/// The numbers from 0 to `count` - 1, in order, grouped into those that are the same.
template <class Same>
std::vector<std::vector<std::size_t>> groups(std::size_t count, const Same & same)
{
  std::vector<std::vector<std::size_t>> all;
  for (std::size_t i = 0; i < count; ++i)
  {
    const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto & group) { return same(group[0], i); });
    found == all.end() ? all.push_back({i}) : found->push_back(i);
  }
  return all;
}

}  // namespace hod::detail

#endif  // HOD__SRC__ACCELEROMETER__GROUPS_HPP_
