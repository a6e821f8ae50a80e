// SPDX-License-Identifier: Apache-2.0
#include "batch_call.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <thread>

#include "hod/error.hpp"
#include "kernel/instruction_sets.hpp"
#include "pass_call.hpp"

namespace hod::detail
{
namespace
{

/// Below this many states a thread costs more than it saves.
constexpr std::size_t kStatesPerThread = 512;

std::size_t thread_count(int wanted, std::size_t states)
{
  const std::size_t most = wanted > 0 ? static_cast<std::size_t>(wanted)
                                      : std::max(1U, std::thread::hardware_concurrency());
  return std::clamp<std::size_t>(states / kStatesPerThread, 1, most);
}

void run_states(BatchArguments arguments, int coefficients, bool with_terms)
{
  AlignedDoubles scratch(
    static_cast<std::size_t>(batch_scratch_doubles(arguments, coefficients, with_terms)));
  arguments.scratch = scratch.data();
  const PassTable & table = passes();
  (with_terms ? table.batch_terms : table.batch)[coefficients](arguments);
}

void write(const Eigen::Matrix3d & matrix, double (&target)[3][3])
{
  using Rows = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
  Eigen::Map<Rows> rows(&target[0][0]);
  rows = matrix;
}

/// Loads in the order of the workspace. Bodies whose motion they ask for are kept.
std::vector<BatchLoad> batch_loads(const WorkspaceData & data, BatchModel & model)
{
  std::vector<BatchLoad> result;
  for (std::size_t index = 0; index < data.loads.loads.size(); ++index)
  {
    const Load & given = data.loads.loads[index];
    const LoadConstants & constants = data.loads.constants[index];
    const auto & seat = data.loads.seats[static_cast<std::size_t>(given.link)];
    const auto body = static_cast<std::size_t>(seat.body);
    const Eigen::Matrix3d to_kernel = data.kernel.frames[body].transpose();
    BatchLoad load{};
    load.body = seat.body;
    load.world = constants.world;
    load.rows = constants.rows;
    std::copy_n(given.wrench.data(), kLoadRows * 6, &load.wrench[0][0]);
    write(to_kernel * seat.pose.rotation, load.turn);
    Eigen::Map<Eigen::Vector3d>(load.point) =
      to_kernel * (seat.pose.rotation * given.point + seat.pose.translation) -
      model.slides[body] * Eigen::Vector3d::UnitZ();
    load.path = constants.path;
    load.path_length = constants.path_length;
    model.links[body].is_kept = model.links[body].is_kept || load.world;
    result.push_back(load);
  }
  return result;
}

void use_tables(const std::vector<WrenchTable> & wrenches, std::vector<BatchLoad> & loads)
{
  for (std::size_t index = 0; index < wrenches.size(); ++index)
  {
    loads[index].table = wrenches[index].values;
    loads[index].rows = wrenches[index].rows;
    loads[index].stride = 6L * wrenches[index].rows;
  }
}

/// A BaseMotion is, as doubles, what the pass reads of a state's base.
void use_bases(const BaseMotion * bases, const WorkspaceData & data, BatchArguments & arguments)
{
  constexpr std::size_t kVectors = 3 * BaseMotion::kOrders * sizeof(double);
  static_assert(
    offsetof(BaseMotion, rotation) == 0 &&
      offsetof(BaseMotion, angular_velocity) == 9 * sizeof(double) &&
      offsetof(BaseMotion, acceleration) == 9 * sizeof(double) + kVectors &&
      sizeof(BaseMotion) % sizeof(double) == 0 && BaseMotion::kOrders <= kMaxCoefficients,
    "BatchBase::table is laid out otherwise");
  BatchBase & base = arguments.base_table;
  base.table = bases == nullptr ? nullptr : bases->rotation.data();
  base.stride = sizeof(BaseMotion) / sizeof(double);
  base.rows = BaseMotion::kOrders;
  write(data.kernel.frames.front().transpose(), base.frame);
  const double ratio = arguments.apart ? 0.0 : data.scales.gravity / data.scales.inertia;
  Eigen::Map<Eigen::Vector3d>(base.counted_gravity) = ratio * data.gravity;
  Eigen::Map<Eigen::Vector3d>(base.gravity) = data.gravity;
  arguments.base_at_rest = arguments.base->at_rest && bases == nullptr;
}

void use_friction(const WorkspaceData & data, BatchArguments & arguments)
{
  if (data.friction.any && (arguments.apart || data.scales.friction != 0.0))
  {
    arguments.friction = &data.friction.constants;
    arguments.friction_entry = data.friction.friction_entry.data();
  }
  if (data.rotor_inertia.size() > 0)
  {
    arguments.rotor = data.rotor_inertia.data();
  }
}

std::vector<MassProperties> total_masses(const WorkspaceData & data)
{
  std::vector<MassProperties> masses;
  for (std::size_t body = 0; body < data.body_masses.size(); ++body)
  {
    masses.push_back(data.total_mass(static_cast<int>(body)));
  }
  return masses;
}

/// Whether the pass that knows inertia and gravity alone computes what is asked for.
bool is_bare(const BatchArguments & arguments, const TermScales & scales)
{
  return !arguments.apart && arguments.base_at_rest && scales.inertia == 1.0 &&
         arguments.load_count == 0 && arguments.friction == nullptr && arguments.rotor == nullptr;
}

}  // namespace

void check(const BatchStates & states)
{
  if (states.order < 0 || states.order > Workspace::kMaxOrder)
  {
    throw Error(
      "batch_forces: order " + std::to_string(states.order) + ", expected 0 to " +
      std::to_string(Workspace::kMaxOrder));
  }
  if (states.rows < states.order + 3)
  {
    throw Error(
      "batch_forces: order " + std::to_string(states.order) + " needs " +
      std::to_string(states.order + 3) + " rows of the motion, found " +
      std::to_string(states.rows));
  }
}

void run_batch(BatchArguments arguments, const BatchStates & states, bool with_terms, int threads)
{
  arguments.motion = states.motion;
  arguments.motion_stride = static_cast<long>(states.rows) * arguments.dof;
  arguments.force = states.force;
  arguments.force_stride = static_cast<long>(states.order + 1) * arguments.dof;
  const std::size_t count = thread_count(threads, states.count);
  std::vector<std::thread> workers;
  for (std::size_t worker = 0; worker < count; ++worker)
  {
    arguments.begin = static_cast<long>(states.count * worker / count);
    arguments.end = static_cast<long>(states.count * (worker + 1) / count);
    if (worker + 1 < count)
    {
      workers.emplace_back(run_states, arguments, states.order + 1, with_terms);
    }
    else
    {
      run_states(arguments, states.order + 1, with_terms);
    }
  }
  for (auto & worker : workers)
  {
    worker.join();
  }
}

void batch_driving_forces(
  const WorkspaceData & data, const BatchStates & states, const BatchTables & tables, int threads)
{
  check(states);
  passes();
  if (states.count == 0 || data.dof == 0)
  {
    return;
  }
  BatchModel model(data.kernel, total_masses(data));
  std::vector<BatchLoad> loads = batch_loads(data, model);
  use_tables(tables.wrenches, loads);
  BatchArguments arguments{};
  arguments.links = model.links.data();
  arguments.bodies = static_cast<int>(model.links.size());
  arguments.dof = data.dof;
  std::copy_n(tables.terms, kBatchTerms, arguments.terms);
  const bool wants_terms = std::any_of(
    std::begin(tables.terms), std::end(tables.terms),
    [](const double * term) { return term != nullptr; });
  arguments.apart = wants_terms || !one_pass_suffices(data);
  arguments.base = arguments.apart ? &data.weightless_base : &data.scaled_base;
  write(
    data.kernel.frames.front().transpose() * data.base_motion.rotation.transpose(),
    arguments.world_turn);
  use_bases(tables.bases, data, arguments);
  arguments.loads = loads.data();
  arguments.load_count = static_cast<int>(loads.size());
  use_friction(data, arguments);
  const TermScales & scales = data.scales;
  const double numbers[kBatchTerms] = {
    scales.inertia, scales.gravity, scales.load, scales.friction, scales.rotor};
  std::copy_n(numbers, kBatchTerms, arguments.scales);
  run_batch(arguments, states, !is_bare(arguments, scales), threads);
}

}  // namespace hod::detail
