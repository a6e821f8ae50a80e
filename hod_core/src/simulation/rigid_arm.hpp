// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__SIMULATION__RIGID_ARM_HPP_
#define HOD__SRC__SIMULATION__RIGID_ARM_HPP_

#include <Eigen/Core>
#include <memory>

#include "hod/robot/robot.hpp"

namespace hod::detail
{

/// The mass matrix M(q) of a robot's links and the accelerations from forces; everything that
/// depends on Pinocchio.
///
/// Pinocchio gets the robot with every joint free, M̂. With the positions G q + o of its joints,
/// multipliers in G and offsets in o, M = Gᵀ M̂ G.
class RigidArm
{
public:
  /// @param inertia per column, added to the diagonal of M [kg m² or kg]
  RigidArm(const Robot & robot, const Eigen::VectorXd & inertia);
  ~RigidArm();

  /// Sets the mass properties of a body including all payloads of its links, in the body's frame.
  void set_mass(int body, const MassProperties & mass);

  /// M(q) by the composite-rigid-body algorithm, upper triangle only. Does not allocate.
  const Eigen::MatrixXd & mass_matrix(const Eigen::VectorXd & position);

  /// M⁻¹ force [rad/s² or m/s²]: by M's factors or, for long arms without mimic joints, where that
  /// would take longer, by the articulated-body algorithm. Does not allocate.
  const Eigen::VectorXd & acceleration(
    const Eigen::VectorXd & position, const Eigen::VectorXd & force);

private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace hod::detail

#endif  // HOD__SRC__SIMULATION__RIGID_ARM_HPP_
