// SPDX-License-Identifier: Apache-2.0
// How long a message takes from joint_states to ~/forces at 1 kHz, and what the node costs:
//   forces_latency [JOINTS] [SECONDS] [ESTIMATOR] [IMUS]
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <hod_msgs/msg/higher_order_forces.hpp>
#include <memory>
#include <rclcpp/rclcpp.hpp>
#include <sensor_msgs/msg/imu.hpp>
#include <sensor_msgs/msg/joint_state.hpp>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "hod_ros/forces_node.hpp"

namespace
{

using Clock = std::chrono::steady_clock;
using std::chrono::duration;

std::string chain(int joints)
{
  std::ostringstream urdf;
  urdf << "<robot name='chain'><link name='link_0'/>";
  for (int i = 1; i <= joints; ++i)
  {
    urdf << "<link name='link_" << i << "'><inertial><origin xyz='0.1 0 0.05'/><mass value='2'/>"
         << "<inertia ixx='0.02' iyy='0.02' izz='0.02' ixy='0' ixz='0' iyz='0'/></inertial></link>"
         << "<joint name='joint_" << i << "' type='revolute'><parent link='link_" << i - 1
         << "'/><child link='link_" << i << "'/><origin xyz='0.2 0 0' rpy='"
         << (i % 2 ? 1.57 : -1.57)
         << " 0 0'/><axis xyz='0 0 1'/><limit lower='-3' upper='3' effort='100' velocity='3'/>"
         << "</joint>";
  }
  urdf << "</robot>";
  return urdf.str();
}

double cpu_time_of_thread()
{
  rusage usage;
  getrusage(RUSAGE_THREAD, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

/// Sends joint states and readings at 1 kHz and notes when their forces come back.
class Meter
{
public:
  Meter(int joints, int imus, double lag)
  : node_(std::make_shared<rclcpp::Node>("meter")), lag_(lag)
  {
    states_ = node_->create_publisher<sensor_msgs::msg::JointState>("/joint_states", 100);
    for (int i = 1; i <= joints; ++i)
    {
      message_.name.push_back("joint_" + std::to_string(i));
    }
    for (int i = 0; i < imus; ++i)
    {
      imus_.push_back(
        node_->create_publisher<sensor_msgs::msg::Imu>("/imu_" + std::to_string(i + 1), 100));
    }
    forces_ = node_->create_subscription<hod_msgs::msg::HigherOrderForces>(
      "/forces_node/forces", 1000, [this](const hod_msgs::msg::HigherOrderForces & forces) {
        const double sent = rclcpp::Time(forces.header.stamp).seconds() + lag_;
        latencies_.push_back(node_->now().seconds() - sent);
      });
    executor_.add_node(node_);
  }

  void send()
  {
    message_.header.stamp = node_->now();
    const double time = rclcpp::Time(message_.header.stamp).seconds();
    message_.position.clear();
    message_.velocity.clear();
    message_.effort.assign(message_.name.size(), 1.0);
    for (std::size_t i = 0; i < message_.name.size(); ++i)
    {
      const double phase = time + static_cast<double>(i);
      message_.position.push_back(0.5 * std::sin(phase));
      message_.velocity.push_back(0.5 * std::cos(phase));
    }
    for (std::size_t i = 0; i < imus_.size(); ++i)
    {
      sensor_msgs::msg::Imu imu;
      imu.header.stamp = message_.header.stamp;
      imu.header.frame_id = "link_" + std::to_string(i + 1);
      imu.linear_acceleration.z = 9.81;
      imus_[i]->publish(imu);
    }
    states_->publish(message_);
    ++sent_;
  }

  void run(double seconds)
  {
    std::thread listener([this]() { executor_.spin(); });
    const auto begin = Clock::now();
    for (auto next = begin; duration<double>(next - begin).count() < seconds;
         next += std::chrono::milliseconds(1))
    {
      std::this_thread::sleep_until(next);
      send();
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    executor_.cancel();
    listener.join();
  }

  void report(int joints, double share)
  {
    std::sort(latencies_.begin(), latencies_.end());
    const auto at = [this](double quantile) {
      const auto last = static_cast<double>(latencies_.size() - 1);
      return 1e6 * latencies_[static_cast<std::size_t>(quantile * last)];
    };
    if (latencies_.empty())
    {
      std::puts("no answers");
      return;
    }
    std::printf(
      "%2d joints, %zu accelerometers: %zu sent, %zu answered; message in to message out p50 %.0f "
      "us, p99 %.0f us, longest %.0f us; %.1f %% of a processor\n",
      joints, imus_.size(), sent_, latencies_.size(), at(0.5), at(0.99), at(1.0), 100.0 * share);
  }

private:
  rclcpp::Node::SharedPtr node_;
  double lag_;
  rclcpp::executors::SingleThreadedExecutor executor_;
  rclcpp::Publisher<sensor_msgs::msg::JointState>::SharedPtr states_;
  std::vector<rclcpp::Publisher<sensor_msgs::msg::Imu>::SharedPtr> imus_;
  rclcpp::Subscription<hod_msgs::msg::HigherOrderForces>::SharedPtr forces_;
  sensor_msgs::msg::JointState message_;
  std::size_t sent_ = 0;
  std::vector<double> latencies_;
};

}  // namespace

int main(int count, char ** arguments)
{
  const int joints = count > 1 ? std::atoi(arguments[1]) : 6;
  const double seconds = count > 2 ? std::atof(arguments[2]) : 10.0;
  const std::string estimator = count > 3 ? arguments[3] : "window";
  const int imus = count > 4 ? std::atoi(arguments[4]) : 0;
  constexpr double kLatency = 0.05;
  rclcpp::init(0, nullptr);
  std::vector<std::string> topics;
  for (int i = 1; i <= imus; ++i)
  {
    topics.push_back("/imu_" + std::to_string(i));
  }
  rclcpp::NodeOptions options;
  options.parameter_overrides(
    {{"robot_description", chain(joints)},
     {"joint_states.estimator", estimator},
     {"joint_states.latency", kLatency},
     {"sensors.imu_topics", topics}});
  const auto node = std::make_shared<hod_ros::ForcesNode>(options);
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(node->get_node_base_interface());
  double used = 0.0;
  std::thread computing([&]() {
    executor.spin();
    used = cpu_time_of_thread();
  });
  std::this_thread::sleep_for(std::chrono::seconds(1));
  Meter meter(joints, imus, estimator == "window" ? kLatency : 0.0);
  const auto begin = Clock::now();
  meter.run(seconds);
  const double elapsed = duration<double>(Clock::now() - begin).count();
  executor.cancel();
  computing.join();
  meter.report(joints, used / elapsed);
  rclcpp::shutdown();
  return 0;
}
