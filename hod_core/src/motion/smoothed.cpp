// SPDX-License-Identifier: Apache-2.0
#include "hod/motion/smoothed.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "motion/smoothing_basis.hpp"
#include "motion/smoothing_factor.hpp"

namespace hod
{
namespace
{

/// fᵀ C f for the lower triangle of a symmetric matrix.
double quadratic_form(const double * triangle, const double * functional, int size) noexcept
{
  double sum = 0;
  for (int i = 0; i < size; ++i)
  {
    double product = 0.5 * triangle[i] * functional[i];
    for (int k = 0; k < i; ++k)
    {
      product += triangle[k] * functional[k];
    }
    sum += 2 * functional[i] * product;
    triangle += i + 1;
  }
  return std::max(0.0, sum);
}

}  // namespace

Smoothed::Smoothed(
  PiecewisePolynomial polynomial, SmoothingReport report, SmoothingCovariance covariance)
: polynomial_(std::move(polynomial)), report_(std::move(report)), covariance_(std::move(covariance))
{}

void Smoothed::deviations(double time, RowMatrixRef deviations) const noexcept
{
  const int size = covariance_.width + covariance_.signal;
  const int segment = polynomial_.segment_at(time);
  const detail::smoothing::SegmentBasis basis(polynomial_.knots(), segment, covariance_.width - 1);
  const double * triangle = covariance_.triangles.data() + static_cast<std::size_t>(segment) *
                                                             static_cast<std::size_t>(size) *
                                                             static_cast<std::size_t>(size + 1) / 2;
  std::array<double, detail::smoothing::kMaxWidth> functional{};
  for (Eigen::Index k = 0; k < deviations.rows(); ++k)
  {
    double deviation = std::numeric_limits<double>::infinity();
    if (k < covariance_.penalty)
    {
      detail::smoothing::motion_functional(
        basis, basis.local_time(time), static_cast<int>(k), covariance_.signal, functional.data());
      deviation = covariance_.unit * std::sqrt(quadratic_form(triangle, functional.data(), size));
    }
    for (Eigen::Index channel = 0; channel < deviations.cols(); ++channel)
    {
      deviations(k, channel) = deviation * report_.noise[static_cast<std::size_t>(channel)];
    }
  }
}

}  // namespace hod
