// SPDX-License-Identifier: Apache-2.0
#include "smoothing_weight.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "motion/parabola.hpp"
#include "motion/smoothing_spectrum.hpp"

namespace hod::detail::smoothing
{

namespace
{

using Index = std::size_t;

constexpr double kBracket =
  0.15;  ///< of the logarithm of a cut-off, then a parabola is good enough
constexpr double kSection = 0.35;

/// The score of a constant weight.
class UniformScore
{
public:
  UniformScore(Score & score, Levels & levels) : score_(score), levels_(levels) {}

  double operator()(double cutoff)
  {
    const Fit & fit = levels_.solve(cutoff);
    const double score = score_(fit);
    if (score < best_)
    {
      best_ = score;
      leaves_signal_ = score_.leaves_signal(fit);
    }
    return score;
  }

  /// That of a fit known from a spectrum alone.
  double expected(const Fit & fit) { return score_(fit); }

  /// By which expected scores may be wrong.
  double doubt() const { return score_.doubt(); }

  /// By which the least of many scores of noise alone is less than the others.
  double chance() const { return score_.chance(); }

  double bound() const { return score_.bound(); }
  double best() const { return best_; }

  /// Whether the best fit so far does.
  bool leaves_signal() const { return leaves_signal_; }

private:
  Score & score_;
  Levels & levels_;
  double best_ = std::numeric_limits<double>::infinity();
  bool leaves_signal_ = false;
};

/// Shrinks a bracket, whose middle point is its lowest: by parabolas, and by sections of the wider
/// side where a parabola gives nothing new.
double lowest(std::array<Point, 3> points, UniformScore & score)
{
  while (points[2].place - points[0].place > kBracket)
  {
    const double left = points[1].place - points[0].place;
    const double right = points[2].place - points[1].place;
    double next = vertex(points);
    if (std::abs(next - points[1].place) < 0.1 * std::max(left, right))
    {
      next = points[1].place + (right > left ? kSection * right : -kSection * left);
    }
    const Point point{next, score(std::exp(next))};
    const bool above = point.place > points[1].place;
    const bool better = point.value < points[1].value;
    points[above == better ? 0 : 2] = better ? points[1] : point;
    points[1] = better ? point : points[1];
  }
  return std::exp(vertex(points));
}

/// Cut-offs and their scores, highest first, around the lowest score.
class Search
{
public:
  Search(const SmoothingSamples & samples, Levels & levels, UniformScore & score)
  : samples_(samples), levels_(levels), score_(score), half_rate_(0.5 / levels.interval())
  {}

  /// The search does not begin at the highest cut-offs because the finest knots cost as much as all
  /// others together.
  std::vector<Point> points()
  {
    descend(levels_.highest_cutoff(std::min(1, levels_.count() - 1)));
    const std::vector<Point> below = points_;
    const double lowest = score_.best();
    look_above(std::exp(points_[0].place));
    while ((points_[0].value <= score_.best() || score_.leaves_signal()) &&
           points_[0].place < std::log(half_rate_) - kSameCutoff)
    {
      add(std::min(2 * std::exp(points_[0].place), half_rate_));
    }
    const bool is_chance = below[0].value > lowest && score_.best() > lowest - score_.chance();
    return is_chance ? below : points_;
  }

private:
  void add(double cutoff)
  {
    const Point point{std::log(cutoff), score_(cutoff)};
    const auto place = std::find_if(points_.begin(), points_.end(), [&point](const Point & other) {
      return other.place < point.place;
    });
    points_.insert(place, point);
  }

  /// Cut-offs below half of the sampling rate, each so many times the previous one.
  std::vector<double> sequence(double start, double ratio) const
  {
    std::vector<double> cutoffs;
    double cutoff = start;
    while (cutoff < half_rate_)
    {
      cutoffs.push_back(cutoff);
      cutoff *= ratio;
    }
    return cutoffs;
  }

  /// Octave after octave, to where no lower cut-off can be better.
  void descend(double cutoff)
  {
    add(cutoff);
    while (cutoff > levels_.lowest_cutoff() && score_.bound() < score_.best())
    {
      cutoff *= 0.5;
      add(cutoff);
    }
  }

  /// Between cut-offs that pass a fast signal and those that take it for noise, scores are higher.
  void look_above(double start)
  {
    if (start * levels_.interval() <= kSpectral)
    {
      return;  // knots are stated that are too wide for more
    }
    const SampleSpectrum spectrum(samples_, levels_.penalty(), levels_.interval());
    if (!spectrum.empty())
    {
      try_where_expected(spectrum, start);
      return;
    }
    for (const double cutoff : sequence(kQuarter * start, kQuarter))
    {
      add(cutoff);
    }
  }

  void try_where_expected(const SampleSpectrum & spectrum, double start)
  {
    const double error = points_[0].value - score_.expected(spectrum.fit(start));
    double best = start;
    double least = std::numeric_limits<double>::infinity();
    for (const double cutoff : sequence(start, kFine))
    {
      const double expected = score_.expected(spectrum.fit(cutoff)) + error;
      best = expected < least ? cutoff : best;
      least = std::min(least, expected);
    }
    if (best > start && least < score_.best() + score_.doubt())
    {
      add(best);
      add(std::min(best * kQuarter, half_rate_));
      add(std::max(best / kQuarter, kFine * start));
    }
  }

  static constexpr double kSameCutoff = 1e-9;
  static constexpr double kSpectral = 0.04;  ///< of the sampling rate: spectra are known from there
  static constexpr double kFine = 1.04;
  static constexpr double kQuarter = 1.19;  ///< of an octave

  const SmoothingSamples & samples_;
  Levels & levels_;
  UniformScore & score_;
  double half_rate_;
  std::vector<Point> points_;
};

double least(
  UniformScore score, const SmoothingSamples & samples, Levels & levels,
  std::vector<std::string> & warnings)
{
  const std::vector<Point> points = Search(samples, levels, score).points();
  const auto best = std::min_element(
    points.begin(), points.end(),
    [](const Point & a, const Point & b) { return a.value < b.value; });
  if (best == points.begin() || best + 1 == points.end())
  {
    warnings.emplace_back(
      best == points.begin()
        ? "no noise is found, so the samples are hardly smoothed: if they were filtered or "
          "resampled, state a cut-off"
        : "nothing but a polynomial and noise is found");
    return std::exp(best->place);
  }
  return lowest({*(best + 1), *best, *(best - 1)}, score);
}

/// Octaves of cut-offs, from that of a polynomial to that of an interpolation.
std::vector<double> octaves(const Levels & levels)
{
  std::vector<double> cutoffs{levels.lowest_cutoff()};
  while (2 * cutoffs.back() < levels.limit())
  {
    cutoffs.push_back(2 * cutoffs.back());
  }
  return cutoffs;
}

/// Logarithm of the mean of Σ wᵢ rᵢ² / (N residual²) over the channels: falls as the cut-off rises.
class Excess
{
public:
  Excess(const std::vector<double> & residual, const SmoothingSamples & samples, Levels & levels)
  : residual_(residual), samples_(static_cast<double>(samples.times.size())), levels_(levels)
  {}

  double operator()(double cutoff)
  {
    const Fit & fit = levels_.solve(cutoff);
    double sum = 0;
    for (Index c = 0; c < fit.squares.size(); ++c)
    {
      const double residual = residual_[residual_.size() == 1 ? 0 : c];
      sum += fit.squares[c] / (samples_ * residual * residual);
    }
    return std::log(sum / static_cast<double>(fit.squares.size()) + 1e-300);
  }

private:
  const std::vector<double> & residual_;
  double samples_;
  Levels & levels_;
};

/// The zero of a falling function between two points, by false position with halved weights.
double crossing(Point low, Point high, Excess & excess)
{
  for (int iteration = 0; iteration < 40 && high.place - low.place > 1e-4; ++iteration)
  {
    const double share = std::clamp(low.value / (low.value - high.value), 0.02, 0.98);
    const double next = low.place + share * (high.place - low.place);
    const Point point{next, excess(std::exp(next))};
    if (std::abs(point.value) < 1e-6)
    {
      return std::exp(point.place);
    }
    (point.value > 0 ? low : high) = point;
    (point.value > 0 ? high : low).value *= 0.5;
  }
  return std::exp(0.5 * (low.place + high.place));
}

double as_rough_as_stated(
  const StatedResidual & rule, const SmoothingSamples & samples, Levels & levels,
  std::vector<std::string> & warnings)
{
  Excess excess(rule.residual, samples, levels);
  Point low{0, -1};
  for (const double cutoff : octaves(levels))
  {
    const Point high{std::log(cutoff), excess(cutoff)};
    if (high.value <= 0 && low.value < 0)
    {
      warnings.emplace_back("the stated residual is larger than any deviation from a polynomial");
      return cutoff;
    }
    if (high.value <= 0)
    {
      return crossing(low, high, excess);
    }
    low = high;
  }
  warnings.emplace_back("the stated residual is too small to be distinguished from none");
  return std::exp(low.place);
}

}  // namespace

double chosen_cutoff(
  const SmoothingRule & rule, Score & score, const SmoothingSamples & samples, Levels & levels,
  std::vector<std::string> & warnings)
{
  if (const auto * cutoff = std::get_if<CutOff>(&rule))
  {
    return cutoff->frequency;
  }
  if (const auto * given = std::get_if<SmoothnessWeight>(&rule))
  {
    return levels.cutoff(given->weight / levels.interval());
  }
  if (const auto * residual = std::get_if<StatedResidual>(&rule))
  {
    return as_rough_as_stated(*residual, samples, levels, warnings);
  }
  return least({score, levels}, samples, levels, warnings);
}

namespace
{

using Index = std::size_t;

constexpr double kSlack = 1.25;           ///< segments may exceed the spacing by this factor
constexpr double kKnotsPerPeriod = 12;    ///< of the cut-off
constexpr double kInterpolation = 1e-13;  ///< a weight, for the interval as unit of time

}  // namespace

Levels::Levels(
  const SmoothingSamples & samples, int width, int penalty, double interval, double knot_spacing)
: samples_(samples), width_(width), penalty_(penalty), interval_(interval), spacing_(interval)
{
  knots_.push_back(finest_knots(samples.times, interval));
  while (knot_spacing >= 2 * spacing_ && knots_[0].size() > 2)
  {
    spacing_ *= 2;
    knots_[0] = merged_knots(knots_[0], kSlack * spacing_);
  }
  for (double spacing = 2 * spacing_; knot_spacing == 0 && knots_.back().size() > 2; spacing *= 2)
  {
    knots_.push_back(merged_knots(knots_.back(), kSlack * spacing));
  }
  blocks_.resize(knots_.size());
  systems_.resize(knots_.size());
}

/// If a segment has few samples, they are themselves the shortest form of their information.
const SampleBlocks & Levels::blocks(int level)
{
  const auto index = static_cast<Index>(level);
  if (!blocks_[index])
  {
    const bool few = level == 0 || std::ldexp(spacing_, level) <= 0.5 * width_ * interval_;
    blocks_[index] = std::make_unique<SampleBlocks>(
      few ? gather(samples_, knots_[index], width_) : merged(blocks(level - 1), knots_[index]));
  }
  return *blocks_[index];
}

int Levels::level_for(double cutoff) const
{
  const double octaves = std::floor(std::log2(highest_cutoff(0) / cutoff) + 1e-9);
  return static_cast<int>(std::clamp(octaves, 0.0, static_cast<double>(count() - 1)));
}

double Levels::highest_cutoff(int level) const
{
  return std::ldexp(1 / (kKnotsPerPeriod * spacing_), -level);
}

const System & Levels::system(int level)
{
  std::unique_ptr<System> & system = systems_[static_cast<Index>(level)];
  if (!system)
  {
    system = std::make_unique<System>(blocks(level), penalty_);
  }
  return *system;
}

double Levels::lowest_cutoff() const
{
  return 1 / (kKnotsPerPeriod * (samples_.times.back() - samples_.times.front()));
}

double Levels::limit() const
{
  return std::pow(kInterpolation, -0.5 / penalty_) / (2 * std::acos(-1.0) * interval_);
}

double Levels::strength(double cutoff) const
{
  return std::pow(2 * std::acos(-1.0) * cutoff, -2 * penalty_) / interval_;
}

double Levels::cutoff(double strength) const
{
  return std::pow(strength * interval_, -0.5 / penalty_) / (2 * std::acos(-1.0));
}

const Fit & Levels::solve(double cutoff)
{
  system(level_for(cutoff)).solve(strength(cutoff), fit_);
  return fit_;
}

}  // namespace hod::detail::smoothing
