// SPDX-License-Identifier: Apache-2.0
#include "smoothing_variation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "hod/error.hpp"
#include "motion/knots.hpp"
#include "motion/local_sums.hpp"
#include "motion/parabola.hpp"

namespace hod::detail::smoothing
{
namespace
{

using Index = std::size_t;

constexpr int kRounds = 10;
constexpr double kSmallChange = 0.1;    // of the logarithm of a weight, where there is a signal
constexpr double kLargestChange = 9.0;  // of the same in a round
constexpr double kReach = 2.5;          // periods of the cut-off that determine an instant's weight
constexpr double kWholeFreedom = 0.1;   // degrees of freedom contributed by the whole signal
constexpr double kScale = 1.4;          // logarithms of the multiples that are tried …
constexpr double kLargestScale = 7.0;   // … and of the largest

/// Weights between other knots, by linear interpolation of their logarithms.
std::vector<double> between(
  const std::vector<double> & knots, const std::vector<double> & strengths,
  const std::vector<double> & wanted)
{
  const std::vector<double> times = middles(knots);
  std::vector<double> result;
  Index next = 0;
  for (const double time : middles(wanted))
  {
    while (next < times.size() && times[next] < time)
    {
      ++next;
    }
    const Index after = std::min(next, times.size() - 1);
    const Index before = next > 0 ? next - 1 : 0;
    const double length = times[after] - times[before];
    const double share = length > 0 ? std::clamp((time - times[before]) / length, 0.0, 1.0) : 0.0;
    result.push_back(
      std::exp((1 - share) * std::log(strengths[before]) + share * std::log(strengths[after])));
  }
  return result;
}

class Variation
{
public:
  Variation(Levels & levels, Score & score, double cutoff)
  : levels_(levels),
    score_(score),
    reach_(kReach / cutoff),
    least_(std::min(levels.strength(cutoff), levels.strength(0.5 / levels.interval()))),
    level_(levels.level_for(cutoff))
  {
    strengths_.assign(static_cast<Index>(system().segments()), levels.strength(cutoff));
    fit_ = levels.solve(cutoff);
  }

  VaryingFit run()
  {
    const VaryingFit constant{level_, fit_};
    const double score = score_(fit_);
    double change = 1.0;
    for (int round = 0; round < kRounds && change > kSmallChange; ++round)
    {
      change = weigh();
      if (!std::isfinite(change))
      {
        throw Error(
          "a varying weight: found values too far from each other or from the stated noise to "
          "compute with, expected a constant weight");
      }
      refine();
      system().solve(strengths_, fit_);
    }
    scale();
    return score_(fit_) < score ? VaryingFit{level_, std::move(fit_)} : constant;
  }

private:
  const System & system() { return levels_.system(level_); }

  /// Changes the weights; returns the logarithmic change where there is a signal.
  double weigh()
  {
    const Roughness roughness = system().roughness(fit_);
    const std::vector<double> variances = score_.variances(fit_);
    const Index count = strengths_.size();
    std::vector<double> kept(count);
    std::vector<double> rough(count, 0.0);
    for (Index s = 0; s < count; ++s)
    {
      kept[s] = std::max(0.0, 1 - strengths_[s] * roughness.traces[s]);
      for (Index c = 0; c < variances.size(); ++c)
      {
        rough[s] += roughness.squares(static_cast<Eigen::Index>(s), static_cast<Eigen::Index>(c)) /
                    (variances[c] * static_cast<double>(variances.size()));
      }
    }
    return weigh(kept, rough);
  }

  double weigh(const std::vector<double> & kept, const std::vector<double> & rough)
  {
    const double all_kept = std::accumulate(kept.begin(), kept.end(), 0.0) + kWholeFreedom;
    const double all_rough = std::accumulate(rough.begin(), rough.end(), 0.0);
    const double usual = std::max(all_rough / all_kept, std::numeric_limits<double>::min());
    const std::vector<double> times = middles(system().knots());
    const std::vector<double> kept_around = sums_within(reach_, times, kept);
    const std::vector<double> rough_around = sums_within(reach_, times, rough);
    double change = 0.0;
    for (Index s = 0; s < strengths_.size(); ++s)
    {
      const double wanted =
        (kept_around[s] + kWholeFreedom) / (rough_around[s] + kWholeFreedom * usual);
      const double step =
        std::clamp(std::log(wanted / strengths_[s]), -kLargestChange, kLargestChange);
      strengths_[s] = std::max(strengths_[s] * std::exp(step), least_);
      change += kept[s] * std::abs(step);
    }
    return change / all_kept;
  }

  /// Knots for the smallest weight.
  void refine()
  {
    const double least = *std::min_element(strengths_.begin(), strengths_.end());
    const int level = std::min(level_, levels_.level_for(levels_.cutoff(least)));
    if (level != level_)
    {
      strengths_ = between(system().knots(), strengths_, levels_.system(level).knots());
      level_ = level;
    }
  }

  /// Selects the multiple of the weights with the least score: motions are smoother than the white
  /// noise for which the likelihood takes them.
  void scale()
  {
    const std::vector<double> unit = strengths_;
    const auto solve = [&](double logarithm) {
      std::transform(unit.begin(), unit.end(), strengths_.begin(), [&](double strength) {
        return std::max(strength * std::exp(logarithm), least_);
      });
      system().solve(strengths_, fit_);
      return score_(fit_);
    };
    double middle = 0.0;
    double low = solve(-kScale);
    double at = solve(0.0);
    double high = solve(kScale);
    while (high < at && middle < kLargestScale)
    {
      middle += kScale;
      low = std::exchange(at, std::exchange(high, solve(middle + kScale)));
    }
    while (low < at && middle > -kLargestScale)
    {
      middle -= kScale;
      high = std::exchange(at, std::exchange(low, solve(middle - kScale)));
    }
    const bool is_lowest = at <= low && at <= high;
    solve(
      is_lowest ? vertex({{{middle - kScale, low}, {middle, at}, {middle + kScale, high}}})
                : middle);
  }

  Levels & levels_;
  Score & score_;
  double reach_;  ///< [s]
  double least_;  ///< strength: at half of the sampling rate, some noise is still left in residuals
  int level_;
  std::vector<double> strengths_;
  Fit fit_;
};

}  // namespace

VaryingFit varied(Levels & levels, double cutoff, Score & score)
{
  return Variation(levels, score, cutoff).run();
}

}  // namespace hod::detail::smoothing
