// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SIMULATION__SIMULATED_ARM_HPP_
#define HOD__SIMULATION__SIMULATED_ARM_HPP_

#include <Eigen/Core>
#include <functional>
#include <memory>
#include <string>

#include "hod/mass/mass_properties.hpp"
#include "hod/result.hpp"
#include "hod/robot/base_motion.hpp"
#include "hod/robot/robot.hpp"
#include "hod/types.hpp"

namespace hod
{

using ConstVectorRef = Eigen::Ref<const Eigen::VectorXd>;
using VectorRef = Eigen::Ref<Eigen::VectorXd>;

/// Views of the state of an arm, one entry per column of the robot. For a rigid joint the motor's
/// values are those of the link.
struct ArmState
{
  using View = Eigen::Map<const Eigen::VectorXd>;

  View position;        ///< q of the links [rad or m]
  View velocity;        ///< q' [rad/s or m/s]
  View motor_position;  ///< θ, on the output side of the gear [rad or m]
  View motor_velocity;  ///< θ' [rad/s or m/s]
};

/// Views of what acts on an arm at one instant, one entry per column of the robot.
struct ArmAction
{
  ArmState::View torque;        ///< τ of the motors [N m or N]
  ArmState::View joint_torque;  ///< torque at the link, Q of forces(); see SimulatedArm
  ArmState::View acceleration;  ///< q'' [rad/s² or m/s²]
};

/// Writes the motor torques [N m or N] for an instant [s] and a state. Must not throw.
using TorqueLaw = std::function<void(double time, const ArmState & state, VectorRef torque)>;

/// The motion of the base at an instant [s]. Must not throw.
using BaseLaw = std::function<BaseMotion(double time)>;

/// Forward dynamics of a robot driven by its motors, with everything that acts on it: payloads,
/// loads (including tables), friction, rotors, mimic joints, gravity and the motion of its base. It
/// is the inverse of forces(): the forces of the resulting motion are the torques applied.
///
/// Where the robot is elastic, a motor moves its link through a spring and a damper,
///
///     B θ'' = τ − K (θ − q) − D (θ' − q') − b θ' − c tanh(θ'/ε),
///
/// and for a joint that is nevertheless rigid, B, b and c act on the link. If the robot is not
/// elastic, the rotors' inertia is the only part of the drives that counts, as in forces().
/// Gyroscopic terms of rotors that are carried around by their links are always neglected.
///
/// ArmAction::joint_torque is Q of forces(). In an elastic robot Q does not include the motors: it
/// is the spring's torque, or for a rigid joint τ − B q'' − b q' − c tanh(q'/ε). In a robot that is
/// not elastic, the rotors' inertia is a term of Q, which is then equal to τ.
///
/// Accelerations of the links are solved with a factorization of the mass matrix; beyond forty
/// joints without mimics, with the articulated-body algorithm, O(n). Bearing friction depends on
/// the reactions and so on q'' itself, which takes a few Newton steps; if bearings jam, there is no
/// q''.
///
/// step(), setters and getters neither allocate nor throw. A joint that moves no mass has no
/// acceleration, and a state near the limits of floating-point numbers may be followed by one that
/// is not finite: in both cases no step is taken. A moved-from arm has no joints and returns
/// Result::no_workspace.
class SimulatedArm
{
public:
  /// The robot's own base motion is that of every instant, as one that set_base_motion() sets.
  /// Throws hod::Error for an elastic joint whose motor has no inertia.
  explicit SimulatedArm(const Robot & robot);
  ~SimulatedArm();
  SimulatedArm(SimulatedArm &&) noexcept;
  SimulatedArm & operator=(SimulatedArm &&) noexcept;
  SimulatedArm(const SimulatedArm &) = delete;
  SimulatedArm & operator=(const SimulatedArm &) = delete;

  /// The robot it was made from; must not be called after a move.
  const Robot & robot() const;
  int dof() const;      ///< 0 after a move
  double time() const;  ///< [s]
  ArmState state() const;

  /// What acts at present; a torque law is evaluated for it. Not finite while a time-dependent load
  /// is unknown.
  ArmAction action();

  /// Starts at a time [s] and at rest, with springs and torques that hold the arm against its
  /// weight, its loads and the acceleration of its base. For all setters, every argument has one
  /// entry per column of the robot and must be finite; otherwise nothing changes.
  [[nodiscard]] Result rest_at(const ConstVectorRef & position, double time = 0.0);

  /// Starts at a time [s] in any state; the motor values of rigid joints are ignored.
  [[nodiscard]] Result set_state(
    double time, const ConstVectorRef & position, const ConstVectorRef & velocity,
    const ConstVectorRef & motor_position, const ConstVectorRef & motor_velocity);

  /// Sets motor torques, which act until others are set [N m or N].
  [[nodiscard]] Result set_torque(const ConstVectorRef & torque);

  /// Sets motor torques that depend on time and state, until set_torque() or rest_at().
  void set_torque_law(TorqueLaw law);

  /// Replaces the payload of a link; mass properties in the link's frame.
  /// @param link index into Robot::links()
  [[nodiscard]] Result set_payload(int link, const MassProperties & payload);

  /// Sets the wrench of a load: force x y z [N], moment x y z [N m], as in Load::wrench.
  /// @param load index into Robot::loads(); the load must not have a table
  [[nodiscard]] Result set_wrench(int load, const Eigen::Matrix<double, 6, 1> & wrench);

  /// Sets gravity in the world's axes [m/s²].
  [[nodiscard]] Result set_gravity(const Eigen::Vector3d & gravity);

  /// Sets the motion of the base for every following instant. Its orientation stays constant,
  /// however fast it is set to turn; a base that keeps moving needs a law.
  [[nodiscard]] Result set_base_motion(const BaseMotion & motion);

  /// Sets a motion of the base that depends on time, until set_base_motion(). If the law returns a
  /// motion that no base can perform, there is no finite state to step to.
  void set_base_law(BaseLaw law);

  /// Advances by `duration` > 0 [s] in `steps` ≥ 1 equal steps of the classic Runge–Kutta method of
  /// order four. Its error grows without bound for steps longer than about 2.7 over the fastest
  /// angular frequency (or decay rate) of a spring or of friction around standstill.
  ///
  /// Returns Result::wrong_step, Result::no_time if a load's table does not cover the duration, or
  /// Result::not_finite if an intermediate state is not finite; the state then remains unchanged.
  [[nodiscard]] Result step(double duration, int steps = 1);

  /// Why no finite step may be possible from here: a sentence with the time and the joint that
  /// moves no mass, or otherwise the joint that moves fastest. Allocates.
  std::string obstacle();

  /// Advances by `duration` > 0 [s] with the method of Dormand and Prince of order five. Steps are
  /// as long as their error stays below `tolerance` (absolute and relative). Allocates. Throws
  /// hod::Error for arguments that are not positive, for a time that a load's table does not cover,
  /// and if steps become too short or a state is not finite; the arm then stays in the last valid
  /// state.
  /// @param after_step called after every step; an exception thrown by it ends the call there
  void advance(
    double duration, double tolerance = 1e-10, const std::function<void()> & after_step = {});

private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace hod

#endif  // HOD__SIMULATION__SIMULATED_ARM_HPP_
