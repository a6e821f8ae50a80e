// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/gain_check.hpp"

#include <Eigen/LU>
#include <cstdio>

#include "hod/dynamics/forces/forces.hpp"
#include "hod/dynamics/workspace.hpp"
#include "hod/robot/robot.hpp"

namespace hod_ros
{
namespace
{

/// The forces of unit accelerations of each of some joints, less those at rest.
Eigen::MatrixXd inertia_of(const hod::Robot & robot, const std::vector<int> & columns)
{
  hod::Workspace workspace(robot, 0);
  const auto count = static_cast<Eigen::Index>(columns.size());
  hod::RowMatrix motion = hod::RowMatrix::Zero(3, robot.dof());
  static_cast<void>(hod::forces(workspace, motion, 0));
  const Eigen::RowVectorXd at_rest = workspace.force().row(0);
  Eigen::MatrixXd inertia(count, count);
  for (Eigen::Index i = 0; i < count; ++i)
  {
    const int column = columns[static_cast<std::size_t>(i)];
    motion(2, column) = 1.0;
    static_cast<void>(hod::forces(workspace, motion, 0));
    motion(2, column) = 0.0;
    const Eigen::RowVectorXd force = workspace.force().row(0) - at_rest;
    for (Eigen::Index j = 0; j < count; ++j)
    {
      inertia(j, i) = force[columns[static_cast<std::size_t>(j)]];
    }
  }
  return inertia;
}

}  // namespace

std::vector<std::string> excessive_gains(
  const hod::Robot & robot, const std::vector<int> & columns,
  const Eigen::VectorXd & velocity_gains, double period)
{
  std::vector<std::string> sentences;
  const Eigen::VectorXd free = inertia_of(robot, columns).inverse().diagonal().cwiseInverse();
  for (Eigen::Index i = 0; i < free.size(); ++i)
  {
    if (velocity_gains[i] * period > free[i])
    {
      char text[200];
      std::snprintf(
        text, sizeof(text), "': is %.3g, more than the joint's inertia over the period, %.3g",
        velocity_gains[i], free[i] / period);
      const std::string & name =
        robot.joint_names()[static_cast<std::size_t>(columns[static_cast<std::size_t>(i)])];
      sentences.push_back(
        "Gain kd of joint '" + name + text +
        ": feedback may be unstable, or the robot file lacks the rotor's inertia");
    }
  }
  return sentences;
}

}  // namespace hod_ros
