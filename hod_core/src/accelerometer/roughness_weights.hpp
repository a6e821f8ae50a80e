// SPDX-License-Identifier: Apache-2.0
#ifndef ROUGHNESS_WEIGHTS_HPP_
#define ROUGHNESS_WEIGHTS_HPP_

#include <Eigen/Core>
#include <vector>

#include "hod/types.hpp"

namespace hod::detail
{

/// λ of ∫ λ (q⁽ᵏ⁾)² dt along a motion, of each moving joint.
struct RoughnessWeights
{
  std::vector<double> times;  ///< increasing [s]; straight lines between them
  RowMatrix values;           ///< a row per time, a column per moving joint

  /// The same all along.
  static RoughnessWeights constant(const Eigen::VectorXd & values);

  /// Those of segments between knots.
  static RoughnessWeights along(const std::vector<double> & knots, RowMatrix values);

  /// A row per segment between knots: the weights in its middle.
  RowMatrix between(const std::vector<double> & knots) const;
};

}  // namespace hod::detail

#endif  // ROUGHNESS_WEIGHTS_HPP_
