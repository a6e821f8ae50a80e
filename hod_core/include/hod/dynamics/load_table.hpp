// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__DYNAMICS__LOAD_TABLE_HPP_
#define HOD__DYNAMICS__LOAD_TABLE_HPP_

#include <vector>

#include "hod/dynamics/load.hpp"
#include "hod/motion/piecewise_polynomial.hpp"

namespace hod
{

/// How a load changes along a motion: the polynomials of lowest degree between the instants of a
/// table that have the table's values and derivatives at both ends. Without derivatives these are
/// straight lines. At an instant of the table the segment that begins there counts.
class LoadTable
{
public:
  /// @param times [s], strictly increasing, at least two
  /// @param wrenches instants × (rows · 6), C order: row k of an instant is the k-th derivative
  ///   of force x y z and moment x y z, at most Load::kRows of them
  /// Throws hod::Error for sizes that do not fit and numbers that are not finite.
  LoadTable(std::vector<double> times, const RowMatrix & wrenches);

  double start() const { return polynomial_.start(); }
  double end() const { return polynomial_.end(); }

  /// Throws hod::Error unless the table covers a motion [s].
  void check_covers(double first, double last) const;

  /// The wrench of an instant with all derivatives; no allocation. Outside the table its end
  /// segments continue.
  Load::Wrench at(double time) const noexcept;

private:
  PiecewisePolynomial polynomial_;
};

}  // namespace hod

#endif  // HOD__DYNAMICS__LOAD_TABLE_HPP_
