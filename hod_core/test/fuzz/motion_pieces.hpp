// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__FUZZ__MOTION_PIECES_HPP_
#define HOD__TEST__FUZZ__MOTION_PIECES_HPP_

#include <climits>
#include <optional>
#include <vector>

#include "fuzz.hpp"
#include "hod/motion/jerk_sections.hpp"
#include "hod/motion/piecewise_polynomial.hpp"
#include "limited_curves.hpp"

namespace hod::fuzz
{

inline bool are_finite(const std::vector<double> & numbers)
{
  return std::all_of(
    numbers.begin(), numbers.end(), [](double number) { return std::isfinite(number); });
}

inline int odd_count(Bytes & bytes)
{
  constexpr std::array<int, 8> kCounts = {-1, 0, 32, 1000, INT_MAX, INT_MIN, 1 << 30, 65536};
  return kCounts[static_cast<std::size_t>(bytes.integer(0, 7))];
}

/// Arguments of a piecewise polynomial, and whether they fit.
struct Coefficients
{
  std::vector<double> knots;
  int degree = 0;
  int channels = 0;
  std::vector<double> numbers;

  explicit Coefficients(Bytes & bytes)
  : knots(increasing_times(bytes, bytes.integer(2, 20))),
    degree(bytes.integer(0, PiecewisePolynomial::kMaxDegree)),
    channels(bytes.integer(1, 3))
  {
    if (bytes.byte() % 8 == 0)
    {
      knots = numbers_of(bytes, static_cast<std::size_t>(bytes.integer(0, 4)));
    }
    const bool is_moderate = bytes.byte() % 4 != 0;
    const std::size_t intervals = knots.empty() ? 0 : knots.size() - 1;
    numbers.resize(intervals * static_cast<std::size_t>(channels * (degree + 1)));
    for (double & number : numbers)
    {
      number = is_moderate ? (bytes.byte() - 128.0) / 32.0 : bytes.number();
    }
    switch (bytes.integer(0, 15))
    {
      case 0:
        degree = odd_count(bytes);
        break;
      case 1:
        channels = odd_count(bytes);
        break;
      case 2:
        numbers.resize(static_cast<std::size_t>(bytes.integer(0, 255)));
        break;
      default:
        break;
    }
  }

  bool fit() const
  {
    bool increasing = knots.size() >= 2 && are_finite(knots);
    for (std::size_t i = 1; i < knots.size(); ++i)
    {
      increasing = increasing && knots[i] > knots[i - 1];
    }
    return increasing && degree >= 0 && degree <= PiecewisePolynomial::kMaxDegree &&
           channels >= 1 && are_finite(numbers) &&
           static_cast<long double>(numbers.size()) ==
             static_cast<long double>(knots.size() - 1) * channels * (degree + 1.0L);
  }
};

/// Which segment a time belongs to, by trying all.
inline int segment_of(const std::vector<double> & knots, double time)
{
  int segment = 0;
  while (segment + 2 < static_cast<int>(knots.size()) &&
         time >= knots[static_cast<std::size_t>(segment) + 1])
  {
    ++segment;
  }
  return segment;
}

inline void require_segment(Bytes & bytes, const PiecewisePolynomial & polynomial, double time)
{
  const int segment = polynomial.segment_at(time);
  const int guess = bytes.byte() % 4 == 0 ? odd_count(bytes) : bytes.integer(0, 20);
  const int guessed = polynomial.segment_at(time, guess);
  if (std::isnan(time))
  {
    const int last = polynomial.segments() - 1;
    require(
      std::clamp(segment, 0, last) == segment && std::clamp(guessed, 0, last) == guessed,
      "a segment that is none");
    return;
  }
  require(
    segment == segment_of(polynomial.knots(), time) && guessed == segment,
    "another segment than the one of the time");
}

/// Each derivative is what its terms add up to, in more digits.
inline void require_terms(const PiecewisePolynomial & polynomial, double time, int rows)
{
  const int segment = polynomial.segment_at(time);
  const auto s = static_cast<std::size_t>(segment);
  const long double begin = polynomial.knots()[s];
  const long double length = polynomial.knots()[s + 1] - begin;
  const long double u = (time - begin) / length;
  const int size = polynomial.degree() + 1;
  RowMatrix found = RowMatrix::Constant(rows, polynomial.channels(), 77.0);
  polynomial.evaluate(time, found);
  for (int channel = 0; channel < polynomial.channels(); ++channel)
  {
    const double * c =
      polynomial.coefficients().data() + (segment * polynomial.channels() + channel) * size;
    for (int row = 0; row < rows; ++row)
    {
      long double sum = 0.0L, absolute = 0.0L;
      for (int k = row; k < size; ++k)
      {
        long double term = c[k] * std::pow(u, static_cast<long double>(k - row));
        for (int j = 0; j < row; ++j)
        {
          term *= (k - j) / length;
        }
        sum += term;
        absolute += std::abs(term) * (1 + (k - row) / std::max(std::abs(u), 1e-3L));
      }
      // Rounding of u counts as much as the knots are far from zero.
      const double tolerance = static_cast<double>(1e-11L * absolute);
      require(
        std::abs(found(row, channel) - static_cast<double>(sum)) <= tolerance,
        "another derivative than its terms add up to");
    }
  }
}

inline void try_polynomial(Bytes & bytes)
{
  Coefficients given(bytes);
  std::optional<PiecewisePolynomial> polynomial;
  const bool fit = given.fit();
  const bool is_taken =
    taken([&] { polynomial.emplace(given.knots, given.degree, given.channels, given.numbers); });
  require(is_taken == fit, "a polynomial refused or not, wrongly");
  if (!is_taken)
  {
    return;
  }
  const Samples sizes{given.knots, given.numbers, {}};
  for (int i = bytes.integer(1, 6); i > 0; --i)
  {
    const bool at_knot = bytes.byte() % 2 == 0;
    const auto knot = static_cast<std::size_t>(bytes.byte()) % given.knots.size();
    const double time = at_knot ? given.knots[knot] : given.knots[knot] + bytes.number();
    require_segment(bytes, *polynomial, time);
    const int rows = bytes.integer(0, given.degree + 3);
    if (sizes.moderate() && std::abs(time) < 1e4)
    {
      require_terms(*polynomial, time, rows);
    }
    RowMatrix other(rows, bytes.integer(0, 4));
    polynomial->evaluate(time, other);
  }
}

/// A channel of sections that join, computed in more digits than they have.
class Channel
{
public:
  explicit Channel(Bytes & bytes)
  {
    state_ = {
      0.0, bytes.integer(-4, 4) * 0.5, bytes.integer(-4, 4) * 0.5, bytes.integer(-4, 4) * 0.5, 0.0};
    for (int i = bytes.integer(1, 8); i > 0; --i)
    {
      add(bytes);
    }
    moderate_ = moderate_ && total_ > 0.0;
    if (bytes.byte() % 8 == 0)
    {
      break_one(bytes);
    }
  }

  const std::vector<JerkSection> & sections() const { return sections_; }
  bool moderate() const { return moderate_; }
  bool is_broken() const { return is_broken_; }
  double total() const { return total_; }
  double size() const { return size_; }

  /// Position, velocity, acceleration and jerk so long after the start.
  Eigen::RowVector4d at(double since_start) const
  {
    long double left = since_start;
    JerkSection state = sections_.front();
    for (const JerkSection & section : sections_)
    {
      state = section;
      if (left < section.duration)
      {
        break;
      }
      state = after(section, section.duration);
      state.jerk = 0.0;
      left -= section.duration;
    }
    const JerkSection now = after(state, left);
    return {now.position, now.velocity, now.acceleration, now.jerk};
  }

private:
  static JerkSection after(const JerkSection & from, long double time)
  {
    const long double velocity = from.velocity, acceleration = from.acceleration, jerk = from.jerk;
    JerkSection to = from;
    to.position = static_cast<double>(
      from.position + time * (velocity + time * (acceleration / 2 + time * jerk / 6)));
    to.velocity = static_cast<double>(velocity + time * (acceleration + time * jerk / 2));
    to.acceleration = static_cast<double>(acceleration + time * jerk);
    return to;
  }

  void add(Bytes & bytes)
  {
    const std::uint8_t kind = bytes.byte();
    state_.duration = kind % 16 == 0 ? 0.0 : 0.05 * (1 + kind % 13);
    state_.jerk = bytes.integer(-8, 8) * 0.5;
    const double h = state_.duration;
    if (kind % 8 == 1)  // ends at rest, or with the speed at which it began
    {
      state_.jerk = (kind < 128 ? -2.0 : -4.0) * state_.acceleration / h;
    }
    if (kind % 8 == 3)  // ends where it began
    {
      state_.jerk = -6.0 * (state_.velocity + h * state_.acceleration / 2.0) / (h * h);
    }
    sections_.push_back(state_);
    total_ += h;
    const double path = h * (std::abs(state_.velocity) +
                             h * (std::abs(state_.acceleration) + h * std::abs(state_.jerk)));
    size_ = std::max(
      {size_, path, std::abs(state_.position), std::abs(state_.velocity),
       std::abs(state_.acceleration), std::abs(state_.jerk)});
    moderate_ = moderate_ && size_ < 1e4;
    state_ = after(state_, h);
    snap(state_.position);
    snap(state_.velocity);
    snap(state_.acceleration);
  }

  /// What rounding leaves of zero is zero in the next section, as a generator has it.
  static void snap(double & number) { number = std::abs(number) < 1e-11 ? 0.0 : number; }

  void break_one(Bytes & bytes)
  {
    JerkSection & section = sections_[static_cast<std::size_t>(bytes.byte()) % sections_.size()];
    const bool is_first = &section == &sections_.front();
    const std::array<double *, 5> numbers = {
      &section.duration, &section.position, &section.velocity, &section.acceleration,
      &section.jerk};
    const int which = bytes.integer(0, 4);
    double & number = *numbers[static_cast<std::size_t>(which)];
    const double before = number;
    number = bytes.number();
    const double leap = std::abs(number - before);
    is_broken_ = !std::isfinite(number) || (which == 0 && number < 0.0) ||
                 (!is_first && which > 0 && which < 4 && leap > 1.0 && leap > 1e-3 * size_);
    moderate_ = false;
  }

  JerkSection state_;
  std::vector<JerkSection> sections_;
  double total_ = 0.0;
  double size_ = 1.0;
  bool moderate_ = true;
  bool is_broken_ = false;
};

inline void require_smooth(const PiecewisePolynomial & motion, double size)
{
  RowMatrix before(3, motion.channels());
  RowMatrix after(3, motion.channels());
  for (int s = 0; s + 1 < motion.segments(); ++s)
  {
    const double knot = motion.knots()[static_cast<std::size_t>(s) + 1];
    motion.evaluate_on(s, knot, before);
    motion.evaluate_on(s + 1, knot, after);
    // Sections that begin at zero where those before end next to it.
    require(
      (after - before).cwiseAbs().maxCoeff() <= 1e-8 * size, "a motion of sections that leaps");
  }
}

inline void require_motion(
  const PiecewisePolynomial & motion, const std::vector<Channel> & channels, double start)
{
  double total = 0.0;
  double size = 1.0;
  for (const Channel & channel : channels)
  {
    total = std::max(total, channel.total());
    size = std::max(size, channel.size());
  }
  require(
    motion.start() == start && std::abs(motion.end() - start - total) <= 1e-11,
    "sections of another duration");
  require_smooth(motion, size);
  RowMatrix rows(5, motion.channels());
  for (std::size_t i = 0; i + 1 < motion.knots().size(); ++i)
  {
    const double middle = 0.5 * (motion.knots()[i] + motion.knots()[i + 1]);
    if (motion.knots()[i + 1] - motion.knots()[i] < 1e-6)
    {
      continue;  // ends of sections in different channels, apart by rounding alone
    }
    motion.evaluate(middle, rows);
    for (int c = 0; c < motion.channels(); ++c)
    {
      const Eigen::RowVector4d expected = channels[static_cast<std::size_t>(c)].at(middle - start);
      require(
        (rows.col(c).head(4).transpose() - expected).cwiseAbs().maxCoeff() <= 1e-7 * size,
        "sections beside their motion");
      require(rows(4, c) == 0.0, "sections whose jerk changes");
    }
  }
}

inline void try_sections(Bytes & bytes)
{
  std::vector<Channel> channels;
  std::vector<std::vector<JerkSection>> sections;
  const bool is_odd_start = bytes.byte() % 16 == 0;
  const double start = is_odd_start ? bytes.number() : bytes.integer(-5, 5) * 0.5;
  bool moderate = std::abs(start) <= 10.0;
  bool is_broken = !std::isfinite(start);
  for (int i = bytes.integer(0, 7) % 4; i > 0; --i)
  {
    channels.emplace_back(bytes);
    sections.push_back(channels.back().sections());
    moderate = moderate && channels.back().moderate();
    is_broken = is_broken || channels.back().is_broken();
  }
  if (bytes.byte() % 32 == 0)
  {
    sections.emplace_back();
  }
  is_broken = is_broken || sections.empty() || sections.back().empty();
  std::optional<PiecewisePolynomial> motion;
  const bool is_taken = taken([&] { motion.emplace(from_jerk_sections(start, sections)); });
  require(!is_taken || !is_broken, "sections that do not join, taken");
  require(is_taken || is_broken || !moderate, "sections that join, refused");
  if (is_taken && moderate)
  {
    require_motion(*motion, channels, start);
  }
}

}  // namespace hod::fuzz

#endif  // HOD__TEST__FUZZ__MOTION_PIECES_HPP_
