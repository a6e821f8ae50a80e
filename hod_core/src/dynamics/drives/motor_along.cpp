// SPDX-License-Identifier: Apache-2.0
#include "motor_along.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "dynamics/each_state.hpp"
#include "hod/error.hpp"
#include "io/text.hpp"
#include "threads.hpp"

namespace hod::detail
{

void check_times(const double * times, std::size_t count)
{
  if (times == nullptr || count == 0)
  {
    throw Error("times: found none, expected at least one, and one per state");
  }
  for (std::size_t i = 0; i < count; ++i)
  {
    if (!std::isfinite(times[i]) || (i > 0 && times[i] <= times[i - 1]))
    {
      throw Error(
        "times: found " + shortest(times[i]) + " at place " + std::to_string(i) +
        ", expected finite times that increase");
    }
  }
}

States part_of(const States & states, int dof, std::size_t first, std::size_t count)
{
  const std::size_t size = static_cast<std::size_t>(states.rows) * static_cast<std::size_t>(dof);
  const double * times = states.times == nullptr ? nullptr : states.times + first;
  return {states.motion + first * size, count, states.rows, times};
}

std::size_t states_at_once(std::size_t doubles_per_state)
{
  constexpr std::size_t kDoubles = std::size_t{1} << 19;  // 4 MB: within reach of a cache
  return std::clamp<std::size_t>(
    kDoubles / std::max<std::size_t>(doubles_per_state, 1), 64, 16384);
}

MotorAlong::MotorAlong(const ElasticDrive & drive, int order, bool remembers)
: drive_(drive), history_(drive, order), order_(order), remembers_(remembers)
{}

Result MotorAlong::step(
  const States & states, std::size_t index, const ConstRowMatrixMap & motion,
  const ConstRowMatrixMap & force, RowMatrixRef position, RowMatrixRef torque)
{
  if (!remembers_)
  {
    return motor_motion(drive_, motion, force, position, torque);
  }
  const double before = last_time_;
  last_time_ = states.times[index];
  if (!started_)
  {
    started_ = true;
    return history_.start(motion, force, position, torque);
  }
  return history_.advance(last_time_ - before, motion, force, position, torque);
}

void MotorAlong::run(
  const States & states, const double * force, double * position, double * torque, int threads)
{
  const Eigen::Index dof = drive_.dof();
  const Eigen::Index motion_size = states.rows * dof;
  const Eigen::Index force_size = (order_ + 1) * dof;
  const Eigen::Index torque_size = (order_ - 1) * dof;
  const auto part = [&](std::size_t first, std::size_t last) {
    for (std::size_t index = first; index < last; ++index)
    {
      const auto i = static_cast<Eigen::Index>(index);
      Eigen::Map<RowMatrix> theta(position + i * force_size, order_ + 1, dof);
      Eigen::Map<RowMatrix> tau(torque + i * torque_size, order_ - 1, dof);
      const Result result = step(
        states, index, ConstRowMatrixMap(states.motion + i * motion_size, states.rows, dof),
        ConstRowMatrixMap(force + i * force_size, order_ + 1, dof), theta, tau);
      if (result != Result::ok)
      {
        throw Error(
          "motor motion" +
          (states.times == nullptr ? "" : " at " + shortest(states.times[index]) + " s") + ": " +
          to_text(result) + ", expected finite motion and forces");
      }
    }
  };
  in_threads(states.count, remembers_ ? states.count : kStatesPerThread, threads, part);
}

}  // namespace hod::detail
