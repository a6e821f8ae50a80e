// SPDX-License-Identifier: Apache-2.0
#include "spline_basis.hpp"

#include <algorithm>
#include <numeric>

namespace hod::detail
{
namespace
{

/// Adds (intercept + slope · u) · polynomial.
void add_product(
  Eigen::Ref<Eigen::VectorXd> sum, const Eigen::VectorXd & polynomial, double intercept,
  double slope)
{
  const Eigen::Index size = polynomial.size();
  sum += intercept * polynomial;
  sum.tail(size - 1) += slope * polynomial.head(size - 1);
}

/// The recursion over the degree, with polynomials of u in place of numbers. `knot` is the index in
/// `extended` of the segment's start.
Eigen::MatrixXd segment_polynomials(
  const std::vector<double> & extended, std::size_t knot, int degree)
{
  const double start = extended[knot];
  const double length = extended[knot + 1] - start;
  Eigen::MatrixXd lower = Eigen::MatrixXd::Zero(degree + 1, 1);
  lower(0, 0) = 1.0;
  for (int d = 1; d <= degree; ++d)
  {
    Eigen::MatrixXd higher = Eigen::MatrixXd::Zero(degree + 1, d + 1);
    for (int i = 0; i < d; ++i)
    {
      const double left =
        extended[knot + 1 + static_cast<std::size_t>(i) - static_cast<std::size_t>(d)];
      const double right = extended[knot + 1 + static_cast<std::size_t>(i)];
      const double span = right - left;
      add_product(higher.col(i), lower.col(i), (right - start) / span, -length / span);
      add_product(higher.col(i + 1), lower.col(i), (start - left) / span, length / span);
    }
    lower = higher;
  }
  return lower;
}

}  // namespace

SplineBasis SplineBasis::clamped(const std::vector<double> & knots, int degree)
{
  const auto repeated = static_cast<std::size_t>(degree);
  std::vector<double> extended(repeated, knots.front());
  extended.insert(extended.end(), knots.begin(), knots.end());
  extended.insert(extended.end(), repeated, knots.back());
  return SplineBasis(extended, degree, degree, static_cast<int>(knots.size()) - 1);
}

SplineBasis SplineBasis::clamped_segment(const std::vector<double> & knots, int degree, int segment)
{
  std::vector<double> around;
  for (int i = segment - degree; i <= segment + degree + 1; ++i)
  {
    around.push_back(
      knots[static_cast<std::size_t>(std::clamp(i, 0, static_cast<int>(knots.size()) - 1))]);
  }
  return SplineBasis(around, degree, degree, 1);
}

SplineBasis SplineBasis::uniform(double spacing, int degree)
{
  std::vector<double> extended;
  for (int i = -degree; i <= degree + 1; ++i)
  {
    extended.push_back(spacing * i);
  }
  return SplineBasis(extended, degree, degree, 1);
}

SplineBasis::SplineBasis(const std::vector<double> & extended, int degree, int first, int segments)
: degree_(degree)
{
  for (int segment = 0; segment < segments; ++segment)
  {
    const auto knot = static_cast<std::size_t>(first + segment);
    lengths_.push_back(extended[knot + 1] - extended[knot]);
    polynomials_.push_back(segment_polynomials(extended, knot, degree));
  }
}

void SplineBasis::evaluate(int segment, double local, RowMatrixRef rows) const
{
  constexpr int kMostTerms = 16;
  const Eigen::MatrixXd & matrix = polynomials(segment);
  Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kMostTerms, 1> powers(degree_ + 1);  // uᵏ derived
  double scale = 1.0;
  for (Eigen::Index k = 0; k < rows.rows(); ++k)
  {
    double power = scale;
    for (Eigen::Index i = 0; i <= degree_; ++i)
    {
      double falling = i < k ? 0.0 : power;
      for (Eigen::Index factor = 0; factor < k && i >= k; ++factor)
      {
        falling *= static_cast<double>(i - factor);
      }
      powers[i] = falling;
      power *= i < k ? 1.0 : local;
    }
    for (Eigen::Index i = 0; i <= degree_; ++i)
    {
      rows(k, i) = matrix.col(i).dot(powers);
    }
    scale /= length(segment);
  }
}

}  // namespace hod::detail
