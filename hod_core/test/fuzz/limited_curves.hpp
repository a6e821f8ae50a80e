// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__FUZZ__LIMITED_CURVES_HPP_
#define HOD__TEST__FUZZ__LIMITED_CURVES_HPP_

#include <algorithm>
#include <vector>

#include "fuzz.hpp"
#include "hod/motion/limits.hpp"

namespace hod::fuzz
{

/// Samples that own their times.
struct Samples
{
  std::vector<double> times = {};
  std::vector<double> values = {};
  std::vector<double> slopes = {};

  SampledCurve curve() const { return {times, values, slopes}; }

  /// Whether rounding alone can neither overflow a result nor take its digits.
  bool moderate() const
  {
    const auto small = [](double number) {
      return number == 0.0 || (std::abs(number) <= 10.0 && std::abs(number) >= 1e-10);
    };
    bool moderate = small(times.front()) && std::all_of(values.begin(), values.end(), small) &&
                    std::all_of(slopes.begin(), slopes.end(), small);
    for (std::size_t i = 1; i < times.size(); ++i)
    {
      const double interval = times[i] - times[i - 1];
      moderate = moderate && interval >= 1e-3 && interval <= 10.0;
    }
    return moderate;
  }

  /// Values times one factor, times times another. Powers of two round nothing.
  Samples scaled(double size, double duration) const
  {
    Samples result = *this;
    for (std::size_t i = 0; i < times.size(); ++i)
    {
      result.times[i] *= duration;
      result.values[i] *= size;
    }
    for (double & slope : result.slopes)
    {
      slope *= size / duration;
    }
    return result;
  }

  /// Samples from `first` on, so many.
  Samples part(std::size_t first, std::size_t count) const
  {
    const auto cut = [&](const std::vector<double> & numbers) {
      const double * begin = numbers.data() + (numbers.empty() ? 0 : first);
      return std::vector<double>(begin, begin + (numbers.empty() ? 0 : count));
    };
    return {cut(times), cut(values), cut(slopes)};
  }
};

/// Strictly increasing and finite, from a microsecond to ten seconds apart.
inline std::vector<double> increasing_times(Bytes & bytes, int count)
{
  std::vector<double> times{static_cast<double>(bytes.integer(-5, 5))};
  while (static_cast<int>(times.size()) < count)
  {
    const std::uint8_t kind = bytes.byte();
    const double interval = kind < 128   ? 0.125
                            : kind < 250 ? 0.05 * (1 + kind % 40)
                                         : std::pow(10.0, bytes.integer(-6, 1));
    times.push_back(times.back() + interval);
  }
  return times;
}

/// Mostly moderate ones: of many that are odd each by itself hardly any were moderate as a whole.
inline std::vector<double> numbers_of(Bytes & bytes, std::size_t count)
{
  const bool is_plain = bytes.byte() % 8 != 0;
  std::vector<double> numbers(count);
  for (double & number : numbers)
  {
    number = is_plain ? (bytes.byte() - 128.0) / 32.0 : bytes.number();
  }
  return numbers;
}

inline Samples samples_of(Bytes & bytes)
{
  Samples samples;
  samples.times = increasing_times(bytes, bytes.integer(1, 20));
  samples.values = numbers_of(bytes, samples.times.size());
  if (bytes.byte() % 3 != 0)
  {
    samples.slopes = numbers_of(bytes, samples.times.size());
  }
  return samples;
}

/// Both bounds, one or none; now and then a lower one above the upper.
inline Bounds bounds_of(Bytes & bytes)
{
  const std::uint8_t kind = bytes.byte();
  const double size = std::abs(bytes.number());
  Bounds bounds{-size, size};
  bounds.lower = kind % 4 == 1 ? bytes.number() : bounds.lower;
  bounds.lower = kind % 8 == 2 ? -std::numeric_limits<double>::infinity() : bounds.lower;
  bounds.upper = kind % 8 == 3 ? std::numeric_limits<double>::infinity() : bounds.upper;
  bounds.lower = kind % 16 == 3 ? 0.0 : bounds.lower;
  return bounds;
}

/// The larger of the finite bounds.
inline double size_of(const Bounds & bounds)
{
  const auto size = [](double bound) { return std::isfinite(bound) ? std::abs(bound) : 0.0; };
  return std::max(size(bounds.lower), size(bounds.upper));
}

inline bool in_order(const Bounds & bounds)
{
  return bounds.lower <= bounds.upper && bounds.lower < 1e300 && bounds.upper > -1e300;
}

/// The curve between two samples as a polynomial, in more digits than the library has.
inline double value_at(const SampledCurve & curve, std::size_t segment, double fraction)
{
  using Long = long double;
  const Long u = fraction;
  const Long first = curve.values[segment];
  if (fraction == 0.0)
  {
    return static_cast<double>(first);
  }
  const Long step = Long(curve.values[segment + 1]) - first;
  if (!curve.has_slopes())
  {
    return static_cast<double>(first + u * step);
  }
  const Long length = Long(curve.times[segment + 1]) - Long(curve.times[segment]);
  const Long begin = length * curve.slopes[segment];
  const Long end = length * curve.slopes[segment + 1];
  return static_cast<double>(
    first + u * (begin + u * (3 * step - 2 * begin - end + u * (begin + end - 2 * step))));
}

/// The largest of a curve's control values.
inline double size_of(const SampledCurve & curve)
{
  double size = 0.0;
  for (std::size_t i = 0; i < curve.values.size(); ++i)
  {
    const double before = i > 0 ? curve.times[i] - curve.times[i - 1] : 0.0;
    const double after = i + 1 < curve.times.size() ? curve.times[i + 1] - curve.times[i] : 0.0;
    const double slope = curve.has_slopes() ? std::abs(curve.slopes[i]) : 0.0;
    size = std::max(size, std::abs(curve.values[i]) + std::max(before, after) * slope);
  }
  return size;
}

/// Calls visit(segment, time, value) for many points of a curve.
template <class Visit>
void visit_points(const SampledCurve & curve, const Visit & visit)
{
  visit(std::size_t{0}, curve.times.front(), curve.values.front());
  constexpr int kPoints = 32;
  for (std::size_t segment = 0; segment + 1 < curve.times.size(); ++segment)
  {
    for (int i = 1; i <= kPoints; ++i)
    {
      const double u = static_cast<double>(i) / kPoints;
      const double time = (1.0 - u) * curve.times[segment] + u * curve.times[segment + 1];
      visit(segment, time, value_at(curve, segment, u));
    }
  }
}

inline void require_on_curve(const SampledCurve & curve, const CurvePoint & point)
{
  require(point.fraction >= 0.0 && point.fraction <= 1.0, "a fraction that is none");
  require(
    point.segment + (point.fraction > 0.0 ? 1 : 0) < curve.times.size(), "a point of no segment");
  const double begin = curve.times[point.segment];
  const double end = point.fraction > 0.0 ? curve.times[point.segment + 1] : begin;
  require(
    std::abs(point.time - begin - point.fraction * (end - begin)) <= 1e-12 * (1.0 + std::abs(end)),
    "a point at another time than its fraction says");
  require(
    std::abs(value_at(curve, point.segment, point.fraction) - point.value) <=
      1e-12 * size_of(curve) + 1e-300,  // what underflows
    "a point beside its curve");
}

inline void require_worst(
  const SampledCurve & curve, const Bounds & bounds, const CurvePoint & worst)
{
  require_on_curve(curve, worst);
  const double rounding = 1e-12 * size_of(curve);
  visit_points(curve, [&](std::size_t, double, double value) {
    require(
      bounds.excess(value) <= bounds.excess(worst.value) + rounding, "worse than the worst point");
  });
}

/// How far a value is beyond the bound of a violation.
inline double beyond(const Violation & violation, double value)
{
  const double sign = violation.peak.value > violation.limit ? 1.0 : -1.0;
  return sign * (value - violation.limit);
}

inline void require_violations(
  const SampledCurve & curve, const Bounds & bounds, const std::vector<Violation> & violations)
{
  const double rounding = 1e-9 * (size_of(curve) + 1e-300);
  for (std::size_t i = 0; i < violations.size(); ++i)
  {
    const Violation & one = violations[i];
    require_on_curve(curve, one.peak);
    require(i == 0 || violations[i - 1].begin <= one.begin, "violations in no order");
    require(one.begin <= one.end, "a violation that ends before it begins");
    require(one.begin <= one.peak.time && one.peak.time <= one.end, "a peak beside its violation");
    require(one.limit == bounds.lower || one.limit == bounds.upper, "a limit that is no bound");
    require(beyond(one, one.peak.value) > 0.0, "a violation within its bounds");
  }
  visit_points(curve, [&](std::size_t, double time, double value) {
    bool above = false;
    bool below = false;
    for (const Violation & one : violations)
    {
      if (one.begin <= time && time <= one.end)
      {
        (one.peak.value > one.limit ? above : below) = true;
        require(beyond(one, value) > -rounding, "a violation while the bounds are respected");
        require(
          beyond(one, value) <= beyond(one, one.peak.value) + rounding,
          "a violation that is worse than its peak");
      }
    }
    require(above || value - bounds.upper <= rounding, "a violation above that was not found");
    require(below || bounds.lower - value <= rounding, "a violation below that was not found");
  });
}

inline bool are_same(const CurvePoint & left, const CurvePoint & right)
{
  return left.segment == right.segment && left.fraction == right.fraction &&
         left.time == right.time && left.value == right.value;
}

/// The same curve in pieces: whatever their lengths, the same is found.
inline void require_same_in_pieces(Bytes & bytes, const Samples & samples, const Bounds & bounds)
{
  LimitWatch watch(bounds);
  for (std::size_t first = 0; first < samples.times.size();)
  {
    const auto wanted = static_cast<std::size_t>(bytes.integer(1, 5));
    const std::size_t count = std::min(wanted, samples.times.size() - first);
    const Samples piece = samples.part(first, count);
    watch.watch(piece.curve());
    first += count;
  }
  require(
    are_same(watch.worst(), worst_point(samples.curve(), bounds)),
    "another worst point of a curve in pieces");
  const std::vector<Violation> expected = find_violations(samples.curve(), bounds);
  const std::vector<Violation> found = watch.violations();
  require(found.size() == expected.size(), "other violations of a curve in pieces");
  for (std::size_t i = 0; i < found.size(); ++i)
  {
    require(
      found[i].begin == expected[i].begin && found[i].end == expected[i].end &&
        found[i].limit == expected[i].limit && are_same(found[i].peak, expected[i].peak),
      "another violation of a curve in pieces");
  }
}

/// In other units the same points are found.
inline void require_same_scaled(Bytes & bytes, const Samples & samples, const Bounds & bounds)
{
  const double size = std::ldexp(1.0, 8 * bytes.integer(-115, 115));
  const double duration = std::ldexp(1.0, bytes.integer(-20, 20));
  const Samples scaled = samples.scaled(size, duration);
  const Bounds other{bounds.lower * size, bounds.upper * size};
  const CurvePoint worst = worst_point(samples.curve(), bounds);
  const CurvePoint found = worst_point(scaled.curve(), other);
  require(
    found.segment == worst.segment && found.fraction == worst.fraction &&
      found.time == worst.time * duration && found.value == worst.value * size,
    "another worst point in other units");
  const std::vector<Violation> expected = find_violations(samples.curve(), bounds);
  const std::vector<Violation> violations = find_violations(scaled.curve(), other);
  require(violations.size() == expected.size(), "other violations in other units");
  // Beside a bound, small values times small fractions may underflow in one unit alone.
  const double span = samples.times.back() - samples.times.front();
  const auto is_near = [&](double time, double other_time) {
    return std::abs(time - other_time * duration) <= 1e-14 * duration * span;
  };
  for (std::size_t i = 0; i < expected.size(); ++i)
  {
    require(
      is_near(violations[i].begin, expected[i].begin) &&
        is_near(violations[i].end, expected[i].end),
      "another violation in other units");
  }
}

/// Some pieces with slopes and some without: the latter are straight, as is what joins them.
inline void try_mixed_pieces(Bytes & bytes, const Samples & samples, const Bounds & bounds)
{
  LimitWatch watch(bounds);
  double highest = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < samples.times.size(); ++i)
  {
    Samples piece = samples.part(i, 1);
    if (bytes.byte() % 2 == 0)
    {
      piece.slopes.clear();
    }
    watch.watch(piece.curve());
    highest = std::max(highest, bounds.excess(piece.values[0]));
  }
  require(
    !samples.moderate() || bounds.excess(watch.worst().value) >= highest,
    "a sample worse than the worst point");
}

inline void try_curve(Bytes & bytes)
{
  const Samples samples = samples_of(bytes);
  const Bounds bounds = bounds_of(bytes);
  const bool has_bounds = !std::isnan(bounds.lower) && !std::isnan(bounds.upper);
  if (has_bounds && bytes.byte() % 4 == 0)
  {
    return try_mixed_pieces(bytes, samples, bounds);
  }
  const CurvePoint worst = worst_point(samples.curve(), bounds);
  const std::vector<Violation> violations = find_violations(samples.curve(), bounds);
  if (!samples.moderate() || !has_bounds)
  {
    return;
  }
  require_worst(samples.curve(), bounds, worst);
  require_violations(samples.curve(), bounds, violations);
  require(
    (bounds.excess(worst.value) > 0.0) == !violations.empty(), "a worst point without a violation");
  require_same_in_pieces(bytes, samples, bounds);
  const auto scalable = [](double bound) {
    return std::isinf(bound) || bound == 0.0 || (std::abs(bound) > 1e-9 && std::abs(bound) < 1e9);
  };
  if (scalable(bounds.lower) && scalable(bounds.upper))
  {
    require_same_scaled(bytes, samples, bounds);
  }
  ++taken_so_far;
}

}  // namespace hod::fuzz

#endif  // HOD__TEST__FUZZ__LIMITED_CURVES_HPP_
