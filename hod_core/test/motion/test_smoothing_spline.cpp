// SPDX-License-Identifier: Apache-2.0
// The smoothing polynomials against the exact smoothing spline.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <vector>

#include "hod/motion/smoothing.hpp"
#include "smoothing_cases.hpp"

namespace
{

using namespace hod::detail::smoothing_cases;
using hod::CutOff;
using hod::RowMatrix;
using hod::Smoothed;
using hod::SmoothingOptions;
using hod::SmoothingSamples;
using LongMatrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
using LongVector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;

long double falling(int number, int count)
{
  long double product = 1;
  for (int i = 0; i < count; ++i)
  {
    product *= number - i;
  }
  return product;
}

/// The exact smoothing spline as a sum of Green's functions |t - tᵢ|²ᵈ⁻¹ and a polynomial, from a
/// dense system: no B-splines, no knots, no least squares.
class DenseSpline
{
public:
  DenseSpline(const SmoothingSamples & samples, int d, long double strength)
  : times_(samples.times), d_(d)
  {
    const auto n = static_cast<Eigen::Index>(times_.size());
    LongMatrix matrix = LongMatrix::Zero(n + d, n + d);
    LongVector right = LongVector::Zero(n + d);
    for (Eigen::Index i = 0; i < n; ++i)
    {
      const double time = times_[static_cast<std::size_t>(i)];
      matrix.block(i, 0, 1, n + d) = row(time, 0);
      matrix(i, i) += strength / samples.weights[static_cast<std::size_t>(i)];
      matrix.block(n, i, d, 1) = row(time, 0).tail(d).transpose();
      right(i) = samples.values(i, 0);
    }
    solution_ = matrix.fullPivLu().solve(right);
  }

  double operator()(double time, int derivative) const
  {
    return static_cast<double>((row(time, derivative) * solution_)(0));
  }

private:
  Eigen::Matrix<long double, 1, Eigen::Dynamic> row(double time, int derivative) const
  {
    const auto n = static_cast<Eigen::Index>(times_.size());
    Eigen::Matrix<long double, 1, Eigen::Dynamic> result(n + d_);
    const int power = 2 * d_ - 1;
    for (Eigen::Index i = 0; i < n; ++i)
    {
      const long double distance =
        static_cast<long double>(time) - times_[static_cast<std::size_t>(i)];
      const long double sign = (distance < 0 ? -1 : 1) * (d_ % 2 == 0 ? 1 : -1);
      result(i) = sign * falling(power, derivative) * std::pow(distance, power - derivative) /
                  (2 * falling(power, power));
    }
    for (int k = 0; k < d_; ++k)
    {
      result(n + k) = k < derivative ? 0
                                     : falling(k, derivative) *
                                         std::pow(static_cast<long double>(time), k - derivative);
    }
    return result;
  }

  std::vector<double> times_;
  int d_;
  LongVector solution_;
};

TEST(Smoothing, IsTheExactSmoothingSplineOnKnotsAtTheSamples)
{
  const double interval = 0.05;
  SmoothingSamples samples = weighted_sines(14, interval);
  double mean = 0;
  for (const double weight : samples.weights)
  {
    mean += weight / 14;
  }
  for (const int d : {1, 2, 3, 4})
  {
    for (const double cutoff : {0.5, 2.0, 6.0})
    {
      SmoothingOptions options;
      options.penalty = d;
      options.degree = 2 * d - 1;
      options.knot_spacing = interval;
      const Smoothed smoothed = hod::smooth(samples, CutOff{cutoff}, options);
      const DenseSpline dense(samples, d, smoothed.report().weight / interval * mean);
      for (double time = 0.01; time < 0.65; time += 0.037)
      {
        const RowMatrix motion = motion_at(smoothed, time, d);
        for (int k = 0; k < d; ++k)
        {
          EXPECT_NEAR(motion(k, 0), dense(time, k), 1e-9 * std::pow(20, k)) << d << " " << cutoff;
        }
      }
    }
  }
}

TEST(Smoothing, WithFewKnotsOfLowDegreeIsAsGoodAsExact)
{
  SmoothingSamples samples{even_times(600, 1e-3), {}, {}, {}};
  samples.values = noisy_sines(samples.times, 0, 1e-3, 7);
  SmoothingOptions exact;
  exact.degree = 11;
  exact.knot_spacing = 1e-3;
  const CutOff rule{10};
  const Smoothed fine = hod::smooth(samples, rule, exact);
  const Smoothed coarse = hod::smooth(samples, rule);
  EXPECT_LT(coarse.polynomial().segments(), fine.polynomial().segments() / 3);
  for (double time = 0; time < 0.599; time += 0.01)
  {
    const RowMatrix difference = motion_at(fine, time, 5) - motion_at(coarse, time, 5);
    for (int k = 0; k <= 4; ++k)
    {
      EXPECT_LT(std::abs(difference(k, 0)), 0.1 * deviation_at(fine, time, k)) << k << " " << time;
    }
  }
}

}  // namespace
