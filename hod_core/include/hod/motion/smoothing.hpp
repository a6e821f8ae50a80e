// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__MOTION__SMOOTHING_HPP_
#define HOD__MOTION__SMOOTHING_HPP_

#include <variant>
#include <vector>

#include "hod/motion/smoothed.hpp"
#include "hod/types.hpp"

namespace hod
{

/// A noisy signal: the same derivative of q for every channel (joint), at arbitrary times.
struct SmoothingSamples
{
  std::vector<double> times;  ///< N times, strictly increasing [s]
  RowMatrix values;           ///< N × channels, in the channel's unit [per sᵏ]

  /// w: one per sample, 1 / variance in any unit. Empty: all samples have the same weight.
  std::vector<double> weights;

  /// Row k is q⁽ᵏ⁾ at times[0], for all derivatives below the sampled one. Empty: zero.
  RowMatrix start;
};

/// The weight by generalized cross-validation: minimizes N Σ wᵢ rᵢ² / (N - edf)², as the geometric
/// mean over all channels. Needs no noise level, but assumes that the errors of different samples
/// are independent.
struct CrossValidation
{};

/// The weight with the least expected error for this noise: minimizes Σ wᵢ rᵢ² / noise² + 2 edf, as
/// the mean over all channels. Where the residuals at the weight of CrossValidation indicate more
/// noise than stated, that larger value is used, with a warning.
struct StatedNoise
{
  /// Standard deviation of a sample of weight 1: one per channel, or one for all.
  std::vector<double> noise;
};

/// The weight at which the residuals have this root mean square (discrepancy principle): smoother
/// than StatedNoise with the same value, but sensitive to the third digit of that value.
struct StatedResidual
{
  /// √(Σ wᵢ rᵢ² / N): one per channel, or one for the mean of the squares of all channels.
  std::vector<double> residual;
};

/// The weight that halves the amplitude of a sine wave of this frequency [Hz] and passes lower
/// ones.
struct CutOff
{
  double frequency;
};

/// The weight λ itself [s²ᵈ].
struct SmoothnessWeight
{
  double weight;
};

using SmoothingRule =
  std::variant<CrossValidation, StatedNoise, StatedResidual, CutOff, SmoothnessWeight>;

struct SmoothingOptions
{
  int signal = 0;           ///< the derivative of q that was sampled: 0 positions … 2 accelerations
  int penalty = 6;          ///< the derivative of q whose square is penalised
  int degree = 0;           ///< of q; 0: same as the penalty
  double knot_spacing = 0;  ///< [s]; 0: as fine as the cut-off requires
  double largest_gap = 0;   ///< between samples [s], longer ones are errors; 0: 25 median intervals

  /// Whether λ follows the signal: its course maximizes the likelihood of the samples around each
  /// instant; its scale is set by the rule, CrossValidation or StatedNoise. For signals that rest,
  /// start and stop. The result is then not a filter with a single cut-off.
  bool varying = false;
};

/// The smoothing polynomials of a noisy signal. f, the sampled derivative of q, is the spline that
/// minimizes
///
///     Δ Σ wᵢ (yᵢ - f(tᵢ))² + λ ∫ (f⁽ᵈ⁾)² dt,    d = penalty - signal,
///
/// where Δ is the median interval. The wᵢ are scaled so that their mean, or their upper decile if
/// that is less, is 1: a few samples of great weight pin q down and leave its smoothing as it is.
/// For evenly spaced samples this is the zero-phase filter of gain 1 / (1 + λ ω²ᵈ), a Butterworth
/// filter of order d run forward and backward, so λ = (2π cutoff)⁻²ᵈ and the gain at the cut-off is
/// 1/2, whatever the sampling rate. q follows from f by exact integration. All channels share one
/// weight, or one course of it.
///
/// Time and memory are O(N). Throws hod::Error for times that do not increase, gaps, numbers that
/// are not finite, weights, noise, cut-off or λ that are not positive, weights of a ratio beyond
/// 1e12, numbers whose squares overflow or vanish, sizes that do not match, and fewer than d + 1
/// samples.
Smoothed smooth(
  SmoothingSamples samples, const SmoothingRule & rule = CrossValidation{},
  const SmoothingOptions & given = {});

}  // namespace hod

#endif  // HOD__MOTION__SMOOTHING_HPP_
