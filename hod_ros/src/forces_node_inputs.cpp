// SPDX-License-Identifier: Apache-2.0
// What the node does with messages and services; its life is in forces_node.cpp.
#include <algorithm>
#include <rclcpp/logging.hpp>
#include <utility>

#include "hod/error.hpp"
#include "hod_ros/forces_node.hpp"
#include "hod_ros/messages.hpp"
#include "hod_ros/plan.hpp"
#include "hod_ros/trajectory.hpp"

namespace hod_ros
{
namespace
{

using StampedHeader = std_msgs::msg::Header;

void require_finite(const hod::RowMatrix & motion)
{
  if (!motion.allFinite())
  {
    throw hod::Error("joint motion: a derivative is not a finite number, expected finite ones");
  }
}

StampedHeader at(StampedHeader header, const builtin_interfaces::msg::Time & stamp)
{
  header.stamp = stamp;
  return header;
}

/// The motion that a trajectory describes, at its own times. It begins with its first point.
std::vector<hod::RowMatrix> motions_of(TrajectoryPoints & points, int joints, Eigen::Index rows)
{
  const auto count = static_cast<Eigen::Index>(points.times.size());
  hod::RowMatrix start = hod::RowMatrix::Zero(kStartRows, joints);
  const double origin = points.times.empty() ? 0.0 : std::max(0.0, points.times.front());
  for (double & time : points.times)
  {
    time -= origin;
  }
  check(points, joints);
  start.row(0) = points.positions.row(0);
  start.row(1) = points.velocities.rows() > 0 ? points.velocities.row(0) : start.row(1);
  start.row(2) = points.accelerations.rows() > 0 ? points.accelerations.row(0) : start.row(2);
  const hod::PiecewisePolynomial motion = plan(points, start, kStartRows);
  std::vector<hod::RowMatrix> motions;
  for (Eigen::Index point = 0; point < count; ++point)
  {
    motions.emplace_back(hod::RowMatrix::Zero(rows, joints));
    motion.evaluate(points.times[static_cast<std::size_t>(point)], motions.back());
  }
  return motions;
}

std::vector<double> row_of(const hod::RowMatrix & table, Eigen::Index row)
{
  return flat(table.row(row));
}

}  // namespace

// Callbacks hold the node while they run: an executor of several threads may be in one when a
// container lets go of the node.

void ForcesNode::listen_to_description()
{
  rclcpp::SubscriptionOptions latched;
  latched.use_intra_process_comm = rclcpp::IntraProcessSetting::Disable;
  description_subscription_ = create_subscription<std_msgs::msg::String>(
    "robot_description", rclcpp::QoS(1).transient_local(),
    [this, weak = weak_from_this()](const std_msgs::msg::String & message) {
      if (const auto self = weak.lock())
      {
        use(message.data);
      }
    },
    latched);
}

template <typename Message>
typename rclcpp::Subscription<Message>::SharedPtr ForcesNode::hear(
  const std::string & topic, const rclcpp::QoS & quality, void (ForcesNode::*take)(const Message &))
{
  const auto weak = weak_from_this();
  rclcpp::SubscriptionOptions options;
  options.qos_overriding_options = rclcpp::QosOverridingOptions::with_default_policies();
  options.event_callbacks.message_lost_callback = [this, weak](rclcpp::QOSMessageLostInfo & info) {
    if (const auto self = weak.lock())
    {
      statistics_.lost += static_cast<std::size_t>(info.total_count_change);
    }
  };
  return create_subscription<Message>(
    topic, quality,
    [this, weak, take](const Message & message) {
      if (const auto self = weak.lock())
      {
        answer(message, take);
      }
    },
    options);
}

void ForcesNode::listen()
{
  if (parameters_.robot_description.empty())
  {
    listen_to_description();
  }
  joint_state_subscription_ = hear<JointState>(
    "joint_states", rclcpp::SensorDataQoS().keep_last(100), &ForcesNode::on_joint_state);
  motion_subscription_ = hear<JointMotion>("~/motion", rclcpp::QoS(100), &ForcesNode::on_motion);
  trajectory_subscription_ =
    hear<JointTrajectory>("~/joint_trajectory", rclcpp::QoS(10), &ForcesNode::on_trajectory);
}

template <typename Service>
typename rclcpp::Service<Service>::SharedPtr ForcesNode::offer(
  const std::string & name,
  void (ForcesNode::*reply)(const typename Service::Request &, typename Service::Response &))
{
  return create_service<Service>(
    name, [this, weak = weak_from_this(), reply](
            const std::shared_ptr<typename Service::Request> request,
            std::shared_ptr<typename Service::Response> response) {
      if (const auto self = weak.lock())
      {
        (this->*reply)(*request, *response);
      }
    });
}

void ForcesNode::serve()
{
  compute_service_ = offer<ComputeForces>("~/compute_forces", &ForcesNode::compute);
  get_service_ = offer<GetMassDistribution>("~/get_mass_distribution", &ForcesNode::get);
  set_service_ = offer<SetMassDistribution>("~/set_mass_distribution", &ForcesNode::set);
}

/// Takes a message in while the node is active; what does not fit is told and counted.
template <typename Message>
void ForcesNode::answer(const Message & message, void (ForcesNode::*take)(const Message &))
{
  if (!is_active())
  {
    return;
  }
  try
  {
    ++statistics_.received;
    StreamClock::check(message.header.stamp);
    take_live_parameters();
    (this->*take)(message);
    if (StreamClock::nanoseconds(message.header.stamp) != 0)
    {
      statistics_.latency.add((now() - message.header.stamp).seconds());
    }
  }
  catch (const hod::Error & error)
  {
    refuse(error.what());
  }
}

void ForcesNode::keep_time(Arm & arm, const StampedHeader & header)
{
  const StreamClock::Step step = arm.clock.take(header.stamp);
  if (step == StreamClock::Step::stale)
  {
    throw hod::Error("a stamp is not after the one before, expected stamps that increase");
  }
  if (step != StreamClock::Step::on)
  {
    arm.reset();
  }
  if (step == StreamClock::Step::gap && arm.alone)
  {
    RCLCPP_WARN(
      get_logger(),
      "Nothing came for half a second: the accelerometers begin anew, with the robot at its "
      "start.");
  }
  if (step == StreamClock::Step::restart)
  {
    ++statistics_.restarts;
    RCLCPP_WARN_THROTTLE(
      get_logger(), steady_, 1000, "Stamps went back: what was before is forgotten.");
  }
}

void ForcesNode::on_joint_state(const JointState & message)
{
  Arm & arm = this->arm();
  if (arm.alone)
  {
    return;
  }
  const StampedHeader header = StreamClock::nanoseconds(message.header.stamp) == 0
                                 ? at(message.header, now())
                                 : message.header;
  if (!arm.reader.read(message, 0.0, arm.readings))
  {
    ++statistics_.strangers;
    return;
  }
  keep_time(arm, header);
  arm.readings.time = arm.clock.seconds(header.stamp);
  observe(arm, header);
  follow(arm, header);
}

/// The forces of the motion that the joint states tell so far.
void ForcesNode::follow(Arm & arm, const StampedHeader & header)
{
  const double now = arm.readings.time;
  arm.efforts.add(arm.readings);
  arm.estimator->add(arm.readings);
  if (now < arm.next_estimate || !arm.estimator->estimate(arm.computer.rows(), arm.estimate))
  {
    return;
  }
  if (!arm.sensors->empty())
  {
    // A little early, so that rates that divide each other do.
    arm.next_estimate = now + 0.99 / parameters_.sensors.max_rate;
  }
  publish_estimate(arm, header);
}

void ForcesNode::publish_estimate(Arm & arm, const StampedHeader & header)
{
  const StampedHeader then = at(header, arm.clock.stamp(arm.estimate.time));
  statistics_.residual = arm.estimate.residual;
  arm.outputs.publish(then, arm.estimate);
  const hod::RowMatrix forces = publish(arm, then, arm.estimate.motion);
  if (arm.alone)
  {
    return;
  }
  const Eigen::VectorXd measured = arm.efforts.at(arm.estimate.time);
  if (measured.allFinite())
  {
    arm.outputs.publish_difference(then, measured - forces.row(0).transpose());
  }
}

/// A reading waits for the next joint state, or stands alone.
void ForcesNode::on_reading(int sensor, const SensorTopics::Reading & reading)
{
  if (!is_active() || !arm_)
  {
    return;
  }
  ++statistics_.received;
  Arm & arm = *arm_;
  if (arm.alone && sensor == 0)
  {
    keep_time(arm, reading.header);
  }
  if (!arm.clock.has_begun())
  {
    return;
  }
  const double time = arm.clock.seconds(reading.header.stamp);
  if (!arm.alone)
  {
    arm.sensors->push(sensor, time, reading.value);
    return;
  }
  take_live_parameters();
  if (arm.alone->add(sensor, time, reading.value, arm.computer.rows(), arm.estimate))
  {
    publish_estimate(arm, reading.header);
    statistics_.latency.add((now() - reading.header.stamp).seconds());
  }
}

/// What the efforts have beyond the model, by the momentum; only where everything is measured.
void ForcesNode::observe(Arm & arm, const StampedHeader & header)
{
  const JointReadings & now = arm.readings;
  const bool is_measured = !parameters_.moving_base && now.position.allFinite() &&
                           now.velocity.allFinite() && now.effort.allFinite();
  if (!is_measured)
  {
    return;
  }
  const hod::Result result = arm.observer.update(
    arm.computer.workspace(), now.time, now.position, now.velocity, now.effort,
    parameters_.observer.gain);
  if (result != hod::Result::ok)
  {
    throw hod::Error(
      std::string("external effort: ") + hod::to_text(result) + ", the observer begins anew");
  }
  arm.outputs.publish_external(header, arm.observer.residual());
}

void ForcesNode::on_motion(const JointMotion & message)
{
  Arm & arm = this->arm();
  const auto motion =
    motion_table(message, arm.computer.robot().joint_names(), arm.computer.rows(), 0.0);
  require_finite(motion);
  publish(arm, message.header, motion);
}

void ForcesNode::on_trajectory(const JointTrajectory & message)
{
  Arm & arm = this->arm();
  const std::vector<std::string> & joints = arm.computer.robot().joint_names();
  TrajectoryPoints points = trajectory_points(message, joints);
  const std::vector<hod::RowMatrix> motions =
    motions_of(points, arm.computer.robot().dof(), arm.computer.rows());
  JointTrajectory answer;
  answer.header = StreamClock::nanoseconds(message.header.stamp) == 0 ? at(message.header, now())
                                                                      : message.header;
  answer.joint_names = joints;
  for (std::size_t i = 0; i < motions.size(); ++i)
  {
    const rclcpp::Duration from_start = message.points[i].time_from_start;
    const StampedHeader then = at(answer.header, rclcpp::Time(answer.header.stamp) + from_start);
    const hod::RowMatrix forces = publish(arm, then, motions[i]);
    answer.points.emplace_back();
    auto & point = answer.points.back();
    point.time_from_start = message.points[i].time_from_start;
    point.positions = row_of(motions[i], 0);
    point.velocities = row_of(motions[i], 1);
    point.accelerations = row_of(motions[i], 2);
    point.effort = row_of(forces, 0);
  }
  arm.outputs.publish(std::move(answer));
}

hod::RowMatrix ForcesNode::publish(
  Arm & arm, const StampedHeader & header, const hod::RowMatrix & motion)
{
  const rclcpp::Time start = steady_.now();
  hod::RowMatrix forces =
    arm.outputs.publish(header, motion, static_cast<int>(parameters_.order), arm.computer);
  statistics_.compute_time.add((steady_.now() - start).seconds());
  ++statistics_.published;
  return forces;
}

void ForcesNode::compute(const ComputeForces::Request & request, ComputeForces::Response & response)
{
  try
  {
    Arm & arm = this->arm();
    take_live_parameters();
    if (request.order > parameters_.order)
    {
      throw hod::Error(
        "order: is " + std::to_string(request.order) + ", expected at most the node's order " +
        std::to_string(parameters_.order));
    }
    const auto motion =
      motion_table(request.motion, arm.computer.robot().joint_names(), arm.computer.rows(), 0.0);
    require_finite(motion);
    response.forces = arm.computer.forces(motion, request.order);
    response.forces.header = request.motion.header;
    response.success = true;
  }
  catch (const hod::Error & error)
  {
    response.message = error.what();
  }
}

void ForcesNode::get(
  const GetMassDistribution::Request & /*request*/, GetMassDistribution::Response & response)
{
  response.success = arm_ != nullptr;
  response.message = problem_;
  if (arm_)
  {
    response.distribution = arm_->computer.mass_distribution();
    response.distribution.header.stamp = now();
  }
}

void ForcesNode::set(
  const SetMassDistribution::Request & request, SetMassDistribution::Response & response)
{
  try
  {
    arm().computer.set(request.distribution);
    arm_->observer.reset();
    publish_mass_distribution();
    response.success = true;
  }
  catch (const hod::Error & error)
  {
    response.message = error.what();
  }
}

void ForcesNode::publish_mass_distribution()
{
  if (arm_ && mass_publisher_->is_activated())
  {
    auto message =
      std::make_unique<hod_msgs::msg::MassDistribution>(arm_->computer.mass_distribution());
    message->header.stamp = now();
    mass_publisher_->publish(std::move(message));
  }
}

}  // namespace hod_ros
