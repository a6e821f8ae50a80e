// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__FUZZ__RESAMPLED_READINGS_HPP_
#define HOD__TEST__FUZZ__RESAMPLED_READINGS_HPP_

#include <vector>

#include "hod/accelerometer/instant.hpp"
#include "sensed_motion.hpp"

namespace hod::fuzz
{

/// A cubic through all readings is what resampling finds, at any time.
inline void try_resampling(SensedMotion & sensed)
{
  Accelerometer sensor;
  sensor.time_offset = sensed.bytes.byte() % 2 == 0 ? 0.3 : 0.0;
  Recording recording;
  recording.times = sensed.times();
  const Eigen::Vector4d cubic(sensed.share(), sensed.share(), sensed.share(), sensed.share());
  const auto value = [&](double time) {
    const double t = time - sensed.origin;
    return cubic[0] + t * (cubic[1] + t * (cubic[2] + t * cubic[3]));
  };
  recording.values.resize(sensed.count, sensed.bytes.integer(0, 3));
  for (int i = 0; i < sensed.count; ++i)
  {
    recording.values.row(i).setConstant(value(recording.times[static_cast<std::size_t>(i)]));
  }
  for (double & time : recording.times)
  {
    time += sensor.time_offset;
  }
  std::vector<double> wanted;
  for (int i = sensed.bytes.integer(0, 8); i > 0; --i)
  {
    wanted.push_back(
      sensed.rarely() ? sensed.bytes.number()
                      : sensed.origin + kStep * sensed.count * (1.1 * sensed.share() - 0.05));
  }
  const bool is_spoilt = sensed.spoil(recording);
  RowMatrix found;
  const bool is_taken = taken([&] { found = resampled(sensor, recording, wanted); });
  const bool single = recording.times.size() == 1 && recording.values.rows() == 1;
  require(is_taken || is_spoilt, "readings that cannot be resampled");
  require(!is_taken || !is_spoilt || single, "spoilt readings that were resampled");
  if (!is_taken || is_spoilt)
  {
    return;
  }
  const double rounding = sensed.origin == 0.0 ? 1e-9 : 1e-3;
  for (std::size_t i = 0; i < wanted.size(); ++i)
  {
    const double t = wanted[i] - sensed.origin;
    if (t > -0.1 && t < 0.5)
    {
      const auto row = found.row(static_cast<Eigen::Index>(i));
      require(
        row.size() == 0 || (row.array() - value(wanted[i])).abs().maxCoeff() < rounding,
        "resampled beside the cubic");
    }
  }
}

inline void try_common_times(SensedMotion & sensed)
{
  std::vector<Accelerometer> sensors(static_cast<std::size_t>(sensed.bytes.integer(0, 3)));
  std::vector<Recording> recordings(sensed.rarely() ? 1U : sensors.size());
  bool is_spoilt = sensors.size() != recordings.size() || sensors.empty();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  double start = -kInfinity;
  double end = kInfinity;
  for (std::size_t i = 0; i < recordings.size(); ++i)
  {
    recordings[i].times = sensed.times();
    recordings[i].values = RowMatrix::Zero(sensed.count, 3);
    const bool this_one = sensed.spoil(recordings[i]);
    is_spoilt = is_spoilt || this_one;
    if (!is_spoilt)
    {
      sensors[i].time_offset = 0.2 * sensed.share();
      start = std::max(start, recordings[i].times.front() - sensors[i].time_offset);
      end = std::min(end, recordings[i].times.back() - sensors[i].time_offset);
    }
  }
  std::vector<double> common;
  if (!taken([&] { common = common_times(sensors, recordings); }))
  {
    require(is_spoilt || end - start < 3.0 * kStep, "no common times");
    return;
  }
  require(common.size() >= 2 && std::is_sorted(common.begin(), common.end()), "no common times");
  require(
    is_spoilt || (common.front() >= start && common.back() <= end), "times that are not common");
}

}  // namespace hod::fuzz

#endif  // HOD__TEST__FUZZ__RESAMPLED_READINGS_HPP_
