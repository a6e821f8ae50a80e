// SPDX-License-Identifier: Apache-2.0
#include "hod/pinocchio/from_pinocchio.hpp"

#include <gmock/gmock.h>

#include <limits>
#include <pinocchio/algorithm/rnea.hpp>
#include <string>

#include "comparison.hpp"
#include "hod/error.hpp"
#include "peers.hpp"
#include "random_robot.hpp"

namespace hod
{
namespace
{

using reference::fast_forces;
using reference::Random;
using reference::random_motion;
using reference::relative_error;
using test::configuration;
using test::random_inertia;
using test::random_placement;

/// Adds a joint with a body below it, and its joint frame as the parsers do.
pinocchio::JointIndex add_body(
  pinocchio::Model & peer, pinocchio::JointIndex parent, const pinocchio::JointModel & joint,
  const std::string & name, Random & random)
{
  const auto index = peer.addJoint(parent, joint, random_placement(random), name);
  peer.addJointFrame(index);
  peer.addBodyFrame(name + "_link", index);
  peer.appendBodyToJoint(index, random_inertia(random), pinocchio::SE3::Identity());
  return index;
}

/// A tree with a joint of every kind that has a counterpart.
pinocchio::Model every_joint(Random & random)
{
  pinocchio::Model peer;
  peer.name = "every_joint";
  const auto a = add_body(peer, 0, pinocchio::JointModelRX(), "a", random);
  const auto b = add_body(peer, a, pinocchio::JointModelRUBY(), "b", random);
  const auto c = add_body(peer, b, pinocchio::JointModelPZ(), "c", random);
  add_body(
    peer, c, pinocchio::JointModelRevoluteUnboundedUnaligned(random.direction()), "d", random);
  add_body(peer, b, pinocchio::JointModelPrismaticUnaligned(random.direction()), "e", random);
  const auto f =
    add_body(peer, 0, pinocchio::JointModelRevoluteUnaligned(random.direction()), "f", random);
  add_body(
    peer, f, pinocchio::JointModelMimic(pinocchio::JointModelRZ(), peer.joints[a], -0.7, 0.3), "g",
    random);
  return peer;
}

TEST(FromPinocchio, ForcesEqualRnea)
{
  for (std::uint64_t seed = 1; seed <= 10; ++seed)
  {
    Random random(seed);
    pinocchio::Model peer = every_joint(random);
    peer.gravity.linear() = random.vector(10.0);
    peer.armature.setConstant(seed % 2 == 0 ? 0.0 : 0.3);
    const Robot robot(from_pinocchio(peer));
    ASSERT_EQ(robot.dof(), peer.nv);
    const RowMatrix motion = random_motion(seed, 3, peer.nv);
    pinocchio::Data data(peer);
    const Eigen::VectorXd expected = pinocchio::rnea(
      peer, data, configuration(peer, motion), motion.row(1).transpose().eval(),
      motion.row(2).transpose().eval());
    EXPECT_LE(relative_error(fast_forces(robot, motion, 0), expected.transpose()), 1e-13);
  }
}

TEST(FromPinocchio, KeepsNamesLimitsAndFixedLinks)
{
  Random random(3);
  pinocchio::Model peer = every_joint(random);
  peer.lowerPositionLimit[0] = -1.5;
  peer.upperPositionLimit[0] = 2.5;
  peer.damping[0] = 0.25;
  const pinocchio::SE3 tool = random_placement(random);
  peer.addBodyFrame("tool", 1, tool);

  const Robot robot(from_pinocchio(peer));
  EXPECT_THAT(robot.joint_names(), testing::ElementsAre("a", "b", "c", "d", "e", "f"));
  EXPECT_EQ(robot.joint_of(0).limits.lower, -1.5);
  EXPECT_EQ(robot.joint_of(0).limits.upper, 2.5);
  EXPECT_EQ(robot.joint_of(0).friction.viscous, 0.25);
  EXPECT_EQ(robot.joint_of(1).limits.upper, std::numeric_limits<double>::infinity());
  ASSERT_GE(robot.link_index("tool"), 0);
  const LinkPlacement & link = robot.links()[static_cast<std::size_t>(robot.link_index("tool"))];
  EXPECT_EQ(robot.bodies()[static_cast<std::size_t>(link.body)].joint, "a");
  EXPECT_TRUE(link.pose.translation.isApprox(tool.translation()));
  EXPECT_GE(robot.link_index("b_link"), 0);
}

/// The sentence with which a robot is refused; empty if it is not.
std::string refusal(const pinocchio::Model & peer)
{
  try
  {
    const Robot robot(from_pinocchio(peer));
  }
  catch (const Error & error)
  {
    return error.what();
  }
  return "";
}

std::string refusal_of(const pinocchio::JointModel & joint)
{
  Random random(4);
  pinocchio::Model peer;
  peer.name = "refused";
  add_body(peer, 0, joint, "odd", random);
  return refusal(peer);
}

TEST(FromPinocchio, RefusesWhatAModelHasNoPlaceFor)
{
  using testing::HasSubstr;
  EXPECT_THAT(refusal_of(pinocchio::JointModelFreeFlyer()), HasSubstr("'odd' is floating"));
  EXPECT_THAT(refusal_of(pinocchio::JointModelPlanar()), HasSubstr("'odd' is planar"));
  EXPECT_THAT(
    refusal_of(pinocchio::JointModelSpherical()),
    HasSubstr("joint 'odd' is a JointModelSpherical, expected"));
  EXPECT_THAT(refusal_of(pinocchio::JointModelTranslation()), HasSubstr("JointModelTranslation"));
  Random random(5);
  pinocchio::Model turning = every_joint(random);
  turning.gravity.angular().y() = 0.1;
  EXPECT_THAT(refusal(turning), HasSubstr("found a gravity with an angular part"));
}

/// Columns would be in another order than those of the model.
TEST(FromPinocchio, RefusesJointsThatAreNotDepthFirst)
{
  Random random(7);
  pinocchio::Model peer;
  peer.name = "mixed";
  const auto a = add_body(peer, 0, pinocchio::JointModelRX(), "a", random);
  const auto b = add_body(peer, a, pinocchio::JointModelRY(), "b", random);
  add_body(peer, 0, pinocchio::JointModelRZ(), "c", random);
  EXPECT_EQ(refusal(peer), "");
  add_body(peer, b, pinocchio::JointModelRZ(), "d", random);
  EXPECT_THAT(
    refusal(peer), testing::HasSubstr("found joint 'd' after joint 'c' of another branch"));
}

TEST(FromPinocchio, RefusesLimitsThatAreNotNumbers)
{
  using testing::HasSubstr;
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  Random random(6);
  pinocchio::Model peer = every_joint(random);
  peer.lowerPositionLimit[0] = kNan;
  EXPECT_THAT(refusal(peer), HasSubstr("found a lower limit = nan"));
  peer.lowerPositionLimit[0] = -1.0;
#if PINOCCHIO_VERSION_AT_LEAST(4, 0, 0)
  peer.upperEffortLimit[0] = kNan;
#else
  peer.effortLimit[0] = kNan;
#endif
  EXPECT_THAT(refusal(peer), HasSubstr("found an effort limit = nan"));
}

}  // namespace
}  // namespace hod
