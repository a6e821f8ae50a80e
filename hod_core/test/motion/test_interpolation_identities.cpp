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

void expect_exact(int order, EndKind kind)
{
  const std::vector<double> knots = uneven_knots(order + 6, 3, 0.2);
  const RowMatrix c = random_table(order + 2, 2, 11);
  AccelerationOptions options;
  options.order = order;
  const auto derivatives = [&](double time, int first, int step, int rows) {
    RowMatrix table(rows, 2);
    for (int row = 0; row < rows; ++row)
    {
      table.row(row) = power_sum(c, time, first + step * row);
    }
    return table;
  };
  for (const bool at_end : {false, true})
  {
    EndCondition & end = at_end ? options.end : options.start;
    const double time = at_end ? knots.back() : knots.front();
    const int room = at_end ? (order - 2) / 2 : (order - 1) / 2;
    end = {kind, {}};
    if (room > 0 && kind != EndKind::estimated)
    {
      end.values =
        kind == EndKind::given ? derivatives(time, 3, 1, room) : derivatives(time, order, -1, room);
    }
    end.kind = room > 0 ? kind : EndKind::natural;
  }
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

struct Closing
{
  bool position, velocity;
};

TEST(InterpolationIdentities, TheMotionClosesOntoKnownEnds)
{
  const std::vector<double> knots = uneven_knots(51, 12, 0.02);
  const RowMatrix samples = random_table(52, 3, 13);
  const RowMatrix known = random_table(4, 3, 14);
  const double duration = knots.back() - knots.front();
  for (const Closing closing : {Closing{true, true}, Closing{true, false}, Closing{false, true}})
  {
    AccelerationOptions options;
    options.position = known.row(0);
    options.velocity = known.row(1);
    const auto open = interpolate_accelerations(knots, samples, options);
    EXPECT_EQ(open.correction.rows(), 0);
    options.end_position =
      closing.position ? Eigen::RowVectorXd(known.row(2)) : Eigen::RowVectorXd();
    options.end_velocity =
      closing.velocity ? Eigen::RowVectorXd(known.row(3)) : Eigen::RowVectorXd();
    const auto closed = interpolate_accelerations(knots, samples, options);
    EXPECT_LT((at(closed.motion, knots.front(), 0) - known.row(0)).norm(), 1e-15);
    EXPECT_LT((at(closed.motion, knots.front(), 1) - known.row(1)).norm(), 1e-15);
    const auto end_error = [&](int d) {
      return (at(closed.motion, knots.back(), d) - known.row(2 + d)).norm();
    };
    EXPECT_TRUE(!closing.position || end_error(0) < 1e-13) << end_error(0);
    EXPECT_TRUE(!closing.velocity || end_error(1) < 1e-13) << end_error(1);
    for (const double time : {knots.front(), 0.3, knots.back()})
    {
      const Eigen::RowVectorXd added =
        closed.correction.row(0) + closed.correction.row(1) * (time - knots.front());
      EXPECT_LT(
        (at(closed.motion, time, 2) - at(open.motion, time, 2) - added).norm(),
        1e-11 * added.norm());
    }
    EXPECT_EQ(closed.correction.row(1).norm() == 0.0, !(closing.position && closing.velocity));
    EXPECT_GT(closed.correction.row(0).norm() * duration, 0.0);
  }
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
