// SPDX-License-Identifier: Apache-2.0
#ifndef MOTION_MATCH_HPP_
#define MOTION_MATCH_HPP_

#include <memory>

#include "hod/motion/motion_table.hpp"

namespace hod
{

using SharedTable = std::shared_ptr<MotionTable>;

/// A match and the table that it points into.
struct BoundMatch
{
  SharedTable table;
  MotionMatch match;
  int rows;
  int dof;
};

}  // namespace hod

#endif  // MOTION_MATCH_HPP_
