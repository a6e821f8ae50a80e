// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__REFERENCE__COMPARISON_HPP_
#define HOD__REFERENCE__COMPARISON_HPP_

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "evaluation.hpp"
#include "hod/dynamics/forces/forces.hpp"

namespace hod::reference
{

using Precise = Evaluation<long double>;

/// Largest allowed error of Q⁽ᵏ⁾ relative to its largest entry.
inline double tolerance(int order)
{
  return 1e-12 * std::pow(10.0, std::min(order, 2));
}

/// Largest difference of two rows (or matrices) relative to the largest entry of the second.
template <class Left, class Right>
double relative_error(const Left & left, const Right & right)
{
  long double difference = 0.0L;
  long double size = 0.0L;
  for (Eigen::Index row = 0; row < right.rows(); ++row)
  {
    for (Eigen::Index column = 0; column < right.cols(); ++column)
    {
      const auto exact = static_cast<long double>(right(row, column));
      // A comparison that a NaN fails must not be able to hide it.
      const long double error = std::abs(static_cast<long double>(left(row, column)) - exact);
      difference = error <= difference ? difference : error;
      size = std::max(size, std::abs(exact));
    }
  }
  return static_cast<double>(difference == 0.0L ? 0.0L : difference / size);
}

/// Q … Q⁽ⁿ⁾ by the library; fails the test if it refuses.
inline RowMatrix fast_forces(const Robot & robot, const RowMatrix & motion, int order)
{
  Workspace workspace(robot, order);
  EXPECT_EQ(forces(workspace, motion, order), Result::ok);
  return workspace.force().topRows(order + 1);
}

/// Every order of the library's forces against the long-double evaluation of the definition.
inline void expect_exact_forces(const Robot & robot, const RowMatrix & motion, int order)
{
  const RowMatrix fast = fast_forces(robot, motion, order);
  const auto exact = Precise(robot, motion).force();
  for (int k = 0; k <= order; ++k)
  {
    EXPECT_LE(relative_error(fast.row(k), exact.row(k)), tolerance(k))
      << robot.name() << ", derivative " << k << " of the force";
  }
}

}  // namespace hod::reference

#endif  // HOD__REFERENCE__COMPARISON_HPP_
