// SPDX-License-Identifier: Apache-2.0
#ifndef MOTION__END_ESTIMATE_HPP_
#define MOTION__END_ESTIMATE_HPP_

#include <vector>

#include "hod/types.hpp"

namespace hod
{

/// Derivatives 1 … `derivatives` at the first (or last) knot, one row each, of the polynomial
/// through the `count` values nearest to it.
RowMatrix end_estimate(
  const std::vector<double> & knots, const ConstRowMatrixRef & values, bool at_end, int count,
  int derivatives);

}  // namespace hod

#endif  // MOTION__END_ESTIMATE_HPP_
