// SPDX-License-Identifier: Apache-2.0
// Without Pinocchio, which has a urdfdom of its own: two of them must not meet in one process.
#include "hod/robot/urdf_model.hpp"

#include <gtest/gtest.h>
#include <urdf_parser/urdf_parser.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "hod/robot/robot.hpp"
#include "hod/robot/urdf.hpp"

namespace hod
{
namespace
{

constexpr char kArm[] = R"(<robot name="arm"><link name="base"/>
<link name="upper"><inertial><origin xyz="0.1 0 0.2" rpy="0.3 0.2 0.1"/><mass value="2"/>
  <inertia ixx="0.03" ixy="0.001" ixz="0.002" iyy="0.02" iyz="0.003" izz="0.025"/></inertial></link>
<link name="finger"/><link name="flange"/><link name="wheel"/>
<joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/>
  <origin xyz="1 2 3" rpy="0.5 -0.6 0.7"/><axis xyz="0 3 4"/>
  <limit lower="-2" upper="1" effort="30" velocity="3"/><dynamics damping="0.5" friction="2"/></joint>
<joint name="grip" type="prismatic"><parent link="upper"/><child link="finger"/>
  <limit effort="5" velocity="1"/><mimic joint="shoulder" multiplier="2" offset="0.1"/></joint>
<joint name="wrist" type="fixed"><parent link="upper"/><child link="flange"/></joint>
<joint name="roll" type="continuous"><parent link="flange"/><child link="wheel"/></joint>
</robot>)";

void expect_same(const MassProperties & found, const MassProperties & expected)
{
  EXPECT_EQ(found.mass, expected.mass);
  EXPECT_TRUE(found.center.isApprox(expected.center, 0.0) || found.center == expected.center);
  const double scale = std::max(expected.inertia.cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_LT((found.inertia - expected.inertia).cwiseAbs().maxCoeff(), 1e-13 * scale);
}

void expect_same(const JointDescription & found, const JointDescription & expected)
{
  EXPECT_EQ(found.type, expected.type);
  EXPECT_EQ(found.parent, expected.parent);
  EXPECT_EQ(found.child, expected.child);
  EXPECT_LT((found.origin.rotation - expected.origin.rotation).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_EQ(found.origin.translation, expected.origin.translation);
  EXPECT_LT((found.axis - expected.axis).norm(), 1e-15);
  EXPECT_EQ(found.limits.effort, expected.limits.effort);
  EXPECT_EQ(found.limits.velocity, expected.limits.velocity);
  const bool is_still = expected.limits.lower == 0.0 && expected.limits.upper == 0.0;
  EXPECT_EQ(found.limits.lower, is_still ? -JointLimits::kNone : expected.limits.lower);
  EXPECT_EQ(found.limits.upper, is_still ? JointLimits::kNone : expected.limits.upper);
  EXPECT_EQ(found.friction.viscous, expected.friction.viscous);
  EXPECT_EQ(found.friction.coulomb, expected.friction.coulomb);
  ASSERT_EQ(found.mimic.has_value(), expected.mimic.has_value());
  if (expected.mimic)
  {
    EXPECT_EQ(found.mimic->joint, expected.mimic->joint);
    EXPECT_EQ(found.mimic->multiplier, expected.mimic->multiplier);
    EXPECT_EQ(found.mimic->offset, expected.mimic->offset);
  }
}

void expect_same(const RobotDescription & found, const RobotDescription & expected)
{
  EXPECT_EQ(found.name, expected.name);
  ASSERT_EQ(found.links.size(), expected.links.size());
  ASSERT_EQ(found.joints.size(), expected.joints.size());
  std::map<std::string, MassProperties> masses;
  for (const LinkDescription & link : found.links)
  {
    masses.emplace(link.name, link.mass);
  }
  std::map<std::string, JointDescription> joints;
  for (const JointDescription & joint : found.joints)
  {
    joints.emplace(joint.name, joint);
  }
  for (const LinkDescription & link : expected.links)
  {
    SCOPED_TRACE("link " + link.name);
    ASSERT_EQ(masses.count(link.name), 1u);
    expect_same(masses.at(link.name), link.mass);
  }
  for (const JointDescription & joint : expected.joints)
  {
    SCOPED_TRACE("joint " + joint.name);
    ASSERT_EQ(joints.count(joint.name), 1u);
    expect_same(joints.at(joint.name), joint);
  }
}

TEST(UrdfModel, IsWhatTheReaderOfUrdfsMakes)
{
  const auto model = urdf::parseURDF(kArm);
  ASSERT_TRUE(model);
  const RobotDescription description = from_urdf_model(*model);
  expect_same(description, parse_urdf(kArm));
  EXPECT_EQ(Robot(description).dof(), 2);
  EXPECT_EQ(Robot(description).joints().size(), 3u);
}

TEST(UrdfModel, RefusesAJointWithoutAType)
{
  urdf::ModelInterface model;
  model.joints_["j"] = std::make_shared<urdf::Joint>();
  EXPECT_THROW(from_urdf_model(model), Error);
}

/// All robots of example-robot-data that both can read.
TEST(UrdfModel, AgreesForManyRobots)
{
  if (!std::filesystem::is_directory(HOD_ROBOTS_DIRECTORY))
  {
    GTEST_SKIP() << "example-robot-data is not installed";
  }
  int compared = 0;
  for (const auto & file : std::filesystem::recursive_directory_iterator(HOD_ROBOTS_DIRECTORY))
  {
    if (file.path().extension() != ".urdf")
    {
      continue;
    }
    SCOPED_TRACE(file.path().string());
    std::ifstream stream(file.path());
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    const auto model = urdf::parseURDF(text);
    try
    {
      const RobotDescription expected = parse_urdf(text);
      if (model)
      {
        expect_same(from_urdf_model(*model), expected);
        ++compared;
      }
    }
    catch (const Error & error)
    {
      // urdfdom looks at fewer things, as whether a joint that others mimic is there.
      if (model)
      {
        EXPECT_THROW(Robot(from_urdf_model(*model)), Error) << error.what();
      }
    }
  }
  EXPECT_GE(compared, 30);
}

}  // namespace
}  // namespace hod
