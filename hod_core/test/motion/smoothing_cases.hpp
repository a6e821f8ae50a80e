// SPDX-License-Identifier: Apache-2.0
#ifndef SMOOTHING_CASES_HPP_
#define SMOOTHING_CASES_HPP_

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "hod/motion/smoothing.hpp"

namespace hod::detail::smoothing_cases
{

inline std::vector<double> even_times(int count, double interval, double start = 0)
{
  std::vector<double> times;
  for (int i = 0; i < count; ++i)
  {
    times.push_back(start + i * interval);
  }
  return times;
}

/// Intervals between 0.4 and 1.6 times the mean.
inline std::vector<double> uneven_times(int count, double interval, unsigned seed)
{
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> length(0.4, 1.6);
  std::vector<double> times{0};
  while (static_cast<int>(times.size()) < count)
  {
    times.push_back(times.back() + interval * length(generator));
  }
  return times;
}

inline std::vector<double> uneven_weights(int count, unsigned seed)
{
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> weight(0.2, 3);
  std::vector<double> weights;
  for (int i = 0; i < count; ++i)
  {
    weights.push_back(weight(generator));
  }
  return weights;
}

/// k-th derivative of two sine waves.
inline double sines(double time, int derivative)
{
  const double phase = 0.5 * std::acos(-1.0) * derivative;
  return std::pow(5.0, derivative) * std::sin(5 * time + phase) +
         0.3 * std::pow(14.0, derivative) * std::sin(14 * time + 1 + phase);
}

inline RowMatrix noisy_sines(
  const std::vector<double> & times, int derivative, double noise, unsigned seed)
{
  std::mt19937 generator(seed);
  std::normal_distribution<double> normal;
  RowMatrix values(times.size(), 1);
  for (std::size_t i = 0; i < times.size(); ++i)
  {
    values(static_cast<Eigen::Index>(i), 0) =
      sines(times[i], derivative) + noise * normal(generator);
  }
  return values;
}

inline SmoothingSamples weighted_sines(int count, double interval)
{
  SmoothingSamples samples{even_times(count, interval), {}, uneven_weights(count, 3), {}};
  samples.values = noisy_sines(samples.times, 0, 0.1, 7);
  return samples;
}

/// The smoothed motion's derivatives 0 … rows - 1 at a time.
inline RowMatrix motion_at(const Smoothed & smoothed, double time, int rows)
{
  RowMatrix motion(rows, smoothed.polynomial().channels());
  smoothed.polynomial().evaluate(time, motion);
  return motion;
}

inline double deviation_at(const Smoothed & smoothed, double time, int derivative)
{
  RowMatrix deviations(derivative + 1, smoothed.polynomial().channels());
  smoothed.deviations(time, deviations);
  return deviations(derivative, 0);
}

/// Whether one of the warnings has these words in it.
inline bool is_warned_of(const Smoothed & smoothed, const std::string & words)
{
  const auto & warnings = smoothed.report().warnings;
  return std::any_of(warnings.begin(), warnings.end(), [&words](const std::string & warning) {
    return warning.find(words) != std::string::npos;
  });
}

/// The matrix that takes samples to smoothed samples, column by column.
inline Eigen::MatrixXd hat_matrix(
  SmoothingSamples samples, const SmoothingRule & rule, const SmoothingOptions & options)
{
  const auto count = static_cast<Eigen::Index>(samples.times.size());
  samples.values = RowMatrix::Identity(count, count);
  const Smoothed smoothed = smooth(samples, rule, options);
  Eigen::MatrixXd hat(count, count);
  for (Eigen::Index i = 0; i < count; ++i)
  {
    hat.row(i) = motion_at(smoothed, samples.times[static_cast<std::size_t>(i)], options.signal + 1)
                   .row(options.signal);
  }
  return hat;
}

}  // namespace hod::detail::smoothing_cases

#endif  // SMOOTHING_CASES_HPP_
