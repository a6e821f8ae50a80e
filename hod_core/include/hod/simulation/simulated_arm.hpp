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

/// Views of where an arm is, one entry per column of the robot. Of a rigid joint the motor's values
/// are the link's own.
struct ArmState
{
  using View = Eigen::Map<const Eigen::VectorXd>;

  View position;        ///< q of the links [rad or m]
  View velocity;        ///< q' [rad/s or m/s]
  View motor_position;  ///< θ, behind the gear [rad or m]
  View motor_velocity;  ///< θ' [rad/s or m/s]
};

/// Views of what moves an arm at an instant, one entry per column of the robot.
struct ArmAction
{
  ArmState::View torque;        ///< τ of the motors [N m or N]
  ArmState::View joint_torque;  ///< what reaches the link, Q of forces(); see SimulatedArm
  ArmState::View acceleration;  ///< q'' [rad/s² or m/s²]
};

/// Writes the motor torques [N m or N] of an instant [s] and a state. It must not throw.
using TorqueLaw = std::function<void(double time, const ArmState & state, VectorRef torque)>;

/// How the base moves at an instant [s]. It must not throw.
using BaseLaw = std::function<BaseMotion(double time)>;

/// A robot that moves as its motors make it, with all that acts on it: payloads, loads (those of
/// tables as time goes on), friction, rotors, joints that mimic, gravity, the motion of its base.
/// It is the inverse of forces(): those of its motion are its torques.
///
/// Where the robot is elastic, a motor moves its link through a spring and a damper,
///
///     B θ'' = τ − K (θ − q) − D (θ' − q') − b θ' − c tanh(θ'/ε),
///
/// and of a joint that is rigid none the less B, b and c act on the link. In a robot that is not
/// elastic the rotors' inertia is all that counts of the drives, as in forces(). That a turning
/// rotor is carried about by its link (gyroscopic terms) is left out everywhere.
///
/// ArmAction::joint_torque is Q of forces(), which in an elastic robot knows of no motor: the
/// spring's torque, or of a rigid joint τ − B q'' − b q' − c tanh(q'/ε). In a robot that is not
/// elastic the rotors' inertia is a term of Q, which then is τ.
///
/// The links follow from the factors of their mass matrix, beyond forty joints without mimics from
/// the articulated-body algorithm, O(n). Friction of bearings depends on the reactions and so on
/// q'' itself, which takes a few of Newton's steps; bearings that jam have no q''.
///
/// step() and what sets or reads neither allocate nor throw. A joint that moves no mass has no
/// acceleration, and of a state too far out for the numbers the next one is not finite: neither is
/// stepped to. An arm that has been moved from has no joints and answers Result::no_workspace.
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

  /// What acts at present; of a law of torques, it is evaluated. Not finite while a load that
  /// changes is not known.
  ArmAction action();

  /// Starts at a time [s] and at rest, the springs and the torque holding the arm against its
  /// weight, its loads and the acceleration of its base.
  /// All arguments of all setters have one entry per column of the robot and are finite; others
  /// change nothing.
  [[nodiscard]] Result rest_at(const ConstVectorRef & position, double time = 0.0);

  /// Starts at a time [s] in any state; the motor's values of a rigid joint are not read.
  [[nodiscard]] Result set_state(
    double time, const ConstVectorRef & position, const ConstVectorRef & velocity,
    const ConstVectorRef & motor_position, const ConstVectorRef & motor_velocity);

  /// Motor torques that act until other ones are set [N m or N].
  [[nodiscard]] Result set_torque(const ConstVectorRef & torque);

  /// Motor torques that depend on time and state, until set_torque() or rest_at().
  void set_torque_law(TorqueLaw law);

  /// Puts something on a link in place of all that it carried so far, in the link's frame.
  /// @param link index into Robot::links()
  [[nodiscard]] Result set_payload(int link, const MassProperties & payload);

  /// The wrench of a load from now on: force x y z [N], moment x y z [N m], as in Load::wrench.
  /// @param load index into Robot::loads(), of a load without a table
  [[nodiscard]] Result set_wrench(int load, const Eigen::Matrix<double, 6, 1> & wrench);

  /// Gravity in the world's axes [m/s²].
  [[nodiscard]] Result set_gravity(const Eigen::Vector3d & gravity);

  /// How the base moves, at every instant from now on: it does not turn any further, however fast
  /// it is set to turn. A base that goes on moving needs a law.
  [[nodiscard]] Result set_base_motion(const BaseMotion & motion);

  /// A motion of the base that depends on time, until set_base_motion(). Of what no
  /// base can do there is no finite state to step to.
  void set_base_law(BaseLaw law);

  /// Moves on by `duration` > 0 [s] in `steps` ≥ 1 equal steps of the classic Runge–Kutta method of
  /// order four. Its error grows beyond all bounds for steps longer than about 2.7 over the fastest
  /// angular frequency (or decay rate) of a spring or of friction around standstill.
  ///
  /// Answers Result::wrong_step, Result::no_time if a load's table does not reach so far, or
  /// Result::not_finite if a state on the way is not, and stays where it is.
  [[nodiscard]] Result step(double duration, int steps = 1);

  /// Why no finite step may be possible from here, a sentence with the time and the joint that
  /// moves no mass or else moves fastest. It allocates.
  std::string obstacle();

  /// Moves on by `duration` > 0 [s] with the method of Dormand and Prince of order five, steps as
  /// long as their error stays below `tolerance` (absolute and relative). It allocates; throws
  /// hod::Error for arguments that are not positive, for a time that a load's table does not reach,
  /// and if steps become too short or a state is not finite, where it stays at the state before.
  /// @param after_step called after every step; what it throws ends the move there
  void advance(
    double duration, double tolerance = 1e-10, const std::function<void()> & after_step = {});

private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace hod

#endif  // HOD__SIMULATION__SIMULATED_ARM_HPP_
