// SPDX-License-Identifier: Apache-2.0
// Every reader of messages, given spoiled ones: it refuses by one sentence, or reads what is
// finite.
#include "hod/error.hpp"
#include "hod/robot/robot.hpp"
#include "hod_ros/joint_readings.hpp"
#include "hod_ros/live_topics.hpp"
#include "random_messages.hpp"
#include "refusal.hpp"
#include "two_link_motion.hpp"

using hod_msgs::msg::HigherOrderForces;
using random_messages::is_sentence;
using testing::HasSubstr;

namespace
{

constexpr std::size_t kEach = 20'000;
const std::vector<std::string> kJoints = {"shoulder", "elbow"};
const std::vector<std::string> kNames = {"shoulder", "elbow", "forearm", "cylinder",
                                         "radius",   "mesh",  "box",     "length"};

class RandomMessages : public testing::Test
{
protected:
  /// @param read returns whether what it has read makes sense
  template <typename Message, typename Read>
  void spoil(const std::vector<Message> & whole, const Read & read)
  {
    for (const Message & message : whole)
    {
      ASSERT_TRUE(read(message)) << "a whole message";
    }
    std::size_t taken = 0;
    const std::size_t count = random_messages::count(kEach);
    for (std::size_t i = 0; i < count; ++i)
    {
      const Message message = spoiler(whole[i % whole.size()]);
      try
      {
        ASSERT_TRUE(read(message)) << "message " << i;
        ++taken;
      }
      catch (const hod::Error & error)
      {
        ASSERT_TRUE(is_sentence(error.what())) << "message " << i << ": " << error.what();
      }
    }
    EXPECT_GT(taken, count / 20) << "hardly anything is taken, so that little is tried";
    EXPECT_LT(taken, count) << "nothing is refused";
  }

  MessageSpoiler spoiler{1, kNames};
};

bool can_be_a_body(const hod::MassProperties & mass)
{
  return mass.mass >= 0.0 && mass.center.allFinite() && mass.inertia.allFinite();
}

}  // namespace

TEST_F(RandomMessages, JointMotion)
{
  spoil<hod_msgs::msg::JointMotion>({two_link::motion_message(0.4)}, [](const auto & message) {
    const hod::RowMatrix table = hod_ros::motion_table(message, kJoints, 5, 0.0);
    return table.rows() == 5 && table.cols() == 2;
  });
}

TEST_F(RandomMessages, JointTrajectory)
{
  spoil<trajectory_msgs::msg::JointTrajectory>(
    {random_messages::trajectory(kJoints)}, [](const auto & message) {
      const hod_ros::TrajectoryPoints points = hod_ros::trajectory_points(message, kJoints);
      hod_ros::check(points, 2);
      return points.positions.allFinite() && points.velocities.allFinite() &&
             points.accelerations.allFinite();
    });
}

TEST_F(RandomMessages, Forces)
{
  HigherOrderForces whole;
  whole.joint_names = kJoints;
  whole.order = 2;
  whole.values.assign(6, 1.0);
  spoil<HigherOrderForces>({whole}, [](const auto & message) {
    const hod::RowMatrix table = hod_ros::force_table(message);
    return table.rows() == message.order + 1 &&
           table.cols() == static_cast<Eigen::Index>(message.joint_names.size());
  });
}

TEST_F(RandomMessages, MassDistribution)
{
  spoil<hod_msgs::msg::LinkMassDistribution>(
    {random_messages::link_mass(false), random_messages::link_mass(true)},
    [](const auto & message) { return can_be_a_body(hod_ros::mass_of(message)); });
}

TEST_F(RandomMessages, Payload)
{
  spoil<hod_msgs::srv::SetPayload::Request>(
    {random_messages::payload(false), random_messages::payload(true)},
    [](const auto & message) { return can_be_a_body(hod_ros::payload_of(message).mass); });
}

TEST_F(RandomMessages, JointState)
{
  sensor_msgs::msg::JointState whole;
  whole.name = {"shoulder", "elbow", "gripper"};
  whole.position = whole.velocity = whole.effort = {0.1, 0.2, 0.3};
  hod_ros::JointStateReader reader(kJoints, Eigen::VectorXd::Zero(2), {true, false});
  hod_ros::JointReadings readings;
  spoil<sensor_msgs::msg::JointState>({whole}, [&](const auto & message) {
    return !reader.read(message, 1.0, readings) ||
           !(readings.position.array().isInf().any() || readings.velocity.array().isInf().any());
  });
}

TEST_F(RandomMessages, BaseMotion)
{
  spoil<sensor_msgs::msg::Imu>({random_messages::level_imu()}, [](const auto & message) {
    return hod::is_possible(hod_ros::base_motion_of(message, {0.0, 0.0, -9.81}));
  });
}

TEST_F(RandomMessages, MeshesAreOfInstalledPackagesAlone)
{
  hod_msgs::msg::MassBody message;
  message.shape = "mesh";
  message.density = 1000.0;
  message.pose.orientation.w = 1.0;
  for (const char * file :
       {"/etc/part.stl", "part.stl", "../part.stl", "package://", "package://hod_msgs",
        "package://hod_msgs/../../part.stl", "package://hod_msgs//etc/part.stl",
        "package://../part.stl", "package://no_such_package/part.stl", "file:///etc/part.stl"})
  {
    message.mesh_file = file;
    EXPECT_THAT(
      refusal([&]() { hod_ros::body_of(message); }), HasSubstr("expected package://PACKAGE/FILE"))
      << file;
  }
  message.mesh_file = "package://hod_msgs/no_such_part.stl";
  EXPECT_THAT(
    refusal([&]() { hod_ros::body_of(message); }),
    HasSubstr("share/hod_msgs/no_such_part.stl: cannot be read"));
}
