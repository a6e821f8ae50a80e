// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__FUZZ__LIMITED_SPEEDS_HPP_
#define HOD__TEST__FUZZ__LIMITED_SPEEDS_HPP_

#include <deque>
#include <vector>

#include "hod/motion/speed_up.hpp"
#include "limited_curves.hpp"

namespace hod::fuzz
{

/// A term and what owns its numbers, far from each other or backwards.
struct OwnedTerm
{
  int power = 0;
  std::ptrdiff_t step = 1;
  std::vector<double> values;
  std::vector<double> slopes;

  PowerTerm from(std::size_t first, std::size_t count, bool has_slopes) const
  {
    const auto place =
      static_cast<std::ptrdiff_t>(step < 0 ? count - 1 - first : first) * std::abs(step);
    return {
      power, {values.data() + place, step}, {has_slopes ? slopes.data() + place : nullptr, step}};
  }
};

/// A tanh(λ v/ε), the shape of dry friction.
struct Dry
{
  double size = 0.0;
  std::vector<double> velocity;
  std::vector<double> acceleration;

  void operator()(
    double speed, std::size_t first, std::size_t count, double * values, double * slopes) const
  {
    for (std::size_t i = 0; i < count; ++i)
    {
      const double share = std::tanh(speed * velocity[first + i]);
      values[i] = size * share;
      if (slopes != nullptr)
      {
        slopes[i] = size * (1.0 - share * share) * speed * acceleration[first + i];
      }
    }
  }
};

struct OwnedQuantity
{
  Bounds bounds;
  bool has_slopes = true;
  std::deque<OwnedTerm> terms;
  Dry dry;

  LimitedQuantity from(std::size_t first, std::size_t count) const
  {
    LimitedQuantity quantity{bounds, {}, {}, has_slopes};
    for (const OwnedTerm & term : terms)
    {
      quantity.terms.push_back(term.from(first, count, has_slopes));
    }
    if (dry.size != 0.0)
    {
      quantity.rest = [this, first](
                        double speed, std::size_t start, std::size_t samples, double * values,
                        double * slopes) { dry(speed, first + start, samples, values, slopes); };
    }
    return quantity;
  }
};

/// A motion with everything that is limited along it.
class LimitedSamples
{
public:
  explicit LimitedSamples(Bytes & bytes)
  // Of few samples it is more likely that some speed suits all.
  : times_(
      increasing_times(bytes, bytes.byte() % 2 == 0 ? bytes.integer(1, 3) : bytes.integer(1, 12)))
  {
    // Motions for which the possible speeds are beyond, at and below the range that is searched.
    const int pace = bytes.byte() % 3 == 0 ? bytes.integer(-9, 9) : 0;
    for (int i = bytes.integer(0, 3); i > 0; --i)
    {
      owned_.push_back(quantity_of(bytes, std::pow(10.0, pace)));
    }
  }

  const std::vector<double> & times() const { return times_; }
  bool moderate() const { return moderate_; }
  bool is_refused() const { return is_refused_; }
  bool has_rest() const
  {
    return std::any_of(owned_.begin(), owned_.end(), [](const OwnedQuantity & quantity) {
      return quantity.dry.size != 0.0;
    });
  }

  std::vector<LimitedQuantity> quantities(std::size_t first = 0) const
  {
    std::vector<LimitedQuantity> quantities;
    for (const OwnedQuantity & quantity : owned_)
    {
      quantities.push_back(quantity.from(first, times_.size()));
    }
    return quantities;
  }

  /// The stretches that begin at some samples and end where the next begins.
  LimitedMotion motion(std::vector<std::size_t> starts) const
  {
    const std::size_t count = starts.size();
    const auto stretch = [this, starts = std::move(starts)](std::size_t index) {
      const bool is_last = index + 1 == starts.size();
      const auto begin = times_.begin() + static_cast<std::ptrdiff_t>(starts[index]);
      const auto end = is_last
                         ? times_.end()
                         : times_.begin() + static_cast<std::ptrdiff_t>(starts[index + 1]) + 1;
      return LimitedStretch{{begin, end}, quantities(starts[index]), nullptr};
    };
    return {count, stretch};
  }

  /// In other units.
  LimitedSamples scaled(double size, double duration) const
  {
    LimitedSamples other = *this;
    for (double & time : other.times_)
    {
      time *= duration;
    }
    for (OwnedQuantity & quantity : other.owned_)
    {
      quantity.bounds = {quantity.bounds.lower * size, quantity.bounds.upper * size};
      quantity.dry.size *= size;
      for (double & acceleration : quantity.dry.acceleration)
      {
        acceleration /= duration;
      }
      for (OwnedTerm & term : quantity.terms)
      {
        std::for_each(term.values.begin(), term.values.end(), [&](double & v) { v *= size; });
        std::for_each(
          term.slopes.begin(), term.slopes.end(), [&](double & s) { s *= size / duration; });
      }
    }
    return other;
  }

  /// What rounding may leave of a quantity at a speed: a part of the sum of its terms' sizes.
  double magnitude(std::size_t index, double speed) const
  {
    const LimitedQuantity quantity = owned_[index].from(0, times_.size());
    double sum = std::abs(owned_[index].dry.size);
    for (const PowerTerm & term : quantity.terms)
    {
      const LimitedQuantity alone{{}, {{0, term.value, term.slope}}, {}, quantity.has_slopes};
      sum += std::pow(speed, term.power) * size_of(curve_at(alone, times_, 1.0));
    }
    return sum;
  }

  /// Whether a speed respects all bounds, give or take a fraction of bounds and terms.
  bool respects(double speed, double of_bound, double of_terms) const
  {
    const std::vector<LimitedQuantity> all = quantities();
    for (std::size_t i = 0; i < all.size(); ++i)
    {
      const Bounds & bounds = all[i].bounds;
      const double excess =
        bounds.excess(worst_point(curve_at(all[i], times_, speed), bounds).value);
      const double allowed = of_bound * size_of_bounds(i) + of_terms * magnitude(i, speed);
      if (!(of_bound < 0.0 ? excess < allowed : excess <= allowed + 1e-300))  // what underflows
      {
        return false;
      }
    }
    return true;
  }

  double size_of_bounds(std::size_t index) const { return size_of(owned_[index].bounds); }

private:
  OwnedQuantity quantity_of(Bytes & bytes, double pace)
  {
    OwnedQuantity quantity;
    quantity.bounds = bounds_of(bytes);
    const double size = size_of(quantity.bounds);
    moderate_ =
      moderate_ && in_order(quantity.bounds) && size <= 1e6 && (size == 0.0 || size >= 1e-6);
    quantity.has_slopes = bytes.byte() % 3 != 0;
    for (int i = bytes.integer(0, 4); i > 0; --i)
    {
      quantity.terms.push_back(term_of(bytes, pace));
    }
    if (bytes.byte() % 4 == 0)
    {
      quantity.dry.size = 0.25 * bytes.integer(-8, 8);
      quantity.dry.velocity = numbers_of(bytes, times_.size());
      const auto vanishes = [](double number) { return std::abs(number) < 1e-100; };
      std::replace_if(quantity.dry.velocity.begin(), quantity.dry.velocity.end(), vanishes, 0.0);
      quantity.dry.acceleration = numbers_of(bytes, times_.size());
      moderate_ =
        moderate_ && are_moderate(quantity.dry.velocity) && are_moderate(quantity.dry.acceleration);
    }
    return quantity;
  }

  OwnedTerm term_of(Bytes & bytes, double pace)
  {
    OwnedTerm term;
    term.power = bytes.integer(0, 5);
    if (bytes.byte() == 255)
    {
      constexpr std::array<int, 6> kOdd = {-1, -2147483647 - 1, 2147483647, 12, 40, 1000000};
      term.power = kOdd[static_cast<std::size_t>(bytes.integer(0, 5))];
    }
    is_refused_ = is_refused_ || term.power < 0 || term.power > PowerTerm::kMaxPower;
    const std::uint8_t kind = bytes.byte();
    term.step = kind % 8 == 1 ? 3 : kind % 8 == 2 ? -1 : 1;
    const std::size_t count = times_.size() * static_cast<std::size_t>(std::abs(term.step));
    term.values = numbers_of(bytes, count);
    term.slopes = numbers_of(bytes, count);
    moderate_ =
      moderate_ && term.power <= 12 && are_moderate(term.values) && are_moderate(term.slopes);
    for (std::size_t i = 0; term.power <= 12 && i < count; ++i)
    {
      term.values[i] *= std::pow(pace, term.power);
      term.slopes[i] *= std::pow(pace, term.power);
    }
    return term;
  }

  static bool are_moderate(const std::vector<double> & numbers)
  {
    return std::all_of(
      numbers.begin(), numbers.end(), [](double number) { return std::abs(number) <= 10.0; });
  }

  std::vector<double> times_;
  std::vector<OwnedQuantity> owned_;
  bool moderate_ = true;
  bool is_refused_ = false;
};

/// None of many speeds between two respects all bounds, not even by little.
inline void require_none_between(const LimitedSamples & samples, double lower, double upper)
{
  constexpr int kSpeeds = 64;
  for (int i = 1; i < kSpeeds && lower < upper; ++i)
  {
    const double speed = lower * std::pow(upper / lower, static_cast<double>(i) / kSpeeds);
    require(!samples.respects(speed, -1e-9, -1e-9), "a speed that was missed");
  }
}

inline void require_impossible(const LimitedSamples & samples, const SpeedUp & found)
{
  const std::vector<LimitedQuantity> quantities = samples.quantities();
  require(found.quantity < quantities.size(), "too large at rest: no quantity");
  const LimitedQuantity & named = quantities[found.quantity];
  const double excess = named.bounds.excess(found.point.value);
  // Something that is too large at any speed need not be by more than the tolerance at rest.
  const bool is_beyond =
    excess > 0.99 * SpeedUp::kTolerance * samples.size_of_bounds(found.quantity);
  require(
    excess > 0.0 &&
      (is_beyond || samples.respects(SpeedUp::kRest, 1.01 * SpeedUp::kTolerance, 1e-12)),
    "a quantity too large at rest that is not");
  require_on_curve(curve_at(named, samples.times(), SpeedUp::kRest), found.point);
  if (!samples.has_rest())
  {
    require_none_between(samples, 1e-12, SpeedUp::kHighest);
    require_none_between(samples, 0.05, 20.0);
  }
}

inline void require_right(const LimitedSamples & samples, const SpeedUp & found)
{
  if (!found.possible)
  {
    return require_impossible(samples, found);
  }
  require(found.smallest <= found.largest, "a smallest speed above the largest");
  require(
    samples.respects(found.largest, 1.001 * SpeedUp::kTolerance, 1e-11),
    "a largest speed that exceeds a bound");
  require(
    samples.respects(found.smallest, 1.001 * SpeedUp::kTolerance, 1e-11),
    "a smallest speed that exceeds a bound");
  if (found.largest < SpeedUp::kHighest)
  {
    const LimitedQuantity limiting = samples.quantities().at(found.quantity);
    require(
      found.point.value == limiting.bounds.lower || found.point.value == limiting.bounds.upper,
      "a speed that is limited by no bound");
  }
  if (!samples.has_rest())
  {
    require_none_between(samples, found.largest, SpeedUp::kHighest);
    for (const double more : {1.01, 20.0})
    {
      require_none_between(
        samples, found.largest, std::min(more * found.largest, SpeedUp::kHighest));
    }
    const double lowest = found.largest < SpeedUp::kLowest ? 1e-12 : SpeedUp::kLowest;
    require_none_between(samples, lowest, found.smallest);
    for (const double less : {0.99, 0.05})
    {
      require_none_between(samples, std::max(lowest, less * found.smallest), found.smallest);
    }
  }
}

inline bool are_same(const SpeedUp & left, const SpeedUp & right)
{
  return left.possible == right.possible && left.largest == right.largest &&
         left.smallest == right.smallest && left.quantity == right.quantity &&
         are_same(left.point, right.point);
}

/// In stretches of any lengths, with any number of threads.
inline void try_stretches(Bytes & bytes, const LimitedSamples & samples, const SpeedUp & whole)
{
  std::vector<std::size_t> starts{0};
  for (std::size_t i = 1; i + 1 < samples.times().size(); ++i)
  {
    if (bytes.byte() % 2 == 0)
    {
      starts.push_back(i);
    }
  }
  const LimitedMotion motion = samples.motion(std::move(starts));
  const SpeedUp found = largest_speed_up(motion, 1);
  const SpeedUp other = largest_speed_up(motion, bytes.integer(2, 4));
  require(!samples.moderate() || are_same(found, other), "threads that count");  // NaN is not NaN
  if (!samples.moderate() || samples.has_rest())
  {
    return;
  }
  require(
    found.possible == whole.possible ||
      !samples.respects(std::max(found.largest, whole.largest), -1e-9, -1e-9),
    "stretches that make a motion possible");
  require(
    std::abs(found.largest - whole.largest) <= 1e-6 * whole.largest ||
      !samples.respects(std::max(found.largest, whole.largest), -1e-9, -1e-9),
    "another largest speed in stretches");
}

inline void try_other_units(Bytes & bytes, const LimitedSamples & samples, const SpeedUp & found)
{
  const double size = std::ldexp(1.0, bytes.integer(-100, 100));
  const double duration = std::ldexp(1.0, bytes.integer(-10, 10));
  const LimitedSamples scaled = samples.scaled(size, duration);
  const SpeedUp other = largest_speed_up(scaled.times(), scaled.quantities());
  // Bounds that underflow in one unit alone may change the last digit.
  const auto are_near = [](double left, double right) {
    return std::abs(left - right) <= 1e-9 * std::max(std::abs(left), std::abs(right));
  };
  require(
    other.possible && are_near(other.largest, found.largest) &&
      are_near(other.smallest, found.smallest),
    "another speed in other units");
}

inline void try_speed(Bytes & bytes)
{
  const LimitedSamples samples(bytes);
  const int threads = bytes.byte() % 16 == 0 ? -1 : 1;
  SpeedUp found;
  const bool is_taken = taken([&] {
    found = threads < 0 ? largest_speed_up(samples.motion({0}), threads)
                        : largest_speed_up(samples.times(), samples.quantities());
  });
  require(is_taken == (threads > 0 && !samples.is_refused()), "a speed refused or not, wrongly");
  if (!is_taken)
  {
    return;
  }
  try_stretches(bytes, samples, found);
  if (samples.moderate())
  {
    require_right(samples, found);
  }
  if (samples.moderate() && found.possible && found.largest > 1e-20)  // slower ones underflow
  {
    try_other_units(bytes, samples, found);
  }
}

}  // namespace hod::fuzz

#endif  // HOD__TEST__FUZZ__LIMITED_SPEEDS_HPP_
