// SPDX-License-Identifier: Apache-2.0
#include "hod/motion/smoothed.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>

#include "motion/smoothing_basis.hpp"
#include "motion/smoothing_factor.hpp"

namespace hod
{
namespace
{

using Functional = std::array<double, detail::smoothing::kMaxWidth>;

/// Sᵀ f for a lower triangle S, whose rows lie one after the other.
Functional turned(const double * triangle, const Functional & functional, int size) noexcept
{
  Functional result{};
  for (int i = 0; i < size; ++i)
  {
    for (int k = 0; k <= i; ++k)
    {
      result[static_cast<std::size_t>(k)] += *triangle++ * functional[static_cast<std::size_t>(i)];
    }
  }
  return result;
}

double product(const Functional & left, const Functional & right) noexcept
{
  return std::inner_product(left.begin(), left.end(), right.begin(), 0.0);
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
  Functional functional{};
  for (Eigen::Index k = 0; k < deviations.rows(); ++k)
  {
    double deviation = std::numeric_limits<double>::infinity();
    if (k < covariance_.penalty)
    {
      detail::smoothing::motion_functional(
        basis, basis.local_time(time), static_cast<int>(k), covariance_.signal, functional.data());
      const Functional root = turned(triangle, functional, size);
      deviation = covariance_.unit * std::sqrt(product(root, root));
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
  std::array<Functional, detail::smoothing::kMaxWidth> roots{};
  covariance.setZero();
  for (Eigen::Index k = 0; k < rows; ++k)
  {
    Functional functional{};
    detail::smoothing::motion_functional(
      basis, basis.local_time(time), static_cast<int>(k), covariance_.signal, functional.data());
    Functional & root = roots[static_cast<std::size_t>(k)];
    root = turned(triangle, functional, size);
    for (Eigen::Index i = 0; i <= k; ++i)
    {
      covariance(k, i) = covariance(i, k) =
        noise * noise * product(root, roots[static_cast<std::size_t>(i)]);
    }
  }
}

}  // namespace hod
