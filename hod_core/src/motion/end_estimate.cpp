// SPDX-License-Identifier: Apache-2.0
#include "end_estimate.hpp"

namespace hod
{

RowMatrix end_estimate(
  const std::vector<double> & knots, const ConstRowMatrixRef & values, bool at_end, int count,
  int derivatives)
{
  const auto row_of = [&](Eigen::Index i) { return at_end ? values.rows() - 1 - i : i; };
  const auto knot_of = [&](Eigen::Index i) { return knots[static_cast<std::size_t>(row_of(i))]; };
  const double unit = knot_of(count - 1) - knot_of(0);
  Eigen::VectorXd time(count);
  RowMatrix divided(count, values.cols());
  for (Eigen::Index i = 0; i < count; ++i)
  {
    time[i] = (knot_of(i) - knot_of(0)) / unit;
    divided.row(i) = values.row(row_of(i));
  }
  for (Eigen::Index step = 1; step < count; ++step)
  {
    for (Eigen::Index i = count - 1; i >= step; --i)
    {
      divided.row(i) = (divided.row(i) - divided.row(i - 1)) / (time[i] - time[i - step]);
    }
  }
  // Newton form, expanded from the innermost factor: row k is the coefficient of the k-th power.
  RowMatrix powers = RowMatrix::Zero(count, values.cols());
  for (Eigen::Index i = count - 1; i >= 0; --i)
  {
    for (Eigen::Index k = count - 1; k > 0; --k)
    {
      powers.row(k) = powers.row(k - 1) - time[i] * powers.row(k);
    }
    powers.row(0) = divided.row(i) - time[i] * powers.row(0);
  }
  double factor = 1.0;
  for (Eigen::Index k = 1; k <= derivatives; ++k)
  {
    factor *= static_cast<double>(k) / unit;
    powers.row(k) *= factor;
  }
  return powers.middleRows(1, derivatives);
}

}  // namespace hod
