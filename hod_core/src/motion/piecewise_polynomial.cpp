// SPDX-License-Identifier: Apache-2.0
#include "hod/motion/piecewise_polynomial.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "hod/error.hpp"
#include "knots.hpp"

namespace hod
{
namespace
{

void check_coefficients(const std::vector<double> & coefficients, std::size_t expected)
{
  if (coefficients.size() != expected)
  {
    throw Error(
      "coefficients: found " + std::to_string(coefficients.size()) + ", expected " +
      std::to_string(expected) + ", degree + 1 for each segment and channel");
  }
  check_finite(coefficients.data(), coefficients.size(), 1, "coefficients");
}

}  // namespace

PiecewisePolynomial::PiecewisePolynomial(
  std::vector<double> knots, int degree, int channels, std::vector<double> coefficients)
: knots_(std::move(knots)),
  degree_(degree),
  channels_(channels),
  coefficients_(std::move(coefficients))
{
  check_knots(knots_, 2, "knots");
  if (degree < 0 || degree > kMaxDegree)
  {
    throw Error(
      "degree: found " + std::to_string(degree) + ", expected 0 to " + std::to_string(kMaxDegree));
  }
  if (channels < 1)
  {
    throw Error("channels: found " + std::to_string(channels) + ", expected at least 1");
  }
  const auto per_channel = static_cast<std::size_t>(degree) + 1;
  segments_per_second_ = segments() / (end() - start());
  check_coefficients(
    coefficients_, (knots_.size() - 1) * static_cast<std::size_t>(channels) * per_channel);
}

int PiecewisePolynomial::segment_at(double time) const noexcept
{
  // Its place among evenly spaced knots; not (x > 0) also catches NaN.
  const double place = (time - start()) * segments_per_second_;
  const int last = segments() - 1;
  return segment_at(time, !(place > 0.0) ? 0 : place < last ? static_cast<int>(place) : last);
}

int PiecewisePolynomial::segment_at(double time, int guess) const noexcept
{
  // Doubling strides find two knots around the time, excluding the first and the last.
  const int last = segments();
  int low = std::clamp(guess, 0, last - 1), high = low + 1;
  for (int step = 1; low > 0 && time < knot(low); step *= 2)
  {
    high = low;
    low = std::max(low - step, 0);
  }
  for (int step = 1; high < last && time >= knot(high); step *= 2)
  {
    low = high;
    high = std::min(high + step, last);
  }
  while (high - low > 1)
  {
    const int middle = low + (high - low) / 2;
    (time < knot(middle) ? high : low) = middle;
  }
  return low;
}

// Passing a reference to a table by value is equivalent; its target is written.
void PiecewisePolynomial::evaluate(double time, RowMatrixRef motion) const noexcept
{
  evaluate_on(segment_at(time), time, motion);
}

void PiecewisePolynomial::evaluate_on(int segment, double time, RowMatrixRef motion) const noexcept
{
  const auto s = static_cast<std::size_t>(segment);
  const double inverse = 1.0 / (knots_[s + 1] - knots_[s]);
  const double u = (time - knots_[s]) * inverse;
  const int size = degree_ + 1;
  const auto rows = static_cast<int>(motion.rows());
  const int used = std::min(rows, size);
  const auto columns = static_cast<int>(std::min<Eigen::Index>(motion.cols(), channels_));
  const double * coefficients =
    coefficients_.data() + s * static_cast<std::size_t>(channels_ * size);
  std::array<double, kMaxDegree + 1> shifted;
  for (int channel = 0; channel < columns; ++channel, coefficients += size)
  {
    std::copy_n(coefficients, size, shifted.begin());
    // Horner's rule applied repeatedly to its own quotients: entry k becomes the k-th derivative /
    // k!.
    double factor = 1.0;
    for (int k = 0; k < used; ++k)
    {
      double sum = shifted[static_cast<std::size_t>(degree_)];
      for (int j = degree_ - 1; j >= k; --j)
      {
        sum = sum * u + shifted[static_cast<std::size_t>(j)];
        shifted[static_cast<std::size_t>(j)] = sum;
      }
      motion(k, channel) = factor * sum;
      factor *= (k + 1) * inverse;
    }
  }
  if (rows > used)
  {
    motion.bottomRows(rows - used).leftCols(columns).setZero();
  }
}

}  // namespace hod
