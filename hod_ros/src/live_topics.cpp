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

/// Numbers beyond any machine's leave what is computed with them beyond a double's range.
void require_computable(const Eigen::Ref<const Eigen::VectorXd> & numbers, const char * topic)
{
  constexpr double kLargest = 1e12;
  if (!(numbers.array().abs() <= kLargest).all())
  {
    throw hod::Error(
      std::string(topic) + ": a number is not finite or beyond 1e12, expected finite ones");
  }
}

/// Whether a link is another at the same place.
bool coincide(const hod::Robot & robot, const std::string & one, const std::string & other)
{
  const auto place = [&robot](const std::string & link) {
    const int index = robot.link_index(link);
    return index < 0 ? nullptr : &robot.links()[static_cast<std::size_t>(index)];
  };
  const hod::LinkPlacement * first = place(one);
  const hod::LinkPlacement * second = place(other);
  return first && second && first->body == second->body &&
         first->pose.rotation.isApprox(second->pose.rotation) &&
         (first->pose.translation - second->pose.translation).isZero();
}

/// What a message tells of a link is in that link's axes; the frame that it names must be these, if
/// it names one. It may have a prefix, "left/base" for "base".
void require_frame(
  const hod::Robot & robot, const std::string & frame, const std::string & link, const char * topic)
{
  const std::string name = frame.substr(frame.rfind('/') + 1);
  if (!name.empty() && !coincide(robot, name, link))
  {
    throw hod::Error(
      std::string(topic) + ": its frame_id is '" + frame + "', expected '" + link + "' or none");
  }
}

/// An IMU that does not measure something says so by the first number of its covariance.
template <typename Covariance>
void require_measured(const Covariance & covariance, const char * what)
{
  if (covariance[0] == -1.0)
  {
    throw hod::Error(
      std::string("base_imu: says that it has no ") + what + " (covariance -1), expected one");
  }
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
  require_measured(message.angular_velocity_covariance, "angular velocity");
  require_measured(message.linear_acceleration_covariance, "linear acceleration");
  require_computable(vector_of(message.angular_velocity), "base_imu");
  require_computable(vector_of(message.linear_acceleration), "base_imu");
  hod::BaseMotion base;
  base.rotation = rotation_of(message);
  base.angular_velocity[0] = vector_of(message.angular_velocity);
  base.acceleration[0] = base.rotation * vector_of(message.linear_acceleration) + gravity;
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
            self->push(message);
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

void LiveTopics::push(const geometry_msgs::msg::WrenchStamped & message)
{
  const hod::Load & load = robot_.loads().back();
  const std::string & link = load.frame == hod::LoadFrame::link ? load.link : root();
  require_frame(robot_, message.header.frame_id, link, "wrench");
  Eigen::Matrix<double, 1, 6, Eigen::RowMajor> row;
  row << vector_of(message.wrench.force).transpose(), vector_of(message.wrench.torque).transpose();
  require_computable(row.transpose(), "wrench");
  change([&](LiveInputs & inputs) { inputs.wrench = row; });
}

void LiveTopics::move_base(const sensor_msgs::msg::Imu & message)
{
  require_frame(robot_, message.header.frame_id, root(), "base_imu");
  change([&](LiveInputs & inputs) {
    inputs.base = base_motion_of(message, inputs.gravity.value_or(robot_.gravity()));
  });
  const std::lock_guard<std::mutex> lock(mutex_);
  base_told_ = std::chrono::steady_clock::now();
}

std::string LiveTopics::remark()
{
  constexpr std::chrono::seconds kPatience(1);
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!base_subscription_)
  {
    return {};
  }
  if (!base_told_)
  {
    return "no message yet on base_imu: the base counts as standing still";
  }
  const bool silent = std::chrono::steady_clock::now() - *base_told_ > kPatience;
  return silent ? "base_imu fell silent: the base counts as moving as it last did" : "";
}

}  // namespace hod_ros
