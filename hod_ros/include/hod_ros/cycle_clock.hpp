// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__CYCLE_CLOCK_HPP_
#define HOD_ROS__CYCLE_CLOCK_HPP_

#include <cmath>

namespace hod_ros
{

/// The time of a control loop. It follows the clock that the loop is given, but does not jump when
/// that clock is set: it then advances by one period.
class CycleClock
{
public:
  static constexpr double kJump = 1.0;     ///< a longer step means that the clock was set [s]
  static constexpr double kOverrun = 1.5;  ///< a step of more periods than this is a late cycle

  enum class Step
  {
    first,    ///< the first cycle
    regular,  ///< a cycle on time
    late,     ///< cycles were missed; time-dependent motions continue as if they had not been
    jumped    ///< the clock was set
  };

  explicit CycleClock(double period = 0.0) : period_(period) {}

  /// @param clock the time that the loop was given [s]
  Step advance(double clock)
  {
    const double step = clock - clock_;
    clock_ = clock;
    if (first_)
    {
      first_ = false;
      now_ = clock;
      step_ = period_;
      return Step::first;
    }
    const bool jumped = !(step >= 0.0 && step <= kJump);
    step_ = jumped ? period_ : step;
    now_ += step_;
    if (jumped)
    {
      return Step::jumped;
    }
    return step > kOverrun * period_ ? Step::late : Step::regular;
  }

  double now() const { return now_; }        ///< [s]
  double step() const { return step_; }      ///< since the previous cycle [s]
  double period() const { return period_; }  ///< nominal [s]
  /// Offset to add to a time of the given clock to obtain the time of this one [s].
  double offset() const { return now_ - clock_; }

private:
  double period_;
  bool first_ = true;
  double clock_ = 0.0;
  double now_ = 0.0;
  double step_ = 0.0;
};

}  // namespace hod_ros

#endif  // HOD_ROS__CYCLE_CLOCK_HPP_
