// SPDX-License-Identifier: Apache-2.0
#include "motion/smoothing_covariance.hpp"

#include <algorithm>
#include <cstddef>

namespace hod::smoothing
{

CovarianceWindow::CovarianceWindow(int width, int integrals)
: width_(width),
  integrals_(integrals),
  numbers_(static_cast<std::size_t>(size() * size())),
  scratch_(static_cast<std::size_t>(size() * size()))
{}

void CovarianceWindow::shift()
{
  const int last = width_ - 1;
  for (int i = 0; i < size(); ++i)
  {
    const int source = i < last ? i + 1 : i;
    if (i == last)
    {
      continue;
    }
    const double * from = row(source);
    double * to = &at(i, 0);
    std::copy(from + 1, from + width_, to);
    std::copy(from + width_, from + size(), to + width_);
  }
}

void CovarianceWindow::push(const double * row_of_factor)
{
  shift();
  const int last = width_ - 1;
  const double inverse = 1 / row_of_factor[last];
  double variance = inverse * inverse;
  for (int i = 0; i < size(); ++i)
  {
    double sum = 0;
    for (int k = 0; k < last && i != last; ++k)
    {
      sum -= at(i, k) * row_of_factor[k] * inverse;
    }
    scratch_[static_cast<std::size_t>(i)] = sum;
  }
  for (int k = 0; k < last; ++k)
  {
    variance -= scratch_[static_cast<std::size_t>(k)] * row_of_factor[k] * inverse;
  }
  scratch_[static_cast<std::size_t>(last)] = variance;
  for (int i = 0; i < size(); ++i)
  {
    at(i, last) = scratch_[static_cast<std::size_t>(i)];
    at(last, i) = scratch_[static_cast<std::size_t>(i)];
  }
}

void CovarianceWindow::integrate(const SegmentBasis & basis)
{
  const int total = size();
  std::vector<double> & steps = scratch_;
  for (int e = 1; e <= integrals_; ++e)
  {
    motion_functional(
      basis, 1, integrals_ - e, integrals_,
      steps.data() + static_cast<std::size_t>((e - 1) * total));
  }
  std::vector<double> moved(static_cast<std::size_t>(integrals_ * total));
  for (int e = 0; e < integrals_; ++e)
  {
    for (int i = 0; i < total; ++i)
    {
      double & sum = moved[static_cast<std::size_t>(e * total + i)];
      for (int k = 0; k < total; ++k)
      {
        sum += steps[static_cast<std::size_t>(e * total + k)] * at(k, i);
      }
    }
  }
  for (int e = 0; e < integrals_; ++e)
  {
    for (int i = 0; i < width_; ++i)
    {
      at(width_ + e, i) = at(i, width_ + e) = moved[static_cast<std::size_t>(e * total + i)];
    }
    for (int f = 0; f < integrals_; ++f)
    {
      double sum = 0;
      for (int k = 0; k < total; ++k)
      {
        sum += moved[static_cast<std::size_t>(e * total + k)] *
               steps[static_cast<std::size_t>(f * total + k)];
      }
      at(width_ + e, width_ + f) = sum;
    }
  }
}

double CovarianceWindow::variance(const double * functional) const
{
  double sum = 0;
  for (int i = 0; i < size(); ++i)
  {
    double product = 0;
    for (int k = 0; k < size(); ++k)
    {
      product += row(i)[k] * functional[k];
    }
    sum += functional[i] * product;
  }
  return std::max(0.0, sum);
}

void motion_functional(
  const SegmentBasis & basis, double x, int derivative, int integrals, double * functional)
{
  double * rest = functional + basis.width();
  std::fill(rest, rest + integrals, 0.0);
  if (derivative >= integrals)
  {
    basis.derivatives(x, derivative - integrals, functional);
    return;
  }
  const int times = integrals - derivative;
  basis.integrals(x, times, functional);
  const double elapsed = 0.5 * basis.length() * (x + 1);
  double power = 1;
  for (int i = 0; i < times; ++i)
  {
    rest[times - 1 - i] = power;
    power *= elapsed / (i + 1);
  }
}

}  // namespace hod::smoothing
