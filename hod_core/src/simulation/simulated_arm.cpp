// SPDX-License-Identifier: Apache-2.0
#include "hod/simulation/simulated_arm.hpp"

#include <boost/numeric/odeint/integrate/integrate_adaptive.hpp>
#include <boost/numeric/odeint/stepper/controlled_runge_kutta.hpp>
#include <boost/numeric/odeint/stepper/generation.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta4.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <cmath>
#include <cstddef>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "arm_numbers.hpp"
#include "hod/dynamics/forces/forces.hpp"
#include "hod/error.hpp"
#include "rigid_arm.hpp"

namespace hod
{
namespace
{

namespace odeint = boost::numeric::odeint;

double friction(const JointDrive & joint, double speed)
{
  return joint.viscous_friction * speed +
         joint.coulomb_friction * std::tanh(speed / joint.smoothing_speed);
}

/// What the motors of rigid joints add to the links.
Eigen::VectorXd rigid_inertia(const ElasticDrive & drive)
{
  Eigen::VectorXd inertia = Eigen::VectorXd::Zero(drive.dof());
  for (Eigen::Index joint = 0; joint < inertia.size(); ++joint)
  {
    inertia[joint] = drive.joint(joint).rigid() ? drive.joint(joint).inertia() : 0.0;
  }
  return inertia;
}

void check(const Robot & robot, const ElasticDrive & drive)
{
  if (robot.dof() != drive.dof())
  {
    throw Error(
      robot.name() + ": found drives of " + std::to_string(drive.dof()) + " joints, expected " +
      std::to_string(robot.dof()));
  }
  for (int joint = 0; joint < drive.dof(); ++joint)
  {
    if (!drive.joint(joint).rigid() && drive.joint(joint).inertia() == 0.0)
    {
      throw Error(
        robot.name() + ": joint '" + robot.joint_names()[static_cast<std::size_t>(joint)] +
        "' is elastic and has a motor without inertia, expected a positive inertia to simulate");
    }
  }
}

}  // namespace

struct SimulatedArm::Parts
{
  Parts(const Robot & given, const ElasticDrive & drives)
  : robot(given),
    drive(drives),
    weight(given, 0),
    links(given, rigid_inertia(drives)),
    numbers(kParts * static_cast<std::size_t>(given.dof()), 0.0),
    torque(Eigen::VectorXd::Zero(given.dof())),
    joint_torque(torque),
    position(torque),
    velocity(torque),
    still(RowMatrix::Zero(3, given.dof()))
  {
    runge_kutta.adjust_size(numbers);
  }

  bool fits(const ConstVectorRef & values) const { return values.size() == torque.size(); }

  /// The right-hand side of the equations of motion.
  void operator()(const Numbers & now, Numbers & rate, double instant)
  {
    const ArmState state = view(now);
    if (law)
    {
      law(instant, state, torque);
    }
    for (Eigen::Index joint = 0; joint < torque.size(); ++joint)
    {
      joint_torque[joint] = torque_on_link(state, joint);
    }
    position = state.position;
    velocity = state.velocity;
    const Eigen::VectorXd & acceleration = links.acceleration(position, velocity, joint_torque);
    part(rate, kPosition) = velocity;
    part(rate, kVelocity) = acceleration;
    part(rate, kMotorPosition) = state.motor_velocity;
    for (Eigen::Index joint = 0; joint < torque.size(); ++joint)
    {
      part(rate, kMotorVelocity)[joint] =
        drive.joint(joint).rigid() ? acceleration[joint] : motor_acceleration(state, joint);
    }
  }

  double torque_on_link(const ArmState & state, Eigen::Index joint) const
  {
    const JointDrive & parameters = drive.joint(joint);
    if (parameters.rigid())
    {
      return torque[joint] - friction(parameters, state.velocity[joint]);
    }
    return parameters.stiffness * (state.motor_position[joint] - state.position[joint]) +
           parameters.damping * (state.motor_velocity[joint] - state.velocity[joint]);
  }

  /// Of an elastic joint, once joint_torque is known.
  double motor_acceleration(const ArmState & state, Eigen::Index joint) const
  {
    const JointDrive & parameters = drive.joint(joint);
    const double lost = friction(parameters, state.motor_velocity[joint]);
    return (torque[joint] - joint_torque[joint] - lost) / parameters.inertia();
  }

  Robot robot;
  ElasticDrive drive;
  Workspace weight;
  detail::RigidArm links;
  Numbers numbers;
  double time = 0.0;
  Eigen::VectorXd torque;  ///< of the motors
  TorqueLaw law;
  Eigen::VectorXd joint_torque;  ///< on the links
  Eigen::VectorXd position;
  Eigen::VectorXd velocity;
  RowMatrix still;  ///< a motion that stays where it is
  odeint::runge_kutta4<Numbers> runge_kutta;
};

SimulatedArm::SimulatedArm(const Robot & robot, const ElasticDrive & drive)
{
  check(robot, drive);
  parts_ = std::make_unique<Parts>(robot, drive);
}

SimulatedArm::~SimulatedArm() = default;
SimulatedArm::SimulatedArm(SimulatedArm &&) noexcept = default;
SimulatedArm & SimulatedArm::operator=(SimulatedArm &&) noexcept = default;

int SimulatedArm::dof() const
{
  return parts_->drive.dof();
}

double SimulatedArm::time() const
{
  return parts_->time;
}

ArmState SimulatedArm::state() const
{
  return view(std::as_const(parts_->numbers));
}

Result SimulatedArm::rest_at(const ConstVectorRef & position)
{
  Parts & parts = *parts_;
  if (!parts.fits(position))
  {
    return Result::wrong_columns;
  }
  parts.still.row(0) = position.transpose();
  const Result result = forces(parts.weight, parts.still, 0);
  if (result != Result::ok)
  {
    return result;
  }
  parts.law = nullptr;
  parts.time = 0.0;
  parts.torque = parts.weight.force().row(0).transpose();
  part(parts.numbers, kPosition) = position;
  part(parts.numbers, kVelocity).setZero();
  part(parts.numbers, kMotorVelocity).setZero();
  for (Eigen::Index joint = 0; joint < position.size(); ++joint)
  {
    part(parts.numbers, kMotorPosition)[joint] =
      position[joint] + parts.torque[joint] / parts.drive.joint(joint).stiffness;
  }
  return Result::ok;
}

Result SimulatedArm::set_state(
  double time, const ConstVectorRef & position, const ConstVectorRef & velocity,
  const ConstVectorRef & motor_position, const ConstVectorRef & motor_velocity)
{
  Parts & parts = *parts_;
  const bool all_fit = parts.fits(position) && parts.fits(velocity) && parts.fits(motor_position) &&
                       parts.fits(motor_velocity);
  if (!all_fit)
  {
    return Result::wrong_columns;
  }
  parts.time = time;
  part(parts.numbers, kPosition) = position;
  part(parts.numbers, kVelocity) = velocity;
  for (Eigen::Index joint = 0; joint < position.size(); ++joint)
  {
    const bool rigid = parts.drive.joint(joint).rigid();
    part(parts.numbers, kMotorPosition)[joint] = rigid ? position[joint] : motor_position[joint];
    part(parts.numbers, kMotorVelocity)[joint] = rigid ? velocity[joint] : motor_velocity[joint];
  }
  return Result::ok;
}

Result SimulatedArm::set_torque(const ConstVectorRef & torque)
{
  if (!parts_->fits(torque))
  {
    return Result::wrong_columns;
  }
  parts_->law = nullptr;
  parts_->torque = torque;
  return Result::ok;
}

void SimulatedArm::set_torque_law(TorqueLaw law)
{
  parts_->law = std::move(law);
}

void SimulatedArm::step(double duration, int steps)
{
  const double start = parts_->time;
  const double length = duration / steps;
  for (int step = 0; step < steps; ++step)
  {
    parts_->runge_kutta.do_step(std::ref(*parts_), parts_->numbers, start + step * length, length);
  }
  parts_->time = start + duration;
}

void SimulatedArm::advance(double duration, double tolerance)
{
  if (!(duration > 0.0 && tolerance > 0.0))
  {
    std::ostringstream sentence;
    sentence << "simulation: found a duration of " << duration << " s and a tolerance of "
             << tolerance << ", expected positive numbers";
    throw Error(sentence.str());
  }
  constexpr double kFirstStep = 1e-4;  // s; the method finds its own from there
  const auto stepper =
    odeint::make_controlled<odeint::runge_kutta_dopri5<Numbers>>(tolerance, tolerance);
  const double end = parts_->time + duration;
  try
  {
    odeint::integrate_adaptive(
      stepper, std::ref(*parts_), parts_->numbers, parts_->time, end,
      std::min(kFirstStep, duration));
  }
  catch (const odeint::odeint_error &)
  {
    throw Error("simulation: found no step short enough to go on, expected a smooth motion");
  }
  parts_->time = end;
}

}  // namespace hod
