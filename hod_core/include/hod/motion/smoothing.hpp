// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__MOTION__SMOOTHING_HPP_
#define HOD__MOTION__SMOOTHING_HPP_

#include <variant>
#include <vector>

#include "hod/motion/smoothed.hpp"
#include "hod/types.hpp"

namespace hod
{

/// A noisy signal: of every channel (joint) the same derivative of q, at any times.
struct SmoothingSamples
{
  std::vector<double> times;  ///< N of them, strictly increasing [s]
  RowMatrix values;           ///< N × channels, in the channel's unit [per sᵏ]

  /// w: one per sample, 1 / variance in any unit. Empty: all samples are equally good.
  std::vector<double> weights;

  /// Row k is q⁽ᵏ⁾ at times[0], for all derivatives below the sampled one. Empty: zero.
  RowMatrix start;
};

/// The weight by generalized cross-validation: least N Σ wᵢ rᵢ² / (N - edf)², the geometric mean of
/// all channels. Needs no figure, but takes the errors of different samples for independent.
struct CrossValidation
{};

/// The weight of the least expected error for this noise: least Σ wᵢ rᵢ² / noise² + 2 edf, the mean
/// of all channels. Where the residuals say more noise than is stated, as much as they say with the
/// weight of CrossValidation counts, with a warning.
struct StatedNoise
{
  /// Standard deviation of a sample of weight 1: each channel's, or one for all.
  std::vector<double> noise;
};

/// The weight at which residuals have this root mean square (discrepancy principle): smoother than
/// StatedNoise with the same figure, but at the mercy of the figure's third digit.
struct StatedResidual
{
  /// √(Σ wᵢ rᵢ² / N): each channel's, or one for all, then of the mean of their squares.
  std::vector<double> residual;
};

/// The weight that halves a sine wave of this frequency [Hz] and leaves lower ones.
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
  int penalty = 6;          ///< the derivative of q whose square is made small
  int degree = 0;           ///< of q; 0: the same as the penalty
  double knot_spacing = 0;  ///< [s]; 0: as fine as the cut-off needs
  double largest_gap = 0;   ///< between samples [s], longer is an error; 0: 25 median intervals

  /// Whether λ follows the signal: its course is the one for which the samples around each instant
  /// are most likely, its scale that of the rule, CrossValidation or StatedNoise. For signals that
  /// rest, start and stop; no filter of one cut-off any more.
  bool varying = false;
};

/// The smoothing polynomials of a noisy signal. f, the sampled derivative of q, is the spline with
/// the least
///
///     Δ Σ wᵢ (yᵢ - f(tᵢ))² + λ ∫ (f⁽ᵈ⁾)² dt,    d = penalty - signal,
///
/// Δ being the median interval and the wᵢ scaled to mean 1. For evenly spaced samples this is the
/// zero-phase filter of gain 1 / (1 + λ ω²ᵈ), a Butterworth filter of order d run forward and
/// backward, so λ = (2π cutoff)⁻²ᵈ and 1/2 is the gain at the cut-off, whatever the sampling rate.
/// q follows from f by exact integration. All channels share one weight, or one course of it.
///
/// Time and memory are O(N). Throws hod::Error for times that do not increase, gaps, numbers that
/// are not finite, weights, noise, cut-off or λ that are not positive, sizes that do not fit, and
/// fewer than d + 1 samples.
Smoothed smooth(
  SmoothingSamples samples, const SmoothingRule & rule = CrossValidation{},
  const SmoothingOptions & given = {});

}  // namespace hod

#endif  // HOD__MOTION__SMOOTHING_HPP_
