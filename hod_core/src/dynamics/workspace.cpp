// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/workspace.hpp"

#include <algorithm>
#include <string>

#include "base_series.hpp"
#include "hod/error.hpp"
#include "kernel/instruction_sets.hpp"
#include "workspace_data.hpp"

namespace hod
{
namespace detail
{

WorkspaceData::WorkspaceData(const Model & model, int order)
: kernel(model), dof(model.dof()), max_order(order)
{
  const int bodies = static_cast<int>(kernel.links.size());
  padded_bodies = (bodies + kMaxLanes - 1) / kMaxLanes * kMaxLanes;
  const auto padded = static_cast<std::size_t>(padded_bodies);
  scratch.assign(static_cast<std::size_t>(bodies) * kStateDoubles, 0.0);
  angles.assign(padded * kAngleRows, 0.0);
  zero_rotation.assign(2 * padded, 0.0);
  for (std::size_t body = 0; body < kernel.links.size(); ++body)
  {
    zero_rotation[body] = kernel.links[body].cos_theta;
    zero_rotation[padded + body] = kernel.links[body].sin_theta;
  }
  gravity = model.gravity();
  update_base();
}

void WorkspaceData::update_base()
{
  const auto & frame = kernel.frames.front();
  base = make_base_series(base_motion, gravity, frame);
  weightless_base = make_base_series(base_motion, Eigen::Vector3d::Zero(), frame);
}

}  // namespace detail

Workspace::Workspace(const Model & model, int max_order)
{
  if (max_order < 0 || max_order > kMaxOrder)
  {
    throw Error(
      "Workspace: order " + std::to_string(max_order) + ", expected 0 to " +
      std::to_string(kMaxOrder));
  }
  detail::passes();
  data_ = std::make_unique<detail::WorkspaceData>(model, max_order);
  const auto bodies = static_cast<Eigen::Index>(model.bodies().size());
  force.setZero(max_order + 1, model.dof());
  energy.setZero(bodies, max_order + 2);
  reaction.setZero((max_order + 1) * bodies, 6);
}

Workspace::~Workspace() = default;
Workspace::Workspace(Workspace &&) noexcept = default;
Workspace & Workspace::operator=(Workspace &&) noexcept = default;

int Workspace::dof() const
{
  return data_->dof;
}

int Workspace::max_order() const
{
  return data_->max_order;
}

bool Workspace::set_mass(int body, const MassProperties & mass)
{
  if (body < 0 || body >= static_cast<int>(data_->kernel.links.size()))
  {
    return false;
  }
  const auto index = static_cast<std::size_t>(body);
  data_->kernel.inertias[index] = detail::kernel_inertia(mass, data_->kernel.frames[index]);
  return true;
}

void Workspace::set_gravity(const Eigen::Vector3d & gravity)
{
  data_->gravity = gravity;
  data_->update_base();
}

void Workspace::set_base_motion(const BaseMotion & motion)
{
  data_->base_motion = motion;
  data_->update_base();
}

}  // namespace hod
