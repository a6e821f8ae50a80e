// SPDX-License-Identifier: Apache-2.0
#include "hod/classic/coefficients.hpp"

#include <algorithm>
#include <string>

#include "hod/error.hpp"
#include "hod/series/combinatorics.hpp"

namespace hod::classic
{
namespace
{

/// The numbers grow like 4ᵏ and exceed a double's range from here on.
void check_count(int k)
{
  constexpr int kMost = 500;
  if (k < 0 || k > kMost)
  {
    throw Error(
      "coefficients: found k = " + std::to_string(k) + ", expected 0 to " + std::to_string(kMost));
  }
}

/// There are 37338 partitions of the highest order, and ten times as many every 15 orders on.
void check_partitioned(int n)
{
  constexpr int kHighest = 40;
  if (n < 0 || n > kHighest)
  {
    throw Error(
      "partitions: found the order " + std::to_string(n) + ", expected 0 to " +
      std::to_string(kHighest));
  }
}

double bell_coefficient(int n, const std::vector<int> & orders)
{
  double coefficient = factorial(n);
  for (int order = 1; order <= n; ++order)
  {
    const auto multiplicity = static_cast<int>(std::count(orders.begin(), orders.end(), order));
    coefficient /= factorial(multiplicity);
    for (int i = 0; i < multiplicity; ++i)
    {
      coefficient /= factorial(order);
    }
  }
  return coefficient;
}

void add_partitions(
  int n, int rest, int largest, std::vector<int> & orders, std::vector<BellTerm> & terms)
{
  if (rest == 0)
  {
    terms.push_back({bell_coefficient(n, orders), orders});
    return;
  }
  for (int order = std::min(rest, largest); order > 0; --order)
  {
    orders.push_back(order);
    add_partitions(n, rest - order, order, orders, terms);
    orders.pop_back();
  }
}

}  // namespace

std::vector<double> exact_coefficients(int k)
{
  check_count(k);
  std::vector<double> coefficients;
  for (int p = 1; p <= k; ++p)
  {
    coefficients.push_back(catalan(p));
  }
  return coefficients;
}

std::vector<double> printed_coefficients(int k)
{
  check_count(k);
  std::vector<double> coefficients;
  for (int p = 1; p <= k; ++p)
  {
    const int triangular = p * (p + 1) / 2;
    coefficients.push_back(triangular - (p > 1 ? 1 : 0));
  }
  return coefficients;
}

std::vector<BellTerm> bell_terms(int n)
{
  check_partitioned(n);
  std::vector<BellTerm> terms;
  std::vector<int> orders;
  add_partitions(n, n, n, orders, terms);
  return terms;
}

}  // namespace hod::classic
