// SPDX-License-Identifier: Apache-2.0
#include "hod/motion/speed_up.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "cubic_segment.hpp"
#include "hod/error.hpp"
#include "polynomial.hpp"
#include "threads.hpp"

namespace hod
{
namespace
{

constexpr int kSteps = 200;  // if there is a remainder: number of speeds tried

constexpr double kRounding = 1e-14;  // speeds that differ by less are the same

/// One point of a quantity's curve as a function of the speed.
class SpeedFunction
{
public:
  SpeedFunction(
    const LimitedQuantity & quantity, const std::vector<double> & times, const CurvePoint & point)
  : quantity_(quantity), segment_(point.segment), samples_(times.size() > 1 ? 2 : 1)
  {
    if (samples_ == 1)
    {
      weights_ = {1.0, 0.0, 0.0, 0.0};
      return;
    }
    const double u = point.fraction;
    const double duration = times[segment_ + 1] - times[segment_];
    weights_ =
      quantity.has_slopes ? hermite_weights(u) : std::array<double, 4>{1.0 - u, u, 0.0, 0.0};
    weights_[2] *= duration;
    weights_[3] *= duration;
  }

  /// The power terms: entry p multiplies λᵖ.
  std::vector<double> coefficients() const
  {
    std::vector<double> result(1, 0.0);
    for (const PowerTerm & term : quantity_.terms)
    {
      const auto power = static_cast<std::size_t>(term.power);
      result.resize(std::max(result.size(), power + 1), 0.0);
      for (std::size_t i = 0; i < samples_; ++i)
      {
        result[power] += weights_[i] * term.value[segment_ + i];
        result[power] += quantity_.has_slopes ? weights_[2 + i] * term.slope[segment_ + i] : 0.0;
      }
    }
    return result;
  }

  double rest(double speed) const
  {
    if (!quantity_.rest)
    {
      return 0.0;
    }
    std::array<double, 2> values{};
    std::array<double, 2> slopes{};
    quantity_.rest(
      speed, segment_, samples_, values.data(), quantity_.has_slopes ? slopes.data() : nullptr);
    return weights_[0] * values[0] + weights_[1] * values[1] + weights_[2] * slopes[0] +
           weights_[3] * slopes[1];
  }

private:
  const LimitedQuantity & quantity_;
  std::size_t segment_;
  std::size_t samples_;
  std::array<double, 4> weights_{};
};

/// Speeds from one to another between which the function is monotonic; with a remainder, which need
/// not be, they are close to each other.
std::vector<double> stops_between(
  const LimitedQuantity & quantity, const std::vector<double> & coefficients, double from,
  double to)
{
  const auto [lower, upper] = std::minmax(from, to);
  std::vector<double> stops = turning_points(coefficients, lower, upper);
  if (quantity.rest)
  {
    const double ratio = upper / lower;
    for (int i = 1; i < kSteps; ++i)
    {
      const double share = static_cast<double>(i) / kSteps;
      stops.push_back(lower + share * (upper - lower));
      stops.push_back(lower * std::pow(ratio, share));
    }
  }
  std::sort(stops.begin(), stops.end());
  if (to < from)
  {
    std::reverse(stops.begin(), stops.end());
  }
  stops.push_back(to);
  return stops;
}

/// The first speed on the way between two at which a point of a quantity respects its bounds; it
/// does not at the first of the two.
std::optional<double> first_feasible(
  const LimitedQuantity & quantity, const std::vector<double> & times, const CurvePoint & point,
  double from, double to)
{
  const SpeedFunction function(quantity, times, point);
  const std::vector<double> coefficients = function.coefficients();
  const auto value = [&](double speed) {
    return evaluate(coefficients, speed) + function.rest(speed);
  };
  double start = from;
  for (const double stop : stops_between(quantity, coefficients, from, to))
  {
    const bool is_above = value(start) > quantity.bounds.upper;
    const auto comes_back = [&](double speed) {
      return is_above ? value(speed) <= quantity.bounds.upper
                      : value(speed) >= quantity.bounds.lower;
    };
    if (comes_back(stop))
    {
      const double speed = last_holding(stop, start, comes_back);
      if (quantity.bounds.excess(value(speed)) <= 0.0)
      {
        return speed;
      }
    }
    start = stop;
  }
  return std::nullopt;
}

/// The larger of the finite bounds. Fractions refer to it: one of a bound of zero would be none.
double size_of(const Bounds & bounds)
{
  const auto size = [](double bound) { return std::isfinite(bound) ? std::abs(bound) : 0.0; };
  return std::max(size(bounds.lower), size(bounds.upper));
}

/// Steps from a speed towards another until all bounds are respected.
class Search
{
public:
  Search(
    const std::vector<double> & times, const std::vector<LimitedQuantity> & quantities, double from,
    double to)
  : times_(times), quantities_(quantities), speed_(from), to_(to)
  {}

  /// False if no speed on the way respects all bounds.
  bool run()
  {
    for (std::size_t unchanged = 0, i = 0; unchanged < quantities_.size();
         i = (i + 1) % quantities_.size())
    {
      const double before = speed_;
      if (!settle(i))
      {
        return false;
      }
      unchanged = speed_ == before ? unchanged + 1 : 1;
    }
    return true;
  }

  double speed() const { return speed_; }
  std::size_t quantity() const { return quantity_; }
  const CurvePoint & point() const { return point_; }

private:
  /// Advances to a speed at which one quantity respects its bounds.
  bool settle(std::size_t i)
  {
    const LimitedQuantity & quantity = quantities_[i];
    const double tolerance = SpeedUp::kTolerance * size_of(quantity.bounds);
    for (;;)
    {
      const CurvePoint worst = worst_point(curve_at(quantity, times_, speed_), quantity.bounds);
      if (quantity.bounds.excess(worst.value) <= tolerance)
      {
        return true;
      }
      quantity_ = i;
      point_ = worst;
      point_.value = quantity.bounds.nearest(worst.value);
      const auto next = first_feasible(quantity, times_, worst, speed_, to_);
      if (!next)
      {
        return false;
      }
      if (std::abs(*next - speed_) <= kRounding * speed_)
      {
        return true;
      }
      speed_ = *next;
    }
  }

  const std::vector<double> & times_;
  const std::vector<LimitedQuantity> & quantities_;
  double speed_;
  double to_;
  std::size_t quantity_ = 0;
  CurvePoint point_;
};

/// Every `step`-th of a motion's stretches from `first` on.
struct Stretches
{
  const LimitedMotion & motion;
  std::size_t first;
  std::size_t last;
  std::size_t step = 1;
};

/// Progress of a search over some stretches.
struct Progress
{
  bool possible = true;
  double speed = 0.0;
  std::size_t quantity = 0;  ///< that limits the speed; if none is possible, one that none respects
  CurvePoint point;
};

void check_powers(const std::vector<LimitedQuantity> & quantities)
{
  for (const LimitedQuantity & quantity : quantities)
  {
    for (const PowerTerm & term : quantity.terms)
    {
      if (term.power < 0 || term.power > PowerTerm::kMaxPower)
      {
        throw Error(
          "power: found " + std::to_string(term.power) + ", expected 0 to " +
          std::to_string(PowerTerm::kMaxPower));
      }
    }
  }
}

/// Advances to a speed at which each of some stretches in turn respects all bounds.
Progress settle(const Stretches & stretches, Progress progress, double to)
{
  for (std::size_t i = stretches.first; i < stretches.last; i += stretches.step)
  {
    const LimitedStretch stretch = stretches.motion.stretch(i);
    check_powers(stretch.quantities);
    Search search(stretch.times, stretch.quantities, progress.speed, to);
    if (!search.run())
    {
      return {false, progress.speed, search.quantity(), search.point()};
    }
    if (search.speed() != progress.speed)
    {
      progress = {true, search.speed(), search.quantity(), search.point()};
    }
  }
  return progress;
}

constexpr std::size_t kParts = 16;  ///< independent of the number of threads, so that results agree

/// Calls work(part, stretches) for parts of a motion in threads; returns the results in order.
template <class Value, class Work>
std::vector<Value> in_parts(const LimitedMotion & motion, int threads, const Work & work)
{
  const std::size_t parts = std::min(kParts, motion.stretches);
  std::vector<Value> values(parts);
  detail::in_threads(parts, 1, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t part = first; part < last; ++part)
    {
      values[part] = work(
        Stretches{motion, motion.stretches * part / parts, motion.stretches * (part + 1) / parts});
    }
  });
  return values;
}

/// The first speed on the way between two at which all stretches respect their bounds. A few
/// stretches spread over the motion come first: speeds that they exclude need not be tried with the
/// others.
Progress search(const LimitedMotion & motion, double from, double to, int threads)
{
  const std::size_t step = std::max<std::size_t>(motion.stretches / kParts, 1);
  Progress progress{true, from, 0, {}};
  progress = settle({motion, 0, motion.stretches, step}, progress, to);
  const double direction = to > from ? 1.0 : -1.0;
  for (double before = -1.0; progress.possible && progress.speed != before;)
  {
    before = progress.speed;
    const auto found = in_parts<Progress>(
      motion, threads, [&](const Stretches & part) { return settle(part, progress, to); });
    for (const Progress & one : found)
    {
      const bool is_farther = direction * (one.speed - progress.speed) > 0.0;
      if (!one.possible || (progress.possible && is_farther))
      {
        progress = one;
      }
    }
  }
  return progress;
}

/// The quantity that exceeds its bounds by the largest fraction of them.
struct Excess
{
  double share = 0.0;
  std::size_t quantity = 0;
  CurvePoint point;
};

Excess excess_of(const Stretches & stretches, double speed)
{
  Excess most;
  for (std::size_t i = stretches.first; i < stretches.last; ++i)
  {
    const LimitedStretch stretch = stretches.motion.stretch(i);
    for (std::size_t index = 0; index < stretch.quantities.size(); ++index)
    {
      const LimitedQuantity & quantity = stretch.quantities[index];
      const SampledCurve curve = curve_at(quantity, stretch.times, speed);
      const CurvePoint worst = worst_point(curve, quantity.bounds);
      const double share = quantity.bounds.excess(worst.value) / size_of(quantity.bounds);
      if (share > most.share)
      {
        most = {share, index, worst};
      }
    }
  }
  return most;
}

/// If no speed respects the bounds, rest does not either: returns the worst violation there.
SpeedUp excess_at_rest(const LimitedMotion & motion, int threads)
{
  SpeedUp result;
  double most = 0.0;
  const auto at_rest = [](const Stretches & part) { return excess_of(part, SpeedUp::kRest); };
  for (const Excess & one : in_parts<Excess>(motion, threads, at_rest))
  {
    if (one.share > most)
    {
      most = one.share;
      result.quantity = one.quantity;
      result.point = one.point;
    }
  }
  return result;
}

/// The largest speed with the smallest from `lowest` on.
SpeedUp with_smallest(
  const LimitedMotion & motion, const Progress & largest, double lowest, int threads)
{
  const Progress up = search(motion, lowest, largest.speed, threads);
  const double smallest = up.possible ? up.speed : largest.speed;
  return {true, largest.speed, smallest, largest.quantity, largest.point};
}

}  // namespace

SampledCurve curve_at(
  const LimitedQuantity & quantity, const std::vector<double> & times, double speed)
{
  SampledCurve curve{times, std::vector<double>(times.size()), {}};
  curve.slopes.resize(quantity.has_slopes ? times.size() : 0);
  if (quantity.rest)
  {
    quantity.rest(
      speed, 0, times.size(), curve.values.data(),
      quantity.has_slopes ? curve.slopes.data() : nullptr);
  }
  for (const PowerTerm & term : quantity.terms)
  {
    const double factor = std::pow(speed, term.power);
    for (std::size_t i = 0; i < curve.values.size(); ++i)
    {
      curve.values[i] += factor * term.value[i];
    }
    for (std::size_t i = 0; i < curve.slopes.size(); ++i)
    {
      curve.slopes[i] += factor * term.slope[i];
    }
  }
  return curve;
}

SpeedUp largest_speed_up(
  const std::vector<double> & times, const std::vector<LimitedQuantity> & quantities)
{
  return largest_speed_up(
    {1, [&](std::size_t) { return LimitedStretch{times, quantities, nullptr}; }}, 1);
}

SpeedUp largest_speed_up(const LimitedMotion & motion, int threads)
{
  const Progress down = search(motion, SpeedUp::kHighest, SpeedUp::kLowest, threads);
  if (!down.possible)
  {
    Progress slow = search(motion, SpeedUp::kLowest, SpeedUp::kRest, threads);
    if (slow.speed == SpeedUp::kLowest)  // within the tolerance of what no higher speed respects
    {
      slow.quantity = down.quantity;
      slow.point = down.point;
    }
    return slow.possible ? with_smallest(motion, slow, SpeedUp::kRest, threads)
                         : excess_at_rest(motion, threads);
  }
  return with_smallest(motion, down, SpeedUp::kLowest, threads);
}

}  // namespace hod
