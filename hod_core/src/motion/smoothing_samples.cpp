// SPDX-License-Identifier: Apache-2.0
#include "motion/smoothing_samples.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iomanip>
#include <sstream>

#include "hod/error.hpp"
#include "motion/knots.hpp"
#include "motion/smoothing_basis.hpp"

namespace hod::detail::smoothing
{
namespace
{

using Index = std::size_t;

constexpr double kMostRepeated = 0.1;  ///< of the samples
constexpr double kGap = 25;  ///< median intervals without a sample that are not bridged by default
/// Squares of values and figures, and quotients of these, neither overflow nor vanish.
constexpr double kSmallest = 1e-100;
constexpr double kLargest = 1e100;
/// Of the weights: with samples that far from each other, degrees of freedom keep their digits.
constexpr double kLargestRatio = 1e12;
/// Of times, either way: powers of intervals up to the penalty's square are finite.
constexpr double kLongestInterval = 1e12;

[[noreturn]] void refuse(
  const std::string & what, const std::string & found, const std::string & expected)
{
  throw Error(what + ": found " + found + ", expected " + expected);
}

void check_positive(double number, const std::string & name)
{
  if (!(number > 0 && std::isfinite(number)))
  {
    refuse(name, quoted(number), "a positive number");
  }
}

void check_figure(double number, const std::string & name)
{
  check_positive(number, name);
  if (number < kSmallest || number > kLargest)
  {
    refuse(name, quoted(number), "one from " + brief(kSmallest) + " to " + brief(kLargest));
  }
}

void check_not_negative(double number, const std::string & name)
{
  if (!(number >= 0))
  {
    refuse(name, quoted(number), "a positive number, or 0 for the default");
  }
}

/// Channels without any value but zero are as good as others.
void check_size(const RowMatrix & values)
{
  for (Eigen::Index channel = 0; channel < values.cols(); ++channel)
  {
    Eigen::Index row = 0;
    const double largest = values.col(channel).cwiseAbs().maxCoeff(&row);
    if (largest > kLargest || (largest > 0.0 && largest < kSmallest))
    {
      refuse(
        "values",
        brief(values(row, channel)) + " as the largest of channel " + std::to_string(channel) +
          ", at index " + std::to_string(row),
        "one from " + brief(kSmallest) + " to " + brief(kLargest));
    }
  }
}

void check_count(std::ptrdiff_t found, std::ptrdiff_t expected, const std::string & name)
{
  if (found != expected)
  {
    refuse(name, std::to_string(found), std::to_string(expected));
  }
}

void check_start(const SmoothingSamples & samples, int signal)
{
  if (samples.start.size() == 0)
  {
    return;
  }
  check_count(samples.start.rows(), signal, "rows of start");
  check_count(samples.start.cols(), samples.values.cols(), "columns of start");
  check_finite(
    samples.start.data(), static_cast<Index>(signal), static_cast<Index>(samples.start.cols()),
    "start");
}

void check_weights(const SmoothingSamples & samples)
{
  if (!samples.weights.empty())
  {
    check_count(
      static_cast<std::ptrdiff_t>(samples.weights.size()), samples.values.rows(), "weights");
  }
  for (Index i = 0; i < samples.weights.size(); ++i)
  {
    check_figure(samples.weights[i], "weights, row " + std::to_string(i));
  }
  const auto ends = std::minmax_element(samples.weights.begin(), samples.weights.end());
  if (!samples.weights.empty() && *ends.second > kLargestRatio * *ends.first)
  {
    refuse(
      "weights", brief(*ends.first) + " and " + brief(*ends.second),
      "a ratio of at most " + brief(kLargestRatio));
  }
}

void check_figures(
  const std::vector<double> & figures, Eigen::Index channels, const std::string & name)
{
  if (figures.size() != 1)
  {
    check_count(static_cast<std::ptrdiff_t>(figures.size()), channels, name + " figures");
  }
  std::for_each(
    figures.begin(), figures.end(), [&name](double figure) { check_figure(figure, name); });
}

void check_rule(const SmoothingRule & rule, Eigen::Index channels)
{
  if (const auto * cutoff = std::get_if<CutOff>(&rule))
  {
    check_positive(cutoff->frequency, "cutoff");
  }
  else if (const auto * given = std::get_if<SmoothnessWeight>(&rule))
  {
    check_positive(given->weight, "weight");
  }
  else if (const auto * noise = std::get_if<StatedNoise>(&rule))
  {
    check_figures(noise->noise, channels, "noise");
  }
  else if (const auto * residual = std::get_if<StatedResidual>(&rule))
  {
    check_figures(residual->residual, channels, "residual");
  }
}

/// Estimated noise is assumed constant in time. Samples that do not change, as of an encoder at
/// rest, have none, and that of the others would be underestimated.
void check_noise(const RowMatrix & values)
{
  for (Eigen::Index channel = 0; channel < values.cols(); ++channel)
  {
    Eigen::Index repeated = 0;
    for (Eigen::Index i = 1; i < values.rows(); ++i)
    {
      repeated += values(i, channel) == values(i - 1, channel) ? 1 : 0;
    }
    if (static_cast<double>(repeated) > kMostRepeated * static_cast<double>(values.rows()))
    {
      refuse(
        "a varying weight",
        "channel " + std::to_string(channel) + " with " + std::to_string(repeated) + " of " +
          std::to_string(values.rows()) + " samples that repeat the previous one",
        "a stated noise where noise is not constant (for quantization, a step / √12)");
    }
  }
}

}  // namespace

std::string brief(double number)
{
  std::ostringstream text;
  text << std::setprecision(4) << number;
  return text.str();
}

SmoothingOptions checked(const SmoothingOptions & options)
{
  SmoothingOptions result = options;
  result.degree = options.degree == 0 ? options.penalty : options.degree;
  if (options.signal < 0 || options.penalty <= options.signal)
  {
    refuse(
      "signal " + std::to_string(options.signal),
      "the penalty on derivative " + std::to_string(options.penalty),
      "one on a derivative above the sampled one");
  }
  if (options.penalty >= kMaxWidth)
  {
    refuse(
      "penalty", std::to_string(options.penalty),
      std::to_string(options.signal + 1) + " to " + std::to_string(kMaxWidth - 1));
  }
  const int highest = std::min(2 * options.penalty - options.signal - 1, kMaxWidth - 1);
  if (result.degree < options.penalty || result.degree > highest)
  {
    refuse(
      "degree", std::to_string(result.degree),
      std::to_string(options.penalty) + " to " + std::to_string(highest));
  }
  check_not_negative(options.knot_spacing, "knot spacing");
  check_not_negative(options.largest_gap, "largest gap");
  return result;
}

void check(
  const SmoothingSamples & samples, const SmoothingRule & rule, const SmoothingOptions & options)
{
  const auto least = static_cast<Index>(options.penalty - options.signal + 1);
  check_knots(samples.times, least, "times");
  check_count(
    samples.values.rows(), static_cast<std::ptrdiff_t>(samples.times.size()), "rows of values");
  if (samples.values.cols() == 0)
  {
    refuse("values", "no channel", "at least one");
  }
  check_finite(
    samples.values.data(), samples.times.size(), static_cast<Index>(samples.values.cols()),
    "values");
  check_size(samples.values);
  check_weights(samples);
  check_start(samples, options.signal);
  check_rule(rule, samples.values.cols());
  const bool has_score =
    std::holds_alternative<CrossValidation>(rule) || std::holds_alternative<StatedNoise>(rule);
  if (options.varying && !has_score)
  {
    refuse(
      "a varying weight", "a stated cut-off, weight or residual",
      "a stated noise, or none of these");
  }
  if (options.varying && std::holds_alternative<CrossValidation>(rule))
  {
    check_noise(samples.values);
  }
}

void check_interval(double interval)
{
  if (interval < 1.0 / kLongestInterval || interval > kLongestInterval)
  {
    refuse(
      "times", "a median interval of " + brief(interval) + " s",
      "one from " + brief(1.0 / kLongestInterval) + " to " + brief(kLongestInterval) + " s");
  }
}

std::string bridged_gaps(const std::vector<double> & times, double interval, double largest_gap)
{
  const double unasked = kGap * interval;
  const double allowed = largest_gap == 0 ? unasked : largest_gap;
  Index gaps = 0;
  Index longest = 1;
  for (Index i = 1; i < times.size(); ++i)
  {
    const double length = times[i] - times[i - 1];
    gaps += length > unasked ? 1 : 0;
    longest = length > times[longest] - times[longest - 1] ? i : longest;
  }
  const double length = times[longest] - times[longest - 1];
  const std::string where =
    "a gap of " + brief(length) + " s after time " + quoted(times[longest - 1]);
  if (length > allowed)
  {
    refuse("times", where, "at most " + brief(allowed) + " s (allow it with a larger largest gap)");
  }
  if (gaps == 0)
  {
    return "";
  }
  return "bridged " + (gaps == 1 ? where : std::to_string(gaps) + " gaps, the longest " + where);
}

}  // namespace hod::detail::smoothing
