// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "hod/error.hpp"
#include "knots.hpp"
#include "sample_spline.hpp"

namespace hod
{
namespace
{

/// Values at the ends of a period may differ by this fraction of the largest one.
constexpr double kPeriodTolerance = 1e-9;

std::string text(Eigen::Index number)
{
  return std::to_string(number);
}

void check_order(const SampleSpline & spline)
{
  if (spline.order < 2 || spline.order > kMaxInterpolationOrder)
  {
    throw Error(
      "order: found " + text(spline.order) + ", expected 2 to " + text(kMaxInterpolationOrder));
  }
  const bool odd = spline.order % 2 == 1;
  if (odd && (spline.periodic() || !spline.given.empty()))
  {
    throw Error(
      "order: found " + text(spline.order) + ", expected an even one for " +
      (spline.periodic() ? "periodic ends" : "derivatives given at knots"));
  }
}

void check_values(const SampleSpline & spline)
{
  const auto rows = static_cast<std::size_t>(spline.values.rows());
  if (rows != spline.times.size() || spline.values.cols() < 1)
  {
    throw Error(
      spline.name + ": found " + text(spline.values.rows()) + " rows of " +
      text(spline.values.cols()) + " channels, expected " + std::to_string(spline.times.size()) +
      " rows, one per time, of at least 1");
  }
  for (Eigen::Index row = 0; row < spline.values.rows(); ++row)
  {
    check_finite_row(spline.values.row(row), row, spline.name);
  }
}

void check_row_count(
  const SampleSpline & spline, EndKind kind, const std::string & name, Eigen::Index rows,
  Eigen::Index room)
{
  const bool known = kind == EndKind::given || kind == EndKind::top;
  if (known ? rows >= 1 && rows <= room : rows == 0)
  {
    return;
  }
  const std::string order = "order " + text(spline.order);
  const std::string expected = !known ? "none for an end that is not given or top"
                               : room == 0
                                 ? "none, as " + order + " leaves no room for any"
                                 : (room > 1 ? "1 to " : "") + text(room) + " for " + order;
  throw Error(name + ": found " + text(rows) + " rows of derivatives, expected " + expected);
}

void check_end(const SampleSpline & spline, bool at_end)
{
  const EndCondition & condition = at_end ? spline.end : spline.start;
  const std::string name = at_end ? "end" : "start";
  const Eigen::Index rows = condition.values.rows();
  check_row_count(spline, condition.kind, name, rows, spline.room(at_end));
  if (rows > 0 && condition.values.cols() != spline.values.cols())
  {
    throw Error(
      name + ": found derivatives of " + text(condition.values.cols()) + " channels, expected " +
      text(spline.values.cols()));
  }
  for (Eigen::Index row = 0; row < rows; ++row)
  {
    check_finite_row(condition.values.row(row), row, name);
  }
}

void check_period(const SampleSpline & spline)
{
  if (spline.periodic() != (spline.end.kind == EndKind::periodic))
  {
    throw Error("ends: found one that is periodic, expected both or none");
  }
  for (Eigen::Index channel = 0; spline.periodic() && channel < spline.values.cols(); ++channel)
  {
    const auto column = spline.values.col(channel);
    const double first = column[0], last = column[column.size() - 1];
    if (std::abs(last - first) > kPeriodTolerance * column.cwiseAbs().maxCoeff())
    {
      throw Error(
        spline.name + ": found " + quoted(first) + " at the start and " + quoted(last) +
        " at the end of channel " + text(channel) + ", expected the same for periodic ends");
    }
  }
}

void check_given(const SampleSpline & spline)
{
  const Eigen::Index last = spline.values.rows() - 1;
  for (const KnotDerivative & given : spline.given)
  {
    const std::string where = " at knot " + text(given.knot);
    if (given.knot < 0 || given.knot > last)
    {
      throw Error("given: found knot " + text(given.knot) + ", expected 0 to " + text(last));
    }
    if (given.derivative < 1 || given.derivative > spline.room(false))
    {
      throw Error(
        "given: found derivative " + text(given.derivative) + where + ", expected 1 to " +
        text(spline.room(false)) + " for order " + text(spline.order));
    }
    if (given.values.size() != spline.values.cols())
    {
      throw Error(
        "given: found " + text(given.values.size()) + " numbers" + where + ", expected " +
        text(spline.values.cols()) + ", one per channel");
    }
    check_finite_row(given.values, 0, "given" + where);
  }
}

bool is_given(const SampleSpline & spline, Eigen::Index knot, int derivative)
{
  const auto at_end = [&](const EndCondition & end, Eigen::Index end_knot) {
    return knot == end_knot && end.kind == EndKind::given && derivative <= end.values.rows();
  };
  return at_end(spline.start, 0) || at_end(spline.end, spline.values.rows() - 1) ||
         std::any_of(spline.given.begin(), spline.given.end(), [&](const KnotDerivative & given) {
           return given.knot == knot && given.derivative == derivative;
         });
}

/// Number of derivatives that, together with the samples, leave no polynomial of low degree
/// undetermined: consecutive ones of a knot from the first on. Others may vanish for a nonzero
/// polynomial.
Eigen::Index binding_derivatives(const SampleSpline & spline)
{
  Eigen::Index count = 0;
  for (Eigen::Index knot = 0; knot < spline.values.rows(); ++knot)
  {
    for (int d = 1; d <= spline.room(false) && is_given(spline, knot, d); ++d)
    {
      ++count;
    }
  }
  return count;
}

/// Polynomials that the minimized integral does not affect have room(false) + 1 coefficients.
void check_count(const SampleSpline & spline)
{
  Eigen::Index least = spline.room(false) + 1;
  std::string why;
  if (spline.start.kind == EndKind::estimated || spline.end.kind == EndKind::estimated)
  {
    least = spline.degree() + 1;
    why = " with estimated ends";
  }
  else if (spline.values.rows() < least)
  {
    least -= binding_derivatives(spline);
    why = spline.given.empty() ? "" : " with the given derivatives";
  }
  least = std::max<Eigen::Index>(least, spline.periodic() ? 3 : 2);
  if (spline.values.rows() < least)
  {
    throw Error(
      "times: found " + text(spline.values.rows()) + " samples, expected at least " + text(least) +
      " for order " + text(spline.order) + why);
  }
}

}  // namespace

void check(const SampleSpline & spline)
{
  check_order(spline);
  check_knots(spline.times, 1, "times");
  check_values(spline);
  check_end(spline, false);
  check_end(spline, true);
  check_period(spline);
  check_given(spline);
  check_count(spline);
}

}  // namespace hod
