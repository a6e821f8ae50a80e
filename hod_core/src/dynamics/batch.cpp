// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/batch.hpp"

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "hod/dynamics/workspace.hpp"
#include "hod/error.hpp"
#include "kernel/batch_model.hpp"
#include "kernel/instruction_sets.hpp"
#include "workspace_data.hpp"

namespace hod
{
namespace
{

/// Below this many states a thread costs more than it saves.
constexpr std::size_t kStatesPerThread = 512;

void check(int rows, int order)
{
  if (order < 0 || order > Workspace::kMaxOrder)
  {
    throw Error(
      "batch_forces: order " + std::to_string(order) + ", expected 0 to " +
      std::to_string(Workspace::kMaxOrder));
  }
  if (rows < order + 3)
  {
    throw Error(
      "batch_forces: order " + std::to_string(order) + " needs " + std::to_string(order + 3) +
      " rows of the motion, found " + std::to_string(rows));
  }
}

std::size_t thread_count(int wanted, std::size_t states)
{
  const std::size_t most = wanted > 0 ? static_cast<std::size_t>(wanted)
                                      : std::max(1U, std::thread::hardware_concurrency());
  return std::clamp<std::size_t>(states / kStatesPerThread, 1, most);
}

void run(detail::BatchArguments arguments, int coefficients)
{
  const auto doubles = static_cast<std::size_t>(
    arguments.bodies * detail::kBatchDoubles + arguments.dof * detail::kBatchMotionDoubles);
  detail::AlignedDoubles scratch(doubles);
  arguments.scratch = scratch.data();
  detail::passes().batch[coefficients](arguments);
}

}  // namespace

void batch_forces(
  const Model & model, const double * motion, std::size_t states, int rows, int order,
  double * force, int threads)
{
  check(rows, order);
  if (states == 0 || model.dof() == 0)
  {
    return;
  }
  const detail::BatchModel batch(model);
  detail::BatchArguments arguments{};
  arguments.links = batch.links.data();
  arguments.bodies = static_cast<int>(batch.links.size());
  arguments.dof = model.dof();
  Eigen::Map<Eigen::Vector3d>(arguments.proper_acceleration) = batch.proper_acceleration;
  arguments.motion_stride = static_cast<long>(rows) * model.dof();
  arguments.force_stride = static_cast<long>(order + 1) * model.dof();

  const std::size_t count = thread_count(threads, states);
  std::vector<std::thread> workers;
  for (std::size_t worker = 0; worker < count; ++worker)
  {
    const auto first = static_cast<long>(states * worker / count);
    const auto last = static_cast<long>(states * (worker + 1) / count);
    arguments.motion = motion + first * arguments.motion_stride;
    arguments.force = force + first * arguments.force_stride;
    arguments.states = last - first;
    if (worker + 1 < count)
    {
      workers.emplace_back(run, arguments, order + 1);
    }
    else
    {
      run(arguments, order + 1);
    }
  }
  for (auto & worker : workers)
  {
    worker.join();
  }
}

}  // namespace hod
