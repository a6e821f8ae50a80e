// SPDX-License-Identifier: Apache-2.0
#include "polynomial.hpp"

#include <cstddef>

#include "cubic_segment.hpp"

namespace hod
{

std::vector<double> sign_changes(
  const std::vector<double> & coefficients, double lower, double upper)
{
  std::vector<double> changes;
  if (coefficients.size() < 2)
  {
    return changes;
  }
  // Between its turning points a polynomial is monotonic, so one bisection finds each sign change.
  std::vector<double> stops = turning_points(coefficients, lower, upper);
  stops.push_back(upper);
  double from = lower;
  for (const double to : stops)
  {
    const bool was_positive = evaluate(coefficients, from) > 0.0;
    if (was_positive != (evaluate(coefficients, to) > 0.0))
    {
      changes.push_back(last_holding(
        from, to, [&](double x) { return (evaluate(coefficients, x) > 0.0) == was_positive; }));
    }
    from = to;
  }
  return changes;
}

std::vector<double> turning_points(
  const std::vector<double> & coefficients, double lower, double upper)
{
  std::vector<double> slope;
  for (std::size_t i = 1; i < coefficients.size(); ++i)
  {
    slope.push_back(static_cast<double>(i) * coefficients[i]);
  }
  return sign_changes(slope, lower, upper);
}

}  // namespace hod
