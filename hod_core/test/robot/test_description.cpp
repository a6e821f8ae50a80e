// SPDX-License-Identifier: Apache-2.0
// Robots described in code, as which any other source of a robot arrives here.
#include "hod/robot/description.hpp"

#include <gmock/gmock.h>

#include <functional>
#include <limits>
#include <string>

#include "hod/error.hpp"
#include "hod/robot/robot.hpp"

namespace hod
{
namespace
{

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

JointDescription joint(
  const std::string & name, const std::string & parent, const std::string & child)
{
  JointDescription joint;
  joint.name = name;
  joint.type = JointType::continuous;
  joint.parent = parent;
  joint.child = child;
  return joint;
}

/// base, upper, fore; the shoulder and the elbow between them.
RobotDescription arm()
{
  RobotDescription arm;
  arm.source = "arm";
  arm.name = "arm";
  for (const char * name : {"base", "upper", "fore"})
  {
    arm.links.push_back({name, {}});
  }
  arm.joints = {joint("shoulder", "base", "upper"), joint("elbow", "upper", "fore")};
  return arm;
}

struct Flaw
{
  const char * name;
  std::function<void(RobotDescription &)> make;
  const char * sentence;
};

class FlawedDescription : public testing::TestWithParam<Flaw>
{};

TEST_P(FlawedDescription, IsRefusedInOneSentence)
{
  RobotDescription description = arm();
  EXPECT_EQ(Robot(description).dof(), 2);
  GetParam().make(description);
  EXPECT_THAT(
    [&] { Robot robot(description); },
    testing::ThrowsMessage<Error>(std::string("arm: ") + GetParam().sentence));
}

INSTANTIATE_TEST_SUITE_P(
  Tree, FlawedDescription,
  testing::Values(
    Flaw{"no_link", [](auto & arm) { arm.links.clear(); }, "no link, expected at least one"},
    Flaw{
      "forged_name", [](auto & arm) { arm.name = "a\n[FATAL] b"; },
      "found a robot named \"a [FATAL] b\" with a control character in it, expected a name that "
      "can be printed"},
    Flaw{
      "nameless_link", [](auto & arm) { arm.links[1].name.clear(); },
      "found a link without a name, expected a name for each"},
    Flaw{
      "nameless_joint", [](auto & arm) { arm.joints[1].name.clear(); },
      "found a joint without a name, expected a name for each"},
    Flaw{
      "same_links", [](auto & arm) { arm.links[2].name = "base"; },
      "two links are named 'base', expected one"},
    Flaw{
      "same_joints", [](auto & arm) { arm.joints[1].name = "shoulder"; },
      "two joints are named 'shoulder', expected one"},
    Flaw{
      "unknown_link", [](auto & arm) { arm.joints[1].child = "hand"; },
      "joint 'elbow' refers to link 'hand', which the robot does not have"},
    Flaw{
      "two_parents", [](auto & arm) { arm.joints[1] = joint("elbow", "base", "upper"); },
      "link 'upper' is the child of joints 'shoulder' and 'elbow', expected one"},
    Flaw{
      "two_roots", [](auto & arm) { arm.joints.pop_back(); },
      "two root links, 'base' and 'fore', expected one"},
    Flaw{
      "no_root", [](auto & arm) { arm.joints.push_back(joint("wrist", "fore", "base")); },
      "every link is the child of a joint (a cycle), expected one root link"},
    Flaw{
      "cycle_beside_the_root",
      [](auto & arm) {
        arm.joints = {joint("one", "upper", "fore"), joint("other", "fore", "upper")};
      },
      "joint 'one' belongs to a cycle of links, expected a tree"}),
  [](const auto & flaw) { return std::string(flaw.param.name); });

INSTANTIATE_TEST_SUITE_P(
  Joint, FlawedDescription,
  testing::Values(
    Flaw{
      "turned_twice", [](auto & arm) { arm.joints[0].origin.rotation *= 2.0; },
      "joint 'shoulder' has an invalid origin, expected finite numbers and a rotation"},
    Flaw{
      "mirrored", [](auto & arm) { arm.joints[0].origin.rotation(2, 2) = -1.0; },
      "joint 'shoulder' has an invalid origin, expected finite numbers and a rotation"},
    Flaw{
      "nowhere", [](auto & arm) { arm.joints[0].origin.translation.x() = kNan; },
      "joint 'shoulder' has an invalid origin, expected finite numbers and a rotation"},
    Flaw{
      "no_axis", [](auto & arm) { arm.joints[0].axis.setZero(); },
      "joint 'shoulder' has the axis 0 0 0, expected a direction"},
    Flaw{
      "no_effort", [](auto & arm) { arm.joints[0].limits.effort = kNan; },
      "joint 'shoulder': found an effort limit = nan, expected a number not below zero"},
    Flaw{
      "limits_swapped", [](auto & arm) { arm.joints[0].limits = {2.0, 1.0}; },
      "joint 'shoulder': found a lower limit = 2, expected at most the upper one"},
    Flaw{
      "limits_beyond_all_positions",
      [](auto & arm) { arm.joints[0].limits = {JointLimits::kNone, JointLimits::kNone}; },
      "joint 'shoulder': found both limits = inf, expected limits with a position between them"},
    Flaw{
      "follows_by_no_number", [](auto & arm) { arm.joints[1].mimic = {{"shoulder", kNan, 0.0}}; },
      "joint 'elbow' mimics with numbers that are not finite"},
    Flaw{
      "follows_itself", [](auto & arm) { arm.joints[1].mimic = {{"elbow", 1.0, 0.0}}; },
      "joint 'elbow' mimics itself through a cycle, expected an independent joint"},
    Flaw{
      "follow_each_other",
      [](auto & arm) {
        arm.joints[0].mimic = {{"elbow", 1.0, 0.0}};
        arm.joints[1].mimic = {{"shoulder", 1.0, 0.0}};
      },
      "joint 'shoulder' mimics itself through a cycle, expected an independent joint"}),
  [](const auto & flaw) { return std::string(flaw.param.name); });

INSTANTIATE_TEST_SUITE_P(
  WhatActs, FlawedDescription,
  testing::Values(
    Flaw{
      "mass_not_finite", [](auto & arm) { arm.links[1].mass.mass = kNan; },
      "link 'upper' has mass properties that are not finite, expected numbers"},
    Flaw{
      "mass_below_zero", [](auto & arm) { arm.links[1].mass.mass = -1.0; },
      "link 'upper' has mass -1 kg, expected zero or more"},
    Flaw{
      "gravity", [](auto & arm) { arm.gravity.z() = kNan; },
      "gravity is not finite, expected three numbers in m/s²"},
    Flaw{
      "base", [](auto & arm) { arm.base.rotation *= 2.0; },
      "the base's motion is invalid, expected a rotation and finite numbers"},
    Flaw{
      "elastic_without_springs", [](auto & arm) { arm.is_elastic = true; },
      "drive: found 'elastic' and no spring, expected the stiffness of a joint"},
    Flaw{
      "spring_of_a_fixed_joint",
      [](auto & arm) {
        arm.is_elastic = true;
        arm.joints[1].type = JointType::fixed;
        arm.joints[1].drive.stiffness = 1000.0;
      },
      "drive: found 'elastic' and no spring, expected the stiffness of a joint"},
    Flaw{
      "load_of_huge_forces",
      [](auto & arm) {
        Load load = constant_load("fore", LoadFrame::link, Eigen::Vector3d::Zero());
        load.times = {0.0, 1.0};
        load.table = RowMatrix::Constant(2, 2 * Load::kColumns, 1e308);
        arm.loads.push_back(load);
      },
      "load on link 'fore': found times beyond 1e20 s or a wrench beyond 1e100, expected smaller "
      "numbers"}),
  [](const auto & flaw) { return std::string(flaw.param.name); });

// The square of a length, which a norm takes, holds neither.
TEST(Description, HasAxesOfAnyLength)
{
  for (const double length : {5e-324, 1e-200, 1e-161, 1.0, 1e200, 1e308})
  {
    RobotDescription description = arm();
    description.joints[0].axis = {0.0, length, -length};
    const Eigen::Vector3d axis = Robot(description).bodies()[1].axis;
    EXPECT_LT((axis - Eigen::Vector3d(0.0, M_SQRT1_2, -M_SQRT1_2)).norm(), 1e-15) << length;
  }
}

TEST(Description, WithoutASourceIsCalledARobot)
{
  RobotDescription description = arm();
  description.source.clear();
  description.joints.pop_back();
  EXPECT_THAT(
    [&] { Robot robot(description); },
    testing::ThrowsMessage<Error>(testing::StartsWith("robot: two root links")));
}

}  // namespace
}  // namespace hod
