// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__FORCES_NODE_HPP_
#define HOD_ROS__FORCES_NODE_HPP_

#include <diagnostic_updater/diagnostic_updater.hpp>
#include <hod_msgs/msg/joint_forces.hpp>
#include <hod_msgs/msg/joint_motion.hpp>
#include <hod_msgs/srv/compute_forces.hpp>
#include <hod_msgs/srv/get_mass_distribution.hpp>
#include <hod_msgs/srv/set_mass_distribution.hpp>
#include <hod_msgs/srv/set_payload.hpp>
#include <hod_ros/forces_node_parameters.hpp>
#include <memory>
#include <rclcpp/node.hpp>
#include <sensor_msgs/msg/joint_state.hpp>
#include <std_msgs/msg/string.hpp>
#include <string>
#include <vector>

#include "hod/types.hpp"
#include "hod_ros/forces_computer.hpp"
#include "hod_ros/joint_state_motion.hpp"

namespace hod_ros
{

/// Turns motions into joint forces, their derivatives and acceleration energies. What users see of
/// it is described in doc/userdoc.rst.
class ForcesNode : public rclcpp::Node
{
public:
  explicit ForcesNode(const rclcpp::NodeOptions & options);

private:
  using ComputeForces = hod_msgs::srv::ComputeForces;
  using GetMassDistribution = hod_msgs::srv::GetMassDistribution;
  using SetMassDistribution = hod_msgs::srv::SetMassDistribution;
  using SetPayload = hod_msgs::srv::SetPayload;

  void listen();
  void serve();
  void use(const std::string & robot_description);
  void create_joint_publishers();

  void on_joint_state(const sensor_msgs::msg::JointState & message);
  void on_motion(const hod_msgs::msg::JointMotion & message);
  void compute(const ComputeForces::Request & request, ComputeForces::Response & response);
  void get(GetMassDistribution::Response & response) const;
  void set(const SetMassDistribution::Request & request, SetMassDistribution::Response & response);
  void carry(const SetPayload::Request & request, SetPayload::Response & response);

  void publish(const std_msgs::msg::Header & header, const hod::RowMatrix & motion);
  void publish_joints(const hod_msgs::msg::HigherOrderForces & forces);
  void publish_mass_distribution();
  void refuse(const std::string & what);
  void diagnose(diagnostic_updater::DiagnosticStatusWrapper & status) const;

  forces_node::Params parameters_;
  std::unique_ptr<ForcesComputer> computer_;
  std::unique_ptr<JointStateMotion> joint_state_motion_;

  std::string problem_;        ///< why there is no computer; empty if there is one
  std::size_t published_ = 0;  ///< messages on ~/forces
  std::size_t refused_ = 0;    ///< messages that were ignored
  double compute_time_ = 0.0;  ///< of the last message [s]
  std::string last_refusal_;

  rclcpp::Subscription<std_msgs::msg::String>::SharedPtr description_subscription_;
  rclcpp::Subscription<sensor_msgs::msg::JointState>::SharedPtr joint_state_subscription_;
  rclcpp::Subscription<hod_msgs::msg::JointMotion>::SharedPtr motion_subscription_;
  rclcpp::Publisher<hod_msgs::msg::HigherOrderForces>::SharedPtr forces_publisher_;
  rclcpp::Publisher<hod_msgs::msg::AccelerationEnergies>::SharedPtr energies_publisher_;
  rclcpp::Publisher<hod_msgs::msg::MassDistribution>::SharedPtr mass_publisher_;
  std::vector<rclcpp::Publisher<hod_msgs::msg::JointForces>::SharedPtr> joint_publishers_;
  rclcpp::Service<ComputeForces>::SharedPtr compute_service_;
  rclcpp::Service<GetMassDistribution>::SharedPtr get_service_;
  rclcpp::Service<SetMassDistribution>::SharedPtr set_service_;
  rclcpp::Service<SetPayload>::SharedPtr payload_service_;
  diagnostic_updater::Updater diagnostics_;
};

}  // namespace hod_ros

#endif  // HOD_ROS__FORCES_NODE_HPP_
