// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__FORCES_NODE_HPP_
#define HOD_ROS__FORCES_NODE_HPP_

#include <diagnostic_updater/diagnostic_updater.hpp>
#include <hod_msgs/msg/joint_motion.hpp>
#include <hod_msgs/srv/compute_forces.hpp>
#include <hod_msgs/srv/get_mass_distribution.hpp>
#include <hod_msgs/srv/set_mass_distribution.hpp>
#include <hod_ros/forces_node_parameters.hpp>
#include <memory>
#include <rclcpp_lifecycle/lifecycle_node.hpp>
#include <sensor_msgs/msg/joint_state.hpp>
#include <std_msgs/msg/string.hpp>
#include <string>
#include <trajectory_msgs/msg/joint_trajectory.hpp>

#include "hod/types.hpp"
#include "hod_ros/effort_record.hpp"
#include "hod_ros/forces_computer.hpp"
#include "hod_ros/forces_outputs.hpp"
#include "hod_ros/forces_statistics.hpp"
#include "hod_ros/joint_readings.hpp"
#include "hod_ros/live_topics.hpp"
#include "hod_ros/momentum_observer.hpp"
#include "hod_ros/motion_estimator.hpp"
#include "hod_ros/sensor_topics.hpp"
#include "hod_ros/sensors_alone.hpp"
#include "hod_ros/stream_clock.hpp"
#include "hod_ros/window_sensors.hpp"

namespace hod_ros
{

/// Turns motions into joint forces, their derivatives and acceleration energies. Its interface is
/// described in doc/userdoc.rst.
///
/// All callbacks are in one group, so no two of them run at the same time.
class ForcesNode : public rclcpp_lifecycle::LifecycleNode
{
public:
  explicit ForcesNode(const rclcpp::NodeOptions & options);

private:
  using CallbackReturn = rclcpp_lifecycle::node_interfaces::LifecycleNodeInterface::CallbackReturn;
  using ComputeForces = hod_msgs::srv::ComputeForces;
  using GetMassDistribution = hod_msgs::srv::GetMassDistribution;
  using SetMassDistribution = hod_msgs::srv::SetMassDistribution;
  using JointState = sensor_msgs::msg::JointState;
  using JointMotion = hod_msgs::msg::JointMotion;
  using JointTrajectory = trajectory_msgs::msg::JointTrajectory;

  /// A robot and everything that is computed for it.
  struct Arm
  {
    ForcesComputer computer;
    ForcesOutputs outputs;
    std::shared_ptr<LiveTopics> live;
    JointStateReader reader;
    std::unique_ptr<WindowSensors> sensors;
    std::unique_ptr<MotionEstimator> estimator;
    std::unique_ptr<SensorsAlone> alone;  ///< null: joint states are used
    std::unique_ptr<SensorTopics> topics;
    MomentumObserver observer;
    EffortRecord efforts;
    StreamClock clock;
    JointReadings readings;
    MotionEstimate estimate;
    double next_estimate;  ///< with accelerometers: earliest time of the next estimate [s]

    double latency() const { return alone ? alone->latency() : estimator->latency(); }
    void reset();
  };

  CallbackReturn on_configure(const rclcpp_lifecycle::State & state) override;
  CallbackReturn on_activate(const rclcpp_lifecycle::State & state) override;
  CallbackReturn on_deactivate(const rclcpp_lifecycle::State & state) override;
  CallbackReturn on_cleanup(const rclcpp_lifecycle::State & state) override;
  CallbackReturn on_shutdown(const rclcpp_lifecycle::State & state) override;
  CallbackReturn on_error(const rclcpp_lifecycle::State & state) override;
  void start();
  void release();
  void listen();
  void serve();

  bool is_active() const;
  /// Throws hod::Error if there is none yet.
  Arm & arm() const;
  void use(const std::string & robot_description);
  std::unique_ptr<Arm> made(const std::string & robot_description);
  std::unique_ptr<MotionEstimator> estimator_of(
    const hod::Robot & robot, const hod::RecordingSettings & settings,
    WindowSensors & sensors) const;
  std::unique_ptr<SensorsAlone> alone_of(const hod::RecordingSettings & settings) const;
  void listen_to_sensors(Arm & arm, const hod::RecordingSettings & settings);
  void take_live_parameters();

  void on_reading(int sensor, const SensorTopics::Reading & reading);
  void on_joint_state(const JointState & message);
  void on_motion(const JointMotion & message);
  void on_trajectory(const JointTrajectory & message);
  template <typename Message>
  typename rclcpp::Subscription<Message>::SharedPtr hear(
    const std::string & topic, const rclcpp::QoS & quality,
    void (ForcesNode::*take)(const Message &));
  template <typename Service>
  typename rclcpp::Service<Service>::SharedPtr offer(
    const std::string & name,
    void (ForcesNode::*reply)(const typename Service::Request &, typename Service::Response &));
  template <typename Message>
  void answer(const Message & message, void (ForcesNode::*take)(const Message &));
  /// Discards what came before a jump of the stamps; throws hod::Error for a stamp out of order.
  void keep_time(Arm & arm, const std_msgs::msg::Header & header);
  void publish_estimate(Arm & arm, const std_msgs::msg::Header & header);
  void follow(Arm & arm, const std_msgs::msg::Header & header);
  void observe(Arm & arm, const std_msgs::msg::Header & header);
  void compute(const ComputeForces::Request & request, ComputeForces::Response & response);
  void get(const GetMassDistribution::Request & request, GetMassDistribution::Response & response);
  void set(const SetMassDistribution::Request & request, SetMassDistribution::Response & response);

  hod::RowMatrix publish(
    Arm & arm, const std_msgs::msg::Header & header, const hod::RowMatrix & motion);
  void publish_mass_distribution();
  void refuse(const std::string & what);
  std::string remark() const;
  void remind();
  void listen_to_description();

  forces_node::ParamListener listener_;
  forces_node::Params parameters_;
  std::unique_ptr<Arm> arm_;
  std::string description_;                 ///< the description that it was made from
  std::string problem_ = "not configured";  ///< why there is no arm; empty if there is one
  ForcesStatistics statistics_;
  rclcpp::Clock steady_{RCL_STEADY_TIME};  ///< for warnings: the node's own may be set back

  rclcpp::Subscription<std_msgs::msg::String>::SharedPtr description_subscription_;
  rclcpp::Subscription<JointState>::SharedPtr joint_state_subscription_;
  rclcpp::Subscription<JointMotion>::SharedPtr motion_subscription_;
  rclcpp::Subscription<JointTrajectory>::SharedPtr trajectory_subscription_;
  rclcpp_lifecycle::LifecyclePublisher<hod_msgs::msg::MassDistribution>::SharedPtr mass_publisher_;
  rclcpp::Service<ComputeForces>::SharedPtr compute_service_;
  rclcpp::Service<GetMassDistribution>::SharedPtr get_service_;
  rclcpp::Service<SetMassDistribution>::SharedPtr set_service_;
  rclcpp::TimerBase::SharedPtr start_timer_;
  rclcpp::TimerBase::SharedPtr reminder_;
  diagnostic_updater::Updater diagnostics_;
};

}  // namespace hod_ros

#endif  // HOD_ROS__FORCES_NODE_HPP_
