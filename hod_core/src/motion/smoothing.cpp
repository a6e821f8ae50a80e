// SPDX-License-Identifier: Apache-2.0
#include "hod/motion/smoothing.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <numeric>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "hod/error.hpp"
#include "motion/knots.hpp"
#include "motion/median.hpp"
#include "motion/smoothing_basis.hpp"
#include "motion/smoothing_factor.hpp"
#include "motion/smoothing_samples.hpp"
#include "motion/smoothing_score.hpp"
#include "motion/smoothing_system.hpp"
#include "motion/smoothing_variation.hpp"
#include "motion/smoothing_weight.hpp"

namespace hod
{
namespace
{

using detail::smoothing::Fit;
using detail::smoothing::freedom_left;
using detail::smoothing::LocalPolynomial;
using detail::smoothing::SegmentBasis;
using detail::smoothing::System;
using detail::smoothing::VaryingFit;
using Index = std::size_t;

/// Of the lowest cut-off: below that, a spline is the same polynomial as at any lower one.
constexpr double kPolynomial = 1e-6;

constexpr double kFast = 0.125;  ///< of the sampling rate: few motions are faster
constexpr double kExact = 1e-8;  ///< of a channel's range

/// The mean, or the upper decile if that is less: a few samples that pin the motion down are not
/// what the cut-off refers to.
double typical(std::vector<double> weights)
{
  const double mean =
    std::accumulate(weights.begin(), weights.end(), 0.0) / static_cast<double>(weights.size());
  const auto decile = weights.begin() + static_cast<std::ptrdiff_t>(9 * (weights.size() - 1) / 10);
  std::nth_element(weights.begin(), decile, weights.end());
  return std::min(mean, *decile);
}

/// Scales the weights so that a typical one is 1; returns the factor for the noise of a sample of
/// weight 1.
double normalise(std::vector<double> & weights)
{
  if (weights.empty())
  {
    return 1;
  }
  const double unit = typical(weights);
  std::for_each(weights.begin(), weights.end(), [unit](double & weight) { weight /= unit; });
  return 1 / std::sqrt(unit);
}

SmoothingRule scaled(SmoothingRule rule, double factor)
{
  const auto scale = [factor](double & figure) { figure *= factor; };
  if (auto * noise = std::get_if<StatedNoise>(&rule))
  {
    std::for_each(noise->noise.begin(), noise->noise.end(), scale);
  }
  else if (auto * residual = std::get_if<StatedResidual>(&rule))
  {
    std::for_each(residual->residual.begin(), residual->residual.end(), scale);
  }
  return rule;
}

/// One channel of the spline and its integrals, segment after segment.
class Integrator
{
public:
  Integrator(const System & system, const Fit & fit, int integrals, const RowMatrix & start)
  : system_(system), fit_(fit), integrals_(integrals), degree_(system.shape().width - 1 + integrals)
  {
    motion_ = RowMatrix::Zero(integrals, system.shape().channels);
    if (start.size() > 0)
    {
      motion_ = start;
    }
  }

  int degree() const { return degree_; }

  void write(const SegmentBasis & basis, int segment, int channel, double * coefficients)
  {
    const LocalPolynomial spline =
      detail::smoothing::in_unit_time(local(basis, segment, channel), basis.width());
    double power = 1;  // lengthᵏ / k!
    for (int k = 0; k < integrals_; ++k)
    {
      coefficients[k] = motion_(k, channel) * power;
      power *= basis.length() / (k + 1);
    }
    double factor = std::pow(basis.length(), integrals_);
    for (int k = integrals_; k <= degree_; ++k)
    {
      double falling = 1;
      for (int i = 0; i < integrals_; ++i)
      {
        falling *= k - i;
      }
      coefficients[k] = factor * spline[static_cast<Index>(k - integrals_)] / falling;
    }
    advance(basis.length(), channel, coefficients);
  }

private:
  LocalPolynomial local(const SegmentBasis & basis, int segment, int channel) const
  {
    LocalPolynomial sum{};
    const auto channels = static_cast<Index>(system_.shape().channels);
    for (int j = 0; j < basis.width(); ++j)
    {
      const double number =
        fit_.splines[static_cast<Index>(segment + j) * channels + static_cast<Index>(channel)];
      for (int k = 0; k < basis.width(); ++k)
      {
        sum[static_cast<Index>(k)] += number * basis[j][static_cast<Index>(k)];
      }
    }
    return sum;
  }

  /// q … q⁽ʳ⁻¹⁾ at the segment's end.
  void advance(double length, int channel, const double * coefficients)
  {
    double unit = 1;
    for (int derivative = 0; derivative < integrals_; ++derivative)
    {
      double sum = 0;
      for (int k = degree_; k >= derivative; --k)
      {
        double falling = 1;
        for (int i = 0; i < derivative; ++i)
        {
          falling *= k - i;
        }
        sum += falling * coefficients[k];
      }
      motion_(derivative, channel) = sum / unit;
      unit *= length;
    }
  }

  const System & system_;
  const Fit & fit_;
  int integrals_;
  int degree_;
  RowMatrix motion_;
};

PiecewisePolynomial integrated(
  const System & system, const Fit & fit, int integrals, const RowMatrix & start)
{
  Integrator integrator(system, fit, integrals, start);
  const int channels = system.shape().channels;
  const auto stride = static_cast<Index>(integrator.degree() + 1);
  const auto segments = static_cast<int>(system.knots().size()) - 1;
  std::vector<double> coefficients(
    static_cast<Index>(segments) * static_cast<Index>(channels) * stride);
  double * target = coefficients.data();
  for (int s = 0; s < segments; ++s)
  {
    const SegmentBasis basis(system.knots(), s, system.shape().width - 1);
    for (int channel = 0; channel < channels; ++channel, target += stride)
    {
      integrator.write(basis, s, channel, target);
    }
  }
  return {system.knots(), integrator.degree(), channels, std::move(coefficients)};
}

SmoothingCovariance covariance(
  const System & system, const Fit & fit, const SmoothingOptions & options, double weight_unit)
{
  const int width = system.shape().width;
  SmoothingCovariance result{options.signal, options.penalty, width, weight_unit, {}};
  detail::smoothing::CovarianceWindow window(width, options.signal);
  const auto size = static_cast<Index>(window.size());
  result.triangles.reserve((system.knots().size() - 1) * size * (size + 1) / 2);
  const double * factor = fit.factor.data() + system.shape().channels;
  for (int j = 0; j < system.splines(); ++j, factor += system.shape().size())
  {
    window.push(factor);
    const int segment = j - width + 1;
    if (segment < 0)
    {
      continue;
    }
    for (int i = 0; i < window.size(); ++i)
    {
      result.triangles.insert(result.triangles.end(), window.row(i), window.row(i) + i + 1);
    }
    if (options.signal > 0)
    {
      window.integrate(SegmentBasis(system.knots(), segment, width - 1));
    }
  }
  return result;
}

/// A weight that a rule has chosen.
struct Chosen
{
  double cutoff;
  Fit fit;
  detail::smoothing::Score score;
  std::vector<std::string> warnings;
};

Chosen chosen(
  const SmoothingRule & rule, const SmoothingSamples & samples, detail::smoothing::Levels & levels)
{
  std::vector<std::string> warnings;
  detail::smoothing::Score score(rule, samples);
  const double cutoff = std::clamp(
    detail::smoothing::chosen_cutoff(rule, score, samples, levels, warnings),
    kPolynomial * levels.lowest_cutoff(), levels.limit());
  return {cutoff, levels.solve(cutoff), std::move(score), std::move(warnings)};
}

/// The noise of a channel as indicated by the residuals.
double said_noise(const Fit & fit, Index channel, double samples)
{
  return std::sqrt(fit.squares[channel] / freedom_left(fit, samples));
}

/// The relative random error of that noise.
double chance(const Fit & fit, double samples)
{
  return 0.1 + 3 / std::sqrt(2 * freedom_left(fit, samples));
}

/// Residuals and noise, for weights in the caller's unit.
///
/// @param stated noise, none if it was not stated
/// @param counted noise used: the stated value or more
void measure(
  const Fit & fit, const std::vector<double> & stated, const std::vector<double> & counted,
  double samples, double weight_unit, SmoothingReport & report)
{
  report.degrees_of_freedom = fit.degrees_of_freedom;
  for (Index c = 0; c < fit.squares.size(); ++c)
  {
    report.residual.push_back(std::sqrt(fit.squares[c] / samples) / weight_unit);
    const double said = said_noise(fit, c, samples);
    report.noise.push_back((stated.empty() ? said : counted[c]) / weight_unit);
    if (!stated.empty() && std::abs(said / stated[c] - 1) > chance(fit, samples))
    {
      report.warnings.push_back(
        "channel " + std::to_string(c) + ": the residuals indicate a noise of " +
        detail::smoothing::brief(said / weight_unit) + ", not " + quoted(stated[c] / weight_unit) +
        " as stated" + (counted[c] > stated[c] ? "; the indicated noise is used" : ""));
    }
  }
}

/// Errors that depend on each other are followed as if they were motion; so are fast motions, and
/// motions without noise.
void name_high_cutoff(const SmoothingSamples & samples, const Fit & fit, SmoothingReport & report)
{
  const Eigen::RowVectorXd range =
    samples.values.colwise().maxCoeff() - samples.values.colwise().minCoeff();
  const auto count = static_cast<double>(samples.times.size());
  bool is_exact = true;
  for (Index c = 0; c < fit.squares.size(); ++c)
  {
    const double exact = kExact * range(static_cast<Eigen::Index>(c));
    is_exact = is_exact && (exact == 0 || fit.squares[c] <= count * exact * exact);
  }
  if (report.cutoff > kFast / report.interval && !is_exact)
  {
    report.warnings.push_back(
      "a cut-off of " + detail::smoothing::brief(report.cutoff) +
      " Hz is found, above an eighth of the sampling rate: right only if errors of neighbouring "
      "samples are independent; if the samples were filtered, resampled or quantized, state a "
      "lower cut-off");
  }
}

/// Above half of the sampling rate even alternating errors pass.
void name_interpolation(SmoothingReport & report)
{
  if (report.cutoff * report.interval > 0.5 * (1 + kPolynomial))
  {
    report.warnings.push_back(
      "a cut-off of " + detail::smoothing::brief(report.cutoff) +
      " Hz, above half of the sampling rate: the samples are interpolated, noise and all");
  }
}

void name_left_signals(
  const Fit & fit, const detail::smoothing::Score & score, const std::string & consequence,
  SmoothingReport & report)
{
  for (Index c = 0; c < fit.squares.size(); ++c)
  {
    if (score.leaves_signal(fit, c))
    {
      report.warnings.push_back(
        "channel " + std::to_string(c) + ": the residuals indicate a noise of " +
        detail::smoothing::brief(report.noise[c]) +
        ", far more than neighbouring samples do: " + consequence);
    }
  }
}

/// What cross-validation, or a stated weight, may have taken for noise or for motion.
void name_doubts(
  const SmoothingRule & rule, const Chosen & best, const SmoothingSamples & samples,
  const Fit & fit, SmoothingReport & report)
{
  if (std::holds_alternative<CrossValidation>(rule))
  {
    if (best.warnings.empty())
    {
      name_high_cutoff(samples, fit, report);
    }
    name_left_signals(
      fit, best.score,
      "the deviations count a signal or errors that depend on each other as noise; smooth this "
      "channel by itself or state a cut-off",
      report);
  }
  else if (!std::holds_alternative<StatedNoise>(rule) && best.warnings.empty())
  {
    name_interpolation(report);
    name_left_signals(
      fit, best.score, "the cut-off removes a signal, which the deviations do not cover", report);
  }
}

bool is_understated(
  const Fit & fit, Index channel, const std::vector<double> & stated, double samples)
{
  return said_noise(fit, channel, samples) / stated[channel] - 1 > chance(fit, samples);
}

bool is_any_understated(const Fit & fit, const std::vector<double> & stated, double samples)
{
  for (Index c = 0; c < stated.size(); ++c)
  {
    if (is_understated(fit, c, stated, samples))
    {
      return true;
    }
  }
  return false;
}

/// No weight smooths a polynomial of lower degree than the penalty: less freedom than it has is
/// left by rounding alone.
void check_digits(const Fit & fit, const SmoothingOptions & options)
{
  constexpr double kLost = 0.05;
  const double least = options.penalty - options.signal;
  if (!(fit.degrees_of_freedom > (1 - kLost) * least))
  {
    throw Error(
      "smoothing: found too few digits left by rounding with the penalty on derivative " +
      std::to_string(options.penalty) + " and degree " + std::to_string(options.degree) +
      " at these times, expected lower ones");
  }
}

}  // namespace

Smoothed smooth(
  SmoothingSamples samples, const SmoothingRule & rule, const SmoothingOptions & given)
{
  const SmoothingOptions options = detail::smoothing::checked(given);
  detail::smoothing::check(samples, rule, options);
  SmoothingReport report;
  report.interval = detail::median_interval(samples.times);
  detail::smoothing::check_interval(report.interval);
  const std::string gaps =
    detail::smoothing::bridged_gaps(samples.times, report.interval, options.largest_gap);
  if (!gaps.empty())
  {
    report.warnings.push_back(gaps);
  }
  const double unit = normalise(samples.weights);
  const SmoothingRule scaled_rule = scaled(rule, unit);
  const auto count = static_cast<double>(samples.times.size());
  const int width = options.degree - options.signal + 1;
  detail::smoothing::Levels levels(
    samples, width, options.penalty - options.signal, report.interval, options.knot_spacing);
  Chosen best = chosen(scaled_rule, samples, levels);
  const auto stated =
    detail::smoothing::stated_noise(scaled_rule, static_cast<Index>(samples.values.cols()));
  std::vector<double> counted = stated;
  if (is_any_understated(best.fit, stated, count))
  {
    // Understated noise would be fitted as signal: nearly all of it, even if slightly understated.
    const Chosen blind = chosen(CrossValidation{}, samples, levels);
    for (Index c = 0; c < counted.size(); ++c)
    {
      if (is_understated(blind.fit, c, stated, count))
      {
        counted[c] = said_noise(blind.fit, c, count);
      }
    }
    best = chosen(StatedNoise{counted}, samples, levels);
  }
  const VaryingFit found = options.varying
                             ? varied(levels, best.cutoff, best.score)
                             : VaryingFit{levels.level_for(best.cutoff), std::move(best.fit)};
  check_digits(found.fit, options);
  report.cutoff = best.cutoff;
  report.weight = levels.strength(report.cutoff) * report.interval;
  std::copy(best.warnings.begin(), best.warnings.end(), std::back_inserter(report.warnings));
  measure(found.fit, stated, counted, count, unit, report);
  name_doubts(rule, best, samples, found.fit, report);
  const System & system = levels.system(found.level);
  return {
    integrated(system, found.fit, options.signal, samples.start), std::move(report),
    covariance(system, found.fit, options, unit)};
}

}  // namespace hod
