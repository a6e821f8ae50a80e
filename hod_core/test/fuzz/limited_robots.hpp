// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__FUZZ__LIMITED_ROBOTS_HPP_
#define HOD__TEST__FUZZ__LIMITED_ROBOTS_HPP_

#include <vector>

#include "hod/dynamics/drives/limits_along.hpp"
#include "limited_curves.hpp"
#include "robots.hpp"

namespace hod::fuzz
{

/// With limits of every kind on some joints, and what they follow from.
struct LimitedRobot
{
  Robot robot;
  bool is_elastic = false;
  bool is_damped = false;
  bool has_table = false;
  bool has_dry_friction = false;
};

inline LimitedRobot limited_robot(std::uint64_t seed)
{
  LimitedRobot result{fuzz::full_robot(seed, seed % 4 == 3, seed % 3 == 2)};
  result.is_elastic = seed % 3 == 2;
  result.is_damped = result.is_elastic && seed % 2 == 0;
  result.has_table = seed % 4 == 3;
  result.has_dry_friction = seed % 5 < 2;
  reference::Random random(seed);
  result.robot = result.robot.with([&](RobotDescription & description) {
    for (JointDescription & joint : description.joints)
    {
      const auto any = [&](double limit) { return random.integer(3) > 0 ? limit : 0.0; };
      joint.drive.damping = result.is_damped ? 2.0 : 0.0;
      joint.friction.coulomb = result.has_dry_friction ? 0.3 : 0.0;
      joint.friction.bearing_coefficient *= result.has_dry_friction ? 1.0 : 0.0;
      if (random.integer(2) > 0)
      {
        joint.limits.lower = random.integer(4) > 0 ? random.uniform(-6.0, 0.0) : 0.0;
        joint.limits.upper = random.uniform(1.0, 6.0);
      }
      joint.limits.velocity = any(random.uniform(0.5, 9.0));
      joint.limits.effort = any(std::pow(10.0, random.uniform(0.0, 3.0)));
      joint.limits.effort_rate = any(std::pow(10.0, random.uniform(1.0, 5.0)));
    }
  });
  return result;
}

/// The same few for every input: to make one takes longer than to call it.
inline const LimitedRobot & limited_robot_number(int number)
{
  static const std::vector<LimitedRobot> robots = [] {
    std::vector<LimitedRobot> all;
    for (std::uint64_t seed = 0; seed < 24; ++seed)
    {
      all.push_back(limited_robot(seed));
    }
    return all;
  }();
  return robots[static_cast<std::size_t>(number) % robots.size()];
}

/// Samples of a robot's motion, fitting or not.
struct RobotMotion
{
  std::vector<double> times;
  RowMatrix motion;  ///< one row per state and derivative
  int rows = 0;

  RobotMotion(Bytes & bytes, const LimitedRobot & limited)
  {
    times = increasing_times(bytes, bytes.integer(1, 12));
    rows = bytes.integer(0, 7) == 0 ? bytes.integer(-1, 4) : bytes.integer(6, 9);
    if (limited.has_table && bytes.byte() % 8 != 0)
    {
      const double begin = times.front();
      const double span = times.back() - begin + 1.0;
      std::for_each(times.begin(), times.end(), [&](double & t) { t = (t - begin) / span; });
    }
    if (bytes.byte() % 16 == 0)
    {
      times[static_cast<std::size_t>(bytes.byte()) % times.size()] = bytes.number();
    }
    motion.resize(static_cast<Eigen::Index>(times.size()) * std::max(rows, 0), limited.robot.dof());
    const bool is_moderate = bytes.byte() % 8 != 0;
    const double scale = std::pow(4.0, bytes.integer(-4, 1));
    for (Eigen::Index i = 0; i < motion.size(); ++i)
    {
      const double number = is_moderate ? (bytes.byte() - 128.0) / 32.0 : bytes.number();
      motion.data()[i] = scale * number;
    }
  }

  States states() const { return {motion.data(), times.size(), rows, times.data()}; }

  bool fits(const LimitedRobot & limited) const
  {
    bool fits = rows >= 6 && are_increasing() && is_moderate(motion / 4.0);
    if (limited.has_table)
    {
      fits = fits && times.front() >= 0.0 && times.back() <= 1.0;
    }
    return fits;
  }

  bool are_increasing() const
  {
    bool increasing = std::isfinite(times.front());
    for (std::size_t i = 1; i < times.size(); ++i)
    {
      increasing = increasing && times[i] > times[i - 1] && std::isfinite(times[i]);
    }
    return increasing;
  }

  /// The same motion at another speed.
  RobotMotion faster(double speed) const
  {
    RobotMotion other = *this;
    for (double & time : other.times)
    {
      time /= speed;
    }
    for (Eigen::Index i = 0; i < motion.rows(); ++i)
    {
      other.motion.row(i) *= std::pow(speed, static_cast<double>(i % rows));
    }
    return other;
  }
};

/// How far a point is beyond its limits.
inline double excess_of(const LimitedRobot & limited, const LimitPoint & point)
{
  const JointLimits & limits = limited.robot.joints().at(point.joint).limits;
  switch (point.kind)
  {
    case LimitKind::position:
      return std::max(point.value - limits.upper, limits.lower - point.value);
    case LimitKind::velocity:
      return std::abs(point.value) - limits.velocity;
    case LimitKind::effort:
      return std::abs(point.value) - limits.effort;
    default:
      return std::abs(point.value) - limits.effort_rate;
  }
}

inline bool are_same(const LimitPoint & left, const LimitPoint & right)
{
  return left.joint == right.joint && left.kind == right.kind && left.time == right.time &&
         left.value == right.value && left.limit == right.limit;
}

inline void require_same(const LimitCheck & left, const LimitCheck & right)
{
  require(
    left.worst.size() == right.worst.size() && left.violations.size() == right.violations.size(),
    "threads that count for limits");
  for (std::size_t i = 0; i < left.worst.size(); ++i)
  {
    require(are_same(left.worst[i], right.worst[i]), "a worst point that threads change");
  }
}

inline void require_consistent(const LimitedRobot & limited, const LimitCheck & check)
{
  bool kept = true;
  for (const LimitPoint & point : check.worst)
  {
    require(std::isfinite(point.value), "a limited number that is not finite");
    const double excess = excess_of(limited, point);
    kept = kept && excess <= 0.0;
    require(
      std::isnan(point.ratio) || std::abs(excess) <= 1e-9 * std::abs(point.limit) ||
        (point.ratio > 1.0) == (excess > 0.0),
      "a ratio of another side");
    for (const LimitViolation & one : check.violations)
    {
      require(
        one.peak.joint != point.joint || one.peak.kind != point.kind ||
          excess_of(limited, one.peak) <= excess,
        "a violation worse than the worst point");
    }
  }
  require(kept == check.kept(), "limits that are kept or not, wrongly");
}

/// Beyond limits by more than a fraction of them, anywhere along a motion.
inline bool exceeds(const LimitedRobot & limited, const RobotMotion & motion, double fraction)
{
  const LimitCheck check = check_limits(limited.robot, motion.states(), 1);
  return std::any_of(check.worst.begin(), check.worst.end(), [&](const LimitPoint & point) {
    const double limit = std::abs(point.limit);
    return excess_of(limited, point) > fraction * (limit + (limit > 0.0 ? 0.0 : 1.0));
  });
}

inline void require_largest(
  const LimitedRobot & limited, const RobotMotion & motion, const LimitSpeedUp & found)
{
  if (!found.possible)
  {
    require(
      found.limit && excess_of(limited, *found.limit) > 0.99e-10 * std::abs(found.limit->limit),
      "too large at rest, but what?");
    return;
  }
  require(!(found.smallest > found.largest), "a smallest speed of a robot above the largest");
  const bool is_limited = std::isfinite(found.largest);
  require(is_limited == found.limit.has_value(), "a speed limited by nothing");
  if (limited.is_damped || limited.has_table)
  {
    return;
  }
  const double largest = is_limited ? found.largest : 1e3;
  require(
    !exceeds(limited, motion.faster(largest), 1e-8), "a robot's largest speed exceeds a limit");
  if (found.smallest > 0.0)
  {
    require(
      !exceeds(limited, motion.faster(found.smallest), 1e-8),
      "a robot's smallest speed exceeds a limit");
  }
  for (const double more : {1.0001, 1.1, 1.7, 5.0})
  {
    require(
      !is_limited || limited.has_dry_friction ||
        exceeds(limited, motion.faster(more * largest), -1e-8),
      "a robot's speed that was missed");
  }
}

inline void try_robot(Bytes & bytes)
{
  const LimitedRobot & limited = limited_robot_number(bytes.byte());
  const RobotMotion motion(bytes, limited);
  const int threads = bytes.byte() % 16 == 0 ? bytes.integer(-1, 0) : bytes.integer(1, 4);
  LimitCheck check;
  LimitSpeedUp found;
  const bool is_checked =
    taken([&] { check = check_limits(limited.robot, motion.states(), threads); });
  const bool is_found =
    taken([&] { found = largest_speed_up(limited.robot, motion.states(), threads); });
  const bool wrong = motion.rows < 3 || !motion.are_increasing();
  require(!wrong || (!is_checked && !is_found), "a motion that does not fit, taken");
  if (threads >= 0 && motion.fits(limited))
  {
    require(is_checked && is_found, "a motion that fits, refused");
    require_consistent(limited, check);
    require_largest(limited, motion, found);
    require_same(check, check_limits(limited.robot, motion.states(), 1));
    const LimitSpeedUp other = largest_speed_up(limited.robot, motion.states(), 1);
    require(
      other.possible == found.possible &&
        (!other.possible || (other.largest == found.largest && other.smallest == found.smallest)),
      "a robot's speed that threads change");
  }
}

}  // namespace hod::fuzz

#endif  // HOD__TEST__FUZZ__LIMITED_ROBOTS_HPP_
