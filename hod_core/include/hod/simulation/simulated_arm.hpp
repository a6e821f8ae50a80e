// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SIMULATION__SIMULATED_ARM_HPP_
#define HOD__SIMULATION__SIMULATED_ARM_HPP_

#include <Eigen/Core>
#include <functional>
#include <memory>

#include "hod/dynamics/drives/elastic_drive.hpp"
#include "hod/robot/robot.hpp"

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

/// Writes the motor torques [N m or N] of an instant [s] and a state. It must not throw.
using TorqueLaw = std::function<void(double time, const ArmState & state, VectorRef torque)>;

/// An arm that moves as its motor torques make it: links by the articulated-body algorithm, each
/// drive as a motor that moves its link through a spring and a damper,
///
///     B θ'' = τ − K (θ − q) − D (θ' − q') − b θ' − c tanh(θ'/ε),
///
/// or, in a rigid joint, as an inertia B added to the joint's own. That a turning rotor is carried
/// about by its link (gyroscopic terms) is left out, as in ElasticDrive.
///
/// step() and what sets or reads neither allocate nor throw; values that are not finite make a
/// state that is not finite.
class SimulatedArm
{
public:
  /// Throws hod::Error for a robot with mimic joints, a drive for another number of joints, and an
  /// elastic joint whose motor has no inertia.
  SimulatedArm(const Robot & robot, const ElasticDrive & drive);
  ~SimulatedArm();
  SimulatedArm(SimulatedArm &&) noexcept;
  SimulatedArm & operator=(SimulatedArm &&) noexcept;
  SimulatedArm(const SimulatedArm &) = delete;
  SimulatedArm & operator=(const SimulatedArm &) = delete;

  int dof() const;
  double time() const;  ///< [s]
  ArmState state() const;

  /// Starts at time zero and at rest, the springs and the torque holding the arm's weight.
  /// All arguments of all setters have one entry per column of the robot; others change nothing.
  [[nodiscard]] Result rest_at(const ConstVectorRef & position);

  /// Starts at a time in any state; the motor's values of a rigid joint are not read.
  [[nodiscard]] Result set_state(
    double time, const ConstVectorRef & position, const ConstVectorRef & velocity,
    const ConstVectorRef & motor_position, const ConstVectorRef & motor_velocity);

  /// Motor torques that act until other ones are set [N m or N].
  [[nodiscard]] Result set_torque(const ConstVectorRef & torque);

  /// Motor torques that depend on time and state, until set_torque() or rest_at().
  void set_torque_law(TorqueLaw law);

  /// Moves on by `duration` > 0 [s] in `steps` ≥ 1 equal steps of the classic Runge–Kutta method of
  /// order four. Its error grows beyond all bounds for steps longer than about 2.7 over the fastest
  /// angular frequency (or decay rate) of a spring.
  void step(double duration, int steps = 1);

  /// Moves on by `duration` > 0 [s] with the method of Dormand and Prince of order five, steps as
  /// long as their error stays below `tolerance` (absolute and relative). It allocates; throws
  /// hod::Error for arguments that are not positive and if steps become too short to go on.
  void advance(double duration, double tolerance = 1e-10);

private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace hod

#endif  // HOD__SIMULATION__SIMULATED_ARM_HPP_
