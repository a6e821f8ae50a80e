// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__DYNAMICS__TERM_CASES_HPP_
#define HOD__TEST__DYNAMICS__TERM_CASES_HPP_

#include <gmock/gmock.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <string>
#include <vector>

#include "comparison.hpp"
#include "hod/dynamics/forces/forces.hpp"
#include "hod/dynamics/kinematics/kinematics.hpp"
#include "hod/series/combinatorics.hpp"
#include "random_robot.hpp"

namespace hod::reference
{

/// Chains, trees with every kind of joint, and links that are two bodies joined.
inline const RobotTraits kTermRobots[] = {
  {1, 0.0, 0.0, 0.0, 0.0, 0.0, false},
  {7, 0.0, 0.4, 0.0, 0.0, 0.0, false},
  {17, 0.4, 0.3, 0.2, 0.3, 0.0, false},
};

/// Rows so large that all derivatives matter.
inline Load random_load(Random & random, const Robot & robot, LoadFrame frame, int rows)
{
  Load load;
  const int link = random.integer(static_cast<int>(robot.links().size()));
  load.link = robot.links()[static_cast<std::size_t>(link)].name;
  load.frame = frame;
  load.point = random.vector(0.5);
  for (int k = 0; k < rows; ++k)
  {
    load.wrench.row(k) << random.vector(20.0).transpose(), random.vector(5.0).transpose();
  }
  return load;
}

inline std::vector<Load> random_loads(Random & random, const Robot & robot)
{
  return {
    random_load(random, robot, LoadFrame::link, 1), random_load(random, robot, LoadFrame::world, 1),
    random_load(random, robot, LoadFrame::link, 7),
    random_load(random, robot, LoadFrame::world, 4)};
}

inline std::vector<JointFriction> random_friction(Random & random, const Robot & robot)
{
  std::vector<JointFriction> friction;
  for (int column = 0; column < robot.dof(); ++column)
  {
    JointFriction joint;
    joint.viscous = random.uniform(0.0, 3.0);
    joint.coulomb = random.uniform(0.0, 3.0);
    joint.stribeck = random.uniform(0.0, 3.0);
    joint.stribeck_speed = random.uniform(0.5, 2.0);
    joint.bearing_coefficient = random.uniform(0.0, 0.3);
    joint.bearing_radius = random.uniform(0.0, 0.1);
    joint.smoothing_speed = random.uniform(0.5, 2.0);
    joint.smoothing_force = random.uniform(1.0, 10.0);
    friction.push_back(joint);
  }
  return friction;
}

/// Of every column.
inline std::vector<JointDrive> random_rotors(Random & random, const Robot & robot)
{
  std::vector<JointDrive> rotors(static_cast<std::size_t>(robot.dof()));
  for (JointDrive & rotor : rotors)
  {
    rotor.motor_inertia = random.uniform(0.0, 1e-3);
    rotor.gear_ratio = random.uniform(-100.0, 100.0);
  }
  return rotors;
}

/// The description's joint that drives a column.
inline JointDescription & joint_of(RobotDescription & description, const Robot & robot, int column)
{
  const std::string & name = robot.joint_names()[static_cast<std::size_t>(column)];
  return *std::find_if(
    description.joints.begin(), description.joints.end(),
    [&name](const JointDescription & joint) { return joint.name == name; });
}

inline Robot with_loads(const Robot & robot, const std::vector<Load> & loads)
{
  return robot.with([&loads](RobotDescription & description) { description.loads = loads; });
}

/// Friction of every column, none of mimics.
inline Robot with_friction(const Robot & robot, const std::vector<JointFriction> & friction)
{
  return robot.with([&](RobotDescription & description) {
    description.has_friction = true;
    for (int column = 0; column < robot.dof(); ++column)
    {
      joint_of(description, robot, column).friction = friction[static_cast<std::size_t>(column)];
    }
  });
}

inline Robot with_drives(const Robot & robot, const std::vector<JointDrive> & drives)
{
  return robot.with([&](RobotDescription & description) {
    for (int column = 0; column < robot.dof(); ++column)
    {
      joint_of(description, robot, column).drive = drives[static_cast<std::size_t>(column)];
    }
  });
}

/// The terms of the last call, kept.
struct TermValues
{
  explicit TermValues(const TermRows & rows)
  : inertia(rows.inertia),
    gravity(rows.gravity),
    load(rows.load),
    friction(rows.friction),
    rotor(rows.rotor)
  {}

  RowMatrix inertia, gravity, load, friction, rotor;
};

/// Q_L⁽ᵏ⁾ = Σ C(k, i) J⁽ⁱ⁾ᵀ w⁽ᵏ⁻ⁱ⁾ of a load's wrench w in the world's axes (000 (130)–(132),
/// (162)), from the Jacobian's derivatives.
inline RowMatrix load_force_by_jacobian(
  const Robot & robot, const RowMatrix & motion, const Load & load, int order)
{
  KinematicsWorkspace workspace(robot, order + 1);
  EXPECT_EQ(kinematics(workspace, motion, order + 1), Result::ok);
  const int link = robot.link_index(load.link);
  EXPECT_EQ(jacobian(workspace, link, order, load.point), Result::ok);
  RowMatrix wrench = load.wrench.topRows(order + 1);
  if (load.frame == LoadFrame::link)
  {
    wrench.setZero();
    for (int k = 0; k <= order; ++k)
    {
      for (int i = 0; i <= k; ++i)
      {
        const Eigen::Matrix3d turn = binomial(k, i) * orientation(workspace, link, i);
        wrench.row(k).head<3>() +=
          (turn * load.wrench.row(k - i).head<3>().transpose()).transpose();
        wrench.row(k).tail<3>() +=
          (turn * load.wrench.row(k - i).tail<3>().transpose()).transpose();
      }
    }
  }
  RowMatrix force = RowMatrix::Zero(order + 1, robot.dof());
  for (int k = 0; k <= order; ++k)
  {
    for (int i = 0; i <= k; ++i)
    {
      force.row(k) += binomial(k, i) * wrench.row(k - i) * workspace.jacobian.middleRows(6 * i, 6);
    }
  }
  return force;
}

}  // namespace hod::reference

#endif  // HOD__TEST__DYNAMICS__TERM_CASES_HPP_
