// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__ROBOT__TREE_HPP_
#define HOD__SRC__ROBOT__TREE_HPP_

#include <vector>

#include "hod/robot/description.hpp"

namespace hod::detail
{

/// The connection of a description's links, by index into its tables.
struct Tree
{
  int root = 0;
  std::vector<int> joints;       ///< depth first, children in the order of the description
  std::vector<int> parent_link;  ///< per joint of the description
  std::vector<int> child_link;   ///< per joint of the description
};

/// Throws hod::Error unless every link except one has exactly one parent joint, without a cycle.
Tree make_tree(const RobotDescription & description);

}  // namespace hod::detail

#endif  // HOD__SRC__ROBOT__TREE_HPP_
