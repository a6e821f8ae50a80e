// SPDX-License-Identifier: Apache-2.0
// Counts what update() takes from the heap: operator new, malloc and its relatives, in the thread
// that runs the control loop.
#include "controller_fixture.hpp"
#include "counted_allocations.hpp"

class Allocation : public ControllerFixture
{
protected:
  int allocations_of_update(double time)
  {
    const CountedAllocations allocations;
    update(time);
    return CountedAllocations::so_far();
  }
};

TEST_F(Allocation, TheCounterCounts)
{
  void * by_new = nullptr;
  Eigen::MatrixXd by_eigen;
  {
    const CountedAllocations allocations;
    by_new = ::operator new(7);
    by_eigen = Eigen::MatrixXd::Zero(3, 3);
  }
  EXPECT_EQ(CountedAllocations::so_far(), 2);
  EXPECT_EQ(by_eigen.sum(), 0.0);
  ::operator delete(by_new);
}

TEST_F(Allocation, UpdateTakesNothingInChainedMode)
{
  start(true, {joints(), {"gains.elbow.kp", 10.0}, {"publish_rate", 100.0}});
  for (int cycle = 0; cycle < 200; ++cycle)
  {
    const double time = 0.01 * cycle;
    refer_to(time);
    EXPECT_EQ(allocations_of_update(time), 0) << "in cycle " << cycle;
  }
}

TEST_F(Allocation, UpdateTakesNothingWhenAParameterChanges)
{
  start(true);
  refer_to(0.4);
  for (const double gain : {1.0, 2.0, 3.0})
  {
    ASSERT_TRUE(controller->get_node()->set_parameter({"gains.elbow.kp", gain}).successful);
    EXPECT_EQ(allocations_of_update(0.1 * gain), 0);
    EXPECT_NEAR(effort(0), torque(0, 0.4) + gain * two_link::motion(1, 0, 0.4), 1e-11);
  }
}

TEST_F(Allocation, UpdateTakesNothingForMessages)
{
  start(false);
  auto node = std::make_shared<rclcpp::Node>("test_publisher");
  auto samples = node->create_publisher<hod_msgs::msg::JointMotion>("/feedforward/reference", 1);
  auto trajectories = node->create_publisher<trajectory_msgs::msg::JointTrajectory>(
    "/feedforward/joint_trajectory", 1);
  hod_msgs::msg::JointMotion sample;
  sample.joint_names = {"shoulder", "elbow"};
  sample.derivatives = {0.1, 0.2};
  trajectory_msgs::msg::JointTrajectory trajectory;
  trajectory.joint_names = sample.joint_names;
  trajectory.points.resize(1);
  trajectory.points[0].positions = {1.0, 1.0};
  trajectory.points[0].time_from_start.sec = 1;
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(controller->get_node()->get_node_base_interface());
  for (int cycle = 0; cycle < 100; ++cycle)
  {
    samples->publish(sample);
    executor.spin_some(std::chrono::milliseconds(5));
    EXPECT_EQ(allocations_of_update(0.02 * cycle), 0);
    trajectories->publish(trajectory);
    executor.spin_some(std::chrono::milliseconds(5));
    EXPECT_EQ(allocations_of_update(0.02 * cycle + 0.01), 0);
  }
  EXPECT_TRUE(std::isfinite(reference(0, 0))) << "at least one message was taken";
}

TEST_F(Allocation, UpdateTakesNothingWithMotorsBehindSprings)
{
  start(
    true, {joints(),
           {"robot_file", std::string(TEST_CONFIG) + "/elastic_arm.yaml"},
           {"urdf_friction", true},
           {"wrench_link", "forearm"},
           {"lead", 0.5},
           {"hold_correction", true},
           {"publish_rate", 100.0},
           {"state_publish_rate", 100.0},
           {"feedback.side", "motor"}});
  for (int cycle = 0; cycle < 100; ++cycle)
  {
    const double time = 0.01 * cycle;
    refer_to(time, 3);
    EXPECT_EQ(allocations_of_update(time), 0) << "in cycle " << cycle;
  }
  ASSERT_TRUE(controller->get_node()
                ->set_parameter({"gravity", std::vector<double>{0.0, 0.0, -1.6}})
                .successful);
  EXPECT_EQ(allocations_of_update(1.0), 0);
}

TEST_F(Allocation, UpdateTakesNothingWithoutAnyPosition)
{
  start(false);
  set_state(0, kNaN, kNaN);
  for (int cycle = 0; cycle < 5; ++cycle)
  {
    EXPECT_EQ(allocations_of_update(0.01 * cycle), 0);
    EXPECT_EQ(effort(0), 0.0);
  }
}
