// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__PUBLISHING_PACE_HPP_
#define HOD_ROS__PUBLISHING_PACE_HPP_

#include <algorithm>

namespace hod_ros
{

/// In which cycles of a control loop a message is due that has a rate of its own: the cycle nearest
/// to each multiple of its period, so that the rate is kept on average, whether or not it divides
/// that of the cycles.
class PublishingPace
{
public:
  /// @param time of the cycle [s]
  /// @param delay of the first message as a fraction of the period
  void advance(double time, double period, double delay)
  {
    const double step = time - cycle_;
    cycle_ = time;
    if (!started_)
    {
      started_ = true;
      due_ = time + delay * period;
      half_cycle_ = 0.0;
      return;
    }
    const bool clock_went_back = step < 0.0;
    due_ = clock_went_back ? time : std::min(due_, time + period);
    half_cycle_ = clock_went_back ? 0.0 : 0.5 * std::min(step, period);
  }

  bool is_due(double time) const { return time >= due_ - half_cycle_; }

  /// What was missed is not made up for.
  void done(double time, double period) { due_ = (due_ + period > time ? due_ : time) + period; }

private:
  bool started_ = false;
  double cycle_ = 0.0;
  double half_cycle_ = 0.0;
  double due_ = 0.0;
};

}  // namespace hod_ros

#endif  // HOD_ROS__PUBLISHING_PACE_HPP_
