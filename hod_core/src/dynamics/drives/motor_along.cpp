// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/drives/motor_along.hpp"

#include <algorithm>
#include <string>

#include "dynamics/each_state.hpp"
#include "hod/error.hpp"
#include "io/text.hpp"
#include "threads.hpp"

namespace hod
{

namespace
{

ElasticDrive elastic_drive_of(const Robot & robot)
{
  if (!robot.is_elastic())
  {
    throw Error(
      "motor: found a robot with rigid drives, whose torques are the joint forces, expected "
      "elastic ones");
  }
  return ElasticDrive(robot);
}

}  // namespace

MotorAlong::MotorAlong(const Robot & robot, int order, bool exact)
: MotorAlong(elastic_drive_of(robot), order, exact)
{}

MotorAlong::MotorAlong(const ElasticDrive & drive, int order, bool exact)
: drive_(drive),
  history_(drive, order),
  order_(order),
  remembers_(
    exact && std::any_of(
               drive.joints().begin(), drive.joints().end(),
               [](const JointDrive & joint) { return joint.damped(); }))
{}

Result MotorAlong::step(
  const States & states, std::size_t index, const ConstRowMatrixMap & motion,
  const ConstRowMatrixMap & force, RowMatrixRef motor, RowMatrixRef torque)
{
  if (!remembers_)
  {
    return motor_motion(drive_, motion, force, motor, torque);
  }
  const double time = states.times[index];
  const Result result = started_ ? history_.advance(time - last_time_, motion, force, motor, torque)
                                 : history_.start(motion, force, motor, torque);
  if (result == Result::ok)
  {
    started_ = true;
    last_time_ = time;
  }
  return result;
}

void MotorAlong::run(
  const States & states, const double * force, double * motor, double * torque, int threads)
{
  if (remembers_ && states.times == nullptr)
  {
    throw Error("times: found none, expected one per state, because a spring is damped");
  }
  const Eigen::Index dof = drive_.dof();
  const Eigen::Index motion_size = states.rows * dof;
  const Eigen::Index force_size = (order_ + 1) * dof;
  const Eigen::Index torque_size = (order_ - 1) * dof;
  const auto part = [&](std::size_t first, std::size_t last) {
    for (std::size_t index = first; index < last; ++index)
    {
      const auto i = static_cast<Eigen::Index>(index);
      Eigen::Map<RowMatrix> theta(motor + i * force_size, order_ + 1, dof);
      Eigen::Map<RowMatrix> tau(torque + i * torque_size, order_ - 1, dof);
      const Result result = step(
        states, index, ConstRowMatrixMap(states.motion + i * motion_size, states.rows, dof),
        ConstRowMatrixMap(force + i * force_size, order_ + 1, dof), theta, tau);
      if (result != Result::ok)
      {
        throw Error(
          "motor motion" +
          (states.times == nullptr ? "" : " at " + detail::shortest(states.times[index]) + " s") +
          ": " + to_text(result) + ", expected finite numbers and times that increase");
      }
    }
  };
  const std::size_t smallest =
    remembers_ ? std::max<std::size_t>(states.count, 1) : detail::kStatesPerThread;
  detail::in_threads(states.count, smallest, threads, part);
}

}  // namespace hod
