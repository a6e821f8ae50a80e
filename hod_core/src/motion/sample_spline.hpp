// SPDX-License-Identifier: Apache-2.0
#ifndef MOTION__SAMPLE_SPLINE_HPP_
#define MOTION__SAMPLE_SPLINE_HPP_

#include <string>
#include <vector>

#include "hod/motion/interpolation.hpp"

namespace hod
{

/// A function y through samples, as EndKind describes it.
struct SampleSpline
{
  const std::vector<double> & times;
  ConstRowMatrixRef values;
  std::string name;  ///< what the values are, for sentences
  int order = 4;     ///< m
  int base = 0;      ///< b: y is the b-th derivative of the motion
  const EndCondition & start;
  const EndCondition & end;
  const std::vector<KnotDerivative> & given;

  int degree() const { return order - base + 1; }
  int channels() const { return static_cast<int>(values.cols()); }
  /// Number of conditions at an end; the start of a function of even degree has one more.
  int room(bool at_end) const { return at_end ? (degree() - 1) / 2 : degree() / 2; }
  bool periodic() const { return start.kind == EndKind::periodic; }
};

/// Throws hod::Error for samples and options that do not fit together.
void check(const SampleSpline & spline);

/// Coefficients of y in the order of PiecewisePolynomial, of degree(); the spline has been checked.
std::vector<double> coefficients_of(const SampleSpline & spline);

/// Warnings for the user.
std::vector<std::string> warnings_of(const SampleSpline & spline);

}  // namespace hod

#endif  // MOTION__SAMPLE_SPLINE_HPP_
