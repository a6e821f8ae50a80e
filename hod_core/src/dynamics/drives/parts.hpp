// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__DRIVES__PARTS_HPP_
#define HOD__SRC__DYNAMICS__DRIVES__PARTS_HPP_

#include <algorithm>
#include <cstddef>

#include "hod/dynamics/forces/batch.hpp"

namespace hod::detail
{

/// `count` states from `first` on.
inline States part_of(const States & states, int dof, std::size_t first, std::size_t count)
{
  const std::size_t size = static_cast<std::size_t>(states.rows) * static_cast<std::size_t>(dof);
  const double * times = states.times == nullptr ? nullptr : states.times + first;
  const BaseMotion * bases = states.bases == nullptr ? nullptr : states.bases + first;
  return {states.motion + first * size, count, states.rows, times, bases};
}

/// How many states to process at a time if each takes this many doubles.
inline std::size_t states_at_once(std::size_t doubles_per_state)
{
  constexpr std::size_t kDoubles = std::size_t{1} << 19;  // 4 MB: fits into a cache
  return std::clamp<std::size_t>(kDoubles / std::max<std::size_t>(doubles_per_state, 1), 64, 16384);
}

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__DRIVES__PARTS_HPP_
