// SPDX-License-Identifier: Apache-2.0
#include "hod/simulation/simulated_arm.hpp"

#include <algorithm>
#include <boost/numeric/odeint/integrate/integrate_adaptive.hpp>
#include <boost/numeric/odeint/stepper/controlled_runge_kutta.hpp>
#include <boost/numeric/odeint/stepper/generation.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta4.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <cmath>
#include <cstddef>
#include <limits>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "arm_numbers.hpp"
#include "hod/error.hpp"
#include "links.hpp"

namespace hod
{
namespace
{

namespace odeint = boost::numeric::odeint;
using detail::Numbers;

double friction(const JointDrive & drive, double speed)
{
  return drive.viscous_friction * speed +
         drive.coulomb_friction * std::tanh(speed / drive.smoothing_speed);
}

bool all_finite(const Numbers & numbers)
{
  return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
}

/// The drives between the torques and the links: none unless the robot is elastic.
std::vector<JointDrive> drives_of(const Robot & robot)
{
  std::vector<JointDrive> drives(static_cast<std::size_t>(robot.dof()));
  for (int column = 0; robot.is_elastic() && column < robot.dof(); ++column)
  {
    const Joint & joint = robot.joint_of(column);
    if (!joint.drive.rigid() && joint.drive.inertia() == 0.0)
    {
      throw Error(
        robot.name() + ": joint '" + joint.name +
        "' is elastic and has a motor without inertia, expected a positive inertia to simulate");
    }
    drives[static_cast<std::size_t>(column)] = joint.drive;
  }
  return drives;
}

}  // namespace

struct SimulatedArm::Parts
{
  explicit Parts(const Robot & given)
  : robot(given),
    drives(drives_of(given)),
    links(given),
    numbers(detail::kParts * drives.size(), 0.0),
    rates(numbers),
    before(numbers),
    torque(Eigen::VectorXd::Zero(given.dof())),
    joint_torque(torque),
    position(torque),
    velocity(torque)
  {
    runge_kutta.adjust_size(numbers);
  }

  Result check(const ConstVectorRef & values) const
  {
    if (values.size() != torque.size())
    {
      return Result::wrong_columns;
    }
    return values.allFinite() ? Result::ok : Result::not_finite;
  }

  /// Whether all time-dependent loads are known at that time.
  bool knows(double instant) { return links.set_time(instant) == Result::ok; }

  /// The right-hand side of the equations of motion.
  void operator()(const Numbers & now, Numbers & rate, double instant)
  {
    const ArmState state = detail::view(now);
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
    part(rate, detail::kPosition) = velocity;
    part(rate, detail::kVelocity) = acceleration(instant);
    part(rate, detail::kMotorPosition) = state.motor_velocity;
    part(rate, detail::kMotorVelocity) = part(rate, detail::kVelocity);
    for (Eigen::Index joint = 0; joint < torque.size(); ++joint)
    {
      if (!drive(joint).rigid())
      {
        part(rate, detail::kMotorVelocity)[joint] = motor_acceleration(state, joint);
      }
    }
  }

  /// Of the links, once joint_torque, position and velocity are known.
  const Eigen::VectorXd & acceleration(double instant)
  {
    // The last instant of a step may be rounded beyond the end of what is known.
    const bool known = !robot.depends_on_time() || knows(std::min(instant, end));
    const bool carried = !base_law || links.set_base_motion(base_law(instant)) == Result::ok;
    if (!known || !carried)
    {
      position.setConstant(std::numeric_limits<double>::quiet_NaN());
      return position;
    }
    return links.acceleration(position, velocity, joint_torque);
  }

  double torque_on_link(const ArmState & state, Eigen::Index joint) const
  {
    const JointDrive & parameters = drive(joint);
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
    const JointDrive & parameters = drive(joint);
    const double lost = friction(parameters, state.motor_velocity[joint]);
    return (torque[joint] - joint_torque[joint] - lost) / parameters.inertia();
  }

  /// A rotor that turns with its link keeps its share of the torque: in an elastic robot, forces()
  /// does not include it.
  void take_off_rotors(const Eigen::Ref<const Eigen::VectorXd> & accelerations)
  {
    for (Eigen::Index joint = 0; joint < torque.size(); ++joint)
    {
      if (drive(joint).rigid())
      {
        joint_torque[joint] -= drive(joint).inertia() * accelerations[joint];
      }
    }
  }

  /// Returns to a state that was finite.
  void return_to(double instant)
  {
    numbers = before;
    time = instant;
  }

  /// Why no further step is possible.
  std::string obstacle()
  {
    if (torque.size() == 0)
    {
      return "simulation: found no joint, expected one that moves";
    }
    const ArmState state = detail::view(numbers);
    std::ostringstream sentence;
    sentence << "simulation: found joint '";
    position = state.position;
    if (const int column = links.massless(position); column >= 0)
    {
      sentence << robot.joint_of(column).name << "', which moves no mass, at time " << time
               << " s, expected mass on every joint";
      return sentence.str();
    }
    Eigen::Index column = 0;
    const double speed = state.velocity.cwiseAbs().maxCoeff(&column);
    const Joint & joint = robot.joint_of(static_cast<int>(column));
    sentence << joint.name << "' at " << speed << (joint.prismatic ? " m/s" : " rad/s")
             << ", the fastest, at time " << time
             << " s, from where no finite step is possible, expected a slower motion or shorter "
                "steps";
    return sentence.str();
  }

  const JointDrive & drive(Eigen::Index joint) const
  {
    return drives[static_cast<std::size_t>(joint)];
  }

  Robot robot;
  std::vector<JointDrive> drives;
  detail::Links links;
  Numbers numbers;
  Numbers rates;   ///< of action()
  Numbers before;  ///< a finite state to return to
  double time = 0.0;
  double end = 0.0;        ///< of the current step
  Eigen::VectorXd torque;  ///< of the motors
  TorqueLaw law;
  BaseLaw base_law;
  Eigen::VectorXd joint_torque;  ///< on the links
  Eigen::VectorXd position;
  Eigen::VectorXd velocity;
  odeint::runge_kutta4<Numbers> runge_kutta;
};

SimulatedArm::SimulatedArm(const Robot & robot) : parts_(std::make_unique<Parts>(robot)) {}

SimulatedArm::~SimulatedArm() = default;
SimulatedArm::SimulatedArm(SimulatedArm &&) noexcept = default;
SimulatedArm & SimulatedArm::operator=(SimulatedArm &&) noexcept = default;

const Robot & SimulatedArm::robot() const
{
  return parts_->robot;
}

int SimulatedArm::dof() const
{
  return parts_ ? parts_->robot.dof() : 0;
}

double SimulatedArm::time() const
{
  return parts_ ? parts_->time : 0.0;
}

ArmState SimulatedArm::state() const
{
  static const Numbers none;
  return detail::view(parts_ ? parts_->numbers : none);
}

ArmAction SimulatedArm::action()
{
  const auto view_of = [](const double * values, Eigen::Index size) {
    return ArmState::View(values, size);
  };
  if (!parts_)
  {
    return {view_of(nullptr, 0), view_of(nullptr, 0), view_of(nullptr, 0)};
  }
  Parts & parts = *parts_;
  parts.end = parts.time;
  parts(parts.numbers, parts.rates, parts.time);
  parts.take_off_rotors(part(std::as_const(parts.rates), detail::kVelocity));
  return {
    view_of(parts.torque.data(), parts.torque.size()),
    view_of(parts.joint_torque.data(), parts.torque.size()),
    part(std::as_const(parts.rates), detail::kVelocity)};
}

Result SimulatedArm::rest_at(const ConstVectorRef & position, double time)
{
  if (!parts_)
  {
    return Result::no_workspace;
  }
  Parts & parts = *parts_;
  Result result = parts.check(position);
  if (result == Result::ok)
  {
    result = parts.links.set_time(time);
  }
  if (result == Result::ok)
  {
    result = parts.links.hold(position, parts.torque);
  }
  if (result != Result::ok)
  {
    return result;
  }
  parts.law = nullptr;
  parts.time = time;
  part(parts.numbers, detail::kPosition) = position;
  part(parts.numbers, detail::kVelocity).setZero();
  part(parts.numbers, detail::kMotorVelocity).setZero();
  for (Eigen::Index joint = 0; joint < position.size(); ++joint)
  {
    part(parts.numbers, detail::kMotorPosition)[joint] =
      position[joint] + parts.torque[joint] / parts.drive(joint).stiffness;
  }
  return Result::ok;
}

Result SimulatedArm::set_state(
  double time, const ConstVectorRef & position, const ConstVectorRef & velocity,
  const ConstVectorRef & motor_position, const ConstVectorRef & motor_velocity)
{
  if (!parts_)
  {
    return Result::no_workspace;
  }
  Parts & parts = *parts_;
  for (const ConstVectorRef & values : {position, velocity, motor_position, motor_velocity})
  {
    const Result result = parts.check(values);
    if (result != Result::ok)
    {
      return result;
    }
  }
  const Result result = parts.links.set_time(time);
  if (result != Result::ok)
  {
    return result;
  }
  parts.time = time;
  part(parts.numbers, detail::kPosition) = position;
  part(parts.numbers, detail::kVelocity) = velocity;
  for (Eigen::Index joint = 0; joint < position.size(); ++joint)
  {
    const bool rigid = parts.drive(joint).rigid();
    part(parts.numbers, detail::kMotorPosition)[joint] =
      rigid ? position[joint] : motor_position[joint];
    part(parts.numbers, detail::kMotorVelocity)[joint] =
      rigid ? velocity[joint] : motor_velocity[joint];
  }
  return Result::ok;
}

Result SimulatedArm::set_torque(const ConstVectorRef & torque)
{
  if (!parts_)
  {
    return Result::no_workspace;
  }
  const Result result = parts_->check(torque);
  if (result == Result::ok)
  {
    parts_->law = nullptr;
    parts_->torque = torque;
  }
  return result;
}

void SimulatedArm::set_torque_law(TorqueLaw law)
{
  if (parts_)
  {
    parts_->law = std::move(law);
  }
}

Result SimulatedArm::set_payload(int link, const MassProperties & payload)
{
  return parts_ ? parts_->links.set_payload(link, payload) : Result::no_workspace;
}

Result SimulatedArm::set_wrench(int load, const Eigen::Matrix<double, 6, 1> & wrench)
{
  if (!parts_)
  {
    return Result::no_workspace;
  }
  const auto & loads = parts_->robot.loads();
  const bool known = load >= 0 && load < static_cast<int>(loads.size()) &&
                     !loads[static_cast<std::size_t>(load)].changes();
  return known ? parts_->links.set_wrench(load, wrench.transpose()) : Result::no_such_index;
}

Result SimulatedArm::set_gravity(const Eigen::Vector3d & gravity)
{
  return parts_ ? parts_->links.set_gravity(gravity) : Result::no_workspace;
}

Result SimulatedArm::set_base_motion(const BaseMotion & motion)
{
  if (!parts_)
  {
    return Result::no_workspace;
  }
  const Result result = parts_->links.set_base_motion(motion);
  if (result == Result::ok)
  {
    parts_->base_law = nullptr;
  }
  return result;
}

void SimulatedArm::set_base_law(BaseLaw law)
{
  if (parts_)
  {
    parts_->base_law = std::move(law);
  }
}

Result SimulatedArm::step(double duration, int steps)
{
  if (!parts_)
  {
    return Result::no_workspace;
  }
  if (!(duration > 0.0 && std::isfinite(duration) && steps >= 1))
  {
    return Result::wrong_step;
  }
  Parts & parts = *parts_;
  const double start = parts.time;
  if (!parts.knows(start) || !parts.knows(start + duration))
  {
    return Result::no_time;
  }
  parts.end = start + duration;
  const double length = duration / steps;
  parts.before = parts.numbers;
  for (int step = 0; step < steps; ++step)
  {
    parts.runge_kutta.do_step(std::ref(parts), parts.numbers, start + step * length, length);
    if (!all_finite(parts.numbers))
    {
      parts.return_to(start);
      return Result::not_finite;
    }
  }
  parts.time = parts.end;
  return Result::ok;
}

std::string SimulatedArm::obstacle()
{
  return parts_ ? parts_->obstacle() : "simulation: " + std::string(to_text(Result::no_workspace));
}

void SimulatedArm::advance(
  double duration, double tolerance, const std::function<void()> & after_step)
{
  if (!parts_)
  {
    throw Error("simulation: found an arm that has been moved from, expected one with joints");
  }
  if (!(duration > 0.0 && std::isfinite(duration) && tolerance > 0.0))
  {
    std::ostringstream sentence;
    sentence << "simulation: found a duration of " << duration << " s and a tolerance of "
             << tolerance << ", expected positive numbers";
    throw Error(sentence.str());
  }
  constexpr double kFirstStep = 1e-4;  // s; the method adapts it from there
  Parts & parts = *parts_;
  const double end = parts.time + duration;
  if (!parts.knows(parts.time) || !parts.knows(end))
  {
    std::ostringstream sentence;
    sentence << "simulation: found a load whose table does not reach from " << parts.time
             << " s to " << end << " s, expected one that does";
    throw Error(sentence.str());
  }
  parts.end = end;
  const auto stepper =
    odeint::make_controlled<odeint::runge_kutta_dopri5<Numbers>>(tolerance, tolerance);
  const auto keep = [&parts, &after_step](const Numbers & now, double instant) {
    if (!all_finite(now))
    {
      parts.return_to(parts.time);
      throw Error(parts.obstacle());
    }
    parts.before = now;
    parts.time = instant;
    if (after_step)
    {
      after_step();
    }
  };
  try
  {
    odeint::integrate_adaptive(
      stepper, std::ref(parts), parts.numbers, parts.time, end, std::min(kFirstStep, duration),
      keep);
  }
  catch (const odeint::odeint_error &)
  {
    std::ostringstream sentence;
    sentence << "simulation: found no step short enough to continue at time " << parts.time
             << " s, expected a smooth motion";
    throw Error(sentence.str());
  }
  parts.time = end;
}

}  // namespace hod
