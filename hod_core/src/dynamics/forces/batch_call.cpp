// SPDX-License-Identifier: Apache-2.0
#include "batch_call.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <vector>

#include "dynamics/each_state.hpp"
#include "dynamics/kernel/batch_model.hpp"
#include "dynamics/kernel/instruction_sets.hpp"

namespace hod::detail
{
namespace
{

void write(const Eigen::Matrix3d & matrix, double (&target)[3][3])
{
  using Rows = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
  Eigen::Map<Rows> rows(&target[0][0]);
  rows = matrix;
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

/// A load of the workspace. If it is in the world's axes, the motion of its body is kept.
BatchLoad batch_load(const WorkspaceData & data, std::size_t index, int order, BatchModel & model)
{
  const Load & given = data.loads.loads[index];
  const LinkPlacement & place = data.loads.places[index];
  const auto body = static_cast<std::size_t>(place.body);
  const Eigen::Matrix3d to_kernel = data.kernel.frames[body].transpose();
  BatchLoad load{};
  load.body = place.body;
  load.world = given.frame == LoadFrame::world;
  load.rows = given.changes() ? order + 1 : data.loads.constants[index].rows;
  load.stride = 6L * load.rows;
  std::copy_n(given.wrench.data(), kLoadRows * 6, &load.wrench[0][0]);
  write(to_kernel * place.pose.rotation, load.turn);
  Eigen::Map<Eigen::Vector3d>(load.point) =
    to_kernel * (place.pose.rotation * given.point + place.pose.translation) -
    model.slides[body] * Eigen::Vector3d::UnitZ();
  load.path = data.loads.constants[index].path;
  load.path_length = data.loads.constants[index].path_length;
  model.links[body].is_kept = model.links[body].is_kept || load.world;
  return load;
}

/// One base per state in the form that the pass reads: the numbers of a BaseMotion in sequence.
void use_bases(const BatchCall & call, BatchArguments & arguments)
{
  constexpr std::size_t kVectors = 3 * BaseMotion::kOrders * sizeof(double);
  static_assert(
    offsetof(BaseMotion, rotation) == 0 &&
      offsetof(BaseMotion, angular_velocity) == 9 * sizeof(double) &&
      offsetof(BaseMotion, acceleration) == 9 * sizeof(double) + kVectors &&
      sizeof(BaseMotion) % sizeof(double) == 0 && BaseMotion::kOrders <= kMaxCoefficients,
    "BatchBase::table is laid out otherwise");
  const WorkspaceData & data = call.data;
  BatchBase & base = arguments.base_table;
  base.table = call.states.bases == nullptr ? nullptr : call.states.bases->rotation.data();
  base.stride = sizeof(BaseMotion) / sizeof(double);
  base.rows = BaseMotion::kOrders;
  write(data.kernel.frames.front().transpose(), base.frame);
  const double ratio = arguments.apart ? 0.0 : data.scales.gravity / data.scales.inertia;
  Eigen::Map<Eigen::Vector3d>(base.counted_gravity) = ratio * data.gravity;
  Eigen::Map<Eigen::Vector3d>(base.gravity) = data.gravity;
}

void use_base(const BatchCall & call, BatchArguments & arguments)
{
  const WorkspaceData & data = call.data;
  arguments.base = arguments.apart ? &data.weightless_base : &data.scaled_base;
  arguments.base_at_rest = arguments.base->at_rest && call.states.bases == nullptr;
  write(
    data.kernel.frames.front().transpose() * data.base_motion.rotation.transpose(),
    arguments.world_turn);
  use_bases(call, arguments);
}

void use_joints(const WorkspaceData & data, BatchArguments & arguments)
{
  if (data.friction.any && (arguments.apart || data.scales.friction != 0.0))
  {
    arguments.friction = &data.friction.constants;
    arguments.friction_entry = data.friction.entries.data();
  }
  if (data.has_rotors)
  {
    arguments.rotor = data.rotor_inertia.data();
  }
}

void use_scales(const TermScales & scales, BatchArguments & arguments)
{
  const double numbers[kBatchTerms] = {
    scales.inertia, scales.gravity, scales.load, scales.friction, scales.rotor};
  std::copy_n(numbers, kBatchTerms, arguments.scales);
}

/// Whether the pass for inertia and gravity alone is sufficient.
bool is_bare(const BatchArguments & arguments)
{
  return !arguments.apart && arguments.base_at_rest && arguments.scales[kInertiaTerm] == 1.0 &&
         arguments.load_count == 0 && arguments.friction == nullptr && arguments.rotor == nullptr;
}

/// The same for the states from `first` on.
BatchArguments moved(BatchArguments arguments, long first)
{
  arguments.motion += first * arguments.motion_stride;
  for (double ** rows :
       {&arguments.force, &arguments.terms[kInertiaTerm], &arguments.terms[kGravityTerm],
        &arguments.terms[kLoadTerm], &arguments.terms[kFrictionTerm], &arguments.terms[kRotorTerm]})
  {
    *rows += *rows == nullptr ? 0 : first * arguments.force_stride;
  }
  if (arguments.base_table.table != nullptr)
  {
    arguments.base_table.table += first * arguments.base_table.stride;
  }
  return arguments;
}

/// Runs passes on parts of the states.
class Part
{
public:
  Part(const BatchCall & call, const BatchArguments & arguments)
  : call_(call),
    arguments_(arguments),
    loads_(arguments.loads, arguments.loads + arguments.load_count),
    tables_(loads_.size())
  {
    const bool bare = is_bare(arguments);
    pass_ = (bare ? passes().batch : passes().batch_terms)[call.order + 1];
    scratch_.assign(
      static_cast<std::size_t>(batch_scratch_doubles(arguments, call.order + 1, !bare)), 0.0);
  }

  void run(std::size_t first, std::size_t last)
  {
    // Time-dependent wrenches are tabulated for this many states at a time.
    const std::size_t most = call_.data.robot.depends_on_time() ? kStatesPerThread : last - first;
    for (; first < last; first += most)
    {
      const std::size_t count = std::min(most, last - first);
      tabulate(first, count);
      BatchArguments arguments = moved(arguments_, static_cast<long>(first));
      arguments.loads = loads_.data();
      arguments.states = static_cast<long>(count);
      arguments.scratch = scratch_.data();
      pass_(arguments);
    }
  }

private:
  /// Wrenches of the time-dependent loads for `count` states.
  void tabulate(std::size_t first, std::size_t count)
  {
    for (std::size_t index = 0; index < loads_.size(); ++index)
    {
      if (!call_.data.loads.loads[index].changes())
      {
        continue;
      }
      const auto stride = static_cast<std::size_t>(loads_[index].stride);
      tables_[index].resize(count * stride);
      for (std::size_t state = 0; state < count; ++state)
      {
        const Load::Wrench wrench =
          call_.data.loads.wrench_at(index, call_.states.times[first + state]);
        std::copy_n(wrench.data(), stride, tables_[index].data() + state * stride);
      }
      loads_[index].table = tables_[index].data();
    }
  }

  const BatchCall & call_;
  const BatchArguments & arguments_;
  std::vector<BatchLoad> loads_;
  std::vector<std::vector<double>> tables_;
  AlignedDoubles scratch_;
  BatchPass pass_;
};

}  // namespace

void BatchCall::run(int threads) const
{
  passes();
  BatchModel model(data.kernel, total_masses(data));
  std::vector<BatchLoad> loads;
  for (std::size_t index = 0; index < data.loads.loads.size(); ++index)
  {
    loads.push_back(batch_load(data, index, order, model));
  }
  BatchArguments arguments{};
  arguments.links = model.links.data();
  arguments.bodies = static_cast<int>(model.links.size());
  arguments.dof = data.dof;
  arguments.motion = states.motion;
  arguments.motion_stride = static_cast<long>(states.rows) * data.dof;
  arguments.force = force;
  arguments.force_stride = static_cast<long>(order + 1) * data.dof;
  std::copy_n(terms, kBatchTerms, arguments.terms);
  const bool wants_terms = std::any_of(
    std::begin(terms), std::end(terms), [](const double * term) { return term != nullptr; });
  arguments.apart = wants_terms || data.plan == ForcesPlan::each_term;
  arguments.loads = loads.data();
  arguments.load_count = static_cast<int>(loads.size());
  use_scales(data.scales, arguments);
  use_base(*this, arguments);
  use_joints(data, arguments);
  in_threads(
    states.count, kStatesPerThread, threads,
    [this, &arguments](std::size_t first, std::size_t last) {
      Part(*this, arguments).run(first, last);
    });
}

}  // namespace hod::detail
