// SPDX-License-Identifier: Apache-2.0
#ifndef MOTION__ENVELOPE_CHOLESKY_HPP_
#define MOTION__ENVELOPE_CHOLESKY_HPP_

#include <cstddef>
#include <vector>

#include "hod/types.hpp"

namespace hod
{

/// Cholesky factors of a symmetric positive definite matrix whose rows begin late: only the columns
/// first[i] … i of row i are stored. For a chain this is a band; a closed chain adds a few full
/// rows at the end.
class EnvelopeCholesky
{
public:
  explicit EnvelopeCholesky(std::vector<std::size_t> first);

  /// An entry of the lower triangle within the envelope.
  double & at(std::size_t row, std::size_t column)
  {
    return entries_[offsets_[row] + column - first_[row]];
  }

  /// Overwrites the matrix with its factor; false if it is singular or nearly so.
  bool factor();

  /// Solves for every column of `right`, in place.
  void solve(RowMatrix & right) const;

private:
  const double * row(std::size_t i) const { return entries_.data() + offsets_[i]; }

  std::vector<std::size_t> first_;
  std::vector<std::size_t> offsets_;
  std::vector<double> entries_;
};

}  // namespace hod

#endif  // MOTION__ENVELOPE_CHOLESKY_HPP_
