// SPDX-License-Identifier: Apache-2.0
// A robot on a carrier that is part of the robot, against the same robot on a base whose motion is
// prescribed to be the carrier's.
#include "hod/robot/base_motion.hpp"

#include <gmock/gmock.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <string>
#include <utility>

#include "comparison.hpp"
#include "hod/dynamics/energies/energies.hpp"
#include "hod/series/functions.hpp"
#include "random_robot.hpp"

namespace hod
{
namespace
{

using reference::random_motion;
using reference::random_robot;
using reference::relative_error;
using reference::RobotTraits;
using reference::tolerance;

constexpr int kOrder = 6;
constexpr int kRows = kOrder + 3;
using MotionSeries = Series<kRows>;

JointDescription carrier_joint(int index, JointType type, const Eigen::Vector3d & axis)
{
  JointDescription joint;
  joint.name = "carrier_" + std::to_string(index);
  joint.type = type;
  joint.parent = "carrier_link_" + std::to_string(index);
  joint.child = "carrier_link_" + std::to_string(index + 1);
  joint.axis = axis;
  return joint;
}

/// The robot behind three slides and two turns, whose columns come first.
RobotDescription carried(const RobotDescription & description)
{
  RobotDescription whole;
  whole.name = "carried";
  for (int i = 0; i < 5; ++i)
  {
    whole.links.push_back({"carrier_link_" + std::to_string(i), {}});
  }
  whole.joints = {
    carrier_joint(0, JointType::prismatic, Eigen::Vector3d::UnitX()),
    carrier_joint(1, JointType::prismatic, Eigen::Vector3d::UnitY()),
    carrier_joint(2, JointType::prismatic, Eigen::Vector3d::UnitZ()),
    carrier_joint(3, JointType::revolute, Eigen::Vector3d::UnitZ()),
    carrier_joint(4, JointType::revolute, Eigen::Vector3d::UnitY())};
  whole.joints.back().child = description.links.front().name;
  whole.links.insert(whole.links.end(), description.links.begin(), description.links.end());
  whole.joints.insert(whole.joints.end(), description.joints.begin(), description.joints.end());
  return whole;
}

MotionSeries column_series(const RowMatrix & motion, int column)
{
  return MotionSeries::from_derivatives(motion.data() + column, kRows, motion.outerStride());
}

/// Motion of the carrier's end from its five columns: R = Rz(a) Ry(b), so that in its own axes
/// ω = (−a' sin b, b', a' cos b).
BaseMotion carrier_motion(const RowMatrix & motion)
{
  BaseMotion base;
  const double a = motion(0, 3);
  const double b = motion(0, 4);
  base.rotation = (Eigen::AngleAxisd(a, Eigen::Vector3d::UnitZ()) *
                   Eigen::AngleAxisd(b, Eigen::Vector3d::UnitY()))
                    .toRotationMatrix();
  const MotionSeries angle = column_series(motion, 4);
  const auto turned = sin_cos(angle);
  const auto a_rate = derivative(column_series(motion, 3));
  const auto b_rate = derivative(angle);
  const auto x = -(a_rate * turned.sin.resized<kRows - 1>());
  const auto z = a_rate * turned.cos.resized<kRows - 1>();
  for (int k = 0; k + 1 < kRows; ++k)
  {
    const auto entry = static_cast<std::size_t>(k);
    base.angular_velocity[entry] = {x.derivative(k), b_rate.derivative(k), z.derivative(k)};
    if (k + 2 < kRows)
    {
      base.acceleration[entry] = motion.row(k + 2).head<3>().transpose();
    }
  }
  base.velocity = motion.row(1).head<3>().transpose();
  return base;
}

class CarriedRobot : public testing::TestWithParam<unsigned>
{
protected:
  const RobotDescription description =
    random_robot(GetParam(), RobotTraits{8, 0.3, 0.3, 0.2, 0.2, 0.1, false});
  const Robot whole{carried(description)};
  const Robot part{description};
  const RowMatrix motion = random_motion(GetParam() + 100, kRows, whole.dof());
};

TEST_P(CarriedRobot, HasTheForcesOfAPrescribedBase)
{
  Workspace workspace(whole, kOrder);
  ASSERT_EQ(forces(workspace, motion, kOrder), Result::ok);
  Workspace prescribed(part, kOrder);
  ASSERT_EQ(prescribed.set_base_motion(carrier_motion(motion)), Result::ok);
  ASSERT_EQ(forces(prescribed, motion.rightCols(part.dof()), kOrder), Result::ok);
  for (int k = 0; k <= kOrder; ++k)
  {
    EXPECT_LE(
      relative_error(prescribed.force().row(k), workspace.force().row(k).tail(part.dof())),
      tolerance(k))
      << "derivative " << k;
  }
}

TEST_P(CarriedRobot, HasTheEnergiesOfAPrescribedBase)
{
  Workspace workspace(whole, kOrder);
  ASSERT_EQ(forces_and_energies(workspace, motion, 2, 4), Result::ok);
  Workspace prescribed(part, kOrder);
  ASSERT_EQ(prescribed.set_base_motion(carrier_motion(motion)), Result::ok);
  ASSERT_EQ(forces_and_energies(prescribed, motion.rightCols(part.dof()), 2, 4), Result::ok);
  const auto bodies = static_cast<Eigen::Index>(part.bodies().size());
  EXPECT_LE(
    relative_error(
      prescribed.energy().leftCols(5), workspace.energy().leftCols(5).bottomRows(bodies)),
    1e-12);
}

TEST_P(CarriedRobot, ForgetsTheMotionWithADefaultOne)
{
  Workspace workspace(part, kOrder);
  const RowMatrix columns = motion.rightCols(part.dof());
  ASSERT_EQ(forces(workspace, columns, kOrder), Result::ok);
  const RowMatrix at_rest = workspace.force();
  ASSERT_EQ(workspace.set_base_motion(carrier_motion(motion)), Result::ok);
  ASSERT_EQ(workspace.set_base_motion({}), Result::ok);
  ASSERT_EQ(forces(workspace, columns, kOrder), Result::ok);
  EXPECT_EQ(workspace.force(), at_rest);
}

INSTANTIATE_TEST_SUITE_P(Seeds, CarriedRobot, testing::Values(1U, 2U, 3U));

struct SteadyBases
{
  const Robot robot{random_robot(41, {6, 0.2, 0.2, 0.0, 0.0, 0.0, false})};
  const Eigen::Vector3d gravity = robot.gravity();

  /// Turns about the vertical, away from its axis, or about any axis if nothing weighs.
  BaseMotion carousel(const Eigen::Vector3d & rate = {0.0, 0.0, 1.7}) const
  {
    BaseMotion base;
    base.rotation =
      Eigen::AngleAxisd(0.8, Eigen::Vector3d(1.0, -2.0, 0.5).normalized()).toRotationMatrix();
    base.angular_velocity[0] = base.rotation.transpose() * rate;
    base.velocity = rate.cross(Eigen::Vector3d(0.4, -0.3, 0.2));
    Eigen::Vector3d derivative = base.velocity;
    for (Eigen::Vector3d & row : base.acceleration)
    {
      row = derivative = rate.cross(derivative);
    }
    return base;
  }

  /// Largest |Q⁽ᵏ⁾|, k ≥ 1, of the robot at rest in its base.
  double changes(const BaseMotion & base, const Eigen::Vector3d & weight) const
  {
    Workspace workspace(robot, kOrder);
    RowMatrix motion = RowMatrix::Zero(kRows, robot.dof());
    motion.row(0).setLinSpaced(-0.7, 0.9);
    EXPECT_EQ(workspace.set_base_motion(base), Result::ok);
    EXPECT_EQ(workspace.set_gravity(weight), Result::ok);
    EXPECT_EQ(forces(workspace, motion, kOrder), Result::ok);
    return workspace.force().bottomRows(kOrder).cwiseAbs().maxCoeff();
  }
};

// Whoever sits on a steady base sees no change: there a robot at rest needs forces at rest.
TEST(SteadyBase, IsOneOnWhichNothingChanges)
{
  const SteadyBases given;
  const Eigen::Vector3d none = Eigen::Vector3d::Zero();
  BaseMotion lift;
  lift.acceleration[0] = {1.0, 2.0, 3.0};
  const BaseMotion tumbling = given.carousel({0.3, 1.0, -0.6});
  for (const auto & [base, gravity] :
       {std::pair{BaseMotion{}, given.gravity},
        {lift, given.gravity},
        {given.carousel(), given.gravity},
        {tumbling, none}})
  {
    EXPECT_TRUE(is_steady(base, gravity));
    EXPECT_LE(given.changes(base, gravity), 1e-10);
  }
  BaseMotion turning;
  turning.angular_velocity[0] = {0.0, 2.0, 0.0};
  BaseMotion starting;
  starting.angular_velocity[1] = {0.0, 0.0, 0.1};
  BaseMotion jerking = lift;
  jerking.acceleration[1].z() = 0.1;
  BaseMotion late = lift;
  late.acceleration[5].z() = 0.1;
  BaseMotion unturned = given.carousel();
  std::fill(unturned.acceleration.begin() + 1, unturned.acceleration.end(), none);
  for (const BaseMotion & base : {turning, starting, jerking, late, unturned, tumbling})
  {
    EXPECT_FALSE(is_steady(base, given.gravity));
    EXPECT_FALSE(is_steady(base, given.gravity, 0));
    EXPECT_GE(given.changes(base, given.gravity), 1e-3);
  }
}

TEST(SteadyBase, IsToldToRounding)
{
  const SteadyBases given;
  for (const double size : {1e-11, 1e-13})
  {
    BaseMotion off = given.carousel();
    off.acceleration[3] *= 1.0 + size;
    EXPECT_EQ(is_steady(off, given.gravity), size < 1e-12);
    off = given.carousel();
    off.angular_velocity[1].x() = size;
    EXPECT_EQ(is_steady(off, given.gravity), size < 1e-12);
  }
}

TEST(SteadyBase, NeedsTheDerivativesThatAreUsed)
{
  const SteadyBases given;
  BaseMotion base = given.carousel();
  std::fill(base.acceleration.begin() + 3, base.acceleration.end(), Eigen::Vector3d::Zero());
  EXPECT_TRUE(is_steady(base, given.gravity, 2));
  EXPECT_FALSE(is_steady(base, given.gravity, 3));
  EXPECT_FALSE(is_steady(base, given.gravity));
}

TEST(SteadyBase, ComesOfAnyInstant)
{
  const SteadyBases given;
  BaseMotion base = given.carousel();
  base.angular_velocity[0] = {0.3, -1.2, 2.0};
  base.angular_velocity[1] = {1.0, 0.0, 0.0};
  base.acceleration[1] = {0.0, 3.0, 0.0};
  const BaseMotion found = steadied(base, given.gravity);
  EXPECT_TRUE(is_steady(found, given.gravity));
  EXPECT_LE(given.changes(found, given.gravity), 1e-10);
  EXPECT_EQ(found.rotation, base.rotation);
  EXPECT_EQ(found.velocity, base.velocity);
  EXPECT_EQ(found.angular_velocity[0], base.angular_velocity[0]);
  EXPECT_EQ(found.acceleration[0], base.acceleration[0]);
}

}  // namespace
}  // namespace hod
