// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/live_topics.hpp"

#include <Eigen/Geometry>
#include <cmath>
#include <rclcpp/logging.hpp>
#include <utility>

#include "hod/error.hpp"
#include "hod_ros/messages.hpp"

namespace hod_ros
{
namespace
{

Eigen::Vector3d vector_of(const geometry_msgs::msg::Vector3 & message)
{
  return {message.x, message.y, message.z};
}

/// An IMU that knows no orientation says so by the first number of its covariance.
Eigen::Matrix3d rotation_of(const sensor_msgs::msg::Imu & message)
{
  if (message.orientation_covariance[0] == -1.0)
  {
    return Eigen::Matrix3d::Identity();
  }
  const auto & q = message.orientation;
  const Eigen::Quaterniond rotation(q.w, q.x, q.y, q.z);
  if (!(std::abs(rotation.norm() - 1.0) < 1e-3))
  {
    throw hod::Error(
      "base_imu: the norm of the orientation is " + std::to_string(rotation.norm()) +
      ", expected 1, or -1 as the first number of its covariance if it is not known");
  }
  return rotation.normalized().toRotationMatrix();
}

}  // namespace

hod::BaseMotion base_motion_of(
  const sensor_msgs::msg::Imu & message, const Eigen::Vector3d & gravity)
{
  hod::BaseMotion base;
  base.rotation = rotation_of(message);
  base.angular_velocity[0] = vector_of(message.angular_velocity);
  base.acceleration[0] = base.rotation * vector_of(message.linear_acceleration) + gravity;
  if (!hod::is_possible(base))
  {
    throw hod::Error("base_imu: a number is not finite, expected finite ones");
  }
  return base;
}

LiveTopics::LiveTopics(const hod::Robot & robot, Take take) : robot_(robot), take_(std::move(take))
{}

void LiveTopics::listen(const rclcpp_lifecycle::LifecycleNode::SharedPtr & node, Choice choice)
{
  const auto weak = weak_from_this();
  payload_service_ = node->create_service<SetPayload>(
    "~/set_payload", [weak](
                       const std::shared_ptr<SetPayload::Request> request,
                       std::shared_ptr<SetPayload::Response> response) {
      if (const auto self = weak.lock())
      {
        self->carry(*request, *response);
      }
    });
  // Not the node's clock: simulated time may stand still or be set back.
  const auto refuse = [logger = node->get_logger(), clock = std::make_shared<rclcpp::Clock>(
                                                      RCL_STEADY_TIME)](const hod::Error & error) {
    RCLCPP_WARN_THROTTLE(logger, *clock, 1000, "Message ignored: %s.", error.what());
  };
  if (choice.wrench)
  {
    wrench_subscription_ = node->create_subscription<geometry_msgs::msg::WrenchStamped>(
      "~/wrench", rclcpp::SystemDefaultsQoS(),
      [weak, refuse](const geometry_msgs::msg::WrenchStamped & message) {
        try
        {
          if (const auto self = weak.lock())
          {
            self->push(message.wrench);
          }
        }
        catch (const hod::Error & error)
        {
          refuse(error);
        }
      });
  }
  if (choice.base)
  {
    base_subscription_ = node->create_subscription<sensor_msgs::msg::Imu>(
      "~/base_imu", rclcpp::SensorDataQoS(), [weak, refuse](const sensor_msgs::msg::Imu & message) {
        try
        {
          if (const auto self = weak.lock())
          {
            self->move_base(message);
          }
        }
        catch (const hod::Error & error)
        {
          refuse(error);
        }
      });
  }
}

/// What does not fit, or is not taken, leaves all of it as it was.
template <typename Change>
void LiveTopics::change(const Change & make)
{
  const std::lock_guard<std::mutex> lock(mutex_);
  LiveInputs inputs = inputs_;
  make(inputs);
  take_(inputs);
  inputs_ = std::move(inputs);
}

void LiveTopics::set_gravity(const std::vector<double> & gravity)
{
  change([&](LiveInputs & inputs) {
    inputs.gravity =
      gravity.empty() ? robot_.gravity() : Eigen::Vector3d(gravity[0], gravity[1], gravity[2]);
  });
}

void LiveTopics::carry(const SetPayload::Request & request, SetPayload::Response & response)
{
  try
  {
    change([&](LiveInputs & inputs) { inputs.carry(payload_of(request), robot_); });
    response.success = true;
  }
  catch (const hod::Error & error)
  {
    response.message = error.what();
  }
}

void LiveTopics::push(const geometry_msgs::msg::Wrench & wrench)
{
  Eigen::Matrix<double, 1, 6, Eigen::RowMajor> row;
  row << vector_of(wrench.force).transpose(), vector_of(wrench.torque).transpose();
  if (!row.allFinite())
  {
    throw hod::Error("wrench: a number is not finite, expected finite ones");
  }
  change([&](LiveInputs & inputs) { inputs.wrench = row; });
}

void LiveTopics::move_base(const sensor_msgs::msg::Imu & message)
{
  change([&](LiveInputs & inputs) {
    inputs.base = base_motion_of(message, inputs.gravity.value_or(robot_.gravity()));
  });
}

}  // namespace hod_ros
