// SPDX-License-Identifier: Apache-2.0
#include "hod/accelerometer/recording.hpp"

#include <algorithm>
#include <cmath>

#include "hod/error.hpp"
#include "motion/median.hpp"
#include "recording_checks.hpp"
#include "text.hpp"

namespace hod
{
namespace
{

using detail::check_sizes;
using detail::check_stamps;
using detail::check_unit;
using detail::index;
using detail::instant;
using detail::number;
using detail::sensor_text;

constexpr int kFlatRun = 5;
constexpr double kSteepStep = 1e-3;  // of the span of the readings

void check_values(const Accelerometer & sensor, const Recording & recording)
{
  for (Eigen::Index i = 0; i < recording.values.rows(); ++i)
  {
    if (!recording.values.row(i).unaryExpr(&detail::is_countable).all())
    {
      throw Error(
        sensor_text(sensor) + " at " + instant(recording.times[static_cast<std::size_t>(i)]) +
        " s: found a reading that is not finite or beyond 1e50, expected smaller ones");
    }
  }
}

/// The gaps in words; empty if there is none.
std::string gaps(const std::vector<double> & times, double longest_step)
{
  const double usual = detail::median_interval(times);
  std::string first;
  int count = 0;
  for (std::size_t i = 0; i + 1 < times.size(); ++i)
  {
    if (times[i + 1] - times[i] > longest_step * usual && ++count == 1)
    {
      first = "from " + instant(times[i]) + " s to " + instant(times[i + 1]) + " s (usual step " +
              number(usual) + " s)";
    }
  }
  return count > 1 ? first + " and " + std::to_string(count - 1) + " more" : first;
}

void check_gaps(
  const Accelerometer & sensor, const Recording & recording, const RecordingOptions & options,
  std::vector<std::string> & warnings)
{
  const std::string found = gaps(recording.times, options.longest_step);
  if (found.empty())
  {
    return;
  }
  if (!options.bridge_gaps)
  {
    throw Error(
      sensor_text(sensor) + ": found a gap " + found + ", expected none unless asked to bridge it");
  }
  warnings.push_back(sensor_text(sensor) + ": the gap " + found + " was bridged");
}

/// The recording without readings at full scale.
Recording inside_range(
  const Accelerometer & sensor, const Recording & recording, const RecordingOptions & options,
  std::vector<std::string> & warnings)
{
  std::vector<Eigen::Index> inside;
  const Eigen::VectorXd largest = recording.values.cwiseAbs().rowwise().maxCoeff();
  for (Eigen::Index i = 0; i < largest.size(); ++i)
  {
    if (sensor.range == 0.0 || largest[i] < sensor.range)
    {
      inside.push_back(i);
    }
    else if (!options.drop_saturated)
    {
      throw Error(
        sensor_text(sensor) + " at " + instant(recording.times[static_cast<std::size_t>(i)]) +
        " s: found a reading of " + number(largest[i]) + " " + unit_of(sensor) +
        ", expected less than the range of " + number(sensor.range) + " " + unit_of(sensor) +
        " unless asked to leave out saturated readings");
    }
  }
  if (inside.size() == recording.times.size())
  {
    return recording;
  }
  warnings.push_back(
    sensor_text(sensor) + ": " + std::to_string(recording.times.size() - inside.size()) +
    " saturated readings were left out");
  Recording kept;
  kept.values.resize(index(inside.size()), recording.values.cols());
  for (std::size_t i = 0; i < inside.size(); ++i)
  {
    kept.times.push_back(recording.times[static_cast<std::size_t>(inside[i])]);
    kept.values.row(index(i)) = recording.values.row(inside[i]);
  }
  return kept;
}

/// The first reading of a run of equal extreme ones that is entered or left with a jump; -1: none.
/// A joint that comes to rest also produces flat runs, but without the jump.
Eigen::Index clipped_run(const Eigen::VectorXd & values)
{
  const double highest = values.maxCoeff();
  const double lowest = values.minCoeff();
  const double span = highest - lowest;
  for (Eigen::Index first = 0, next = 0; first < values.size(); first = next)
  {
    for (next = first + 1; next < values.size() && values[next] == values[first];)
    {
      ++next;
    }
    const double before = first > 0 ? std::abs(values[first] - values[first - 1]) : 0.0;
    const double after = next < values.size() ? std::abs(values[next] - values[first]) : 0.0;
    const bool extreme = values[first] == highest || values[first] == lowest;
    if (next - first >= kFlatRun && extreme && std::max(before, after) > kSteepStep * span)
    {
      return first;
    }
  }
  return -1;
}

void warn_of_clipping(
  const Accelerometer & sensor, const Recording & recording, std::vector<std::string> & warnings)
{
  for (Eigen::Index axis = 0; axis < recording.values.cols(); ++axis)
  {
    const Eigen::Index first = clipped_run(recording.values.col(axis));
    if (first >= 0)
    {
      warnings.push_back(
        sensor_text(sensor) + ", axis " + std::to_string(axis) + ": stays at its extreme " +
        number(recording.values(first, axis)) + " " + unit_of(sensor) + " from " +
        instant(recording.times[static_cast<std::size_t>(first)]) +
        " s, which looks like saturation");
    }
  }
}

}  // namespace

Recording checked_recording(
  const Robot & robot, const Accelerometer & sensor, const Recording & recording,
  const RecordingOptions & options, std::vector<std::string> & warnings)
{
  check_sizes(sensor, recording);
  check_stamps(sensor, recording.times);
  check_values(sensor, recording);
  check_unit(robot, sensor, recording, options, warnings);
  Recording kept = inside_range(sensor, recording, options, warnings);
  check_sizes(sensor, kept);
  check_gaps(sensor, kept, options, warnings);
  if (sensor.range == 0.0)
  {
    warn_of_clipping(sensor, kept, warnings);
  }
  return kept;
}

}  // namespace hod
