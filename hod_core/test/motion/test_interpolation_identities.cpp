// SPDX-License-Identifier: Apache-2.0
// What holds exactly: polynomials, continuity, closing onto known ends, other units, periods.
#include <gmock/gmock.h>

#include "hod/motion/interpolation.hpp"
#include "motion_cases.hpp"

namespace hod
{
namespace
{

using namespace motion_cases;

/// The d-th derivative of Σ c_k tᵏ, one column of c per channel.
Eigen::RowVectorXd power_sum(const RowMatrix & c, double t, int d)
{
  Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(c.cols());
  for (int k = d; k < c.rows(); ++k)
  {
    sum += c.row(k) * std::tgamma(k + 1.0) / std::tgamma(k - d + 1.0) * std::pow(t, k - d);
  }
  return sum;
}

/// Rows of derivatives of the polynomial c, from `first` on in steps.
RowMatrix derivative_rows(const RowMatrix & c, double time, int first, int step, int rows)
{
  RowMatrix table(rows, c.cols());
  for (int row = 0; row < rows; ++row)
  {
    table.row(row) = power_sum(c, time, first + step * row);
  }
  return table;
}

EndCondition exact_end(const RowMatrix & c, EndKind kind, double time, int order, int room)
{
  if (kind == EndKind::estimated || room == 0)
  {
    return {};
  }
  return {
    kind, kind == EndKind::given ? derivative_rows(c, time, 3, 1, room)
                                 : derivative_rows(c, time, order, -1, room)};
}

void expect_exact(int order, EndKind kind)
{
  const std::vector<double> knots = uneven_knots(order + 6, 3, 0.2);
  const RowMatrix c = random_table(order + 2, 2, 11);
  AccelerationOptions options;
  options.order = order;
  options.start = exact_end(c, kind, knots.front(), order, (order - 1) / 2);
  options.end = exact_end(c, kind, knots.back(), order, (order - 2) / 2);
  options.position = power_sum(c, knots.front(), 0);
  options.velocity = power_sum(c, knots.front(), 1);
  RowMatrix samples(static_cast<Eigen::Index>(knots.size()), 2);
  for (std::size_t i = 0; i < knots.size(); ++i)
  {
    samples.row(static_cast<Eigen::Index>(i)) = power_sum(c, knots[i], 2);
  }
  const auto motion = interpolate_accelerations(knots, samples, options).motion;
  const double tolerance = order <= 8 ? 1e-11 : 1e-8;
  for (int i = 0; i <= 100; ++i)
  {
    const double time = knots.front() + (knots.back() - knots.front()) * i / 100;
    const Eigen::RowVectorXd q = power_sum(c, time, 0);
    EXPECT_LT((at(motion, time, 0) - q).norm(), tolerance * (1.0 + q.norm()))
      << "order " << order << ", time " << time;
  }
}

/// All derivatives of an end, or, at the last knot, one of them and the highest ones of the others.
enum class Known
{
  lower,
  one_of_higher
};

/// A time that is only `gap` after another tells nothing new and must spoil nothing.
void expect_exact_with_pair(int order, double gap, Known known)
{
  std::vector<double> knots = even_knots(order + 6, 2.0);
  knots.insert(knots.begin() + order / 2 + 3, knots[static_cast<std::size_t>(order / 2 + 2)] + gap);
  const RowMatrix c = random_table(order + 2, 1, 11);
  PositionOptions options;
  options.order = order;
  options.start = {EndKind::given, derivative_rows(c, knots.front(), 1, 1, order / 2)};
  options.end = {EndKind::given, derivative_rows(c, knots.back(), 1, 1, order / 2)};
  if (known == Known::one_of_higher)
  {
    options.end = {EndKind::top, derivative_rows(c, knots.back(), order, -1, order / 2)};
    options.given = {
      {static_cast<int>(knots.size()) - 1, order / 2, power_sum(c, knots.back(), order / 2)}};
  }
  RowMatrix samples(static_cast<Eigen::Index>(knots.size()), 1);
  for (std::size_t i = 0; i < knots.size(); ++i)
  {
    samples.row(static_cast<Eigen::Index>(i)) = power_sum(c, knots[i], 0);
  }
  const auto motion = interpolate_positions(knots, samples, options).motion;
  for (int d = 0; d <= 4; ++d)
  {
    const double size = power_sum(c.cwiseAbs(), knots.back(), d)[0];
    for (int i = 0; i <= 100; ++i)
    {
      const double time = 0.02 * i;
      ASSERT_NEAR(at(motion, time, d)[0], power_sum(c, time, d)[0], 1e-7 * size)
        << "order " << order << ", gap " << gap << ", derivative " << d << ", time " << time;
    }
  }
}

TEST(InterpolationIdentities, TwoTimesThatHardlyDifferSpoilNothing)
{
  for (int order = 4; order <= kMaxInterpolationOrder; order += 2)
  {
    for (const double gap : {1e-2, 1e-3, 1e-4, 1e-5})
    {
      expect_exact_with_pair(order, gap, Known::lower);
      if (order <= 8)
      {
        expect_exact_with_pair(order, gap, Known::one_of_higher);
      }
    }
  }
}

TEST(InterpolationIdentities, PolynomialsOfDegreeOrderPlusOneAreReproduced)
{
  for (int order = 2; order <= kMaxInterpolationOrder; ++order)
  {
    expect_exact(order, EndKind::estimated);
    expect_exact(order, EndKind::given);
    expect_exact(order, EndKind::top);
  }
}

TEST(InterpolationIdentities, AllDerivativesUpToTheOrderAreContinuous)
{
  for (int order = 2; order <= 8; ++order)
  {
    const std::vector<double> knots = uneven_knots(40, 5);
    const RowMatrix samples = random_table(41, 2, 6);
    AccelerationOptions options;
    options.order = order;
    const auto motion = interpolate_accelerations(knots, samples, options).motion;
    RowMatrix before(order + 1, 2), after(order + 1, 2);
    for (int knot = 1; knot < 40; ++knot)
    {
      const double time = knots[static_cast<std::size_t>(knot)];
      motion.evaluate_on(knot - 1, time, before);
      motion.evaluate_on(knot, time, after);
      for (int d = 0; d <= order; ++d)
      {
        EXPECT_LT((before - after).row(d).norm(), 1e-9 * (1.0 + after.row(d).norm()))
          << "order " << order << ", derivative " << d;
      }
      EXPECT_LT((after.row(2) - samples.row(knot)).norm(), 1e-12);
    }
  }
}

TEST(InterpolationIdentities, TheUnitOfTimeDoesNotMatter)
{
  const RowMatrix samples = random_table(52, 1, 8);
  for (const double unit : {1e-3, 1e3})
  {
    const auto fast = interpolate_accelerations(uneven_knots(51, 9), samples, {}).motion;
    const auto slow = interpolate_accelerations(uneven_knots(51, 9, unit), samples, {}).motion;
    for (int i = 0; i < 100; ++i)
    {
      const double time = fast.start() + (fast.end() - fast.start()) * i / 100;
      const double expected = at(fast, time, 4)[0];
      EXPECT_NEAR(
        at(slow, unit * time, 4)[0] * unit * unit, expected, 1e-9 * (1.0 + std::abs(expected)));
    }
  }
}

/// Three channels with a known beginning, 51 segments.
struct Drifting
{
  std::vector<double> knots = uneven_knots(51, 12, 0.02);
  RowMatrix samples = random_table(52, 3, 13);
  RowMatrix known = random_table(4, 3, 14);  ///< position, velocity, and the same at the end

  Interpolation fit(bool position, bool velocity) const
  {
    AccelerationOptions options;
    options.position = known.row(0);
    options.velocity = known.row(1);
    options.end_position = position ? Eigen::RowVectorXd(known.row(2)) : Eigen::RowVectorXd();
    options.end_velocity = velocity ? Eigen::RowVectorXd(known.row(3)) : Eigen::RowVectorXd();
    return interpolate_accelerations(knots, samples, options);
  }
};

void expect_closed(const Drifting & drifting, bool position, bool velocity)
{
  const auto closed = drifting.fit(position, velocity);
  const double start = drifting.knots.front(), end = drifting.knots.back();
  const auto error = [&](double time, int d, int row) {
    return (at(closed.motion, time, d) - drifting.known.row(row)).norm();
  };
  EXPECT_LT(error(start, 0, 0) + error(start, 1, 1), 1e-15);
  EXPECT_TRUE(!position || error(end, 0, 2) < 1e-13) << error(end, 0, 2);
  EXPECT_TRUE(!velocity || error(end, 1, 3) < 1e-13) << error(end, 1, 3);
  const auto open = drifting.fit(false, false);
  for (const double time : {start, 0.3, end})
  {
    const Eigen::RowVectorXd added =
      closed.correction.row(0) + closed.correction.row(1) * (time - start);
    const Eigen::RowVectorXd found = at(closed.motion, time, 2) - at(open.motion, time, 2);
    EXPECT_LT((found - added).norm(), 1e-11 * added.norm());
  }
  EXPECT_EQ(closed.correction.row(1).norm() > 0.0, position && velocity);
}

TEST(InterpolationIdentities, TheMotionClosesOntoKnownEnds)
{
  const Drifting drifting;
  EXPECT_EQ(drifting.fit(false, false).correction.rows(), 0);
  expect_closed(drifting, true, true);
  expect_closed(drifting, true, false);
  expect_closed(drifting, false, true);
}

TEST(InterpolationIdentities, APeriodicAccelerationGoesOnWhereItBegan)
{
  const RowMatrix samples = periodic_table(17, 2, 15);
  const std::vector<double> knots = uneven_knots(16, 16);
  AccelerationOptions options;
  options.order = 6;
  options.start.kind = options.end.kind = EndKind::periodic;
  const auto motion = interpolate_accelerations(knots, samples, options).motion;
  for (int d = 2; d <= 6; ++d)
  {
    const Eigen::RowVectorXd first = at(motion, knots.front(), d);
    EXPECT_LT((at(motion, knots.back(), d) - first).norm(), 1e-9 * (1.0 + first.norm())) << d;
  }
}

}  // namespace
}  // namespace hod
