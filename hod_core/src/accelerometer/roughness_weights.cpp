// SPDX-License-Identifier: Apache-2.0
#include "roughness_weights.hpp"

#include <algorithm>
#include <utility>

#include "motion/knots.hpp"

namespace hod::detail
{

RoughnessWeights RoughnessWeights::constant(const Eigen::VectorXd & values)
{
  return {{0.0}, values.transpose()};
}

RoughnessWeights RoughnessWeights::along(const std::vector<double> & knots, RowMatrix values)
{
  return {middles(knots), std::move(values)};
}

RowMatrix RoughnessWeights::between(const std::vector<double> & knots) const
{
  const std::vector<double> wanted = middles(knots);
  RowMatrix result(static_cast<Eigen::Index>(wanted.size()), values.cols());
  for (std::size_t i = 0; i < wanted.size(); ++i)
  {
    const auto next = std::upper_bound(times.begin(), times.end(), wanted[i]) - times.begin();
    const auto after = std::min<std::ptrdiff_t>(next, values.rows() - 1);
    const auto before = std::max<std::ptrdiff_t>(next - 1, 0);
    const double length =
      times[static_cast<std::size_t>(after)] - times[static_cast<std::size_t>(before)];
    const double share =
      length > 0.0 ? (wanted[i] - times[static_cast<std::size_t>(before)]) / length : 0.0;
    result.row(static_cast<Eigen::Index>(i)) =
      (1.0 - share) * values.row(before) + share * values.row(after);
  }
  return result;
}

}  // namespace hod::detail
