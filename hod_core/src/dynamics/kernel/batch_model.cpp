// SPDX-License-Identifier: Apache-2.0
#include "batch_model.hpp"

#include <cmath>

namespace hod::detail
{
namespace
{

using Eigen::Matrix3d;
using Eigen::Matrix4d;
using Eigen::Vector3d;

Vector3d translation_of(const LinkConstants & link)
{
  return Eigen::Map<const Vector3d>(link.translation.xyz);
}

/// A body's axis in its parent's kernel frame, before any turn by beta.
Vector3d axis_in_parent(const LinkConstants & link)
{
  const Vector3d turned(0.0, -link.sin_alpha, link.cos_alpha);
  return {
    link.cos_beta * turned.x() - link.sin_beta * turned.y(),
    link.sin_beta * turned.x() + link.cos_beta * turned.y(), turned.z()};
}

bool free_to_slide(const LinkConstants & link)
{
  return !link.prismatic && !link.has_beta;
}

/// y or z, whichever the axis removes with the better condition.
int removed_component(const LinkConstants & link)
{
  return std::abs(link.cos_alpha) > std::abs(link.sin_alpha) ? 2 : 1;
}

/// How far each body's origin slides along its joint's axis, parents first.
std::vector<double> slide_origins(const std::vector<LinkConstants> & kernel)
{
  std::vector<double> slides(kernel.size(), 0.0);
  for (std::size_t body = 1; body < kernel.size(); ++body)
  {
    const LinkConstants & link = kernel[body];
    if (!free_to_slide(link))
    {
      continue;
    }
    const double parent_slide = slides[static_cast<std::size_t>(link.parent)];
    const Vector3d p = translation_of(link) - parent_slide * Vector3d::UnitZ();
    const Vector3d axis = axis_in_parent(link);
    const int removed = removed_component(link);
    slides[body] = -p[removed] / axis[removed];
  }
  return slides;
}

/// Pose of a kernel frame in its parent's at joint position zero.
Pose zero_pose(const BatchLink & link)
{
  Matrix3d about_beta, about_alpha, about_theta;
  about_beta << link.cos_beta, -link.sin_beta, 0.0, link.sin_beta, link.cos_beta, 0.0, 0.0, 0.0,
    1.0;
  about_alpha << 1.0, 0.0, 0.0, 0.0, link.cos_alpha, -link.sin_alpha, 0.0, link.sin_alpha,
    link.cos_alpha;
  about_theta << link.cos_theta, -link.sin_theta, 0.0, link.sin_theta, link.cos_theta, 0.0, 0.0,
    0.0, 1.0;
  return {about_beta * about_alpha * about_theta, Eigen::Map<const Vector3d>(link.translation)};
}

/// Removes the mass on the z axis from a pseudo-inertia and returns it.
Matrix4d take_mass_on_axis(Matrix4d & pseudo)
{
  Matrix4d on_axis = Matrix4d::Zero();
  on_axis.bottomRightCorner<2, 2>() = pseudo.bottomRightCorner<2, 2>();
  pseudo.bottomRightCorner<2, 2>().setZero();
  return on_axis;
}

Matrix4d homogeneous(const Pose & pose)
{
  Matrix4d matrix = Matrix4d::Identity();
  matrix.topLeftCorner<3, 3>() = pose.rotation;
  matrix.topRightCorner<3, 1>() = pose.translation;
  return matrix;
}

void write_mass(const Matrix4d & pseudo, BatchLink & link)
{
  link.mass = pseudo(3, 3);
  for (int axis = 0; axis < 3; ++axis)
  {
    link.moment[axis] = pseudo(axis, 3);
    link.planar[axis] = pseudo(axis, axis);
    link.planar[axis + 3] = pseudo(axis, (axis + 1) % 3);
  }
}

BatchLink copy_joint(const LinkConstants & kernel)
{
  BatchLink link{};
  link.parent = kernel.parent;
  link.dof = kernel.dof;
  link.kind = JointKind::any;
  link.prismatic = kernel.prismatic;
  link.has_beta = kernel.has_beta;
  link.is_kept = kernel.has_branches;
  link.cos_alpha = kernel.cos_alpha;
  link.sin_alpha = kernel.sin_alpha;
  link.cos_beta = kernel.cos_beta;
  link.sin_beta = kernel.sin_beta;
  link.cos_theta = kernel.cos_theta;
  link.sin_theta = kernel.sin_theta;
  link.multiplier = kernel.multiplier;
  link.offset = kernel.offset;
  return link;
}

}  // namespace

BatchModel::BatchModel(const KernelModel & kernel, const std::vector<MassProperties> & masses)
: slides(slide_origins(kernel.links))
{
  std::vector<Matrix4d> pseudo(masses.size());
  for (std::size_t body = 0; body < masses.size(); ++body)
  {
    BatchLink link = copy_joint(kernel.links[body]);
    const Vector3d slide(0.0, 0.0, slides[body]);
    if (body > 0)
    {
      const auto parent = static_cast<std::size_t>(link.parent);
      Vector3d p = translation_of(kernel.links[body]) - slides[parent] * Vector3d::UnitZ() +
                   slides[body] * axis_in_parent(kernel.links[body]);
      if (free_to_slide(kernel.links[body]))
      {
        const int removed = removed_component(kernel.links[body]);
        p[removed] = 0.0;  // zero except for rounding
        link.kind = removed == 2 ? JointKind::turning_at_xy : JointKind::turning_at_xz;
      }
      Eigen::Map<Vector3d>(link.translation) = p;
    }
    const Pose to_kernel{kernel.frames[body].transpose(), -slide};
    pseudo[body] = pseudo_inertia(transformed(masses[body], to_kernel));
    links.push_back(link);
  }
  std::vector<double> carried(masses.size(), 0.0);
  for (std::size_t body = masses.size() - 1; body > 0; --body)
  {
    BatchLink & link = links[body];
    const auto parent = static_cast<std::size_t>(link.parent);
    if (!link.prismatic)
    {
      const Matrix4d pose = homogeneous(zero_pose(link));
      const Matrix4d on_axis = take_mass_on_axis(pseudo[body]);
      pseudo[parent] += pose * on_axis * pose.transpose();
      link.axis_mass = on_axis(3, 3);
      link.axis_moment = on_axis(2, 3);
    }
    write_mass(pseudo[body], link);
    carried[body] += link.mass;
    carried[parent] += carried[body];
    link.carried_mass = carried[body];
  }
}

}  // namespace hod::detail
