// SPDX-License-Identifier: Apache-2.0
#include "kernel_model.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

namespace hod::detail
{
namespace
{

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// A unit vector perpendicular to two unit vectors; where they are parallel, one of many.
Vector3d common_perpendicular(const Vector3d & first, const Vector3d & second)
{
  const Vector3d cross = first.cross(second);
  // Below rounding, the cross product has no defined direction.
  constexpr double kParallel = 1e-14;
  const Vector3d normal = cross.norm() > kParallel ? cross.normalized() : first.unitOrthogonal();
  return (normal - first * first.dot(normal)).normalized();
}

Matrix3d frame_with(const Vector3d & x, const Vector3d & z)
{
  Matrix3d frame;
  frame << x, z.cross(x), z;
  return frame;
}

/// First child of every body, -1 for leaves.
std::vector<int> first_children(const std::vector<Body> & bodies)
{
  std::vector<int> first(bodies.size(), -1);
  for (int body = static_cast<int>(bodies.size()) - 1; body > 0; --body)
  {
    first[static_cast<std::size_t>(bodies[static_cast<std::size_t>(body)].parent)] = body;
  }
  return first;
}

/// A child's axis in its parent's frame.
Vector3d axis_in_parent(const Body & child)
{
  return child.placement.rotation * child.axis;
}

TurnedVector turned_vector(const Vector3d & v)
{
  return {{v[0], v[1], v[2], 0.0}, {v[1], v[2], v[0], 0.0}, {v[2], v[0], v[1], 0.0}};
}

}  // namespace

LeverConstants lever_constants(const Vector3d & p)
{
  return {
    {0.0, 0.0, p[1], -p[0]},
    {0.0, 0.0, -p[2], p[2]},
    {0.0, 0.0, p[0], p[0]},
    {0.0, 0.0, -p[1], -p[1]}};
}

InertiaConstants kernel_inertia(const MassProperties & mass, const Matrix3d & frame)
{
  const MassProperties turned = transformed(mass, {frame.transpose(), Vector3d::Zero()});
  const Eigen::Matrix4d pseudo = pseudo_inertia(turned);
  InertiaConstants constants{};
  constants.mass = pseudo(3, 3);
  constants.moment = turned_vector(pseudo.topRightCorner<3, 1>());
  const TurnedVector diagonal = turned_vector(pseudo.diagonal().head<3>());
  const TurnedVector products = turned_vector({pseudo(0, 1), pseudo(1, 2), pseudo(2, 0)});
  std::copy_n(diagonal.xyz, 4, constants.planar_diagonal);
  std::copy_n(diagonal.yzx, 4, constants.planar_diagonal_yzx);
  std::copy_n(products.yzx, 4, constants.planar_yzx);
  std::copy_n(products.zxy, 4, constants.planar_zxy);
  // The square root of I_p* gives three points at the centre's axes, the mass itself the fourth;
  // splitting at the centre keeps the digits of bodies far from their frame's origin.
  const Eigen::SelfAdjointEigenSolver<Matrix3d> solver(planar_from_axial(turned.inertia));
  for (int point = 0; point < 3; ++point)
  {
    const double moment = solver.eigenvalues()[point];
    const Vector3d root = std::sqrt(std::abs(moment)) * solver.eigenvectors().col(point);
    for (int axis = 0; axis < 3; ++axis)
    {
      constants.points[axis][point] = root[axis];
    }
    constants.half_signs[point] = moment < 0.0 ? -0.5 : 0.5;
  }
  const double root_mass = std::sqrt(turned.mass);
  for (int axis = 0; axis < 3; ++axis)
  {
    constants.points[axis][3] = root_mass * turned.center[axis];
  }
  constants.points[3][3] = root_mass;
  constants.half_signs[3] = 0.5;
  return constants;
}

KernelModel::KernelModel(const Robot & robot)
{
  const auto & bodies = robot.bodies();
  const auto first = first_children(bodies);
  for (std::size_t index = 0; index < bodies.size(); ++index)
  {
    const Body & body = bodies[index];
    LinkConstants link{};
    link.parent = body.parent;
    link.dof = body.dof;
    link.prismatic = body.prismatic;
    link.multiplier = body.multiplier;
    link.offset = body.offset;
    link.cos_alpha = link.cos_beta = link.cos_theta = 1.0;

    // The base has no axis of its own; with that of its first child, one step is trivial.
    Vector3d axis = body.axis;
    if (body.parent < 0)
    {
      axis = first[index] < 0 ? Vector3d(Vector3d::UnitZ())
                              : axis_in_parent(bodies[static_cast<std::size_t>(first[index])]);
    }
    const Vector3d next_axis =
      first[index] < 0 ? axis : axis_in_parent(bodies[static_cast<std::size_t>(first[index])]);
    Vector3d x = common_perpendicular(axis, next_axis);

    if (body.parent >= 0)
    {
      if (body.parent != static_cast<int>(index) - 1)
      {
        links[static_cast<std::size_t>(body.parent)].has_branches = true;
      }
      const auto parent = static_cast<std::size_t>(body.parent);
      const Matrix3d & parent_frame = frames[parent];
      const Vector3d parent_axis = parent_frame.col(2);
      const Vector3d own_axis = axis_in_parent(body);
      link.has_beta = first[parent] != static_cast<int>(index);
      const Vector3d normal =
        link.has_beta ? common_perpendicular(parent_axis, own_axis) : Vector3d(parent_frame.col(0));
      const Matrix3d before = frame_with(normal, parent_axis);
      if (link.has_beta)
      {
        link.cos_beta = normal.dot(parent_frame.col(0));
        link.sin_beta = normal.dot(parent_frame.col(1));
      }
      link.cos_alpha = own_axis.dot(parent_axis);
      link.sin_alpha = -own_axis.dot(before.col(1));
      const Matrix3d after = frame_with(body.placement.rotation.transpose() * normal, axis);
      if (first[index] < 0)
      {
        x = after.col(0);
      }
      link.cos_theta = x.dot(after.col(0));
      link.sin_theta = x.dot(after.col(1));
      const Vector3d p = parent_frame.transpose() * body.placement.translation;
      link.translation = turned_vector(p);
      link.lever = lever_constants(p);
    }
    std::copy_n(std::array{1.0, link.cos_alpha, 1.0, link.cos_alpha}.data(), 4, link.alpha_keep);
    std::copy_n(std::array{0.0, link.sin_alpha, 0.0, link.sin_alpha}.data(), 4, link.alpha_mix);
    std::copy_n(std::array{1.0, link.cos_alpha, link.cos_alpha, 1.0}.data(), 4, link.vector_keep);
    std::copy_n(std::array{0.0, link.sin_alpha, -link.sin_alpha, 0.0}.data(), 4, link.vector_mix);
    const bool own_column = body.parent < 0 || (body.dof == static_cast<int>(index) - 1 &&
                                                body.multiplier == 1.0 && body.offset == 0.0);
    own_columns = own_columns && own_column;
    frames.push_back(frame_with(x, axis));
    links.push_back(link);
    inertias.push_back(kernel_inertia(body.mass, frames.back()));
  }
}

}  // namespace hod::detail
