// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/feedforward_law.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "hod/error.hpp"
#include "hod_ros/continuous_joints.hpp"

namespace hod_ros
{
namespace
{

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr double kNone = std::numeric_limits<double>::infinity();

/// Of rigid drives Q'' gives τ''; of elastic ones Q⁽⁴⁾ does.
constexpr int kUsefulOrderRigid = 2;
constexpr int kUsefulOrderElastic = 4;
constexpr int kMotorRows = kUsefulOrderElastic + 1;
constexpr int kTorqueRows = 3;

/// Of the search for the links behind springs, which comes nearer by the ratio of gravity's
/// stiffness to a spring's with every round.
constexpr int kMaxRounds = 50;
constexpr double kSamePlace = 1e-13;  ///< [rad or m]
constexpr double kNearEnough = 1e-9;  ///< with more left, no place is known [rad or m]

int checked_order(int order)
{
  if (order < 0 || order > FeedforwardLaw::kMaxOrder)
  {
    throw hod::Error(
      "order: is " + std::to_string(order) + ", expected 0 to " +
      std::to_string(FeedforwardLaw::kMaxOrder));
  }
  return order;
}

}  // namespace

LawSettings::LawSettings(int joints)
: position_gain(Eigen::VectorXd::Zero(joints)),
  velocity_gain(Eigen::VectorXd::Zero(joints)),
  effort_limit(Eigen::VectorXd::Constant(joints, kNone)),
  effort_rate_limit(Eigen::VectorXd::Constant(joints, kNone))
{}

Reference::Reference(int joints)
: now(hod::RowMatrix::Constant(kRows, joints, kUnknown)), ahead(now)
{}

Measurement::Measurement(int joints)
: position(Eigen::VectorXd::Constant(joints, kUnknown)), velocity(position)
{}

FeedforwardLaw::FeedforwardLaw(const hod::Robot & robot, std::vector<int> columns, int order)
: columns_(std::move(columns)),
  order_(checked_order(order)),
  elastic_(robot.is_elastic()),
  max_known_(elastic_ ? kUsefulOrderElastic : kUsefulOrderRigid),
  workspace_(robot, max_known_),
  drive_(robot),
  settings_(joints()),
  limiter_(joints()),
  now_(hod::RowMatrix::Constant(Reference::kRows, joints(), kUnknown)),
  ahead_(now_),
  robot_motion_(hod::RowMatrix::Zero(Reference::kRows, robot.dof())),
  held_(Eigen::VectorXd::Constant(joints(), kUnknown)),
  found_(columns_.size(), false),
  feedforward_(hod::RowMatrix::Constant(order_ + 1, joints(), kUnknown)),
  robot_force_(hod::RowMatrix::Zero(kMotorRows, robot.dof())),
  robot_motor_(robot_force_),
  robot_torque_(hod::RowMatrix::Zero(kTorqueRows, robot.dof())),
  motor_(hod::RowMatrix::Constant(kTorqueRows, joints(), kUnknown)),
  torque_(motor_),
  error_(hod::RowMatrix::Constant(2, joints(), kUnknown)),
  feedback_(Eigen::VectorXd::Zero(joints())),
  effort_(feedback_)
{
  for (const int column : columns_)
  {
    continuous_.push_back(is_continuous(robot, column));
  }
}

bool FeedforwardLaw::set(const LawSettings & settings)
{
  if (
    settings.position_gain.size() != joints() || settings.velocity_gain.size() != joints() ||
    !limiter_.set(settings.effort_limit, settings.effort_rate_limit))
  {
    return false;
  }
  settings_ = settings;
  return workspace_.set_scales(settings.scales) == hod::Result::ok;
}

void FeedforwardLaw::reset()
{
  held_.setConstant(kUnknown);
  now_.setConstant(kUnknown);
  limiter_.reset();
}

void FeedforwardLaw::release()
{
  held_.setConstant(kUnknown);
  motor_.row(0).setConstant(kUnknown);
  effort_.setZero();
  limiter_.release();
}

FeedforwardLaw::Outcome FeedforwardLaw::update(
  const Reference & reference, const Measurement & measured, double step, double hold)
{
  if (!follow(reference, measured))
  {
    give_up();
    return Outcome::unknown_position;
  }
  count_known_orders();
  compute_forces();
  compute_motors();
  compute_feedback(measured, reference.lead);
  combine(step, hold);
  return Outcome::ok;
}

bool FeedforwardLaw::follow(const Reference & reference, const Measurement & measured)
{
  bool any_found = false;
  for (int joint = 0; joint < joints(); ++joint)
  {
    const auto place = static_cast<std::size_t>(joint);
    found_[place] = false;
    if (std::isfinite(reference.now(0, joint)))
    {
      held_[joint] = reference.now(0, joint);
      now_.col(joint) = reference.now.col(joint);
      ahead_.col(joint) = reference.ahead.col(joint);
      continue;
    }
    if (!std::isfinite(held_[joint]))
    {
      held_[joint] = measured.position[joint];
      found_[place] = true;
      any_found = true;
    }
    now_.col(joint).setZero();
    now_(0, joint) = held_[joint];
    ahead_.col(joint) = now_.col(joint);
  }
  if (!any_found)
  {
    return true;
  }
  bool known = held_.allFinite();
  if (known && elastic_ && settings_.feedback_from_motor)
  {
    known = find_links(measured);
  }
  for (int joint = 0; joint < joints() && !known; ++joint)
  {
    held_[joint] = found_[static_cast<std::size_t>(joint)] ? kUnknown : held_[joint];
  }
  return known;
}

bool FeedforwardLaw::find_links(const Measurement & measured)
{
  double change = kNone;
  for (int round = 0; round < kMaxRounds && change > kSamePlace; ++round)
  {
    robot_motion_.setZero();
    for (int joint = 0; joint < joints(); ++joint)
    {
      robot_motion_(0, column(joint)) = now_(0, joint);
    }
    static_cast<void>(hod::force_terms(workspace_, robot_motion_, 0));
    change = 0.0;
    for (int joint = 0; joint < joints(); ++joint)
    {
      const hod::JointDrive & drive = drive_.joint(column(joint));
      if (!found_[static_cast<std::size_t>(joint)] || drive.rigid())
      {
        continue;
      }
      const double wound = workspace_.force()(0, column(joint)) / drive.stiffness;
      const double position = measured.position[joint] - wound;
      const double moved = std::abs(position - held_[joint]);
      change = moved <= change ? change : moved;  // NaN counts as no place, too
      held_[joint] = position;
      now_(0, joint) = position;
      ahead_(0, joint) = position;
    }
  }
  return change <= kNearEnough;
}

void FeedforwardLaw::count_known_orders()
{
  int rows = max_known_ + 3;
  for (int joint = 0; joint < joints(); ++joint)
  {
    int known = 0;
    while (known < rows && std::isfinite(ahead_(known, joint)))
    {
      ++known;
    }
    rows = known;
  }
  known_order_ = std::max(rows - 3, -1);
  const int used = std::max(rows, 1);
  robot_motion_.setZero();
  for (int joint = 0; joint < joints(); ++joint)
  {
    robot_motion_.col(column(joint)).head(used) = ahead_.col(joint).head(used);
    if (rows < 3 && std::isfinite(ahead_(1, joint)))
    {
      robot_motion_(1, column(joint)) = ahead_(1, joint);
    }
  }
}

void FeedforwardLaw::compute_forces()
{
  const int order = std::max(known_order_, 0);
  // Sizes were fixed in the constructor, so that the call cannot fail.
  static_cast<void>(hod::force_terms(workspace_, robot_motion_, order));
  robot_force_.setZero();
  robot_force_.topRows(order + 1) = workspace_.force().topRows(order + 1);
  feedforward_.setConstant(kUnknown);
  const int rows = std::min(order, order_) + 1;
  for (int joint = 0; joint < joints(); ++joint)
  {
    feedforward_.col(joint).head(rows) = robot_force_.col(column(joint)).head(rows);
  }
}

void FeedforwardLaw::compute_motors()
{
  const int order = std::max(known_order_, 0);
  if (!elastic_)
  {
    take_motors(robot_motion_, std::min(known_order_ + 3, kTorqueRows), order + 1);
    return;
  }
  // Springs whose force has an unknown derivative are taken not to move.
  const int used = std::max(order, hod::ElasticDrive::kMinOrder);
  static_cast<void>(hod::motor_motion(
    drive_, robot_motion_, robot_force_.topRows(used + 1), robot_motor_.topRows(used + 1),
    robot_torque_.topRows(used - 1)));
  take_motors(robot_motor_, order + 1, used - 1);
}

void FeedforwardLaw::take_motors(const hod::RowMatrix & motor, int motor_rows, int torque_rows)
{
  const hod::RowMatrix & torque = elastic_ ? robot_torque_ : robot_force_;
  motor_.setConstant(kUnknown);
  torque_.setConstant(kUnknown);
  const int positions = std::clamp(motor_rows, 1, kTorqueRows);
  const int torques = std::min(torque_rows, kTorqueRows);
  for (int joint = 0; joint < joints(); ++joint)
  {
    motor_.col(joint).head(positions) = motor.col(column(joint)).head(positions);
    torque_.col(joint).head(torques) = torque.col(column(joint)).head(torques);
  }
}

void FeedforwardLaw::compute_feedback(const Measurement & measured, double lead)
{
  unmeasured_ = 0;
  for (int joint = 0; joint < joints(); ++joint)
  {
    double position = now_(0, joint);
    double velocity = now_(1, joint);
    if (settings_.feedback_from_motor && elastic_)
    {
      // Back from the instant of the torque to that of the measurement.
      const bool moves = std::isfinite(motor_(1, joint));
      const bool bends = std::isfinite(motor_(2, joint));
      const double acceleration = bends ? motor_(2, joint) : 0.0;
      velocity = moves ? motor_(1, joint) - lead * acceleration : velocity;
      position = motor_(0, joint) - (std::isfinite(velocity) ? lead * velocity : 0.0) -
                 0.5 * lead * lead * acceleration;
    }
    velocity = std::isfinite(velocity) ? velocity : 0.0;
    const double off = position - measured.position[joint];
    error_(0, joint) =
      off - (continuous_[static_cast<std::size_t>(joint)] ? whole_turns(off) : 0.0);
    error_(1, joint) = velocity - measured.velocity[joint];
    const double feedback = settings_.position_gain[joint] * error_(0, joint) +
                            settings_.velocity_gain[joint] * error_(1, joint);
    const bool usable = std::isfinite(feedback);
    unmeasured_ += usable ? 0 : 1;
    feedback_[joint] = usable ? feedback : 0.0;
  }
}

void FeedforwardLaw::combine(double step, double hold)
{
  effort_ = torque_.row(0).transpose() + feedback_;
  hold_corrected_ = settings_.hold_correction && torque_.row(2).allFinite();
  if (hold_corrected_)
  {
    effort_ -= hold * hold / 24.0 * torque_.row(2).transpose();
  }
  limiter_.apply(step, effort_);
}

void FeedforwardLaw::give_up()
{
  feedforward_.setConstant(kUnknown);
  motor_.setConstant(kUnknown);
  torque_.setConstant(kUnknown);
  error_.setConstant(kUnknown);
  feedback_.setZero();
  effort_.setZero();
  known_order_ = -1;
  hold_corrected_ = false;
  limiter_.reset();
}

}  // namespace hod_ros
