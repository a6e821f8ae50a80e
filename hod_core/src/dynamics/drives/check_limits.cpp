// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>

#include "hod/dynamics/drives/limits_along.hpp"
#include "hod/dynamics/drives/motor_along.hpp"
#include "limited.hpp"
#include "threads.hpp"

namespace hod
{
namespace
{

using detail::Limited;
using detail::LimitsAlong;

/// Efforts of the actuators, part by part of a motion.
class Efforts
{
public:
  explicit Efforts(const LimitsAlong & along) : along_(along)
  {
    if (along.order() >= 0 && along.robot().is_elastic())
    {
      motor_.emplace(along.robot(), along.order());
    }
  }

  void compute(const States & part, int threads)
  {
    if (along_.order() < 0)
    {
      return;
    }
    const std::size_t rows = part.count * static_cast<std::size_t>(along_.order() + 1);
    force_.resize(rows * static_cast<std::size_t>(along_.free_robot().dof()));
    batch_forces(
      along_.free_robot(), along_.free_states(part, motion_), along_.order(), force_.data(),
      threads);
    columns_ = &along_.column_forces(force_, rows, summed_);
    if (motor_)
    {
      position_.resize(columns_->size());
      torque_.resize(columns_->size() - 2 * part.count * dof());
      motor_->run(part, columns_->data(), position_.data(), torque_.data(), threads);
    }
  }

  /// Row `row` of a joint's effort in all states of the part.
  void copy_row(std::size_t joint, int row, std::vector<double> & values) const
  {
    const Joint & source = along_.robot().joints()[joint];
    const auto column = static_cast<std::size_t>(source.dof);
    const int rows = along_.order() + 1;
    if (source.is_mimic)
    {
      const auto columns = static_cast<std::size_t>(along_.free_robot().dof());
      copy(force_.data() + joint, columns, rows, row, values);
    }
    else if (motor_)
    {
      copy(torque_.data() + column, dof(), rows - 2, row, values);
    }
    else
    {
      copy(columns_->data() + column, dof(), rows, row, values);
    }
  }

private:
  std::size_t dof() const { return static_cast<std::size_t>(along_.robot().dof()); }

  static void copy(
    const double * first, std::size_t columns, int rows, int row, std::vector<double> & values)
  {
    first += static_cast<std::size_t>(row) * columns;
    for (std::size_t i = 0; i < values.size(); ++i)
    {
      values[i] = first[i * static_cast<std::size_t>(rows) * columns];
    }
  }

  const LimitsAlong & along_;
  std::optional<MotorAlong> motor_;
  std::vector<double> motion_, force_, summed_, position_, torque_;
  const std::vector<double> * columns_ = nullptr;
};

/// Follows one limited quantity through the parts of a motion.
class NumberWatch
{
public:
  explicit NumberWatch(const Limited & number) : number_(number), watch_(number.bounds) {}

  void watch(const LimitsAlong & along, const Efforts & efforts, const States & part)
  {
    const std::vector<double> times(part.times, part.times + part.count);
    SampledCurve curve{times, row(along, efforts, part, number_.row()), {}};
    if (along.has_slopes(number_))
    {
      curve.slopes = row(along, efforts, part, number_.row() + 1);
    }
    watch_.watch(curve);
  }

  void add_to(LimitCheck & check) const
  {
    check.worst.push_back(number_.point(watch_.worst()));
    for (const Violation & one : watch_.violations())
    {
      check.violations.push_back({one.begin, one.end, number_.point(one.peak)});
    }
  }

private:
  std::vector<double> row(
    const LimitsAlong & along, const Efforts & efforts, const States & part, int derivative) const
  {
    std::vector<double> values(part.count);
    if (number_.is_effort())
    {
      efforts.copy_row(number_.joint, derivative, values);
    }
    else
    {
      along.copy_row(part, number_.joint, derivative, values);
    }
    along.check_finite(number_, part, values);
    return values;
  }

  Limited number_;
  LimitWatch watch_;
};

}  // namespace

LimitCheck check_limits(const Robot & robot, const States & states, int threads)
{
  return check_limits(robot, detail::samples_of(robot, states), threads);
}

LimitCheck check_limits(const Robot & robot, const MotionSamples & samples, int threads)
{
  const LimitsAlong along(robot, samples);
  Efforts efforts(along);
  std::vector<NumberWatch> watches;
  for (const Limited & number : along.numbers())
  {
    watches.emplace_back(number);
  }
  std::vector<double> memory;
  for (std::size_t first = 0; first < along.count(); first += along.states_at_once())
  {
    const std::size_t count = std::min(along.states_at_once(), along.count() - first);
    const States part = along.part(first, count, memory);
    efforts.compute(part, threads);
    detail::in_threads(watches.size(), 1, threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
      {
        watches[i].watch(along, efforts, part);
      }
    });
  }
  LimitCheck check;
  for (const NumberWatch & watch : watches)
  {
    watch.add_to(check);
  }
  return check;
}

}  // namespace hod
