// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/workspace.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "forces/base_series.hpp"
#include "hod/error.hpp"
#include "kernel/instruction_sets.hpp"
#include "workspace_data.hpp"

namespace hod
{
namespace detail
{
namespace
{

/// Whether α times the forces with gravity β/α and loads λ/α are the requested sum, and the forces
/// on the bearings are then the actual ones.
ForcesPlan plan_for(const TermScales & scales, const FrictionData & friction)
{
  constexpr double kSmallest =
    1e-6;  // the pass loses digits of anything smaller than this fraction
  const double others = std::max(std::abs(scales.gravity), std::abs(scales.load));
  const bool presses = friction.any && friction.constants.has_bearing && scales.friction != 0.0;
  const bool alike = scales.gravity == scales.inertia && scales.load == scales.inertia;
  const bool suffices =
    scales.inertia != 0.0 && std::abs(scales.inertia) >= kSmallest * others && (alike || !presses);
  return suffices ? ForcesPlan::one_pass : ForcesPlan::each_term;
}

}  // namespace

WorkspaceData::WorkspaceData(const Robot & given, int order)
: robot(given),
  kernel(robot),
  dof(robot.dof()),
  max_order(order),
  gravity(robot.gravity()),
  base_motion(robot.base()),
  loads(robot, kernel),
  friction(robot),
  rotor_inertia(robot.dof())
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
  body_masses.resize(kernel.links.size());
  for (const LinkPlacement & link : robot.links())
  {
    auto & mass = body_masses[static_cast<std::size_t>(link.body)];
    mass = mass + transformed(link.mass, link.pose);
  }
  payloads.resize(robot.links().size());
  for (const Payload & payload : robot.payloads())
  {
    auto & mass = payloads[static_cast<std::size_t>(robot.link_index(payload.link))];
    mass = mass + payload.mass;
  }
  for (int column = 0; column < dof; ++column)
  {
    rotor_inertia[column] = robot.rotor_inertia(column);
    has_rotors = has_rotors || rotor_inertia[column] != 0.0;
  }
  force.setZero(order + 1, dof);
  reaction.setZero((order + 1) * bodies, 6);
  energy.setZero(bodies, order + 2);
  energy_derivative.setZero((order + 1) * bodies, order + 2);
  for (RowMatrix * term :
       {&terms.inertia, &terms.gravity, &terms.load, &terms.friction, &terms.rotor})
  {
    term->setZero(order + 1, dof);
  }
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
  plan = plan_for(scales, friction);
}

MassProperties WorkspaceData::total_mass(int body) const
{
  MassProperties total = body_masses[static_cast<std::size_t>(body)];
  for (std::size_t link = 0; link < payloads.size(); ++link)
  {
    const LinkPlacement & place = robot.links()[link];
    if (place.body == body && payloads[link].mass != 0.0)
    {
      total = total + transformed(payloads[link], place.pose);
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

bool is_index(int index, std::size_t size)
{
  return index >= 0 && index < static_cast<int>(size);
}

bool is_finite(const TermScales & scales)
{
  return std::isfinite(scales.inertia) && std::isfinite(scales.gravity) &&
         std::isfinite(scales.load) && std::isfinite(scales.friction) &&
         std::isfinite(scales.rotor);
}

ConstRowMatrixMap view(const RowMatrix & table, Eigen::Index rows)
{
  return {table.data(), rows, table.cols()};
}

}  // namespace

Workspace::Workspace(const Robot & robot, int max_order)
{
  if (max_order < 0 || max_order > kMaxOrder)
  {
    throw Error(
      "Workspace: order " + std::to_string(max_order) + ", expected 0 to " +
      std::to_string(kMaxOrder));
  }
  detail::passes();
  data_ = std::make_unique<detail::WorkspaceData>(robot, max_order);
}

Workspace::~Workspace() = default;
Workspace::Workspace(Workspace &&) noexcept = default;
Workspace & Workspace::operator=(Workspace &&) noexcept = default;

const Robot & Workspace::robot() const
{
  return data_->robot;
}

int Workspace::dof() const
{
  return data_ ? data_->dof : 0;
}

int Workspace::max_order() const
{
  return data_ ? data_->max_order : -1;
}

Result Workspace::set_mass(int body, const MassProperties & mass)
{
  if (!data_)
  {
    return Result::no_workspace;
  }
  if (!is_index(body, data_->body_masses.size()))
  {
    return Result::no_such_index;
  }
  if (!is_possible(mass))
  {
    return Result::no_such_body;
  }
  data_->body_masses[static_cast<std::size_t>(body)] = mass;
  data_->update_mass(body);
  return Result::ok;
}

Result Workspace::set_payload(int link, const MassProperties & payload)
{
  if (!data_)
  {
    return Result::no_workspace;
  }
  if (!is_index(link, data_->payloads.size()))
  {
    return Result::no_such_index;
  }
  if (!is_possible(payload))
  {
    return Result::no_such_body;
  }
  const auto index = static_cast<std::size_t>(link);
  data_->payloads[index] = payload;
  data_->update_mass(data_->robot.links()[index].body);
  return Result::ok;
}

Result Workspace::set_wrench(int load, const ConstRowMatrixRef & rows)
{
  if (!data_)
  {
    return Result::no_workspace;
  }
  if (
    !is_index(load, data_->loads.loads.size()) ||
    data_->loads.loads[static_cast<std::size_t>(load)].changes())
  {
    return Result::no_such_index;
  }
  if (rows.cols() != Load::kColumns || rows.rows() > Load::kRows)
  {
    return Result::wrong_columns;
  }
  if (!rows.allFinite())
  {
    return Result::not_finite;
  }
  const auto index = static_cast<std::size_t>(load);
  auto & wrench = data_->loads.loads[index].wrench;
  wrench.setZero();
  wrench.topRows(rows.rows()) = rows;
  data_->loads.update(index, data_->kernel, data_->base_motion.rotation.transpose());
  return Result::ok;
}

Result Workspace::set_time(double time)
{
  if (!data_)
  {
    return Result::no_workspace;
  }
  if (!std::isfinite(time))
  {
    return Result::not_finite;
  }
  if (!data_->loads.covers(time))
  {
    return Result::no_time;
  }
  data_->loads.set_time(time, data_->kernel, data_->base_motion.rotation.transpose());
  data_->has_time = true;
  return Result::ok;
}

Result Workspace::set_scales(const TermScales & scales)
{
  if (!data_)
  {
    return Result::no_workspace;
  }
  if (!is_finite(scales))
  {
    return Result::not_finite;
  }
  data_->scales = scales;
  data_->update_base();
  return Result::ok;
}

Result Workspace::set_gravity(const Eigen::Vector3d & gravity)
{
  if (!data_)
  {
    return Result::no_workspace;
  }
  if (!gravity.allFinite())
  {
    return Result::not_finite;
  }
  data_->gravity = gravity;
  data_->update_base();
  return Result::ok;
}

Result Workspace::set_base_motion(const BaseMotion & motion)
{
  if (!data_)
  {
    return Result::no_workspace;
  }
  if (!is_possible(motion))
  {
    return Result::not_finite;
  }
  data_->base_motion = motion;
  data_->update_base();
  // While the base is at rest, the passes do not write its energies.
  const auto bodies = static_cast<Eigen::Index>(data_->body_masses.size());
  data_->energy.row(0).setZero();
  for (Eigen::Index row = 0; row < data_->energy_derivative.rows(); row += bodies)
  {
    data_->energy_derivative.row(row).setZero();
  }
  return Result::ok;
}

ConstRowMatrixMap Workspace::force() const
{
  return data_ ? view(data_->force, data_->force_rows) : ConstRowMatrixMap(nullptr, 0, 0);
}

TermRows Workspace::terms() const
{
  static const detail::TermTables none;
  const detail::TermTables & terms = data_ ? data_->terms : none;
  const Eigen::Index rows = data_ ? data_->term_rows : 0;
  return {
    view(terms.inertia, rows), view(terms.gravity, rows), view(terms.load, rows),
    view(terms.friction, rows), view(terms.rotor, rows)};
}

ConstRowMatrixMap Workspace::reaction() const
{
  return data_ ? view(data_->reaction, data_->reaction_rows) : ConstRowMatrixMap(nullptr, 0, 0);
}

StridedRowMatrixMap Workspace::energy() const
{
  if (!data_)
  {
    return {nullptr, 0, 0, Eigen::OuterStride<>(1)};
  }
  const RowMatrix & energy = data_->energy;
  return {energy.data(), energy.rows(), data_->energy_columns, Eigen::OuterStride<>(energy.cols())};
}

StridedRowMatrixMap Workspace::energy_derivative() const
{
  if (!data_)
  {
    return {nullptr, 0, 0, Eigen::OuterStride<>(1)};
  }
  const RowMatrix & energy = data_->energy_derivative;
  return {
    energy.data(), data_->energy_derivatives * data_->energy.rows(), data_->energy_columns,
    Eigen::OuterStride<>(energy.cols())};
}

}  // namespace hod
