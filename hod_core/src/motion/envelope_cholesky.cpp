// SPDX-License-Identifier: Apache-2.0
#include "envelope_cholesky.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace hod
{
namespace
{

/// A pivot below this fraction of its diagonal entry has lost too many digits; for a spline with
/// pairs of knots, those that its highest derivatives need.
constexpr double kSingular = 1e-6;

}  // namespace

EnvelopeCholesky::EnvelopeCholesky(std::vector<std::size_t> first)
: first_(std::move(first)), offsets_(first_.size() + 1)
{
  for (std::size_t i = 0; i < first_.size(); ++i)
  {
    offsets_[i + 1] = offsets_[i] + i - first_[i] + 1;
  }
  entries_.resize(offsets_.back());
}

bool EnvelopeCholesky::factor()
{
  for (std::size_t i = 0; i < first_.size(); ++i)
  {
    const double diagonal = at(i, i);
    for (std::size_t j = first_[i]; j <= i; ++j)
    {
      double sum = at(i, j);
      for (std::size_t k = std::max(first_[i], first_[j]); k < j; ++k)
      {
        sum -= at(i, k) * at(j, k);
      }
      at(i, j) = j < i ? sum / at(j, j) : sum;
    }
    if (!(at(i, i) > kSingular * diagonal))
    {
      return false;
    }
    at(i, i) = std::sqrt(at(i, i));
  }
  return true;
}

void EnvelopeCholesky::solve(RowMatrix & right) const
{
  const auto columns = static_cast<std::size_t>(right.cols());
  double * const numbers = right.data();
  const auto subtract = [&](std::size_t from, std::size_t what, double factor) {
    for (std::size_t c = 0; c < columns; ++c)
    {
      numbers[from * columns + c] -= factor * numbers[what * columns + c];
    }
  };
  const auto divide = [&](std::size_t i) {
    for (std::size_t c = 0; c < columns; ++c)
    {
      numbers[i * columns + c] /= row(i)[i - first_[i]];
    }
  };
  for (std::size_t i = 0; i < first_.size(); ++i)
  {
    for (std::size_t k = first_[i]; k < i; ++k)
    {
      subtract(i, k, row(i)[k - first_[i]]);
    }
    divide(i);
  }
  for (std::size_t i = first_.size(); i-- > 0;)
  {
    divide(i);
    for (std::size_t k = first_[i]; k < i; ++k)
    {
      subtract(k, i, row(i)[k - first_[i]]);
    }
  }
}

}  // namespace hod
