// SPDX-License-Identifier: Apache-2.0
// Bad input is refused in one sentence that says where, what and what else was expected.
#include <limits>

#include "hod/motion/interpolation.hpp"
#include "motion_cases.hpp"

namespace hod
{
namespace
{

using namespace motion_cases;

const double kNan = std::numeric_limits<double>::quiet_NaN();

std::string fit_error(
  const std::vector<double> & times, const RowMatrix & samples, const AccelerationOptions & options)
{
  return error_of([&] { interpolate_accelerations(times, samples, options); });
}

std::string position_error(
  const std::vector<double> & times, const RowMatrix & samples, const PositionOptions & options)
{
  return error_of([&] { interpolate_positions(times, samples, options); });
}

RowMatrix counted(Eigen::Index rows, Eigen::Index columns)
{
  return RowMatrix::NullaryExpr(rows, columns, [](Eigen::Index row, Eigen::Index column) {
    return static_cast<double>(row + column);
  });
}

TEST(InterpolationErrors, Times)
{
  EXPECT_EQ(
    fit_error({0, 1, 3, 2.5, 4}, counted(5, 1), {}),
    "times: found 2.5 at index 3 after 3, expected strictly increasing times");
  EXPECT_EQ(
    fit_error({0, 1, 1, 2}, counted(4, 1), {}),
    "times: found 1 at index 2 after 1, expected strictly increasing times");
  EXPECT_EQ(
    fit_error({0, kNan, 1, 2}, counted(4, 1), {}),
    "times: found nan at index 1, expected finite numbers");
}

TEST(InterpolationErrors, Samples)
{
  RowMatrix samples = counted(4, 2);
  samples(2, 1) = std::numeric_limits<double>::infinity();
  EXPECT_EQ(
    fit_error({0, 1, 2, 3}, samples, {}),
    "accelerations: found inf at index 2, channel 1, expected finite numbers");
  EXPECT_EQ(
    fit_error({0, 1, 2, 3}, counted(3, 1), {}),
    "accelerations: found 3 rows of 1 channels, expected 4 rows, one per time, of at least 1");
  EXPECT_EQ(
    position_error({0, 1}, counted(2, 0), {}),
    "positions: found 2 rows of 0 channels, expected 2 rows, one per time, of at least 1");
}

TEST(InterpolationErrors, TooFewSamplesForTheOrder)
{
  AccelerationOptions options;
  options.order = 6;
  EXPECT_EQ(
    fit_error({0, 1, 2, 3, 4}, counted(5, 1), options),
    "times: found 5 samples, expected at least 6 for order 6 with estimated ends");
  EXPECT_EQ(fit_error({0, 1, 2, 3, 4, 5}, counted(6, 1), options), "no error");
  options.start.kind = options.end.kind = EndKind::natural;
  EXPECT_EQ(
    fit_error({0, 1}, counted(2, 1), options),
    "times: found 2 samples, expected at least 3 for order 6");
  EXPECT_EQ(fit_error({0, 1, 2}, counted(3, 1), options), "no error");
  EXPECT_EQ(
    fit_error({0}, counted(1, 1), options),
    "times: found 1 samples, expected at least 3 for order 6");
  EXPECT_EQ(
    position_error({0, 1, 2, 3, 4}, counted(5, 1), {}),
    "times: found 5 samples, expected at least 6 for order 4 with estimated ends");
}

TEST(InterpolationErrors, Orders)
{
  AccelerationOptions options;
  for (const int order : {1, 13})
  {
    options.order = order;
    EXPECT_EQ(
      fit_error({0, 1, 2, 3}, counted(4, 1), options),
      "order: found " + std::to_string(order) + ", expected 2 to 12");
  }
  PositionOptions positions;
  positions.order = 3;
  positions.given = {{1, 1, Eigen::RowVectorXd::Zero(1)}};
  EXPECT_EQ(
    position_error({0, 1, 2, 3, 4}, counted(5, 1), positions),
    "order: found 3, expected an even one for derivatives given at knots");
  EXPECT_EQ(
    error_of([] { interpolate_waypoints({0, 1}, counted(2, 1), 8); }),
    "derivative: found 8, expected 2 to 7");
}

TEST(InterpolationErrors, Ends)
{
  AccelerationOptions options;
  options.start = {EndKind::given, counted(2, 1)};
  EXPECT_EQ(
    fit_error({0, 1, 2, 3}, counted(4, 1), options),
    "start: found 2 rows of derivatives, expected 1 for order 4");
  options.start = {EndKind::top, counted(1, 2)};
  EXPECT_EQ(
    fit_error({0, 1, 2, 3}, counted(4, 1), options),
    "start: found derivatives of 2 channels, expected 1");
  options.start = {EndKind::top, RowMatrix::Constant(1, 1, kNan)};
  EXPECT_EQ(
    fit_error({0, 1, 2, 3}, counted(4, 1), options),
    "start: found nan at index 0, expected finite numbers");
  options.start = {};
  options.end = {EndKind::natural, counted(1, 1)};
  EXPECT_EQ(
    fit_error({0, 1, 2, 3}, counted(4, 1), options),
    "end: found 1 rows of derivatives, expected none for an end that is not given or top");
  options.order = 2;
  options.end.kind = EndKind::given;
  EXPECT_EQ(
    fit_error({0, 1, 2, 3}, counted(4, 1), options),
    "end: found 1 rows of derivatives, expected none, as order 2 leaves no room for any");
}

TEST(InterpolationErrors, Periods)
{
  PositionOptions options;
  options.start.kind = EndKind::periodic;
  const std::vector<double> times{0, 1, 2, 3, 4, 5};
  EXPECT_EQ(
    position_error(times, counted(6, 1), options),
    "ends: found one that is periodic, expected both or none");
  options.end.kind = EndKind::periodic;
  EXPECT_EQ(
    position_error(times, counted(6, 1), options),
    "positions: found 0 at the start and 5 at the end of channel 0, expected the same for periodic "
    "ends");
}

TEST(InterpolationErrors, DerivativesAtKnots)
{
  const std::vector<double> times{0, 1, 2, 3, 4, 5};
  const auto error = [&](const KnotDerivative & given) {
    PositionOptions options;
    options.given = {given};
    return position_error(times, counted(6, 1), options);
  };
  EXPECT_EQ(error({6, 1, counted(1, 1)}), "given: found knot 6, expected 0 to 5");
  EXPECT_EQ(
    error({2, 3, counted(1, 1)}),
    "given: found derivative 3 at knot 2, expected 1 to 2 for order 4");
  EXPECT_EQ(
    error({2, 1, counted(1, 3)}), "given: found 3 numbers at knot 2, expected 1, one per channel");
}

TEST(InterpolationErrors, DerivativesThatLeaveTheFunctionOpen)
{
  // t (t - 1) (t - 2) is zero at the knots, has no curvature at the middle one, and no snap.
  PositionOptions options;
  options.order = 6;
  options.start.kind = options.end.kind = EndKind::natural;
  options.given = {{1, 2, counted(1, 1)}};
  EXPECT_EQ(
    position_error({0, 1, 2}, counted(3, 1), options),
    "times: found 3 samples, expected at least 4 for order 6 with the given derivatives");
  options.given[0].derivative = 1;
  EXPECT_EQ(position_error({0, 1, 2}, counted(3, 1), options), "no error");
}

TEST(InterpolationErrors, SegmentsTooDifferentToComputeWith)
{
  const std::string refused =
    "times: found segments of lengths too different to compute with, expected more even ones or a "
    "lower order";
  EXPECT_EQ(fit_error({0, 1e-160, 1, 2, 3}, counted(5, 1), {}), refused);
  EXPECT_EQ(fit_error({0, 1e-12, 1, 2, 3}, counted(5, 1), {}), "no error");
  AccelerationOptions natural;
  natural.order = 12;
  natural.start.kind = natural.end.kind = EndKind::natural;
  EXPECT_EQ(
    fit_error({0, 1, 2, 3, 3.0001, 3.0002, 3.0003, 3.0004, 4, 5, 6, 7}, counted(12, 1), natural),
    refused);
  PositionOptions periodic;
  periodic.order = 6;
  periodic.start.kind = periodic.end.kind = EndKind::periodic;
  const RowMatrix samples = motion_cases::periodic_table(9, 1, 5);
  EXPECT_EQ(position_error({0, 1, 2, 2.0001, 3, 4, 5, 6, 7}, samples, periodic), refused);
  EXPECT_EQ(position_error({0, 1, 2, 2.1, 3, 4, 5, 6, 7}, samples, periodic), "no error");
}

TEST(InterpolationErrors, StartAndEndOfTheMotion)
{
  AccelerationOptions options;
  options.end_velocity = Eigen::RowVectorXd::Zero(3);
  EXPECT_EQ(
    fit_error({0, 1, 2, 3}, counted(4, 2), options),
    "end velocity: found 3 numbers, expected 2, one per channel");
  options.end_velocity.resize(0);
  options.position = Eigen::RowVectorXd::Constant(2, kNan);
  EXPECT_EQ(
    fit_error({0, 1, 2, 3}, counted(4, 2), options),
    "position: found nan at index 0, channel 0, expected finite numbers");
}

}  // namespace
}  // namespace hod
