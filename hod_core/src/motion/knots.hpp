// SPDX-License-Identifier: Apache-2.0
#ifndef MOTION__KNOTS_HPP_
#define MOTION__KNOTS_HPP_

#include <cstddef>
#include <string>
#include <vector>

#include "hod/types.hpp"

namespace hod
{

/// A number as quoted in an error sentence: short, but with all digits that distinguish it from its
/// neighbours.
std::string quoted(double number);

/// Throws hod::Error unless there are at least `least` knots, finite and strictly increasing.
void check_knots(const std::vector<double> & knots, std::size_t least, const std::string & name);

/// Throws hod::Error, with row and column, for a number that is not finite.
void check_finite(
  const double * numbers, std::size_t rows, std::size_t columns, const std::string & name);

/// The same for one row.
void check_finite_row(
  const Eigen::Ref<const Eigen::RowVectorXd> & row, Eigen::Index index, const std::string & name);

namespace detail
{

/// The instants halfway between neighbouring knots.
std::vector<double> middles(const std::vector<double> & knots);

}  // namespace detail

}  // namespace hod

#endif  // MOTION__KNOTS_HPP_
