// SPDX-License-Identifier: Apache-2.0
#include "precise_friction.hpp"

#include <Eigen/Geometry>

#include "hod/series/functions.hpp"

namespace hod::reference
{
namespace
{

using Number = long double;
using Precise = Evaluation<Number>;
using PreciseSeries = Series<kMaxOrder + 1, Number>;

/// tanh as 2 / (1 + exp(−2|x|)) − 1, whose derivatives keep their digits where it is nearly one.
PreciseSeries precise_tanh(const PreciseSeries & x)
{
  const Number sign = x[0] < 0.0L ? -1.0L : 1.0L;
  const PreciseSeries one(1.0L);
  const PreciseSeries falling = exp((-2.0L * sign) * x);
  return sign * (PreciseSeries(2.0L) / (one + falling) - one);
}

/// The formula of the header, of one joint: reaction rows of its body in body axes.
PreciseSeries friction_of(
  const JointFriction & joint, bool prismatic, const Eigen::Vector3d & axis,
  const PreciseSeries & velocity, const Precise::Rows & reaction_force)
{
  PreciseSeries across;
  const Eigen::Matrix<Number, 3, 1> k = axis.cast<Number>().normalized();
  Eigen::Matrix<Number, 3, 1> basis[2];
  basis[0] = k.unitOrthogonal();
  basis[1] = k.cross(basis[0]);
  for (const auto & direction : basis)
  {
    const Eigen::Matrix<Number, Eigen::Dynamic, 1> component = reaction_force * direction;
    const auto series =
      PreciseSeries::from_derivatives(component.data(), static_cast<int>(component.size()));
    across += series * series;
  }
  const Number rounding = joint.smoothing_force;
  const PreciseSeries pressure =
    sqrt(across + PreciseSeries(rounding * rounding)) - PreciseSeries(rounding);
  const PreciseSeries relative = velocity * (1.0L / joint.stribeck_speed);
  const Number radius = prismatic ? 1.0L : Number(joint.bearing_radius);
  const PreciseSeries dry = PreciseSeries(Number(joint.coulomb)) +
                            Number(joint.stribeck) * exp(-(relative * relative)) +
                            (joint.bearing_coefficient * radius) * pressure;
  return Number(joint.viscous) * velocity +
         dry * precise_tanh(velocity * (1.0L / joint.smoothing_speed));
}

}  // namespace

Precise::Rows precise_friction(
  const Robot & robot, const RowMatrix & motion, const std::vector<JointFriction> & friction)
{
  const Precise exact(robot, motion);
  Precise::Rows rows(kMaxOrder + 1, robot.dof());
  for (std::size_t b = 1; b < robot.bodies().size(); ++b)
  {
    const Body & body = robot.bodies()[b];
    const auto column = static_cast<std::size_t>(body.dof);
    if (robot.joints()[b - 1].is_mimic)
    {
      continue;
    }
    const Eigen::Matrix<Number, Eigen::Dynamic, 1> rates =
      motion.col(body.dof).segment(1, kMaxOrder + 1).cast<Number>();
    const auto velocity = PreciseSeries::from_derivatives(rates.data());
    const PreciseSeries force =
      friction_of(friction[column], body.prismatic, body.axis, velocity, exact.reaction(b).force);
    for (int k = 0; k <= kMaxOrder; ++k)
    {
      rows(k, body.dof) = force.derivative(k);
    }
  }
  return rows;
}

}  // namespace hod::reference
