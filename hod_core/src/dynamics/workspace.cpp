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
: kernel(model), dof(model.dof()), max_order(order), loads(model), friction(model)
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
    body_masses.push_back(model.bodies()[body].mass);
  }
  payloads.resize(loads.seats.size());
  gravity = model.gravity();
  update_base();
}

void WorkspaceData::update_base()
{
  const auto & frame = kernel.frames.front();
  base = make_base_series(base_motion, gravity, frame);
  weightless_base = make_base_series(base_motion, Eigen::Vector3d::Zero(), frame);
  // Without inertia no pass uses it.
  const double ratio = scales.inertia == 0.0 ? 0.0 : scales.gravity / scales.inertia;
  scaled_base = make_base_series(base_motion, ratio * gravity, frame);
  BaseMotion turning = base_motion;
  turning.acceleration = BaseMotion::zeros();
  const BaseSeries still = make_base_series(turning, gravity, frame);
  std::copy_n(
    &still.proper_acceleration[0][0], 4 * kMaxForceCoefficients, &weightless_base.upwards[0][0]);
  loads.update(kernel, base_motion.rotation.transpose());
}

MassProperties WorkspaceData::total_mass(int body) const
{
  MassProperties total = body_masses[static_cast<std::size_t>(body)];
  for (std::size_t link = 0; link < payloads.size(); ++link)
  {
    if (loads.seats[link].body == body && payloads[link].mass != 0.0)
    {
      total = total + transformed(payloads[link], loads.seats[link].pose);
    }
  }
  return total;
}

void WorkspaceData::update_mass(int body)
{
  const auto index = static_cast<std::size_t>(body);
  kernel.inertias[index] = kernel_inertia(total_mass(body), kernel.frames[index]);
}

}  // namespace detail

namespace
{

void check_model(const Model & model, const Workspace & workspace)
{
  if (
    model.dof() != workspace.dof() ||
    workspace.energy.rows() != static_cast<Eigen::Index>(model.bodies().size()))
  {
    throw Error(
      "workspace: found the model '" + model.name() + "', expected the one it was made for");
  }
}

}  // namespace

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
  energy_derivative.setZero((max_order + 1) * bodies, max_order + 2);
  reaction.setZero((max_order + 1) * bodies, 6);
  for (RowMatrix * term :
       {&terms.inertia, &terms.gravity, &terms.load, &terms.friction, &terms.rotor})
  {
    term->setZero(max_order + 1, model.dof());
  }
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
  data_->body_masses[static_cast<std::size_t>(body)] = mass;
  data_->update_mass(body);
  return true;
}

bool Workspace::set_payload(int link, const MassProperties & payload)
{
  if (link < 0 || link >= static_cast<int>(data_->payloads.size()))
  {
    return false;
  }
  const auto index = static_cast<std::size_t>(link);
  data_->payloads[index] = payload;
  data_->update_mass(data_->loads.seats[index].body);
  return true;
}

void Workspace::set_loads(const Model & model, const std::vector<Load> & loads)
{
  check_model(model, *this);
  for (const Load & load : loads)
  {
    check(load, model);
  }
  data_->loads.set(loads, data_->kernel);
  data_->loads.update(data_->kernel, data_->base_motion.rotation.transpose());
}

bool Workspace::set_wrench(int load, const ConstRowMatrixRef & rows)
{
  auto & loads = data_->loads;
  const bool fits = load >= 0 && load < static_cast<int>(loads.loads.size()) && rows.cols() == 6 &&
                    rows.rows() <= Load::kRows && rows.allFinite();
  if (fits)
  {
    const auto index = static_cast<std::size_t>(load);
    auto & wrench = loads.loads[index].wrench;
    wrench.setZero();
    wrench.topRows(rows.rows()) = rows;
    loads.update(index, data_->kernel, data_->base_motion.rotation.transpose());
  }
  return fits;
}

void Workspace::set_friction(const Model & model, const std::vector<JointFriction> & friction)
{
  check_model(model, *this);
  check(friction, model);
  data_->friction.set(friction);
}

void Workspace::set_rotors(const Model & model, const std::vector<Rotor> & rotors)
{
  check_model(model, *this);
  check(rotors, model);
  data_->rotor_inertia.resize(model.dof());
  for (std::size_t column = 0; column < rotors.size(); ++column)
  {
    data_->rotor_inertia[static_cast<Eigen::Index>(column)] = rotors[column].reflected_inertia();
  }
}

void Workspace::set_scales(const TermScales & scales)
{
  data_->scales = scales;
  data_->update_base();
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
  // While the base is at rest the passes leave its energies alone.
  const Eigen::Index bodies = energy.rows();
  energy.row(0).setZero();
  for (Eigen::Index row = 0; row < energy_derivative.rows(); row += bodies)
  {
    energy_derivative.row(row).setZero();
  }
}

}  // namespace hod
