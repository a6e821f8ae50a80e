// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>

#include "dry_friction.hpp"
#include "effort_at_speed.hpp"
#include "hod/dynamics/drives/elastic_drive.hpp"
#include "hod/dynamics/drives/limits_along.hpp"
#include "hod/error.hpp"
#include "hod/motion/speed_up.hpp"
#include "limited.hpp"
#include "parts.hpp"
#include "speed_parts.hpp"

namespace hod
{
namespace
{

using detail::EffortAtSpeed;
using detail::EffortSource;
using detail::Limited;
using detail::LimitsAlong;
using detail::PowerRows;
using detail::SpeedRows;
using Tables = std::vector<std::vector<double>>;

/// Data shared by all stretches of a motion.
struct Search
{
  Search(const Robot & robot, const MotionSamples & samples) : along(robot, samples)
  {
    if (along.order() < 0)
    {
      return;
    }
    parts = std::make_unique<detail::SpeedParts>(along.free_robot(), along.order());
    if (robot.is_elastic())
    {
      drive.emplace(robot);
    }
    for (std::size_t joint = 0; joint < robot.joints().size() && robot.has_friction(); ++joint)
    {
      if (detail::bearing_of(robot.joints()[joint]) > 0.0)
      {
        bearings.push_back(joint);
      }
    }
  }

  /// Samples of a stretch; it shares one with the next.
  std::size_t stretch_size() const
  {
    if (!parts)
    {
      return along.states_at_once();
    }
    const std::size_t columns =
      2 * bearings.size() + 3 * static_cast<std::size_t>(along.free_robot().dof());
    return detail::states_at_once(
      parts->powers().size() * columns * static_cast<std::size_t>(along.order() + 1));
  }

  LimitsAlong along;
  std::unique_ptr<detail::SpeedParts> parts;  ///< null if no effort is limited
  std::optional<ElasticDrive> drive;
  std::vector<std::size_t> bearings;  ///< joints whose friction depends on the bearing force
};

/// All quantities of one stretch as functions of the speed.
class Stretch
{
public:
  Stretch(const Search & search, std::size_t first, std::size_t count)
  : search_(search),
    part_(search.along.part(first, count, motion_)),
    times_(part_.times, part_.times + count)
  {
    if (search.parts)
    {
      const States states = search.along.free_states(part_, free_motion_);
      forces_ = search.parts->forces(states);
      pressures_ = search.parts->pressures(states, search.bearings);
      sum_columns();
    }
  }

  const std::vector<double> & times() const { return times_; }

  LimitedQuantity quantity(const Limited & number)
  {
    LimitedQuantity quantity{number.bounds, {}, {}, search_.along.has_slopes(number)};
    if (!number.is_effort())
    {
      add_term(quantity, number, number.row(), motion_rows(number, quantity.has_slopes));
      return quantity;
    }
    EffortAtSpeed & effort = effort_of(number.joint);
    for (auto & [power, rows] : effort.powers(number.row()))
    {
      add_term(quantity, number, power, std::move(rows));
    }
    if (effort.has_rest())
    {
      quantity.rest = [&effort, row = number.row()](
                        double speed, std::size_t first, std::size_t count, double * values,
                        double * slopes) { effort.rest(row, speed, first, count, values, slopes); };
    }
    return quantity;
  }

private:
  const Robot & robot() const { return search_.along.robot(); }
  const Joint & joint(std::size_t index) const { return robot().joints()[index]; }
  std::size_t rows() const { return static_cast<std::size_t>(search_.along.order() + 1); }

  void sum_columns()
  {
    for (const std::vector<double> & force : forces_)
    {
      std::vector<double> summed;
      const auto & columns = search_.along.column_forces(force, part_.count * rows(), summed);
      columns_.push_back(&columns == &force ? std::vector<double>() : std::move(summed));
    }
  }

  PowerRows motion_rows(const Limited & number, bool has_slopes) const
  {
    PowerRows rows;
    search_.along.copy_row(part_, number.joint, number.row(), rows.values);
    if (has_slopes)
    {
      search_.along.copy_row(part_, number.joint, number.row() + 1, rows.slopes);
    }
    return rows;
  }

  /// Adds a term whose numbers live as long as the stretch.
  void add_term(LimitedQuantity & quantity, const Limited & number, int power, PowerRows rows)
  {
    search_.along.check_finite(number, part_, rows.values);
    search_.along.check_finite(number, part_, rows.slopes);
    numbers_.push_back(std::make_unique<PowerRows>(std::move(rows)));
    quantity.terms.push_back(
      {power, {numbers_.back()->values.data(), 1}, {numbers_.back()->slopes.data(), 1}});
  }

  EffortAtSpeed & effort_of(std::size_t index)
  {
    if (efforts_.empty() || last_effort_ != index)
    {
      last_effort_ = index;
      efforts_.push_back(std::make_unique<EffortAtSpeed>(source_of(index), part_.count));
    }
    return *efforts_.back();
  }

  EffortSource source_of(std::size_t index) const
  {
    const Joint & own = joint(index);
    EffortSource source;
    source.order = search_.along.order();
    source.position = motion_of(own.dof, 1.0);
    const bool is_motor = search_.drive && !own.is_mimic;
    source.motor = is_motor ? &search_.drive->joint(own.dof) : nullptr;
    for (std::size_t part = 0; part < forces_.size(); ++part)
    {
      source.forces.push_back(force_of(index, part));
    }
    if (robot().has_friction())
    {
      add_friction(index, source);
    }
    return source;
  }

  /// q of a column, its rows times a factor.
  SpeedRows motion_of(int column, double factor) const
  {
    const auto dof = static_cast<std::size_t>(robot().dof());
    return {0,   factor,    part_.motion + column, static_cast<std::size_t>(part_.rows) * dof,
            dof, part_.rows};
  }

  SpeedRows force_of(std::size_t index, std::size_t part) const
  {
    const bool is_own = joint(index).is_mimic || columns_[part].empty();
    const std::vector<double> & table = is_own ? forces_[part] : columns_[part];
    const std::size_t column =
      joint(index).is_mimic ? index : static_cast<std::size_t>(joint(index).dof);
    const std::size_t width = table.size() / (part_.count * rows());
    return {2 - search_.parts->powers()[part], 1.0, table.data() + column, rows() * width, width,
            static_cast<int>(rows())};
  }

  /// Adds a mimic's own friction, or that of all joints of a column.
  void add_friction(std::size_t index, EffortSource & source) const
  {
    double viscous = 0.0;
    for (std::size_t i = 0; i < robot().joints().size(); ++i)
    {
      const Joint & other = joint(i);
      if (joint(index).is_mimic ? i != index : other.dof != joint(index).dof)
      {
        continue;
      }
      const double share = joint(index).is_mimic ? 1.0 : other.multiplier;
      viscous += share * other.multiplier * other.friction.viscous;
      if (detail::has_dry_friction(other))
      {
        source.dry.push_back(
          {&other, share, motion_of(other.dof, other.multiplier), pressures_of(i)});
      }
    }
    SpeedRows velocity = motion_of(joint(index).dof, viscous);
    velocity.first += velocity.row_step;
    velocity.rows = static_cast<int>(rows());
    velocity.shift = 1;
    source.forces.push_back(velocity);
  }

  std::vector<SpeedRows> pressures_of(std::size_t index) const
  {
    const auto & bearings = search_.bearings;
    const auto place = std::find(bearings.begin(), bearings.end(), index) - bearings.begin();
    std::vector<SpeedRows> pressures;
    const std::size_t width = 2 * bearings.size();
    for (std::size_t part = 0; part < pressures_.size() && 2 * place < std::ptrdiff_t(width);
         ++part)
    {
      for (std::ptrdiff_t component = 0; component < 2; ++component)
      {
        pressures.push_back(
          {2 - search_.parts->powers()[part], 1.0, pressures_[part].data() + 2 * place + component,
           rows() * width, width, static_cast<int>(rows())});
      }
    }
    return pressures;
  }

  const Search & search_;
  std::vector<double> motion_, free_motion_;
  States part_;
  std::vector<double> times_;
  Tables forces_;   ///< of the free robot's columns, by parts
  Tables columns_;  ///< of the robot's own; empty where they are the same
  Tables pressures_;
  std::vector<std::unique_ptr<PowerRows>> numbers_;
  std::vector<std::unique_ptr<EffortAtSpeed>> efforts_;
  std::size_t last_effort_ = 0;
};

LimitedStretch stretch_at(const Search & search, std::size_t index)
{
  const std::size_t step = search.stretch_size() - 1;
  const std::size_t first = index * step;
  const auto stretch =
    std::make_shared<Stretch>(search, first, std::min(step + 1, search.along.count() - first));
  LimitedStretch result{stretch->times(), {}, stretch};
  for (const Limited & number : search.along.numbers())
  {
    result.quantities.push_back(stretch->quantity(number));
  }
  return result;
}

}  // namespace

LimitSpeedUp largest_speed_up(const Robot & robot, const States & states, int threads)
{
  return largest_speed_up(robot, detail::samples_of(robot, states), threads);
}

LimitSpeedUp largest_speed_up(const Robot & robot, const MotionSamples & samples, int threads)
{
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (samples.bases != nullptr)
  {
    throw Error(
      "bases: found one per sample, expected none, because a base motion does not run faster with "
      "the joints");
  }
  const Search search(robot, samples);
  const std::vector<Limited> & numbers = search.along.numbers();
  if (numbers.empty())
  {
    return {true, kInfinity, 0.0, std::nullopt};
  }
  const std::size_t segments = std::max<std::size_t>(samples.count - 1, 1);
  const std::size_t step = search.stretch_size() - 1;
  const SpeedUp found = largest_speed_up(
    {(segments + step - 1) / step,
     [&search](std::size_t index) { return stretch_at(search, index); }},
    threads);
  const bool may_be_slow = found.smallest == SpeedUp::kLowest || found.smallest == SpeedUp::kRest;
  const double smallest = may_be_slow ? 0.0 : found.smallest;
  if (found.possible && found.largest >= SpeedUp::kHighest)
  {
    return {true, kInfinity, smallest, std::nullopt};
  }
  const LimitPoint limit = numbers[found.quantity].point(found.point);
  if (!found.possible)
  {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    return {false, kNone, kNone, limit};
  }
  return {true, found.largest, smallest, limit};
}

}  // namespace hod
