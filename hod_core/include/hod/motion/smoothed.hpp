// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__MOTION__SMOOTHED_HPP_
#define HOD__MOTION__SMOOTHED_HPP_

#include <string>
#include <vector>

#include "hod/motion/piecewise_polynomial.hpp"
#include "hod/types.hpp"

namespace hod
{

/// How a signal was smoothed, and the residuals.
struct SmoothingReport
{
  double weight = 0;              ///< λ [s²ᵈ]; the best constant one if it varies
  double cutoff = 0;              ///< frequency whose amplitude is halved, λ = (2π cutoff)⁻²ᵈ [Hz]
  double interval = 0;            ///< median interval of the samples Δ [s]
  double degrees_of_freedom = 0;  ///< edf: trace of the map from samples to smoothed samples
  std::vector<double> residual;   ///< of each channel, √(Σ wᵢ rᵢ² / N), in the samples' unit

  /// Standard deviation of a sample of weight 1, per channel: √(Σ wᵢ rᵢ² / (N - edf)), or the
  /// stated value if that is larger.
  std::vector<double> noise;
  std::vector<std::string> warnings;  ///< bridged gaps, weights at the limits of the search
};

/// Covariance of a smoothed signal, in units of the noise variance: for each segment of the
/// signal's spline, a root S of the covariance S Sᵀ of the coefficients and integrals that
/// determine it.
struct SmoothingCovariance
{
  int signal = 0;   ///< the derivative of q that was sampled
  int penalty = 0;  ///< the derivative of q whose square was penalised
  int width = 0;    ///< number of B-splines on a segment
  double unit = 1;  ///< noise of the covariance's unit / noise of a sample of weight 1
  std::vector<double> triangles;  ///< S, lower triangles, one after the other
};

/// A signal after smoothing: the motion q, how it was found, and its uncertainty.
class Smoothed
{
public:
  Smoothed(PiecewisePolynomial polynomial, SmoothingReport report, SmoothingCovariance covariance);

  const PiecewisePolynomial & polynomial() const noexcept { return polynomial_; }
  const SmoothingReport & report() const noexcept { return report_; }
  /// The basis of `deviations` and `covariance`.
  const SmoothingCovariance & uncertainty() const noexcept { return covariance_; }

  /// Row k becomes the standard deviation of the k-th derivative at a time, one column per channel.
  /// It is the spread of the motions that the samples allow if q⁽ᵖᵉⁿᵃˡᵗʸ⁾ is, a priori, white noise
  /// of intensity noise² Δ / λ. It therefore covers both the noise that smoothing passes and the
  /// signal that it removes, averaged along the motion, or around the instant if λ varies. The
  /// given start counts as exact. Rows from the penalty on are infinite. Does not allocate.
  void deviations(double time, RowMatrixRef deviations) const noexcept;

  /// The covariance of q, q', … of a channel at a time for the same motions, as many rows as the
  /// matrix has. Rows and columns from the penalty on are zero. Does not allocate.
  void covariance(double time, int channel, RowMatrixRef covariance) const noexcept;

private:
  PiecewisePolynomial polynomial_;
  SmoothingReport report_;
  SmoothingCovariance covariance_;
};

}  // namespace hod

#endif  // HOD__MOTION__SMOOTHED_HPP_
