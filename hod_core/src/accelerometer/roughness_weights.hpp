// SPDX-License-Identifier: Apache-2.0
#ifndef ROUGHNESS_WEIGHTS_HPP_
#define ROUGHNESS_WEIGHTS_HPP_

#include <Eigen/Core>
#include <vector>

#include "hod/types.hpp"

namespace hod::detail
{

/// λ in ∫ λ (q⁽ᵏ⁾)² dt along a motion, for each moving joint.
struct RoughnessWeights
{
  std::vector<double> times;  ///< increasing [s]; linear in between
  RowMatrix values;           ///< one row per time, one column per moving joint

  /// Constant weights.
  static RoughnessWeights constant(const Eigen::VectorXd & values);

  /// Those of segments between knots.
  static RoughnessWeights along(const std::vector<double> & knots, RowMatrix values);

  /// One row per segment between knots: the weights at its midpoint.
  RowMatrix between(const std::vector<double> & knots) const;
};

}  // namespace hod::detail

#endif  // ROUGHNESS_WEIGHTS_HPP_
