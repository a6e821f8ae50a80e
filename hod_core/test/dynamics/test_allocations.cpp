// SPDX-License-Identifier: Apache-2.0
// Calls that take a Workspace run in control loops: they must not touch the heap.
#include <gmock/gmock.h>

#include <memory>
#include <vector>

#include "allocation_counter.hpp"
#include "hod/dynamics/drives/drive_history.hpp"
#include "hod/dynamics/energies/energies.hpp"
#include "hod/dynamics/forces/forces.hpp"
#include "hod/dynamics/kinematics/momentum.hpp"
#include "hod/dynamics/kinematics/operational.hpp"
#include "random_robot.hpp"

namespace hod
{
namespace
{

TEST(Allocations, TheCounterCounts)
{
  RowMatrix matrix;
  EXPECT_EQ(allocations_of([&] { matrix.resize(50, 50); }), 1);
  std::unique_ptr<Robot> robot;
  EXPECT_GT(
    allocations_of([&] { robot = std::make_unique<Robot>(reference::random_robot(1, {})); }), 1);
}

TEST(Allocations, NoneInAnyCallWithAWorkspace)
{
  for (const int joints : {1, 7, 30})
  {
    const Robot robot(reference::random_robot(17, {joints, 0.3, 0.3, 0.2, 0.2, 0.1, false}));
    const RowMatrix motion = reference::random_motion(18, 9, robot.dof());
    Workspace workspace(robot, kMaxOrder);
    const MassProperties mass = robot.bodies().back().mass;
    const int body = static_cast<int>(robot.bodies().size()) - 1;
    for (int order = 0; order <= kMaxOrder; ++order)
    {
      Result results[7] = {};
      const int counted = allocations_of([&] {
        results[0] = forces(workspace, motion, order);
        results[1] = force_terms(workspace, motion, order);
        results[2] = energies(workspace, motion, order);
        results[3] = forces_and_energies(workspace, motion, order, order);
        results[4] = reactions(workspace, motion, order);
        results[5] = workspace.set_mass(body, mass);
        results[6] = workspace.set_gravity({0.0, 0.0, -9.81});
        if (results[6] == Result::ok)
        {
          results[6] = workspace.set_base_motion({});
        }
      });
      EXPECT_EQ(counted, 0) << joints << " joints, order " << order;
      EXPECT_THAT(results, testing::Each(Result::ok));
    }
  }
}

TEST(Allocations, NoneInAnyKinematicsCall)
{
  for (const int joints : {1, 5, 6, 30})
  {
    const Robot robot(reference::random_robot(19, {joints, 0.0, 0.3, 0.2, 0.2, 0.1, false}));
    constexpr int kOrder = KinematicsWorkspace::kMaxOrder;
    const RowMatrix motion = reference::random_motion(20, kOrder + 1, robot.dof());
    const Eigen::VectorXd position = motion.row(0);
    const int link = static_cast<int>(robot.links().size()) - 1;
    KinematicsWorkspace workspace(robot, kOrder);
    OperationalWorkspace operational(robot, link, kOrder);
    RowMatrix path(kOrder + 1, 3);
    RowMatrix rates(kOrder, 6);
    Eigen::VectorXd energy(kOrder);
    Result results[8] = {};
    const Eigen::Vector3d point(0.1, 0.2, 0.3);
    const int counted = allocations_of([&] {
      results[0] = kinematics(workspace, motion, kOrder);
      results[1] = jacobian(workspace, link, kOrder, point);
      results[2] = point_motion(workspace, link, point, path);
      results[3] = momentum(workspace, point, rates);
      results[4] = kinetic_energy(workspace, energy);
      results[5] = mass_moment(workspace, path);
      results[6] = link_motion(workspace, link, Eigen::Vector3d::Zero(), rates);
      results[7] = joint_motion(operational, position, rates);
      path.topRows(3) = orientation(workspace, link, 2);
    });
    EXPECT_EQ(counted, 0) << joints << " joints";
    EXPECT_THAT(results, testing::Each(Result::ok));
  }
}

TEST(Allocations, NoneInAnyCallOfAnElasticDrive)
{
  JointDrive joint;
  joint.stiffness = 1e4;
  joint.damping = 5.0;
  joint.coulomb_friction = 2.0;
  const ElasticDrive drive(std::vector<JointDrive>(7, joint));
  constexpr int kOrder = kMaxOrder;
  DriveHistory history(drive, kOrder);
  const RowMatrix motion = reference::random_motion(21, kOrder + 1, 7);
  const RowMatrix force = reference::random_motion(22, kOrder + 1, 7);
  const Eigen::VectorXd deflection = Eigen::VectorXd::Zero(7);
  RowMatrix motor(kOrder + 1, 7);
  RowMatrix torque(kOrder - 1, 7);
  Result results[4] = {};
  const int counted = allocations_of([&] {
    results[0] = motor_motion(drive, motion, force, motor, torque);
    results[1] = history.start(motion, force, motor, torque);
    results[2] = history.start_from(deflection, motion, force, motor, torque);
    results[3] = history.advance(1e-3, motion, force, motor, torque);
  });
  EXPECT_EQ(counted, 0);
  EXPECT_THAT(results, testing::Each(Result::ok));
}

}  // namespace
}  // namespace hod
