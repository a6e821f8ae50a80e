// SPDX-License-Identifier: Apache-2.0
#include "motion/smoothing_spectrum.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <unsupported/Eigen/FFT>

#include "motion/smoothing_noise.hpp"

namespace hod::detail::smoothing
{
namespace
{

using Index = Eigen::Index;

constexpr Index kShortest = 256;  ///< pieces, in samples
constexpr Index kLongest = 1024;
constexpr double kLowest = 0.02;  ///< of the sampling rate: what is slower, any cut-off passes
const double kPi = std::acos(-1.0);

/// Less than the shortest for too few samples.
Index length_of_pieces(Index count)
{
  Index length = kLongest;
  while (length > count && length >= kShortest)
  {
    length /= 2;
  }
  return length;
}

/// The squared cosine, with which neighbouring frequencies do not leak into each other; Σ w² = 1.
Eigen::VectorXd window(Index length)
{
  const double step = 2.0 * kPi / static_cast<double>(length);
  const Eigen::VectorXd hann = Eigen::VectorXd::NullaryExpr(
    length, [step](Index i) { return 1.0 - std::cos(step * (static_cast<double>(i) + 0.5)); });
  return hann / hann.norm();
}

/// Share of a frequency's power, in a unit of the sampling rate, in what neighbours leave of
/// samples: the fourth difference (2 sin π f)⁸ / 70.
double share_left_by_neighbours(double frequency)
{
  return std::pow(2.0 * std::sin(kPi * frequency), 8) / 70.0;
}

}  // namespace

SampleSpectrum::SampleSpectrum(const SmoothingSamples & samples, int penalty, double interval)
: samples_(static_cast<double>(samples.times.size())), penalty_(penalty), interval_(interval)
{
  const Index count = left_count(samples);
  const Index length = length_of_pieces(count);
  if (length < kShortest)
  {
    return;
  }
  const Eigen::VectorXd taper = window(length);
  Eigen::FFT<double> transform;
  Eigen::VectorXcd spectrum(length);
  Eigen::VectorXd piece(length);
  RowMatrix left(length, samples.values.cols());
  power_ = Eigen::MatrixXd::Zero(length / 2 + 1, samples.values.cols());
  const Index pieces = 1 + 2 * (count - length) / length;
  for (Index i = 0; i < pieces; ++i)
  {
    left_by_neighbours(samples, i * length / 2, left);
    for (Index c = 0; c < left.cols(); ++c)
    {
      piece = left.col(c).cwiseProduct(taper);
      transform.fwd(spectrum, piece);
      power_.col(c) += spectrum.head(power_.rows()).cwiseAbs2() / static_cast<double>(pieces);
    }
  }
  for (Index i = 0; i < power_.rows(); ++i)
  {
    const double frequency = static_cast<double>(i) / static_cast<double>(length);
    power_.row(i) *= frequency < kLowest ? 0.0 : 1.0 / share_left_by_neighbours(frequency);
  }
}

Fit SampleSpectrum::fit(double cutoff) const
{
  const Index last = power_.rows() - 1;
  Eigen::VectorXd squares = Eigen::VectorXd::Zero(power_.cols());
  double removed = 0.0;
  for (Index i = 1; i <= last; ++i)
  {
    const double frequency = 0.5 * static_cast<double>(i) / (static_cast<double>(last) * interval_);
    const double stopped = 1.0 / (1.0 + std::pow(cutoff / frequency, 2 * penalty_));
    const double width = (i == last ? 0.5 : 1.0) / static_cast<double>(last);
    squares += width * stopped * stopped * power_.row(i).transpose();
    removed += width * stopped;
  }
  Fit fit;
  fit.squares.assign(squares.data(), squares.data() + squares.size());
  for (double & square : fit.squares)
  {
    square *= samples_;
  }
  fit.degrees_of_freedom = samples_ * (1.0 - removed);
  return fit;
}

}  // namespace hod::detail::smoothing
