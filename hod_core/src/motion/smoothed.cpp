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

/// fᵀ C g for the lower triangle of a symmetric matrix.
double bilinear_form(
  const double * triangle, const double * left, const double * right, int size) noexcept
{
  double sum = 0;
  for (int i = 0; i < size; ++i)
  {
    sum += triangle[i] * left[i] * right[i];
    for (int k = 0; k < i; ++k)
    {
      sum += triangle[k] * (left[i] * right[k] + left[k] * right[i]);
    }
    triangle += i + 1;
  }
  return sum;
}

/// fᵀ C f.
double quadratic_form(const double * triangle, const double * functional, int size) noexcept
{
  return std::max(0.0, bilinear_form(triangle, functional, functional, size));
}

const double * triangle_of(const SmoothingCovariance & covariance, int segment) noexcept
{
  const auto size = static_cast<std::size_t>(covariance.width + covariance.signal);
  return covariance.triangles.data() + static_cast<std::size_t>(segment) * size * (size + 1) / 2;
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
  const double * triangle = triangle_of(covariance_, segment);
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

void Smoothed::covariance(double time, int channel, RowMatrixRef covariance) const noexcept
{
  const int size = covariance_.width + covariance_.signal;
  const int segment = polynomial_.segment_at(time);
  const detail::smoothing::SegmentBasis basis(polynomial_.knots(), segment, covariance_.width - 1);
  const double * triangle = triangle_of(covariance_, segment);
  const double noise = covariance_.unit * report_.noise[static_cast<std::size_t>(channel)];
  const auto rows = std::min<Eigen::Index>(
    covariance.rows(), std::min(covariance_.penalty, detail::smoothing::kMaxWidth));
  std::array<std::array<double, detail::smoothing::kMaxWidth>, detail::smoothing::kMaxWidth> all{};
  covariance.setZero();
  for (Eigen::Index k = 0; k < rows; ++k)
  {
    double * const functional = all[static_cast<std::size_t>(k)].data();
    detail::smoothing::motion_functional(
      basis, basis.local_time(time), static_cast<int>(k), covariance_.signal, functional);
    for (Eigen::Index i = 0; i <= k; ++i)
    {
      covariance(k, i) = covariance(i, k) =
        noise * noise *
        bilinear_form(triangle, functional, all[static_cast<std::size_t>(i)].data(), size);
    }
  }
}

}  // namespace hod
