// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__FORCES__LOAD_TABLE_HPP_
#define HOD__SRC__DYNAMICS__FORCES__LOAD_TABLE_HPP_

#include <vector>

#include "hod/motion/piecewise_polynomial.hpp"
#include "hod/robot/load.hpp"

namespace hod::detail
{

/// A load as a function of time: the polynomials of lowest degree between the instants of a table
/// that match the table's values and derivatives at both ends. Without derivatives these are
/// straight lines. At an instant of the table, the segment that begins there counts.
class LoadTable
{
public:
  /// For a load that has been checked: see Load::times and Load::table.
  LoadTable(std::vector<double> times, const RowMatrix & wrenches);

  double start() const { return polynomial_.start(); }
  double end() const { return polynomial_.end(); }

  /// The wrench at an instant with all derivatives. Does not allocate. Outside the table its end
  /// segments are extrapolated.
  Load::Wrench at(double time) const noexcept;

private:
  PiecewisePolynomial polynomial_;
};

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__FORCES__LOAD_TABLE_HPP_
