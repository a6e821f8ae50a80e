// SPDX-License-Identifier: Apache-2.0
#include "tree.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "hod/error.hpp"
#include "io/text.hpp"

namespace hod::detail
{
namespace
{

std::string place(const RobotDescription & description)
{
  return description.source.empty() ? std::string("robot") : description.source;
}

template <class Named>
std::unordered_map<std::string, int> index_by_name(
  const std::vector<Named> & items, const std::string & kind, const std::string & where)
{
  std::unordered_map<std::string, int> index;
  for (const auto & item : items)
  {
    if (!index.emplace(item.name, static_cast<int>(index.size())).second)
    {
      throw Error(where + ": two " + kind + "s are named '" + item.name + "', expected one");
    }
  }
  return index;
}

int find_link(
  const std::unordered_map<std::string, int> & links, const std::string & name,
  const JointDescription & joint, const std::string & where)
{
  const auto found = links.find(name);
  if (found == links.end())
  {
    throw Error(
      where + ": joint '" + joint.name + "' refers to link " + in_quotes(name, '\'') +
      ", which the robot does not have");
  }
  return found->second;
}

/// The joint above each link, -1 for the root; rejects links with two.
std::vector<int> joints_above(
  const RobotDescription & description, const Tree & tree, const std::string & where)
{
  std::vector<int> above(description.links.size(), -1);
  for (std::size_t joint = 0; joint < description.joints.size(); ++joint)
  {
    int & slot = above[static_cast<std::size_t>(tree.child_link[joint])];
    if (slot >= 0)
    {
      throw Error(
        where + ": link '" + description.joints[joint].child + "' is the child of joints '" +
        description.joints[static_cast<std::size_t>(slot)].name + "' and '" +
        description.joints[joint].name + "', expected one");
    }
    slot = static_cast<int>(joint);
  }
  return above;
}

int find_root(
  const RobotDescription & description, const std::vector<int> & above, const std::string & where)
{
  const auto first = std::find(above.begin(), above.end(), -1);
  if (first == above.end())
  {
    throw Error(where + ": every link is the child of a joint (a cycle), expected one root link");
  }
  const auto second = std::find(first + 1, above.end(), -1);
  const auto name = [&](auto position) {
    return description.links[static_cast<std::size_t>(position - above.begin())].name;
  };
  if (second != above.end())
  {
    throw Error(
      where + ": two root links, '" + name(first) + "' and '" + name(second) + "', expected one");
  }
  return static_cast<int>(first - above.begin());
}

void walk_depth_first(const RobotDescription & description, Tree & tree)
{
  std::vector<std::vector<int>> children(description.links.size());
  for (std::size_t joint = description.joints.size(); joint-- > 0;)
  {
    children[static_cast<std::size_t>(tree.parent_link[joint])].push_back(static_cast<int>(joint));
  }
  std::vector<int> pending = children[static_cast<std::size_t>(tree.root)];
  while (!pending.empty())
  {
    const int joint = pending.back();
    pending.pop_back();
    tree.joints.push_back(joint);
    const auto link = static_cast<std::size_t>(tree.child_link[static_cast<std::size_t>(joint)]);
    pending.insert(pending.end(), children[link].begin(), children[link].end());
  }
}

}  // namespace

Tree make_tree(const RobotDescription & description)
{
  const std::string where = place(description);
  if (description.links.empty())
  {
    throw Error(where + ": no link, expected at least one");
  }
  const auto links = index_by_name(description.links, "link", where);
  index_by_name(description.joints, "joint", where);

  Tree tree;
  for (const auto & joint : description.joints)
  {
    tree.parent_link.push_back(find_link(links, joint.parent, joint, where));
    tree.child_link.push_back(find_link(links, joint.child, joint, where));
  }
  const auto above = joints_above(description, tree, where);
  tree.root = find_root(description, above, where);
  walk_depth_first(description, tree);
  if (tree.joints.size() != description.joints.size())
  {
    std::vector<bool> reached(description.joints.size(), false);
    for (const int joint : tree.joints)
    {
      reached[static_cast<std::size_t>(joint)] = true;
    }
    const auto lost =
      static_cast<std::size_t>(std::find(reached.begin(), reached.end(), false) - reached.begin());
    throw Error(
      where + ": joint '" + description.joints[lost].name +
      "' belongs to a cycle of links, expected a tree");
  }
  return tree;
}

}  // namespace hod::detail
