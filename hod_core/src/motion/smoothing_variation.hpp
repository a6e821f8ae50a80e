// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__MOTION__SMOOTHING_VARIATION_HPP_
#define HOD__SRC__MOTION__SMOOTHING_VARIATION_HPP_

#include "motion/smoothing_score.hpp"
#include "motion/smoothing_weight.hpp"

namespace hod::detail::smoothing
{

/// A fit whose weight varies along the signal.
struct VaryingFit
{
  int level;
  Fit fit;
};

/// A weight that follows the signal. Its course maximizes the likelihood of the samples, by the
/// fixed point of Fellner and Schall (Wood and Fasiolo 2017): λ = φ (rank - λ tr(A⁻¹S)) / cᵀSc,
/// with sums over the segments around an instant plus a small share of the whole signal. Of all its
/// multiples, the one with the least score is used.
///
/// @param cutoff [Hz] of the best constant weight
VaryingFit varied(Levels & levels, double cutoff, Score & score);

}  // namespace hod::detail::smoothing

#endif  // HOD__SRC__MOTION__SMOOTHING_VARIATION_HPP_
