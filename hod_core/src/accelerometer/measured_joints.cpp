// SPDX-License-Identifier: Apache-2.0
#include "measured_joints.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>

#include "free_joints.hpp"
#include "hod/error.hpp"
#include "motion/median.hpp"
#include "reading_steps.hpp"
#include "recording_checks.hpp"
#include "text.hpp"

namespace hod::detail
{
namespace
{

/// Index of a column among the moving ones; -1 for a held joint.
int place_of(const RecoveryPlan & plan, int column)
{
  const auto found = std::find(plan.moving.begin(), plan.moving.end(), column);
  return found == plan.moving.end() ? -1 : static_cast<int>(found - plan.moving.begin());
}

/// Turns stretches of one recording into equations.
class Stretches
{
public:
  Stretches(const JointRecording & recording, int joint, RecoveryPlan & plan)
  : recording_(recording), joint_(joint), plan_(plan)
  {}

  void add_all()
  {
    const std::vector<double> & values = recording_.values;
    const ReadingSteps steps = reading_steps(values.data(), values.size());
    noise_ = std::max(recording_.noise, steps.noise());
    find_alike(steps);
    std::size_t begun = 0;
    for (std::size_t run = 1; run < steps.edges.size(); ++run)
    {
      const std::size_t first = steps.edges[run - 1];
      const std::size_t end = steps.edges[run];
      if (end - first > 1)
      {
        add_changing(begun, first);
        add_equal(first, end);
        begun = end;
      }
    }
    add_changing(begun, values.size());
  }

private:
  /// Only where there is little noise: more of it makes the errors independent.
  void find_alike(const ReadingSteps & steps)
  {
    constexpr double kMore = 1.1;  // times the quantization noise
    const std::vector<double> & values = recording_.values;
    if (steps.size > 0.0 && recording_.noise <= kMore * steps.noise())
    {
      alike_ =
        readings_alike(steps, values.data(), values.size(), median_interval(recording_.times));
    }
  }

  void add(double time, double value, double noise, double expected)
  {
    plan_.joint_readings.push_back({time, joint_, recording_.derivative, value, noise, expected});
  }

  void add_changing(std::size_t first, std::size_t end)
  {
    if (first == end)
    {
      return;
    }
    const auto place = [](std::size_t i) { return static_cast<std::ptrdiff_t>(i); };
    const std::vector<double> times(
      recording_.times.begin() + place(first), recording_.times.begin() + place(end));
    const RowMatrix values = Eigen::Map<const RowMatrix>(
      recording_.values.data() + first, static_cast<Eigen::Index>(end - first), 1);
    const CondensedReadings few = condensed(times, {{values, noise_of(values)}}).front();
    for (std::size_t i = 0; i < few.times.size(); ++i)
    {
      const double value = few.values(static_cast<Eigen::Index>(i), 0);
      add(few.times[i], value, noise_ * std::sqrt(alike_ / few.weights[i]), 1.0 / alike_);
    }
  }

  void add_equal(std::size_t first, std::size_t end)
  {
    const std::vector<double> & times = recording_.times;
    const std::size_t count = end - first;
    const double interval = (times[end - 1] - times[first]) / static_cast<double>(count - 1);
    const double worth = static_cast<double>(count) / (alike_ * count_as_one(count, interval));
    const auto kept = static_cast<std::size_t>(std::ceil(worth));
    for (std::size_t i = 0; i < kept; ++i)
    {
      const std::size_t place = first + (2 * i + 1) * count / (2 * kept);
      // The middle one's error is small: its neighbours in the run are on the same step.
      add(
        times[place], recording_.values[first],
        noise_ * std::sqrt(static_cast<double>(kept) / worth),
        worth / static_cast<double>(kept * count));
    }
    if (recording_.derivative == 0)
    {
      const double common = noise_ * std::sqrt(1.0 - 1.0 / static_cast<double>(count));
      plan_.common_errors.push_back({joint_, times[first], times[end - 1], common});
    }
  }

  const JointRecording & recording_;
  int joint_;
  RecoveryPlan & plan_;
  double noise_ = 0.0;
  double alike_ = 1.0;  ///< readings that are worth one, because their errors are alike
};

void check(const JointRecording & recording, int joint)
{
  const std::string where = "recording of joint '" + recording.joint + "'";
  if (
    joint < 0 || recording.times.empty() || recording.times.size() != recording.values.size() ||
    recording.derivative < 0 || recording.derivative >= RowWriter::kOrders ||
    !is_countable_noise(recording.noise))
  {
    throw Error(
      where + ": found " + std::to_string(recording.times.size()) + " times, " +
      std::to_string(recording.values.size()) + " values, derivative " +
      std::to_string(recording.derivative) + ", noise " + number(recording.noise) +
      ", expected as many values as times, a derivative from 0 to 3, a positive noise and a joint "
      "that is not held");
  }
  for (std::size_t i = 0; i < recording.times.size(); ++i)
  {
    const double time = recording.times[i];
    const bool ordered = i == 0 || time > recording.times[i - 1];
    if (!is_countable(time) || !is_countable(recording.values[i]) || !ordered)
    {
      throw Error(
        where + ", value " + std::to_string(i + 1) + ": found " + number(recording.values[i]) +
        " at " + number(time) + " s, expected finite numbers at times that increase");
    }
  }
}

}  // namespace

void add_joint_recording(const Robot & robot, const JointRecording & recording, RecoveryPlan & plan)
{
  const int column = column_of(robot, recording.joint, "joint recordings");
  const int joint = place_of(plan, column);
  check(recording, joint);
  Stretches(recording, joint, plan).add_all();
  if (recording.derivative == 0)
  {
    plan.encoded.push_back(column);
  }
}

MeasuredSpan measured_span(
  const Robot & robot, const std::vector<int> & moving, const RecoveryOptions & options)
{
  constexpr double kEndless = std::numeric_limits<double>::infinity();
  MeasuredSpan span{-kEndless, kEndless};
  for (const int column : moving)
  {
    MeasuredSpan own{kEndless, -kEndless};
    for (const JointRecording & recording : options.joint_recordings)
    {
      if (
        recording.derivative == 0 && recording.times.size() > 1 &&
        robot.dof_index(recording.joint) == column)
      {
        own.start = std::min(own.start, recording.times.front());
        own.end = std::max(own.end, recording.times.back());
        span.interval = std::max(span.interval, median_interval(recording.times));
      }
    }
    if (own.start > own.end)
    {
      return {-kEndless, kEndless};
    }
    span.start = std::max(span.start, own.start);
    span.end = std::min(span.end, own.end);
  }
  const auto any = [](const Eigen::VectorXd & values) { return values.array().isFinite().any(); };
  span.start = any(options.start) || any(options.start_velocity) ? -kEndless : span.start;
  span.end = any(options.end) || any(options.end_velocity) ? kEndless : span.end;
  return span;
}

std::size_t keep_measured(
  const EstimatedSensor & sensor, const MeasuredSpan & span, Recording & readings)
{
  constexpr double kShort = 0.1;  // [s]
  const double unmeasured = std::max(kShort, span.interval);
  const std::vector<double> & times = readings.times;
  const auto count_of = [&](auto is_before) {
    return std::partition_point(
             times.begin(), times.end(),
             [&](double stamp) { return is_before(sensor.time_of(stamp)); }) -
           times.begin();
  };
  Eigen::Index first = 0;
  Eigen::Index end = static_cast<Eigen::Index>(times.size());
  if (sensor.time_of(times.front()) < span.start - unmeasured)
  {
    first = count_of([&](double time) { return time < span.start; });
  }
  if (sensor.time_of(times.back()) > span.end + unmeasured)
  {
    end = count_of([&](double time) { return time <= span.end; });
  }
  if (first >= end)
  {
    throw Error(
      sensor_text(sensor.mounted.sensor()) + ": found no readings from " + instant(span.start) +
      " s to " + instant(span.end) + " s, while all joints were measured, expected some");
  }
  const std::size_t before = times.size();
  if (end - first < static_cast<Eigen::Index>(before))
  {
    readings.times = std::vector<double>(times.begin() + first, times.begin() + end);
    readings.values = readings.values.middleRows(first, end - first).eval();
  }
  return before - readings.times.size();
}

}  // namespace hod::detail
