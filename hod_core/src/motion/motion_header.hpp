// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__MOTION__MOTION_HEADER_HPP_
#define HOD__SRC__MOTION__MOTION_HEADER_HPP_

#include <cstddef>
#include <string>
#include <vector>

#include "hod/motion/motion_table.hpp"

namespace hod::detail
{

/// The meaning of the columns of a motion table.
struct MotionHeader
{
  static constexpr std::size_t kTime = static_cast<std::size_t>(-1);

  std::vector<std::size_t> destination;  ///< of every column: kTime, or an index among the values
  std::vector<MotionColumns> joints;
  std::size_t width = 0;  ///< values per instant
};

/// Throws hod::Error for columns that do not form a motion.
/// @param place "file:line: ", the beginning of its sentences
MotionHeader read_motion_header(const std::vector<std::string> & names, const std::string & place);

}  // namespace hod::detail

#endif  // HOD__SRC__MOTION__MOTION_HEADER_HPP_
