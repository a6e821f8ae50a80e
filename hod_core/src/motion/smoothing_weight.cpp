// SPDX-License-Identifier: Apache-2.0
#include "motion/smoothing_weight.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace hod::smoothing
{
namespace
{

using Index = std::size_t;

constexpr double kIndifference = 16;  ///< the search goes on to this multiple of the best cut-off

/// Cut-offs [Hz] from the lowest to half the sampling rate, at most an octave apart but for the
/// last.
std::vector<double> grid(const Levels & levels)
{
  std::vector<double> cutoffs;
  for (int level = levels.count(); level-- > 0;)
  {
    cutoffs.push_back(levels.highest_cutoff(level));
  }
  const double nyquist = 0.5 / levels.interval();
  if (nyquist > 2 * cutoffs.back())
  {
    cutoffs.push_back(std::sqrt(nyquist * cutoffs.back()));
  }
  if (nyquist > cutoffs.back())
  {
    cutoffs.push_back(nyquist);
  }
  return cutoffs;
}

/// Logarithm of the cross-validation score.
class Score
{
public:
  Score(const SmoothingSamples & samples, Levels & levels)
  : levels_(levels), samples_(static_cast<double>(samples.times.size()))
  {
    const double epsilon = std::numeric_limits<double>::epsilon();
    for (Eigen::Index c = 0; c < samples.values.cols(); ++c)
    {
      const double squares = samples.values.col(c).squaredNorm();
      floor_.push_back(100 * epsilon * epsilon * squares + std::numeric_limits<double>::min());
    }
  }

  double operator()(double cutoff) { return at(levels_.level_for(cutoff), cutoff); }

  double at(int level, double cutoff)
  {
    const Fit fit = levels_.solve(level, cutoff);
    const double freedom = std::max(samples_ - fit.degrees_of_freedom, 1e-9 * samples_);
    double sum = 0;
    for (Index c = 0; c < floor_.size(); ++c)
    {
      sum += std::log(std::max(fit.squares[c], floor_[c]));
    }
    return sum / static_cast<double>(floor_.size()) - 2 * std::log(freedom);
  }

private:
  Levels & levels_;
  double samples_;
  std::vector<double> floor_;  ///< residuals below this are rounding
};

struct Point
{
  double logarithm;
  double score;
};

/// The lowest point of the parabola through three points.
double vertex(const std::array<Point, 3> & points)
{
  const auto & [a, b, c] = points;
  const double left = (b.logarithm - a.logarithm) * (b.score - c.score);
  const double right = (b.logarithm - c.logarithm) * (b.score - a.score);
  const double numerator = (b.logarithm - a.logarithm) * left - (b.logarithm - c.logarithm) * right;
  return left == right ? b.logarithm : b.logarithm - 0.5 * numerator / (left - right);
}

/// Shrinks a bracket, whose middle point is its lowest, by parabolas kept away from its points.
double lowest(std::array<Point, 3> points, int level, Score & score)
{
  for (int iteration = 0; iteration < 12; ++iteration)
  {
    const double step = 0.005;
    double next = vertex(points);
    const bool found = std::abs(next - points[1].logarithm) < step;
    const bool right =
      points[2].logarithm - points[1].logarithm > points[1].logarithm - points[0].logarithm;
    next = found ? points[1].logarithm + (right ? step : -step) : next;
    if (points[2].logarithm - points[0].logarithm <= 4 * step)
    {
      break;
    }
    const Point point{next, score.at(level, std::exp(next))};
    const bool above = point.logarithm > points[1].logarithm;
    if (point.score < points[1].score)
    {
      points[above ? 0 : 2] = points[1];
      points[1] = point;
    }
    else
    {
      points[above ? 2 : 0] = point;
    }
  }
  return std::exp(points[1].logarithm);
}

double cross_validated(
  const SmoothingSamples & samples, Levels & levels, std::vector<std::string> & warnings)
{
  Score score(samples, levels);
  std::vector<Point> points;
  Index best = 0;
  for (const double cutoff : grid(levels))
  {
    points.push_back({std::log(cutoff), score(cutoff)});
    best = points.back().score < points[best].score ? points.size() - 1 : best;
    if (points.back().logarithm > points[best].logarithm + std::log(kIndifference))
    {
      break;
    }
  }
  if (best == 0 || best + 1 == points.size())
  {
    warnings.push_back(
      best == 0 ? "cross-validation sees nothing but a polynomial and noise"
                : "cross-validation sees no noise, so the samples are hardly smoothed");
    return std::exp(points[best].logarithm);
  }
  const int level = levels.level_for(std::exp(points[best + 1].logarithm));
  std::array<Point, 3> bracket{points[best - 1], points[best], points[best + 1]};
  return lowest(bracket, level, score);
}

/// Logarithm of the mean of Σ wᵢ rᵢ² / (N noise²) over the channels: falls as the cut-off rises.
class Excess
{
public:
  Excess(const std::vector<double> & noise, const SmoothingSamples & samples, Levels & levels)
  : noise_(noise), samples_(static_cast<double>(samples.times.size())), levels_(levels)
  {}

  double at(int level, double cutoff)
  {
    const Fit fit = levels_.solve(level, cutoff);
    double sum = 0;
    for (Index c = 0; c < fit.squares.size(); ++c)
    {
      const double noise = noise_[noise_.size() == 1 ? 0 : c];
      sum += fit.squares[c] / (samples_ * noise * noise);
    }
    return std::log(sum / static_cast<double>(fit.squares.size()) + 1e-300);
  }

private:
  const std::vector<double> & noise_;
  double samples_;
  Levels & levels_;
};

/// The zero of a falling function between two points, by false position with halved weights.
double crossing(Point low, Point high, int level, Excess & excess)
{
  for (int iteration = 0; iteration < 40 && high.logarithm - low.logarithm > 1e-4; ++iteration)
  {
    const double share = std::clamp(low.score / (low.score - high.score), 0.02, 0.98);
    const double next = low.logarithm + share * (high.logarithm - low.logarithm);
    const Point point{next, excess.at(level, std::exp(next))};
    if (std::abs(point.score) < 1e-6)
    {
      return std::exp(point.logarithm);
    }
    (point.score > 0 ? low : high) = point;
    (point.score > 0 ? high : low).score *= 0.5;
  }
  return std::exp(0.5 * (low.logarithm + high.logarithm));
}

double as_noisy_as_stated(
  const StatedNoise & rule, const SmoothingSamples & samples, Levels & levels,
  std::vector<std::string> & warnings)
{
  Excess excess(rule.noise, samples, levels);
  Point low{0, -1};
  for (const double cutoff : grid(levels))
  {
    const int level = levels.level_for(cutoff);
    const Point high{std::log(cutoff), excess.at(level, cutoff)};
    if (high.score <= 0 && low.score < 0)
    {
      warnings.emplace_back("the stated noise is larger than all that differs from a polynomial");
      return cutoff;
    }
    if (high.score <= 0)
    {
      return crossing(low, high, level, excess);
    }
    low = high;
  }
  warnings.emplace_back("the stated noise is too small to be told from none");
  return std::exp(low.logarithm);
}

}  // namespace

double chosen_cutoff(
  const SmoothingRule & rule, const SmoothingSamples & samples, Levels & levels,
  std::vector<std::string> & warnings)
{
  if (const auto * cutoff = std::get_if<CutOff>(&rule))
  {
    return cutoff->frequency;
  }
  if (const auto * given = std::get_if<SmoothnessWeight>(&rule))
  {
    return std::pow(given->weight, -0.5 / levels.penalty()) / (2 * std::acos(-1.0));
  }
  if (const auto * noise = std::get_if<StatedNoise>(&rule))
  {
    return as_noisy_as_stated(*noise, samples, levels, warnings);
  }
  return cross_validated(samples, levels, warnings);
}

}  // namespace hod::smoothing
