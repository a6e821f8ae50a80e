// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__FUZZ__TURNING_ANGLES_HPP_
#define HOD__TEST__FUZZ__TURNING_ANGLES_HPP_

#include <string>
#include <vector>

#include "fuzz.hpp"
#include "hod/motion/wrapped_angles.hpp"

namespace hod::fuzz
{

constexpr double kTurn = 2.0 * 3.14159265358979323846;
constexpr double kLongestInterval = 0.15;  ///< that a wrap may take, as the header says

/// A joint that turns, swings or rests, with samples lost here and there.
struct Turning
{
  Eigen::VectorXd times;
  Eigen::VectorXd truth;

  explicit Turning(Bytes & bytes)
  {
    const int count = bytes.integer(2, 120);
    times.resize(count);
    truth.resize(count);
    const double interval = 0.005 * bytes.integer(1, 20);
    const double rate = 0.25 * bytes.integer(-120, 120);
    const double amplitude = 0.25 * bytes.integer(0, 16);
    const double frequency = 0.25 * bytes.integer(1, 16);
    const double first = bytes.integer(-100, 100) * 0.1;
    double time = first;
    for (int i = 0; i < count; ++i)
    {
      times[i] = time;
      truth[i] = rate * (time - first) + amplitude * std::sin(frequency * time);
      const std::uint8_t kind = bytes.byte();
      const int lost = kind % 32 == 1 ? kind / 32 : 0;
      time += interval * (1 + lost) + (kind == 255 ? 0.1 * bytes.integer(1, 10) : 0.0);
    }
  }

  Eigen::VectorXd rates() const
  {
    const Eigen::Index steps = truth.size() - 1;
    return (truth.tail(steps) - truth.head(steps))
      .cwiseQuotient(times.tail(steps) - times.head(steps));
  }

  /// Whether a step of any sample is to within a tenth of a turn what any steps before predict.
  bool is_predictable() const
  {
    const Eigen::Index steps = times.size() - 1;
    const Eigen::VectorXd intervals = times.tail(steps) - times.head(steps);
    const Eigen::VectorXd all = rates();
    double longest = 0.0;
    for (Eigen::Index i = 0; i < steps; ++i)
    {
      const bool is_gap = intervals[i] > kLongestInterval;
      longest = is_gap ? longest : std::max(longest, intervals[i]);
      if (is_gap && std::abs(all[i]) * intervals[i] > 0.2 * kTurn)
      {
        return false;
      }
    }
    return intervals[0] <= kLongestInterval && std::abs(all[0]) * intervals[0] < 0.45 * kTurn &&
           longest * (all.maxCoeff() - all.minCoeff()) < 0.08 * kTurn;
  }

  bool goes_across_gap() const
  {
    return ((times.tail(times.size() - 1) - times.head(times.size() - 1)).array() >
            kLongestInterval)
      .any();
  }
};

inline Eigen::VectorXd wrapped(const Eigen::VectorXd & truth, double lowest)
{
  return truth.unaryExpr(
    [&](double angle) { return angle - kTurn * std::floor((angle - lowest) / kTurn); });
}

/// Apart by the same number of turns everywhere.
inline bool agree(const Eigen::VectorXd & left, const Eigen::VectorXd & right)
{
  const Eigen::ArrayXd apart = left - right;
  const double turns = std::round(apart[0] / kTurn);
  return (apart - turns * kTurn).abs().maxCoeff() <= 1e-9;
}

inline void require_unwrapped_once(const Eigen::VectorXd & times, const Eigen::VectorXd & angles)
{
  Eigen::VectorXd again = angles;
  std::string sentence;
  const bool is_taken = taken([&] { sentence = unwrap("again", times, again); });
  require(is_taken && sentence.empty() && again == angles, "unwrapped angles that wrap");
}

inline void try_turning(Bytes & bytes)
{
  const Turning turning(bytes);
  const double lowest = bytes.byte() % 2 == 0 ? -0.5 * kTurn : 0.1 * bytes.integer(-80, 80);
  const Eigen::VectorXd angles = wrapped(turning.truth, lowest);
  Eigen::VectorXd joined = angles;
  std::string sentence;
  const std::vector<std::size_t> wraps = wraps_of(turning.times, angles);
  const bool is_taken = taken([&] { sentence = unwrap("q", turning.times, joined); });
  if (!is_taken)
  {
    require(joined == angles && turning.goes_across_gap(), "angles that were refused, wrongly");
    return;
  }
  require(sentence.empty() == wraps.empty(), "a sentence about no wrap, or none about one");
  require(!sentence.empty() || joined == angles, "angles that changed without a sentence");
  if (!turning.is_predictable())
  {
    return;
  }
  const bool is_gap = turning.goes_across_gap();
  require(agree(joined, turning.truth) || (is_gap && wraps.empty()), "angles that do not go on");
  require_unwrapped_once(turning.times, joined);
}

/// Angles that no joint has.
inline void try_any_angles(Bytes & bytes)
{
  const int count = bytes.integer(0, 30);
  Eigen::VectorXd times(count);
  Eigen::VectorXd angles(bytes.byte() % 16 == 0 ? bytes.integer(0, 30) : count);
  double time = bytes.number();
  for (Eigen::Index i = 0; i < count; ++i)
  {
    times[i] = time;
    time += bytes.byte() % 16 == 0 ? std::abs(bytes.number()) : 0.02;
  }
  for (Eigen::Index i = 0; i < angles.size(); ++i)
  {
    angles[i] = bytes.number();
  }
  const Eigen::VectorXd before = angles;
  std::string sentence;
  const bool is_taken = taken([&] { sentence = unwrap("q", times, angles); });
  std::vector<std::size_t> wraps;
  const bool fits = taken([&] { wraps = wraps_of(times, before); });
  require(fits == (times.size() == before.size()), "sizes that do not fit, taken or refused");
  require(fits || !is_taken, "angles without times that were unwrapped");
  require(is_taken || !before.allFinite() || angles == before, "angles that a refusal changed");
  if (!is_taken)
  {
    return;
  }
  require_sentence("q" + sentence);
  require(sentence.empty() == wraps.empty(), "a sentence about no wrap, or none about one");
  require(before.allFinite() || wraps.empty(), "wraps of what is no angle");
  bool increasing = times.allFinite();
  for (Eigen::Index i = 1; i < count; ++i)
  {
    increasing = increasing && times[i] - times[i - 1] > 1e-3;
  }
  if (increasing && is_moderate(before))
  {
    require_unwrapped_once(times, angles);
  }
}

}  // namespace hod::fuzz

#endif  // HOD__TEST__FUZZ__TURNING_ANGLES_HPP_
