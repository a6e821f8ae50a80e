// SPDX-License-Identifier: Apache-2.0
// docs/ros2_control.md, followed for two arms whose URDFs others have made (example-robot-data): no
// more than a <ros2_control> element and the YAML of doc/tutorial is added.
#include <gmock/gmock.h>

#include <cmath>
#include <fstream>
#include <iterator>

#include "proof/lockstep_manager.hpp"
#include "proof/trajectory_client.hpp"

namespace
{

struct Followed
{
  const char * name;
  const char * urdf;
  int rate;
  std::vector<std::string> joints;
  std::vector<double> start;
};

const Followed kFollowed[] = {
  {"panda",
   "panda_description/urdf/panda.urdf",
   1000,
   {"panda_joint1", "panda_joint2", "panda_joint3", "panda_joint4", "panda_joint5", "panda_joint6",
    "panda_joint7"},
   {0.0, -0.5, 0.0, -2.0, 0.0, 1.5, 0.7}},
  {"ur5",
   "ur_description/urdf/ur5_robot.urdf",
   500,
   {"shoulder_pan_joint", "shoulder_lift_joint", "elbow_joint", "wrist_1_joint", "wrist_2_joint",
    "wrist_3_joint"},
   {0.0, -1.2, 1.2, -1.0, 0.5, 0.2}}};

std::string with_simulation(const Followed & arm)
{
  std::ifstream file(std::string(ROBOTS) + "/" + arm.urdf);
  std::string urdf{std::istreambuf_iterator<char>(file), {}};
  std::string element =
    "<ros2_control name='arm' type='system'><hardware><plugin>hod_ros/SimulatedArm</plugin>"
    "</hardware>";
  for (std::size_t joint = 0; joint < arm.joints.size(); ++joint)
  {
    element += "<joint name='" + arm.joints[joint] +
               "'><command_interface name='effort'/><state_interface name='position'><param "
               "name='initial_value'>" +
               std::to_string(arm.start[joint]) +
               "</param></state_interface><state_interface name='velocity'/></joint>";
  }
  return urdf.insert(urdf.rfind("</robot>"), element + "</ros2_control>");
}

class Tutorial : public testing::TestWithParam<Followed>
{
protected:
  static void SetUpTestSuite()
  {
    rclcpp::init(0, nullptr);
    rcutils_logging_set_default_logger_level(RCUTILS_LOG_SEVERITY_ERROR);
  }
  static void TearDownTestSuite() { rclcpp::shutdown(); }

  Tutorial()
  {
    for (const auto & joint : arm.joints)
    {
      positions.push_back(manager.state(joint + "/position"));
    }
    manager.load("feedforward_controller");
  }

  double distance(const std::vector<double> & where) const
  {
    double largest = 0.0;
    for (std::size_t joint = 0; joint < where.size(); ++joint)
    {
      const double position = positions[joint].get_optional<double>().value();
      largest = std::max(largest, std::abs(position - where[joint]));
    }
    return largest;
  }

  void run(double duration)
  {
    for (int cycle = 0; cycle < std::lround(duration * arm.rate); ++cycle)
    {
      manager.step();
    }
  }

  const Followed & arm = GetParam();
  LockstepManager manager{
    with_simulation(arm),
    arm.rate,
    {{"feedforward_controller", "hod_ros/HigherOrderFeedforwardController"}},
    std::string(TUTORIAL) + "/" + arm.name + ".yaml"};
  std::vector<hardware_interface::LoanedStateInterface> positions;
};

}  // namespace

TEST_P(Tutorial, HoldsAndMovesTheArm)
{
  ASSERT_TRUE(manager.switch_controllers({"feedforward_controller"}, {}));
  run(0.5);
  EXPECT_LT(distance(arm.start), 1e-6) << "held against gravity";
  TrajectoryClient client(manager, "feedforward_controller");
  trajectory_msgs::msg::JointTrajectory trajectory;
  trajectory.joint_names = arm.joints;
  std::vector<double> goal = arm.start;
  for (double & position : goal)
  {
    position += 0.5;
  }
  trajectory.points.resize(1);
  trajectory.points[0].positions = goal;
  trajectory.points[0].time_from_start.sec = 2;
  ASSERT_TRUE(client.send(trajectory));
  run(2.2);
  EXPECT_LT(distance(goal), 1e-6);
}

INSTANTIATE_TEST_SUITE_P(
  PublicRobots, Tutorial, testing::ValuesIn(kFollowed),
  [](const auto & test) { return std::string(test.param.name); });
