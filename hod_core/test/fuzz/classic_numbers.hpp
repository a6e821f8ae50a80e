// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__FUZZ__CLASSIC_NUMBERS_HPP_
#define HOD__TEST__FUZZ__CLASSIC_NUMBERS_HPP_

#include <algorithm>
#include <vector>

#include "classic_session.hpp"
#include "hod/classic/coefficients.hpp"

namespace hod::fuzz
{

inline void compare_coefficients(Session & session)
{
  const int k = session.order(0, 20);
  std::vector<double> exact;
  const bool valid = k >= 0 && k <= 500;
  answered(
    valid, [&] { exact = classic::exact_coefficients(k); }, "coefficients: taken or not, wrongly");
  if (valid)
  {
    require(exact.size() == place(k), "coefficients: not one per order");
    double expected = 1.0;
    for (int p = 1; p <= k; ++p)
    {
      expected = p == 1 ? 1.0 : expected * 2.0 * (2.0 * p - 1.0) / (p + 1.0);
      require_near(exact[place(p - 1)], expected, 1e-12 * expected, "no Catalan number");
    }
  }
  std::vector<double> printed;
  answered(
    valid, [&] { printed = classic::printed_coefficients(k); }, "printed: taken or not, wrongly");
  for (int p = 1; valid && p <= std::min(k, 3); ++p)
  {
    require(printed[place(p - 1)] == exact[place(p - 1)], "printed numbers below the fourth");
  }
}

inline void list_partitions(Session & session)
{
  const int n = session.order(0, 12);
  if (!session.affords(n > 20 && n <= kMostDivided ? 1e5 : 100.0))
  {
    return;
  }
  std::vector<classic::BellTerm> terms;
  const bool valid = n >= 0 && n <= kMostDivided;
  if (!answered(
        valid, [&] { terms = classic::bell_terms(n); }, "partitions: taken or not, wrongly"))
  {
    return;
  }
  std::vector<double> bell{1.0};
  for (int i = 0; i < n; ++i)
  {
    double next = 0.0;
    for (int k = 0; k <= i; ++k)
    {
      next += binomial(i, k) * bell[place(k)];
    }
    bell.push_back(next);
  }
  double sum = 0.0;
  for (const classic::BellTerm & term : terms)
  {
    sum += term.coefficient;
    int total = 0;
    for (const int part : term.orders)
    {
      total += part;
    }
    require(total == n, "no partition");
    require(std::is_sorted(term.orders.rbegin(), term.orders.rend()), "orders that ascend");
  }
  require_near(sum, bell.back(), 1e-12 * bell.back(), "no Bell number");
}

}  // namespace hod::fuzz

#endif  // HOD__TEST__FUZZ__CLASSIC_NUMBERS_HPP_
