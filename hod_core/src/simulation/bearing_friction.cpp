// SPDX-License-Identifier: Apache-2.0
#include "bearing_friction.hpp"

#include <Eigen/Geometry>
#include <cmath>

namespace hod::detail
{

BearingFriction::BearingFriction(const Robot & robot)
{
  if (!robot.has_friction())
  {
    return;
  }
  for (std::size_t index = 0; index < robot.joints().size(); ++index)
  {
    const Joint & joint = robot.joints()[index];
    const JointFriction & friction = joint.friction;
    const double size =
      friction.bearing_coefficient * (joint.prismatic ? 1.0 : friction.bearing_radius);
    if (size > 0.0)
    {
      Bearing bearing;
      bearing.body = static_cast<int>(index) + 1;
      bearing.column = joint.dof;
      bearing.multiplier = joint.multiplier;
      bearing.axis = robot.bodies()[index + 1].axis;
      bearing.size = size;
      bearing.smoothing_speed = friction.smoothing_speed;
      bearing.smoothing_force = friction.smoothing_force;
      bearing.slope.setZero(3, robot.dof());
      bearings_.push_back(bearing);
    }
  }
}

Eigen::Vector3d BearingFriction::across(const Bearing & bearing, const ConstRowMatrixMap & reaction)
{
  const Eigen::Vector3d force = reaction.row(bearing.body).head<3>().transpose();
  return bearing.axis.cross(force);
}

void BearingFriction::set_velocity(const Eigen::VectorXd & velocity)
{
  for (Bearing & bearing : bearings_)
  {
    const double speed = bearing.multiplier * velocity[bearing.column];
    bearing.factor = bearing.multiplier * bearing.size * std::tanh(speed / bearing.smoothing_speed);
  }
}

void BearingFriction::set_still_pressure(const ConstRowMatrixMap & reaction)
{
  for (Bearing & bearing : bearings_)
  {
    bearing.still = across(bearing, reaction);
  }
}

void BearingFriction::set_pressure_of(int column, const ConstRowMatrixMap & reaction)
{
  for (Bearing & bearing : bearings_)
  {
    bearing.slope.col(column) = across(bearing, reaction);
  }
}

void BearingFriction::add_to(
  const Eigen::VectorXd & acceleration, Eigen::VectorXd & force, Eigen::MatrixXd & slope) const
{
  for (const Bearing & bearing : bearings_)
  {
    Eigen::Vector3d pressure = bearing.still;
    pressure.noalias() += bearing.slope * acceleration;
    const double rounding = bearing.smoothing_force;
    const double norm = std::sqrt(pressure.squaredNorm() + rounding * rounding);
    force[bearing.column] += bearing.factor * (norm - rounding);
    slope.row(bearing.column).noalias() +=
      bearing.factor / norm * pressure.transpose() * bearing.slope;
  }
}

}  // namespace hod::detail
