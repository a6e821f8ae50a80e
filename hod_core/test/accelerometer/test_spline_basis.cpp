// SPDX-License-Identifier: Apache-2.0
#include "accelerometer/spline_basis.hpp"

#include <gmock/gmock.h>

#include <cmath>

namespace hod::detail
{
namespace
{

constexpr double kTolerance = 1e-13;

/// Value and derivatives at a segment's place, from control points.
RowMatrix at(const SplineBasis & basis, const Eigen::VectorXd & control, int segment, double local)
{
  RowMatrix rows(basis.degree() + 1, basis.degree() + 1);
  basis.evaluate(segment, local, rows);
  return rows * control.segment(segment, basis.degree() + 1);
}

const std::vector<double> kKnots = {-1.0, -0.3, 0.1, 0.2, 1.0, 2.5};

TEST(SplineBasis, SumsToOneAndJoinsSmoothly)
{
  for (int degree = 2; degree <= 9; ++degree)
  {
    const SplineBasis basis = SplineBasis::clamped(kKnots, degree);
    ASSERT_EQ(basis.control_points(), 5 + degree);
    Eigen::VectorXd control(basis.control_points());
    for (int i = 0; i < control.size(); ++i)
    {
      control[i] = std::sin(3.0 * i);
    }
    for (int segment = 0; segment < basis.segments(); ++segment)
    {
      EXPECT_NEAR(at(basis, Eigen::VectorXd::Ones(control.size()), segment, 0.3)(0, 0), 1.0, 1e-13);
      if (segment > 0)
      {
        const RowMatrix before = at(basis, control, segment - 1, 1.0);
        const RowMatrix after = at(basis, control, segment, 0.0);
        for (int k = 0; k < degree; ++k)
        {
          EXPECT_NEAR(before(k, 0), after(k, 0), 1e-10 * (1.0 + std::abs(after(k, 0))));
        }
        EXPECT_GT(std::abs(before(degree, 0) - after(degree, 0)), 1e-3);
      }
    }
  }
}

TEST(SplineBasis, ClampedEndsAreFirstAndLastControlPoints)
{
  const int degree = 5;
  const SplineBasis basis = SplineBasis::clamped(kKnots, degree);
  Eigen::VectorXd control = Eigen::VectorXd::Zero(basis.control_points());
  control[0] = 2.0;
  control[1] = 2.0 + 3.0 * 0.7 / degree;  // slope times first segment over degree
  const RowMatrix start = at(basis, control, 0, 0.0);
  EXPECT_NEAR(start(0, 0), 2.0, kTolerance);
  EXPECT_NEAR(start(1, 0), 3.0, kTolerance);
  control.setZero();
  control[control.size() - 1] = -1.0;
  control[control.size() - 2] = -1.0 - 4.0 * 1.5 / degree;
  const RowMatrix end = at(basis, control, basis.segments() - 1, 1.0);
  EXPECT_NEAR(end(0, 0), -1.0, kTolerance);
  EXPECT_NEAR(end(1, 0), 4.0, kTolerance);
}

/// Control points of t² are the products of neighbouring knots' averages (blossoms): exact values.
TEST(SplineBasis, HoldsPolynomialsWithTheirDerivatives)
{
  const int degree = 3;
  const SplineBasis basis = SplineBasis::clamped(kKnots, degree);
  std::vector<double> extended(3, kKnots.front());
  extended.insert(extended.end(), kKnots.begin(), kKnots.end());
  extended.insert(extended.end(), 3, kKnots.back());
  Eigen::VectorXd control(basis.control_points());
  for (int i = 0; i < control.size(); ++i)
  {
    const auto k = static_cast<std::size_t>(i);
    control[i] = extended[k + 1] * extended[k + 2] * extended[k + 3];
  }
  for (int segment = 0; segment < basis.segments(); ++segment)
  {
    const double start = kKnots[static_cast<std::size_t>(segment)];
    const double time = start + 0.4 * basis.length(segment);
    const RowMatrix rows = at(basis, control, segment, 0.4);
    EXPECT_NEAR(rows(0, 0), std::pow(time, 3), kTolerance);
    EXPECT_NEAR(rows(1, 0), 3.0 * time * time, 1e-12);
    EXPECT_NEAR(rows(2, 0), 6.0 * time, 1e-11);
    EXPECT_NEAR(rows(3, 0), 6.0, 1e-9);
  }
}

TEST(SplineBasis, UniformIsClampedFarFromTheEnds)
{
  const int degree = 5;
  std::vector<double> knots;
  for (int i = 0; i < 20; ++i)
  {
    knots.push_back(0.25 * i);
  }
  const SplineBasis clamped = SplineBasis::clamped(knots, degree);
  const SplineBasis uniform = SplineBasis::uniform(0.25, degree);
  EXPECT_EQ(uniform.segments(), 1);
  EXPECT_LE((uniform.polynomials(0) - clamped.polynomials(9)).norm(), kTolerance);
  EXPECT_DOUBLE_EQ(uniform.length(0), 0.25);
}

}  // namespace
}  // namespace hod::detail
