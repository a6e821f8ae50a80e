// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__MOTION__BAND_SYSTEM_HPP_
#define HOD__SRC__MOTION__BAND_SYSTEM_HPP_

#include <algorithm>
#include <cstddef>
#include <vector>

#include "hod/types.hpp"

namespace hod
{

/// A square banded system of linear equations, solved by elimination with row pivoting. Time and
/// memory are proportional to the number of rows.
class BandSystem
{
public:
  using Index = Eigen::Index;

  /// @param below, above largest number of entries of a row on either side of the diagonal
  BandSystem(Index rows, Index below, Index above);

  double & at(Index row, Index column) { return line(row)[column]; }

  /// Overwrites the entries with their triangular factors; false if they are singular.
  bool factor();

  /// Overwrites the right sides, one row per equation, with the solutions.
  void solve(RowMatrix & right) const;

private:
  /// A row's entries, by their columns.
  double * line(Index row) { return entries_.data() + row * (width_ - 1) + below_; }
  const double * line(Index row) const { return entries_.data() + row * (width_ - 1) + below_; }
  Index exchange_pivot(Index column);
  Index end_below(Index column) const { return std::min(rows_, column + below_ + 1); }
  Index end_beside(Index row) const { return std::min(rows_, row + reach_ + 1); }

  Index rows_;
  Index below_;
  Index reach_;  ///< entries right of the diagonal, including those from row exchanges
  Index width_;
  std::vector<double> entries_;
  std::vector<Index> pivots_;  ///< the row that each one was exchanged with
};

}  // namespace hod

#endif  // HOD__SRC__MOTION__BAND_SYSTEM_HPP_
