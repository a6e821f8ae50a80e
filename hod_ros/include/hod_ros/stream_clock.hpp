// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__STREAM_CLOCK_HPP_
#define HOD_ROS__STREAM_CLOCK_HPP_

#include <builtin_interfaces/msg/time.hpp>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>

#include "hod/error.hpp"

namespace hod_ros
{

/// Converts stamps to seconds since the first one of a stream, since a date in nanoseconds does not
/// fit into a double, and classifies stamps that are not in order.
class StreamClock
{
public:
  enum class Step
  {
    on,       ///< the stamp is the newest
    stale,    ///< it is not after the previous one
    restart,  ///< it is far before the previous one: a bag restarted or a clock was set back
    gap       ///< it is far after the previous one
  };

  /// A larger step than this is not jitter [s].
  static constexpr double kJump = 0.5;

  /// Throws hod::Error for stamps that no clock produces: before 1970, or with a nanosecond field
  /// of a second or more.
  static void check(const builtin_interfaces::msg::Time & stamp)
  {
    if (stamp.sec < 0 || stamp.nanosec >= 1'000'000'000)
    {
      throw hod::Error(
        "the stamp has " + std::to_string(stamp.sec) + " s and " + std::to_string(stamp.nanosec) +
        " ns, expected neither below 0 and less than 1000000000 ns");
    }
  }

  static std::int64_t nanoseconds(const builtin_interfaces::msg::Time & stamp)
  {
    return std::int64_t{stamp.sec} * 1'000'000'000 + stamp.nanosec;
  }

  /// Whether there has been a stamp yet.
  bool has_begun() const { return last_.has_value(); }

  /// Takes a stamp; a restart resets the origin.
  Step take(const builtin_interfaces::msg::Time & stamp)
  {
    const std::int64_t now = nanoseconds(stamp);
    const double step = last_ ? 1e-9 * static_cast<double>(now - *last_) : 0.0;
    if (last_ && step <= 0.0 && step >= -kJump)
    {
      return Step::stale;
    }
    const bool restarts = last_ && step < 0.0;
    origin_ = !last_ || restarts ? now : origin_;
    last_ = now;
    return restarts ? Step::restart : step > kJump ? Step::gap : Step::on;
  }

  /// Seconds since the first stamp.
  double seconds(const builtin_interfaces::msg::Time & stamp) const
  {
    return 1e-9 * static_cast<double>(nanoseconds(stamp) - origin_);
  }

  builtin_interfaces::msg::Time stamp(double seconds) const
  {
    const std::int64_t time = origin_ + std::llround(1e9 * seconds);
    const std::int64_t rest = ((time % 1'000'000'000) + 1'000'000'000) % 1'000'000'000;
    builtin_interfaces::msg::Time stamp;
    stamp.sec = static_cast<std::int32_t>((time - rest) / 1'000'000'000);
    stamp.nanosec = static_cast<std::uint32_t>(rest);
    return stamp;
  }

private:
  std::int64_t origin_ = 0;
  std::optional<std::int64_t> last_;
};

}  // namespace hod_ros

#endif  // HOD_ROS__STREAM_CLOCK_HPP_
