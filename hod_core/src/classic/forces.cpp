// SPDX-License-Identifier: Apache-2.0
#include "hod/classic/forces.hpp"

#include <string>

#include "pose_series.hpp"

namespace hod::classic
{
namespace
{

using DualPoses = std::vector<MatrixDerivatives<Dual>>;

/// Poses along q(t) with q_j(t) + ε: the slopes are ∂T/∂q_j and its time derivatives.
DualPoses shifted_poses(
  const Mechanism & mechanism, const RowMatrix & motion, int column, int terms)
{
  return pose_derivatives<Dual>(mechanism, varied_jets(motion, 0, column), terms);
}

Eigen::Matrix4d values(const Matrix4<Dual> & matrix)
{
  return matrix.unaryExpr([](const Dual & entry) { return entry.value; });
}

Eigen::Matrix4d slopes(const Matrix4<Dual> & matrix)
{
  return matrix.unaryExpr([](const Dual & entry) { return entry.slope; });
}

double leibniz_sum(const Mechanism & mechanism, const DualPoses & poses, int k)
{
  double sum = 0.0;
  for (std::size_t i = 0; i < poses.size(); ++i)
  {
    for (int b = 0; b <= k; ++b)
    {
      const Eigen::Matrix4d acceleration = values(poses[i][static_cast<std::size_t>(k + 2 - b)]);
      const Eigen::Matrix4d direction = slopes(poses[i][static_cast<std::size_t>(b)]);
      sum += binomial(k, b) *
             weighted_trace<double>(acceleration, mechanism.bodies()[i].pseudo_inertia, direction);
    }
  }
  return sum;
}

}  // namespace

RowMatrix forces_by_leibniz(const Mechanism & mechanism, const RowMatrix & motion, int order)
{
  check_orders({order}, "force");
  check_motion(mechanism, motion, order + 3, "force of order " + std::to_string(order));
  RowMatrix force(order + 1, mechanism.dof());
  for (int j = 0; j < mechanism.dof(); ++j)
  {
    const DualPoses poses = shifted_poses(mechanism, motion, j, order + 3);
    for (int k = 0; k <= order; ++k)
    {
      force(k, j) = leibniz_sum(mechanism, poses, k);
    }
  }
  return force;
}

RowMatrix gravity_forces(const Mechanism & mechanism, const RowMatrix & motion, int order)
{
  check_orders({order}, "gravity force");
  check_motion(mechanism, motion, order + 1, "gravity force of order " + std::to_string(order));
  RowMatrix force = RowMatrix::Zero(order + 1, mechanism.dof());
  for (int j = 0; j < mechanism.dof(); ++j)
  {
    const DualPoses poses = shifted_poses(mechanism, motion, j, order + 1);
    for (std::size_t i = 0; i < poses.size(); ++i)
    {
      const MassProperties & mass = mechanism.bodies()[i].mass;
      for (int k = 0; k <= order; ++k)
      {
        const Eigen::Matrix4d direction = slopes(poses[i][static_cast<std::size_t>(k)]);
        const Eigen::Vector3d center =
          direction.topLeftCorner<3, 3>() * mass.center + direction.topRightCorner<3, 1>();
        force(k, j) -= mass.mass * mechanism.gravity().dot(center);
      }
    }
  }
  return force;
}

}  // namespace hod::classic
