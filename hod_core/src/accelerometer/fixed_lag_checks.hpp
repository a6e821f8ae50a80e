// SPDX-License-Identifier: Apache-2.0
#ifndef FIXED_LAG_CHECKS_HPP_
#define FIXED_LAG_CHECKS_HPP_

#include <vector>

#include "hod/accelerometer/fixed_lag.hpp"

namespace hod::detail
{

/// The joints that move, and where the others are.
struct FixedLagJoints
{
  std::vector<int> sought;
  Eigen::VectorXd rest;
};

/// Throws hod::Error for what FixedLag cannot be made of.
FixedLagJoints checked_fixed_lag(
  const Model & model, const std::vector<Accelerometer> & sensors, const FixedLagOptions & options);

}  // namespace hod::detail

#endif  // FIXED_LAG_CHECKS_HPP_
