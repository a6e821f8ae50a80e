// SPDX-License-Identifier: Apache-2.0
// The controller under a controller manager, with a simulated arm, in lock-step: chains, lives and
// changes of parameters.
#include <gmock/gmock.h>

#include <atomic>
#include <cmath>
#include <lifecycle_msgs/msg/state.hpp>
#include <thread>

#include "proof/lockstep_manager.hpp"
#include "proof/seven_axis_arm.hpp"
#include "proof/trajectory_client.hpp"

namespace
{

using controller_interface::return_type;
using Names = std::vector<std::string>;

class ManagerTest : public testing::Test
{
protected:
  static void SetUpTestSuite()
  {
    rclcpp::init(0, nullptr);
    rcutils_logging_set_default_logger_level(RCUTILS_LOG_SEVERITY_ERROR);
  }
  static void TearDownTestSuite() { rclcpp::shutdown(); }

  ManagerTest()
  {
    for (const auto & joint : SevenAxisArm::joints())
    {
      positions_.push_back(manager.state(joint + "/position"));
    }
  }

  void load(const Names & names)
  {
    for (const auto & name : names)
    {
      manager.load(name);
    }
  }

  void run(int cycles)
  {
    for (int cycle = 0; cycle < cycles; ++cycle)
    {
      manager.step();
      manager.spin_some();
    }
  }

  /// How far the link that is farthest from there is from a position of all [rad].
  double distance(const double * where) const
  {
    double largest = 0.0;
    for (std::size_t joint = 0; joint < positions_.size(); ++joint)
    {
      const double position = positions_[joint].get_optional<double>().value();
      largest = std::max(largest, std::abs(position - where[joint]));
    }
    return largest;
  }

  std::uint8_t state_of(const std::string & name)
  {
    for (const auto & controller : manager.manager().get_loaded_controllers())
    {
      if (controller.info.name == name)
      {
        return controller.c->get_lifecycle_id();
      }
    }
    return lifecycle_msgs::msg::State::PRIMARY_STATE_UNKNOWN;
  }

  static constexpr auto kActive = lifecycle_msgs::msg::State::PRIMARY_STATE_ACTIVE;
  static constexpr double kStill = 1e-6;  ///< [rad]

  const TemporaryFile parameters{"manager.yaml", SevenAxisArm::controllers()};
  LockstepManager manager{
    SevenAxisArm::urdf(),
    1000,
    {{"leader_elastic", "joint_trajectory_controller/JointTrajectoryController"},
     {"chained_elastic", "hod_ros/HigherOrderFeedforwardController"},
     {"higher_order", "hod_ros/HigherOrderFeedforwardController"}},
    parameters.path()};

private:
  std::vector<hardware_interface::LoanedStateInterface> positions_;
};

const Names kFollower = {"chained_elastic"};
const Names kLeader = {"leader_elastic"};
const Names kBoth = {"leader_elastic", "chained_elastic"};

}  // namespace

TEST_F(ManagerTest, AChainHoldsTheArmSwitchedAtOnceAndApart)
{
  load({"chained_elastic", "leader_elastic"});
  for (int round = 0; round < 2; ++round)
  {
    ASSERT_TRUE(manager.switch_controllers(kBoth, {}));
    run(300);
    EXPECT_LT(distance(SevenAxisArm::kHome), kStill) << "both at once";
    ASSERT_TRUE(manager.switch_controllers({}, kLeader));
    run(300);
    EXPECT_EQ(state_of("chained_elastic"), kActive);
    EXPECT_LT(distance(SevenAxisArm::kHome), kStill) << "without its leader";
    ASSERT_TRUE(manager.switch_controllers(kLeader, {}));
    run(300);
    EXPECT_LT(distance(SevenAxisArm::kHome), kStill) << "led again";
    ASSERT_TRUE(manager.switch_controllers({}, kBoth));
    ASSERT_TRUE(manager.switch_controllers(kFollower, {}));
    run(300);
    EXPECT_LT(distance(SevenAxisArm::kHome), kStill) << "the follower first";
    ASSERT_TRUE(manager.switch_controllers(kLeader, {}));
    run(300);
    EXPECT_LT(distance(SevenAxisArm::kHome), kStill) << "then its leader";
    ASSERT_TRUE(manager.switch_controllers({}, kBoth));
    run(10);
  }
}

TEST_F(ManagerTest, LivesThroughEveryStateTwice)
{
  for (int round = 0; round < 2; ++round)
  {
    manager.load("higher_order");
    for (int time = 0; time < 2; ++time)
    {
      ASSERT_TRUE(manager.switch_controllers({"higher_order"}, {}));
      run(50);
      EXPECT_LT(distance(SevenAxisArm::kHome), kStill);
      ASSERT_TRUE(manager.switch_controllers({}, {"higher_order"}));
    }
    ASSERT_TRUE(manager.between_cycles([this]() {
      return manager.manager().cleanup_controller("higher_order") == return_type::OK;
    }));
    manager.configure("higher_order");
    ASSERT_TRUE(manager.switch_controllers({"higher_order"}, {}));
    run(50);
    EXPECT_LT(distance(SevenAxisArm::kHome), kStill);
    ASSERT_TRUE(manager.switch_controllers({}, {"higher_order"}));
    ASSERT_TRUE(manager.between_cycles(
      [this]() { return manager.manager().unload_controller("higher_order") == return_type::OK; }));
  }
}

/// Parameters from another thread, without pause, while the arm moves: it follows all the same.
TEST_F(ManagerTest, FollowsWhileItsParametersChange)
{
  load({"higher_order"});
  ASSERT_TRUE(manager.switch_controllers({"higher_order"}, {}));
  manager.step();
  TrajectoryClient client(manager, "higher_order");
  trajectory_msgs::msg::JointTrajectory trajectory;
  trajectory.joint_names = SevenAxisArm::joints();
  const std::vector<double> goal = {0.6, 0.0, -0.2, 1.3, 0.1, 0.1, 0.5};
  trajectory.points.resize(1);
  trajectory.points[0].positions = goal;
  trajectory.points[0].time_from_start.sec = 2;
  ASSERT_TRUE(client.send(trajectory));
  const auto node = manager.manager().get_loaded_controllers().front().c->get_node();
  std::atomic<bool> done{false};
  std::atomic<int> changes{0};
  std::thread changer([&]() {
    while (!done)
    {
      const double wave = 0.1 * std::sin(static_cast<double>(changes));
      EXPECT_TRUE(node->set_parameter({"gains.joint_2.kp", 1000.0 * (1.0 + wave)}).successful);
      EXPECT_TRUE(node->set_parameter({"limits.joint_1.velocity", 1.7 + wave}).successful);
      EXPECT_FALSE(node->set_parameter({"lead", -1.0}).successful);
      ++changes;
    }
  });
  for (int cycle = 0; cycle < 2500; ++cycle)
  {
    manager.step();
  }
  done = true;
  changer.join();
  EXPECT_GT(changes, 1);
  EXPECT_LT(distance(goal.data()), kStill);
}
