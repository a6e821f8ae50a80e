// SPDX-License-Identifier: Apache-2.0
#include "hod/motion/limits.hpp"

#include <algorithm>
#include <tuple>

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

/// Calls visit(fraction, value) for the turning points of a segment and for its end, in this order.
template <class Visit>
void visit_turns(const CubicSegment & cubic, const Visit & visit)
{
  std::array<double, 4> turns{};
  const std::size_t count = cubic.turns(turns);
  for (std::size_t i = 1; i < count; ++i)
  {
    visit(turns[i], cubic.at(turns[i]));
  }
}

/// Replaces a point by the worst of a segment, after its first sample, if that is worse.
void find_worse(
  const SampledCurve & curve, std::size_t segment, const CubicSegment & cubic,
  const Bounds & bounds, CurvePoint & worst)
{
  double most = bounds.excess(worst.value);
  const auto offer = [&](double fraction, double value) {
    if (bounds.excess(value) > most)
    {
      most = bounds.excess(value);
      worst = point_at(curve, segment, fraction, value);
    }
  };
  offer(1.0, curve.values[segment + 1]);
  if (bounds.excess(cubic.highest()) > most || bounds.excess(cubic.lowest()) > most)
  {
    visit_turns(cubic, offer);
  }
}

}  // namespace

double Bounds::excess(double value) const
{
  return std::max(value - upper, lower - value);
}

double Bounds::nearest(double value) const
{
  return value - upper >= lower - value ? upper : lower;
}

void LimitWatch::watch(const SampledCurve & piece)
{
  if (last_.empty())
  {
    begin(piece);
  }
  else
  {
    const std::vector<double> times{last_[0], piece.times.front()};
    SampledCurve gap{times, {last_[1], piece.values.front()}, {}};
    if (piece.has_slopes() && last_.size() > 2)
    {
      gap.slopes = {last_[2], piece.slopes.front()};
    }
    follow(gap);
  }
  follow(piece);
  last_ = {piece.times.back(), piece.values.back()};
  if (piece.has_slopes())
  {
    last_.push_back(piece.slopes.back());
  }
}

void LimitWatch::follow(const SampledCurve & piece)
{
  CurvePoint worst = worst_;
  for (std::size_t segment = 0; segment + 1 < piece.values.size(); ++segment)
  {
    const CubicSegment cubic(piece, segment);
    find_worse(piece, segment, cubic, bounds_, worst);
    for (Side & side : sides_)
    {
      const double farthest = side.sign > 0.0 ? cubic.highest() : cubic.lowest();
      if (side.open || side.sign * (farthest - side.limit) > 0.0)
      {
        walk(side, piece, segment);
      }
    }
  }
  if (worst.value != worst_.value)
  {
    worst_ = worst;
    worst_.segment += segments_;
  }
  segments_ += piece.values.size() - 1;
}

void LimitWatch::begin(const SampledCurve & piece)
{
  worst_ = point_at(piece, 0, 0.0, piece.values.front());
  for (Side & side : sides_)
  {
    if (side.sign * (worst_.value - side.limit) > 0.0)
    {
      side.open = Violation{worst_.time, worst_.time, side.limit, worst_};
    }
  }
}

/// From turning point to turning point: at most one crossing in between.
void LimitWatch::walk(Side & side, const SampledCurve & piece, std::size_t segment)
{
  const CubicSegment cubic(piece, segment);
  const auto is_beyond = [&](double value) { return side.sign * (value - side.limit) > 0.0; };
  double from = 0.0;
  visit_turns(cubic, [&](double to, double value) {
    CurvePoint end = point_at(piece, segment, to, value);
    end.segment += segments_;
    const bool was_beyond = side.open.has_value();
    const bool is_now = is_beyond(value);
    double crossing = 0.0;
    if (was_beyond != is_now)
    {
      const double fraction =
        last_holding(from, to, [&](double u) { return is_beyond(cubic.at(u)) == was_beyond; });
      crossing = point_at(piece, segment, fraction, side.limit).time;
    }
    if (!was_beyond && is_now)
    {
      side.open = Violation{crossing, crossing, side.limit, end};
    }
    if (is_now && side.sign * (value - side.open->peak.value) > 0.0)
    {
      side.open->peak = end;
    }
    if (was_beyond && !is_now)
    {
      side.open->end = crossing;
      closed_.push_back(*side.open);
      side.open.reset();
    }
    from = to;
  });
}

std::vector<Violation> LimitWatch::violations() const
{
  std::vector<Violation> all = closed_;
  for (const Side & side : sides_)
  {
    if (side.open)
    {
      all.push_back(*side.open);
      all.back().end = last_.front();
    }
  }
  std::sort(all.begin(), all.end(), [](const Violation & left, const Violation & right) {
    return std::tie(left.begin, left.end) < std::tie(right.begin, right.end);
  });
  return all;
}

CurvePoint worst_point(const SampledCurve & curve, const Bounds & bounds)
{
  CurvePoint worst = point_at(curve, 0, 0.0, curve.values.front());
  for (std::size_t segment = 0; segment + 1 < curve.values.size(); ++segment)
  {
    find_worse(curve, segment, CubicSegment(curve, segment), bounds, worst);
  }
  return worst;
}

std::vector<Violation> find_violations(const SampledCurve & curve, const Bounds & bounds)
{
  LimitWatch watch(bounds);
  watch.watch(curve);
  return watch.violations();
}

}  // namespace hod
