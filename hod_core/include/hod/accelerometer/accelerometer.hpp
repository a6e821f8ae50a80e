// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__ACCELEROMETER__ACCELEROMETER_HPP_
#define HOD__ACCELEROMETER__ACCELEROMETER_HPP_

#include <Eigen/Core>
#include <string>

#include "hod/dynamics/kinematics/kinematics.hpp"
#include "hod/robot/robot.hpp"
#include "hod/types.hpp"

namespace hod
{

/// What a sensor measures along its axes.
enum class SensorQuantity
{
  specific_force,    ///< Rᵀ(p'' - g) [m/s²]
  acceleration,      ///< Rᵀp'' [m/s²]
  angular_velocity,  ///< Rᵀω [rad/s], a gyroscope
};

/// An accelerometer or gyroscope with one to three axes, mounted anywhere on a link.
///
/// Along axis d it reads scale · d · m + bias, with d = misalignment · axis. m is the quantity in
/// the link's frame, with R the link's orientation, ω its angular velocity, p'' the acceleration at
/// the sensor's position and g that of free fall. The position of a gyroscope has no effect.
struct Accelerometer
{
  /// One row per axis, a unit vector in the link's frame.
  using Axes = Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::RowMajor, 3, 3>;

  std::string name;  ///< used in messages
  std::string link;
  Eigen::Vector3d position = Eigen::Vector3d::Zero();  ///< in the link's frame [m]
  Axes axes = Eigen::Matrix3d::Identity();
  Eigen::Matrix3d misalignment = Eigen::Matrix3d::Identity();
  SensorQuantity quantity = SensorQuantity::specific_force;
  Eigen::Vector3d scale = Eigen::Vector3d::Ones();  ///< one entry per axis
  Eigen::Vector3d bias = Eigen::Vector3d::Zero();   ///< one entry per axis [the quantity's unit]
  double time_offset = 0.0;  ///< a reading stamped t was taken at t - time_offset [s]
  double noise = 1.0;        ///< standard deviation of a reading [the quantity's unit]
  double range = 0.0;        ///< full scale: the largest magnitude it can read; 0: unknown

  /// Density of the random walks by which its biases drift from their values at the first reading
  /// [the quantity's unit / √s]; 0: constant biases. Used only where whole recordings are
  /// evaluated.
  double bias_wander = 0.0;
};

/// The unit of a sensor's readings, for messages.
inline const char * unit_of(const Accelerometer & sensor)
{
  return sensor.quantity == SensorQuantity::angular_velocity ? "rad/s" : "m/s²";
}

/// The rotation matrix for Accelerometer::misalignment; exact for any angle, not only small ones.
///
/// @param angles axis times angle, in the link's frame [rad]
Eigen::Matrix3d misalignment_from_angles(const Eigen::Vector3d & angles);

/// A reading without scale and bias, d · m, and its derivatives with respect to the motion and to
/// the position and orientation of the sensor.
struct ReadingEquation
{
  Eigen::Vector3d component = Eigen::Vector3d::Zero();  ///< one entry per axis
  RowMatrix by_position;      ///< ∂/∂q, one row per axis, one column per joint
  RowMatrix by_velocity;      ///< ∂/∂q'
  RowMatrix by_acceleration;  ///< ∂/∂q'': axisᵀ J
  Eigen::Matrix3d by_place = Eigen::Matrix3d::Zero();  ///< ∂/∂position, a row per axis
  Eigen::Matrix3d by_turn = Eigen::Matrix3d::Zero();   ///< ∂/∂ a small rotation of all axes

  explicit ReadingEquation(int dof)
  : by_position(RowMatrix::Zero(3, dof)),
    by_velocity(RowMatrix::Zero(3, dof)),
    by_acceleration(RowMatrix::Zero(3, dof))
  {}
};

/// A sensor that has been checked against a robot. It keeps no reference to the robot.
class MountedAccelerometer
{
public:
  /// Throws hod::Error for a link that is not in the robot, axes that are not unit vectors, a
  /// singular misalignment, a zero scale, a noise that is not positive or numbers that are not
  /// finite.
  MountedAccelerometer(const Robot & robot, const Accelerometer & sensor);

  const Accelerometer & sensor() const { return sensor_; }
  int axes() const { return static_cast<int>(directions_.rows()); }

  /// The same sensor at another position in its link's frame and with `misalignment` multiplied
  /// from the left by the rotation of `turn`.
  ///
  /// @param turn rotation vector in the link's frame [rad]
  MountedAccelerometer placed(const Eigen::Vector3d & position, const Eigen::Vector3d & turn) const;

  /// The component and its derivatives for a motion. By the lemma ∂p⁽ⁿ⁾/∂q⁽ᵐ⁾ = C(n, m) J⁽ⁿ⁻ᵐ⁾ (000
  /// (135)) the derivatives are J'' + (p'' - g) × axis, 2 J' and J, expressed in the sensor's axes.
  /// For a gyroscope, whose Rᵀω is linear in q', they are J' and J of the angular velocity. Does
  /// not allocate.
  ///
  /// @param workspace made for the robot, with order 2 or more; kinematics() is called on it
  /// @param motion rows q, q', q''
  [[nodiscard]] Result evaluate(
    KinematicsWorkspace & workspace, const ConstRowMatrixRef & motion,
    ReadingEquation & equation) const;

  /// Same as evaluate(), for a workspace on which kinematics() has been called for this motion
  /// already: saves work for several sensors.
  [[nodiscard]] Result evaluate_there(
    KinematicsWorkspace & workspace, const ConstRowMatrixRef & motion,
    ReadingEquation & equation) const;

  /// The component alone, with kinematics() called beforehand. One entry per axis.
  [[nodiscard]] Result component(
    const KinematicsWorkspace & workspace, Eigen::Vector3d & component) const;

  /// The reading that belongs to a component: scale · component + bias.
  Eigen::Vector3d reading(const Eigen::Vector3d & component) const
  {
    return sensor_.scale.cwiseProduct(component) + sensor_.bias;
  }

private:
  void write_acceleration(
    const KinematicsWorkspace & workspace, const ConstRowMatrixRef & motion,
    const Eigen::Matrix3d & turned, const Accelerometer::Axes & seen,
    const Eigen::Vector3d & acceleration, ReadingEquation & equation) const;
  void write_turning(
    const KinematicsWorkspace & workspace, const ConstRowMatrixRef & motion,
    const Eigen::Matrix3d & turned, const Accelerometer::Axes & seen,
    ReadingEquation & equation) const;

  Accelerometer sensor_;
  int link_;
  Accelerometer::Axes directions_;
  Eigen::Vector3d free_fall_;
};

/// The readings of a sensor along a motion, one row per instant, one column per axis [m/s²].
///
/// @param motions three rows q, q', q'' per instant, stacked
RowMatrix predicted_readings(
  const Robot & robot, const Accelerometer & sensor, const ConstRowMatrixRef & motions);

}  // namespace hod

#endif  // HOD__ACCELEROMETER__ACCELEROMETER_HPP_
