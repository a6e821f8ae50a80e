// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__JOINT_SERVO_HPP_
#define HOD_ROS__JOINT_SERVO_HPP_

#include <vector>

#include "hod/dynamics/workspace.hpp"
#include "hod/simulation/simulated_arm.hpp"

namespace hod_ros
{

/// The command for one joint of a simulated arm. NaN: not commanded.
struct JointOrder
{
  double position;  ///< [rad or m]
  double velocity;  ///< [rad/s or m/s]
  double effort;    ///< [N m or N]
  bool passive;     ///< has no command interface, so nothing drives it
  double rest;      ///< where it is held while nothing is commanded [rad or m]
};

/// Motor torques of a simulated arm from position, velocity and effort commands, as from a drive
/// that knows its robot and closes its loops without delay.
///
/// An effort command is the torque itself. A position p, or a position and a velocity v, is tracked
/// by a critically damped system of angular frequency ω, with x the motor's position (without a
/// spring, the link's):
///
///     x'' = ω² (p − x) + 2 ω (v − x'),      a velocity alone:  x'' = ω (v − x').
///
/// The torque is the one that the robot needs for these x''. An effort command given as well is a
/// feedforward torque: it replaces the torque for x'' = 0. A joint without any command is held at
/// rest. If this exceeds an effort limit, the accelerations of all rigid joints are reduced in the
/// same proportion, so that none disturbs another.
class JointServo
{
public:
  /// @param frequency ω / 2π [Hz]
  /// @param limit_effort whether the robot's effort limits bound the torque
  JointServo(const hod::Robot & robot, double frequency, bool limit_effort);

  std::vector<JointOrder> & orders() { return orders_; }

  /// A TorqueLaw; neither allocates nor throws.
  void operator()(double time, const hod::ArmState & state, hod::VectorRef torque);

private:
  /// base + share · rise, where share is the fraction of the wanted acceleration that limits allow.
  struct Torque
  {
    double base;
    double rise;
  };

  double wanted_acceleration(const JointOrder & order, double position, double velocity) const;
  Torque motor_torque(Eigen::Index column, const hod::ArmState & state, double rise) const;
  double share_within_limit(Eigen::Index column, const Torque & torque) const;
  bool is_elastic(Eigen::Index column) const;

  hod::Workspace workspace_;
  double frequency_;  ///< ω [rad/s]
  std::vector<JointOrder> orders_;
  std::vector<hod::JointDrive> drives_;  ///< rigid and frictionless unless the robot is elastic
  std::vector<Torque> torques_;
  Eigen::VectorXd limits_;
  hod::RowMatrix motion_;
  Eigen::RowVectorXd still_;  ///< forces without the wanted accelerations
};

}  // namespace hod_ros

#endif  // HOD_ROS__JOINT_SERVO_HPP_
