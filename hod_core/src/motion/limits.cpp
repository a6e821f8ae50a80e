// SPDX-License-Identifier: Apache-2.0
#include "hod/motion/limits.hpp"

#include <optional>

#include "cubic_segment.hpp"

namespace hod
{
namespace
{

CurvePoint point_at(const SampledCurve & curve, std::size_t segment, double fraction, double value)
{
  const double begin = curve.times[segment];
  const double duration = fraction > 0.0 ? curve.times[segment + 1] - begin : 0.0;
  return {segment, fraction, begin + fraction * duration, value};
}

/// Collects the times during which a curve is beyond one bound, walking from turn to turn.
class BoundWatch
{
public:
  /// @param side 1 for an upper bound, −1 for a lower one
  BoundWatch(const SampledCurve & curve, double side, double limit)
  : curve_(curve), side_(side), limit_(limit)
  {}

  void collect(std::vector<Violation> & violations)
  {
    start_if_beyond();
    for (std::size_t segment = 0; segment + 1 < curve_.values.size(); ++segment)
    {
      const CubicSegment cubic(curve_, segment);
      if (open_ || is_beyond(side_ > 0.0 ? cubic.highest() : cubic.lowest()))
      {
        walk(cubic, segment, violations);
      }
    }
    if (open_)
    {
      open_->end = curve_.times.back();
      violations.push_back(*open_);
    }
  }

private:
  bool is_beyond(double value) const { return side_ * (value - limit_) > 0.0; }

  void start_if_beyond()
  {
    if (is_beyond(curve_.values.front()))
    {
      const CurvePoint first = point_at(curve_, 0, 0.0, curve_.values.front());
      open_ = Violation{first.time, first.time, limit_, first};
    }
  }

  void walk(const CubicSegment & cubic, std::size_t segment, std::vector<Violation> & violations)
  {
    std::array<double, 4> turns{};
    const std::size_t count = cubic.turns(turns);
    for (std::size_t i = 1; i < count; ++i)
    {
      step(cubic, segment, turns[i - 1], turns[i], violations);
    }
  }

  /// One stretch without turns: at most one crossing.
  void step(
    const CubicSegment & cubic, std::size_t segment, double from, double to,
    std::vector<Violation> & violations)
  {
    const CurvePoint end = point_at(curve_, segment, to, cubic.at(to));
    const bool was_beyond = open_.has_value();
    const bool is_now = is_beyond(end.value);
    double crossing = 0.0;
    if (was_beyond != is_now)
    {
      const double fraction =
        last_holding(from, to, [&](double u) { return is_beyond(cubic.at(u)) == was_beyond; });
      crossing = point_at(curve_, segment, fraction, limit_).time;
    }
    if (!was_beyond && is_now)
    {
      open_ = Violation{crossing, crossing, limit_, end};
    }
    if (is_now && side_ * (end.value - open_->peak.value) > 0.0)
    {
      open_->peak = end;
    }
    if (was_beyond && !is_now)
    {
      open_->end = crossing;
      violations.push_back(*open_);
      open_.reset();
    }
  }

  const SampledCurve & curve_;
  double side_;
  double limit_;
  std::optional<Violation> open_;
};

}  // namespace

double Bounds::excess(double value) const
{
  return std::max(value - upper, lower - value);
}

double Bounds::nearest(double value) const
{
  return value - upper >= lower - value ? upper : lower;
}

CurvePoint worst_point(const SampledCurve & curve, const Bounds & bounds)
{
  CurvePoint worst = point_at(curve, 0, 0.0, curve.values.front());
  const auto offer = [&](std::size_t segment, double fraction, double value) {
    if (bounds.excess(value) > bounds.excess(worst.value))
    {
      worst = point_at(curve, segment, fraction, value);
    }
  };
  for (std::size_t segment = 0; segment + 1 < curve.values.size(); ++segment)
  {
    offer(segment, 1.0, curve.values[segment + 1]);
    const CubicSegment cubic(curve, segment);
    const double most = bounds.excess(worst.value);
    if (bounds.excess(cubic.highest()) > most || bounds.excess(cubic.lowest()) > most)
    {
      std::array<double, 4> turns{};
      const std::size_t count = cubic.turns(turns);
      for (std::size_t i = 1; i + 1 < count; ++i)
      {
        offer(segment, turns[i], cubic.at(turns[i]));
      }
    }
  }
  return worst;
}

std::vector<Violation> find_violations(const SampledCurve & curve, const Bounds & bounds)
{
  std::vector<Violation> violations;
  BoundWatch(curve, 1.0, bounds.upper).collect(violations);
  BoundWatch(curve, -1.0, bounds.lower).collect(violations);
  std::sort(
    violations.begin(), violations.end(),
    [](const Violation & left, const Violation & right) { return left.begin < right.begin; });
  return violations;
}

}  // namespace hod
