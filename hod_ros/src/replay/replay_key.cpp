// SPDX-License-Identifier: Apache-2.0
#include "replay_key.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <sstream>
#include <vector>

#include "hod/dynamics/forces/forces.hpp"
#include "hod/dynamics/workspace.hpp"

namespace hod_ros
{
namespace
{

constexpr int kOrder = 2;    // of the forces
constexpr int kMotions = 4;  // the first one at rest

template <class Matrix>
void put(std::ostream & text, const Eigen::MatrixBase<Matrix> & matrix)
{
  const Eigen::IOFormat full(Eigen::FullPrecision, Eigen::DontAlignCols, " ", " ");
  text << matrix.format(full) << '\n';
}

void put(std::ostream & text, const hod::Pose & pose)
{
  put(text, pose.rotation);
  put(text, pose.translation);
}

void put_tree(std::ostream & text, const hod::Robot & robot)
{
  for (const hod::Body & body : robot.bodies())
  {
    text << body.joint << ' ' << body.parent << ' ' << body.prismatic << ' ' << body.dof << ' '
         << body.multiplier << ' ' << body.offset << ' ' << body.mass.mass << '\n';
    put(text, body.placement);
    put(text, body.axis);
    put(text, body.mass.center);
    put(text, body.mass.inertia);
  }
  for (const hod::Joint & joint : robot.joints())
  {
    text << joint.name << ' ' << joint.continuous << '\n';
  }
  for (const hod::LinkPlacement & link : robot.links())
  {
    text << link.name << ' ' << link.body << '\n';
    put(text, link.pose);
  }
  put(text, robot.gravity());
  put(text, robot.base().rotation);
  put(text, robot.base().velocity);
}

/// Rows q, q', … of one of the fixed motions.
hod::RowMatrix motion_of(int which, int joints)
{
  hod::RowMatrix motion(kOrder + 3, joints);
  for (int row = 0; row < motion.rows(); ++row)
  {
    for (int joint = 0; joint < joints; ++joint)
    {
      motion(row, joint) = which == 0 ? 0.0 : std::sin(1.0 + 3.0 * which + 7.0 * row + joint);
    }
  }
  return motion;
}

void put_forces(std::ostream & text, const hod::Robot & robot)
{
  hod::Workspace workspace(robot, kOrder);
  for (int which = 0; which < kMotions; ++which)
  {
    const hod::Result result = hod::force_terms(workspace, motion_of(which, robot.dof()), kOrder);
    text << hod::to_text(result) << '\n';
    if (result == hod::Result::ok)
    {
      const hod::TermRows terms = workspace.terms();
      for (const auto & term :
           {terms.inertia, terms.gravity, terms.load, terms.friction, terms.rotor})
      {
        put(text, term);
      }
    }
  }
}

}  // namespace

std::string fingerprint(const hod::Robot & robot)
{
  std::ostringstream text;
  text.precision(std::numeric_limits<double>::max_digits10);
  put_tree(text, robot);
  put_forces(text, robot);
  return text.str();
}

std::string files_of(const std::string & bag)
{
  std::vector<std::filesystem::path> files = {bag};
  if (std::filesystem::is_directory(bag))
  {
    files.assign(std::filesystem::directory_iterator(bag), {});
    std::sort(files.begin(), files.end());
  }
  std::ostringstream text;
  for (const std::filesystem::path & file : files)
  {
    if (std::filesystem::is_regular_file(file))
    {
      text << file.filename().string() << ' ' << std::filesystem::file_size(file) << ' '
           << std::filesystem::last_write_time(file).time_since_epoch().count() << '\n';
    }
  }
  return text.str();
}

}  // namespace hod_ros
