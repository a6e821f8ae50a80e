// SPDX-License-Identifier: Apache-2.0
#include "hod/motion/wrapped_angles.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "hod/error.hpp"

namespace hod
{
namespace
{

constexpr double kTurn = 2.0 * 3.14159265358979323846;
constexpr double kNear = 0.1 * kTurn;
constexpr double kLongest = 0.15;  // [s]
constexpr double kRare = 0.1;      // of the samples that move
constexpr double kUnsure = 0.25 * kTurn;
constexpr double kNewest = 0.25;  // share of the newest speed in the one that is expected

[[noreturn]] void refuse_gap(const std::string & where, double before, double after)
{
  char text[160];
  std::snprintf(
    text, sizeof(text),
    "found angles within one turn and a gap of %.3g s at time %.10g while the joint turned, "
    "expected readings that show the number of turns",
    after - before, before);
  throw Error(where + ": " + text);
}

struct Leaps
{
  std::vector<std::size_t> places = {};
  Eigen::Index gap = 0;  ///< sample after a gap in which a joint may have turned further or wrapped
};

Leaps leaps_of(
  const Eigen::Ref<const Eigen::VectorXd> & times, const Eigen::Ref<const Eigen::VectorXd> & angles)
{
  if (times.size() != angles.size())
  {
    throw Error(
      "times: found " + std::to_string(times.size()) + ", expected one per angle, " +
      std::to_string(angles.size()));
  }
  Leaps leaps;
  if (
    angles.size() < 2 || !angles.allFinite() ||
    !(angles.maxCoeff() - angles.minCoeff() <= kTurn + kNear))
  {
    return leaps;
  }
  std::size_t moving = 0;
  std::size_t wide = 0;
  double rate = 0.0;
  for (Eigen::Index i = 1; i < angles.size(); ++i)
  {
    const double interval = times[i] - times[i - 1];
    const double expected = rate * interval;
    double step = angles[i] - angles[i - 1];
    moving += step != 0.0 ? 1U : 0U;
    const double turns = kTurn * std::round((expected - step) / kTurn);
    if (interval > kLongest)
    {
      leaps.gap = std::abs(expected) > kUnsure || turns != 0.0 ? i : leaps.gap;
    }
    else if (turns != 0.0 && (i == 1 || std::abs(step + turns - expected) <= kNear))
    {
      leaps.places.push_back(static_cast<std::size_t>(i));
      step += turns;
    }
    else if (i > 1 && std::abs(step - expected) > kNear)
    {
      ++wide;
    }
    // Quantization and noise average out over several steps.
    rate += std::max(kNewest, 1.0 / static_cast<double>(i)) * (step / interval - rate);
  }
  if (static_cast<double>(wide) > kRare * static_cast<double>(moving))
  {
    leaps.places.clear();
  }
  return leaps;
}

}  // namespace

std::vector<std::size_t> wraps_of(
  const Eigen::Ref<const Eigen::VectorXd> & times, const Eigen::Ref<const Eigen::VectorXd> & angles)
{
  return leaps_of(times, angles).places;
}

std::string unwrap(
  const std::string & where, const Eigen::Ref<const Eigen::VectorXd> & times,
  Eigen::Ref<Eigen::VectorXd> angles)
{
  const auto [wraps, gap] = leaps_of(times, angles);
  if (wraps.empty())
  {
    return "";
  }
  if (gap > 0)
  {
    refuse_gap(where, times[gap - 1], times[gap]);
  }
  double turned = 0.0;
  double before = angles[0];
  auto next = wraps.begin();
  for (Eigen::Index i = 1; i < angles.size(); ++i)
  {
    const double angle = angles[i];
    if (next != wraps.end() && *next == static_cast<std::size_t>(i))
    {
      turned += std::copysign(kTurn, before - angle);
      ++next;
    }
    before = angle;
    angles[i] += turned;
  }
  char first[48];
  std::snprintf(
    first, sizeof(first), " at time %.10g", times[static_cast<Eigen::Index>(wraps.front())]);
  const std::string leaps = wraps.size() == 1
                              ? "a leap by a turn"
                              : std::to_string(wraps.size()) + " leaps by a turn, the first";
  return where + ": found " + leaps + first + ", taken for angles that go on";
}

}  // namespace hod
