// SPDX-License-Identifier: Apache-2.0
#include "recording_parts.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

namespace hod::detail
{
namespace
{

Recording between(const Recording & readings, double start, double end)
{
  const auto & times = readings.times;
  const auto first = std::lower_bound(times.begin(), times.end(), start);
  const auto last = std::lower_bound(first, times.end(), end);
  return {{first, last}, readings.values.middleRows(first - times.begin(), last - first)};
}

/// The first and the last instant of any reading.
/// @param time_of converts a recording's index and a stamp in it to a time
template <typename TimeOf>
std::pair<double, double> span_of(const std::vector<Recording> & recordings, TimeOf time_of)
{
  double start = std::numeric_limits<double>::infinity();
  double end = -start;
  for (std::size_t i = 0; i < recordings.size(); ++i)
  {
    start = std::min(start, time_of(i, recordings[i].times.front()));
    end = std::max(end, time_of(i, recordings[i].times.back()));
  }
  return {start, end};
}

/// The part before an instant.
JointRecording before(JointRecording joint, double end)
{
  const auto last = std::lower_bound(joint.times.begin(), joint.times.end(), end);
  joint.values.resize(static_cast<std::size_t>(last - joint.times.begin()));
  joint.times.erase(last, joint.times.end());
  return joint;
}

}  // namespace

std::pair<double, double> span(const RecoveryPlan & plan)
{
  return span_of(
    plan.readings, [&plan](std::size_t i, double stamp) { return plan.sensors[i].time_of(stamp); });
}

RecoveryPlan stretch(const RecoveryPlan & plan, double start, double end)
{
  RecoveryPlan part;
  part.progress = plan.progress;
  part.moving = plan.moving;
  part.encoded = plan.encoded;
  part.rest = plan.rest;
  part.sensors = plan.sensors;
  part.unknowns = plan.unknowns;
  part.noises = plan.noises;
  part.longest_block = plan.longest_block;
  for (std::size_t i = 0; i < plan.sensors.size(); ++i)
  {
    const double offset = plan.sensors[i].time_offset;
    part.readings.push_back(between(plan.readings[i], start + offset, end + offset));
    part.condensed.push_back(between(plan.condensed[i], start + offset, end + offset));
  }
  std::copy_if(
    plan.joint_readings.begin(), plan.joint_readings.end(), std::back_inserter(part.joint_readings),
    [&](const auto & known) { return known.time >= start && known.time < end; });
  return part;
}

void shorten(std::vector<Recording> & recordings, RecoveryOptions & options, Eigen::Index most)
{
  Eigen::Index count = 0;
  for (const auto & recording : recordings)
  {
    count += recording.values.rows();
  }
  if (count <= most)
  {
    return;
  }
  const auto [start, last] = span_of(recordings, [](std::size_t, double stamp) { return stamp; });
  const double end =
    start + (last - start) * static_cast<double>(most) / static_cast<double>(count);
  for (auto & recording : recordings)
  {
    recording = between(recording, start, end);
  }
  for (auto & joint : options.joint_recordings)
  {
    joint = before(std::move(joint), end);
  }
  options.end.resize(0);
  options.end_velocity.resize(0);
}

}  // namespace hod::detail
