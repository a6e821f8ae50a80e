// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/batch.hpp"

#include <vector>

#include "base_series.hpp"
#include "batch_call.hpp"
#include "kernel/instruction_sets.hpp"

namespace hod
{

void batch_forces(
  const Model & model, const double * motion, std::size_t states, int rows, int order,
  double * force, int threads)
{
  const detail::BatchStates batch{motion, states, rows, order, force};
  check(batch);
  detail::passes();
  if (states == 0 || model.dof() == 0)
  {
    return;
  }
  const detail::KernelModel kernel(model);
  std::vector<MassProperties> masses;
  for (const Body & body : model.bodies())
  {
    masses.push_back(body.mass);
  }
  const detail::BatchModel robot(kernel, masses);
  const detail::BaseSeries base =
    detail::make_base_series({}, model.gravity(), kernel.frames.front());
  detail::BatchArguments arguments{};
  arguments.links = robot.links.data();
  arguments.bodies = static_cast<int>(robot.links.size());
  arguments.dof = model.dof();
  arguments.base = &base;
  arguments.base_at_rest = true;
  detail::run_batch(arguments, batch, false, threads);
}

}  // namespace hod
