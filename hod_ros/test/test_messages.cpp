// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <limits>

#include "hod/mass/dimensions.hpp"
#include "hod_ros/joint_names.hpp"
#include "hod_ros/messages.hpp"
#include "refusal.hpp"

using hod::RowMatrix;
using testing::ElementsAre;
using testing::HasSubstr;

namespace
{

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
const std::vector<std::string> kJoints = {"shoulder", "elbow", "slide"};

}  // namespace

TEST(JointNames, MapsByNameWhateverTheOrder)
{
  EXPECT_THAT(hod_ros::places_of({"slide", "shoulder"}, kJoints, "here"), ElementsAre(2, 0));
  EXPECT_THAT(hod_ros::not_among({"elbow"}, kJoints), ElementsAre("shoulder", "slide"));
  EXPECT_EQ(
    refusal([]() { hod_ros::places_of({"wrist"}, kJoints, "here"); }),
    "here: there is no joint 'wrist', expected some of: shoulder, elbow, slide");
  EXPECT_EQ(
    refusal([]() { hod_ros::places_of({"elbow", "elbow"}, kJoints, "here"); }),
    "here: joint 'elbow' is named twice, expected once");
}

TEST(MotionTable, PutsColumnsWhereTheJointsAreAndMarksAbsentOnes)
{
  hod_msgs::msg::JointMotion message;
  message.joint_names = {"slide", "shoulder"};
  message.order = 1;
  message.derivatives = {1.0, 2.0, 3.0, 4.0};
  const RowMatrix table = hod_ros::motion_table(message, kJoints, 3, kNaN);
  EXPECT_THAT(std::vector<double>({table(0, 0), table(1, 0), table(2, 0)}), ElementsAre(2, 4, 0));
  EXPECT_THAT(std::vector<double>({table(0, 2), table(1, 2), table(2, 2)}), ElementsAre(1, 3, 0));
  EXPECT_TRUE(table.col(1).array().isNaN().all());
  EXPECT_EQ(hod_ros::motion_table(message, kJoints, 1, 0.0).rows(), 1);
}

TEST(MotionTable, RefusesTablesOfTheWrongSize)
{
  hod_msgs::msg::JointMotion message;
  message.joint_names = {"slide", "shoulder"};
  message.order = 1;
  message.derivatives = {1.0, 2.0, 3.0};
  EXPECT_EQ(
    refusal([&]() { hod_ros::motion_table(message, kJoints, 3, 0.0); }),
    "joint motion: has 3 derivatives, expected 4 for 2 joints at order 1");
}

TEST(RoundTrip, JointMotion)
{
  const RowMatrix motion = RowMatrix::Random(5, 3);
  const auto message = hod_ros::motion_message(motion, kJoints);
  EXPECT_EQ(message.order, 4);
  EXPECT_EQ(hod_ros::motion_table(message, kJoints, 5, kNaN), motion);
  const RowMatrix longer = hod_ros::motion_table(message, kJoints, 7, kNaN, kNaN);
  EXPECT_TRUE(longer.bottomRows(2).array().isNaN().all()) << "what is not given";
}

TEST(RoundTrip, Forces)
{
  const RowMatrix force = RowMatrix::Random(3, 3);
  hod_msgs::msg::HigherOrderForces message;
  message.joint_names = kJoints;
  message.order = 2;
  message.values = hod_ros::flat(force);
  EXPECT_EQ(hod_ros::force_table(message), force);
  const auto joint = hod_ros::joint_forces(message, 1);
  EXPECT_EQ(joint.joint, "elbow");
  EXPECT_EQ(joint.effort, force(0, 1));
  EXPECT_EQ(joint.effort_d1, force(1, 1));
  EXPECT_EQ(joint.effort_d2, force(2, 1));
  message.order = 0;
  message.values.resize(3);
  EXPECT_TRUE(std::isnan(hod_ros::joint_forces(message, 1).effort_d1));
  message.values.pop_back();
  EXPECT_THAT(
    refusal([&]() { hod_ros::force_table(message); }), HasSubstr("has 2 values, expected 3"));
}

TEST(RoundTrip, MassBody)
{
  hod::mass::HomogeneousBody body;
  body.shape = hod::mass::make_shape("cone", {{"radius", 0.3}, {"length", 0.5}});
  body.density = 2700.0;
  body.xyz << 0.1, -0.2, 0.3;
  body.rpy << 0.4, 0.5, -0.6;
  body.sign = -1;
  const auto back = hod_ros::body_of(hod_ros::body_message(body));
  EXPECT_EQ(hod::mass::name(back.shape), "cone");
  EXPECT_EQ(back.density, body.density);
  EXPECT_EQ(back.mass, std::nullopt);
  EXPECT_EQ(back.xyz, body.xyz);
  EXPECT_LT((back.rpy - body.rpy).norm(), 1e-12);
  EXPECT_EQ(back.sign, -1);
  body.shape = hod::mass::make_shape(
    "triangle", {{"a", Eigen::Vector3d(0, 0, 0)},
                 {"b", Eigen::Vector3d(1, 0, 0)},
                 {"c", Eigen::Vector3d(0, 1, 0.5)}});
  EXPECT_EQ(
    std::get<hod::mass::Triangle>(hod_ros::body_of(hod_ros::body_message(body)).shape).c,
    Eigen::Vector3d(0, 1, 0.5));
}

TEST(RoundTrip, MassAndPayload)
{
  hod::MassProperties mass;
  mass.mass = 2.0;
  mass.center << 0.1, 0.2, 0.3;
  mass.inertia << 0.02, 0.001, 0.0, 0.001, 0.03, 0.002, 0.0, 0.002, 0.025;
  const auto same = [&mass](const hod::MassProperties & other) {
    return other.mass == mass.mass && other.center == mass.center && other.inertia == mass.inertia;
  };
  EXPECT_TRUE(same(hod_ros::mass_of(hod_ros::link_message("tool", mass))));
  const auto payload = hod_ros::payload_of(hod_ros::payload_request({"tool", mass}));
  EXPECT_EQ(payload.link, "tool");
  EXPECT_TRUE(same(payload.mass));
}

TEST(PayloadRequest, PutsDownWithZeroMassAndRefusesWhatNoBodyCanHave)
{
  hod_msgs::srv::SetPayload::Request request;
  request.link = "tool";
  request.inertia[0] = 5.0;
  EXPECT_EQ(hod_ros::payload_of(request).mass.mass, 0.0);
  EXPECT_EQ(hod_ros::payload_of(request).mass.inertia, Eigen::Matrix3d::Zero());
  request.mass = 1.0;
  EXPECT_THAT(refusal([&]() { hod_ros::payload_of(request); }), HasSubstr("link 'tool'"));
  request.inertia[0] = 0.0;
  request.bodies.resize(1);
  request.bodies[0].shape = "sphere";
  request.bodies[0].mass = 3.0;
  request.bodies[0].pose.orientation.w = 1.0;
  request.bodies[0].dimensions.resize(1);
  request.bodies[0].dimensions[0].name = "radius";
  request.bodies[0].dimensions[0].values = {0.1};
  EXPECT_EQ(hod_ros::payload_of(request).mass.mass, 3.0) << "bodies take the place of tensors";
  request.bodies.clear();
  request.mass = 1e308;
  EXPECT_THAT(refusal([&]() { hod_ros::payload_of(request); }), HasSubstr("beyond 1e12"));
  request.mass = 1.0;
  request.center_of_mass.x = 1e200;
  EXPECT_THAT(refusal([&]() { hod_ros::payload_of(request); }), HasSubstr("beyond 1e12"));
}

TEST(TrajectoryMessage, ReordersJoints)
{
  trajectory_msgs::msg::JointTrajectory message;
  message.joint_names = {"slide", "shoulder", "elbow"};
  message.points.resize(1);
  message.points[0].positions = {0.3, 0.1, 0.2};
  message.points[0].time_from_start.sec = 1;
  message.points[0].time_from_start.nanosec = 500000000;
  const auto points = hod_ros::trajectory_points(message, kJoints);
  EXPECT_THAT(points.times, ElementsAre(1.5));
  EXPECT_THAT(hod_ros::flat(points.positions), ElementsAre(0.1, 0.2, 0.3));
  EXPECT_EQ(points.velocities.rows(), 0);
}

TEST(TrajectoryMessage, RefusesWhatDoesNotFit)
{
  trajectory_msgs::msg::JointTrajectory message;
  message.joint_names = {"shoulder", "elbow"};
  EXPECT_THAT(
    refusal([&]() { hod_ros::trajectory_points(message, kJoints); }), HasSubstr("lacks slide"));
  message.joint_names = kJoints;
  message.points.resize(2);
  message.points[0].positions = {0.0, 0.0, 0.0};
  message.points[1].positions = {0.0, 0.0};
  EXPECT_THAT(
    refusal([&]() { hod_ros::trajectory_points(message, kJoints); }),
    HasSubstr("point 1: has 2 positions, expected 3"));
}
