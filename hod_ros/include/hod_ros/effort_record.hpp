// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__EFFORT_RECORD_HPP_
#define HOD_ROS__EFFORT_RECORD_HPP_

#include <Eigen/Core>
#include <algorithm>
#include <deque>

#include "hod_ros/joint_readings.hpp"

namespace hod_ros
{

/// Recently measured efforts, for comparison with results that are computed with latency.
class EffortRecord
{
public:
  /// @param length how long they are kept [s]
  explicit EffortRecord(double length) : length_(length) {}

  void clear() { samples_.clear(); }

  void add(const JointReadings & readings)
  {
    samples_.push_back({readings.time, readings.effort});
    while (samples_.size() > 2 && samples_[1].time < readings.time - length_)
    {
      samples_.pop_front();
    }
  }

  /// Linear between readings, the nearest reading outside them; NaN where a joint has none. Needs
  /// at least one reading.
  Eigen::VectorXd at(double time) const
  {
    const auto later = std::lower_bound(
      samples_.begin(), samples_.end(), time,
      [](const Sample & sample, double wanted) { return sample.time < wanted; });
    if (later == samples_.end())
    {
      return samples_.back().effort;
    }
    if (later == samples_.begin() || later->time == time)
    {
      return later->effort;
    }
    const auto earlier = later - 1;
    const double share = (time - earlier->time) / (later->time - earlier->time);
    return (1.0 - share) * earlier->effort + share * later->effort;
  }

private:
  struct Sample
  {
    double time;
    Eigen::VectorXd effort;
  };

  double length_;
  std::deque<Sample> samples_;  ///< oldest first
};

}  // namespace hod_ros

#endif  // HOD_ROS__EFFORT_RECORD_HPP_
