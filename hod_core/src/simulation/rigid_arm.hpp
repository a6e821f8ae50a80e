// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SIMULATION__RIGID_ARM_HPP_
#define HOD__SIMULATION__RIGID_ARM_HPP_

#include <Eigen/Core>
#include <memory>

#include "hod/robot/robot.hpp"

namespace hod::detail
{

/// Forward dynamics of the links; all that knows Pinocchio.
class RigidArm
{
public:
  /// @param inertia what each joint's own inertia is increased by [kg m² or kg]
  /// Throws hod::Error for a mimic joint.
  RigidArm(const Robot & robot, const Eigen::VectorXd & inertia);
  ~RigidArm();

  /// q'' [rad/s² or m/s²]. No allocation.
  const Eigen::VectorXd & acceleration(
    const Eigen::VectorXd & position, const Eigen::VectorXd & velocity,
    const Eigen::VectorXd & torque);

private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace hod::detail

#endif  // HOD__SIMULATION__RIGID_ARM_HPP_
