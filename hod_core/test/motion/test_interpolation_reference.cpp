// SPDX-License-Identifier: Apache-2.0
// The same motions from one dense system of all conditions, in long double and powers of local
// time.
#include <Eigen/LU>
#include <functional>

#include "hod/motion/interpolation.hpp"
#include "motion_cases.hpp"

namespace hod
{
namespace
{

using namespace motion_cases;
using LongMatrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;

/// Unknown: coefficients of (t - t_s)ᵏ on every segment, one channel.
class DenseSpline
{
public:
  DenseSpline(const std::vector<double> & knots, int degree)
  : knots_(knots), degree_(degree), matrix_(size(), size()), right_(size(), 1)
  {
    matrix_.setZero();
    right_.setZero();
  }

  void value(int knot, int derivative, double number)
  {
    add(std::min(knot, segments() - 1), knot, derivative, 1.0L);
    right_(row_++) = number;
  }
  void continuity(int knot, int derivative)
  {
    add(knot - 1, knot, derivative, 1.0L);
    add(knot, knot, derivative, -1.0L);
    ++row_;
  }
  void solve()
  {
    ASSERT_EQ(row_, size());
    solution_ = matrix_.fullPivLu().solve(right_);
  }
  double at(double time, int derivative) const
  {
    int segment = 0;
    while (segment + 1 < segments() && time >= knots_[static_cast<std::size_t>(segment + 1)])
    {
      ++segment;
    }
    long double sum = 0.0L;
    for (int k = derivative; k <= degree_; ++k)
    {
      sum += factor(k, derivative, time - start(segment)) * solution_(segment * (degree_ + 1) + k);
    }
    return static_cast<double>(sum);
  }

private:
  int segments() const { return static_cast<int>(knots_.size()) - 1; }
  int size() const { return segments() * (degree_ + 1); }
  double start(int segment) const { return knots_[static_cast<std::size_t>(segment)]; }
  static long double factor(int k, int d, long double time)
  {
    return std::tgamma(k + 1.0L) / std::tgamma(k - d + 1.0L) * std::pow(time, k - d);
  }
  void add(int segment, int knot, int derivative, long double sign)
  {
    const long double time = static_cast<long double>(start(knot)) - start(segment);
    for (int k = derivative; k <= degree_; ++k)
    {
      matrix_(row_, segment * (degree_ + 1) + k) += sign * factor(k, derivative, time);
    }
  }

  const std::vector<double> & knots_;
  int degree_;
  int row_ = 0;
  LongMatrix matrix_, right_, solution_;
};

void expect_same(const PiecewisePolynomial & motion, const DenseSpline & dense, int order)
{
  for (int d = 0; d <= order + 1; ++d)
  {
    double largest = 0.0, error = 0.0;
    for (int i = 0; i < 200; ++i)
    {
      const double time = motion.start() + (motion.end() - motion.start()) * i / 200;
      const double expected = dense.at(time, d);
      largest = std::max(largest, std::abs(expected));
      error = std::max(error, std::abs(at(motion, time, d)[0] - expected));
    }
    EXPECT_LT(error, 1e-9 * largest) << "order " << order << ", derivative " << d;
  }
}

/// Rows of known derivatives for the room that an end has.
EndCondition random_end(EndKind kind, int rows, unsigned seed)
{
  return {rows > 0 ? kind : EndKind::natural, random_table(rows, 1, seed)};
}

/// Conditions of an end in the dense system; `base` is the derivative that has samples.
void add_end(DenseSpline & dense, const EndCondition & end, int knot, int order, int base)
{
  for (int row = 0; row < end.values.rows(); ++row)
  {
    dense.value(knot, end.kind == EndKind::top ? order - row : base + 1 + row, end.values(row, 0));
  }
}

class EndKinds : public testing::TestWithParam<std::tuple<EndKind, EndKind>>
{};

TEST_P(EndKinds, AccelerationsMeetThePapersConditionsBalanced)
{
  const int segments = 7;
  const std::vector<double> knots = uneven_knots(segments, 21);
  for (int order = 2; order <= 7; ++order)
  {
    const RowMatrix samples = random_table(segments + 1, 1, 22);
    AccelerationOptions options;
    options.order = order;
    options.position = Eigen::RowVectorXd::Constant(1, 0.7);
    options.velocity = Eigen::RowVectorXd::Constant(1, -0.4);
    options.start = random_end(std::get<0>(GetParam()), (order - 1) / 2, 23);
    options.end = random_end(std::get<1>(GetParam()), (order - 2) / 2, 24);
    DenseSpline dense(knots, order + 1);
    dense.value(0, 0, 0.7);
    dense.value(0, 1, -0.4);
    add_end(dense, options.start, 0, order, 2);
    add_end(dense, options.end, segments, order, 2);
    for (int knot = 0; knot <= segments; ++knot)
    {
      dense.value(knot, 2, samples(knot, 0));
      for (int d = 0; d <= order && knot > 0 && knot < segments; ++d)
      {
        dense.continuity(knot, d);
      }
    }
    dense.solve();
    expect_same(interpolate_accelerations(knots, samples, options).motion, dense, order);
  }
}

TEST_P(EndKinds, PositionsWithDerivativesGivenAtKnots)
{
  const int segments = 6;
  const std::vector<double> knots = uneven_knots(segments, 31);
  for (int order = 2; order <= 7; ++order)
  {
    const RowMatrix samples = random_table(segments + 1, 1, 32);
    PositionOptions options;
    options.order = order;
    options.start = random_end(std::get<0>(GetParam()), (order + 1) / 2, 33);
    options.end = random_end(std::get<1>(GetParam()), order / 2, 34);
    if (order % 2 == 0)
    {
      options.given = {
        {2, 1, Eigen::RowVectorXd::Constant(1, 0.3)},
        {5, order / 2, Eigen::RowVectorXd::Constant(1, -0.6)}};
    }
    DenseSpline dense(knots, order + 1);
    add_end(dense, options.start, 0, order, 0);
    add_end(dense, options.end, segments, order, 0);
    std::vector<std::pair<int, int>> jumps;
    for (const KnotDerivative & given : options.given)
    {
      dense.value(given.knot, given.derivative, given.values[0]);
      jumps.emplace_back(given.knot, order + 1 - given.derivative);
    }
    for (int knot = 0; knot <= segments; ++knot)
    {
      dense.value(knot, 0, samples(knot, 0));
      for (int d = 0; d <= order && knot > 0 && knot < segments; ++d)
      {
        if (std::find(jumps.begin(), jumps.end(), std::pair{knot, d}) == jumps.end())
        {
          dense.continuity(knot, d);
        }
      }
    }
    dense.solve();
    expect_same(interpolate_positions(knots, samples, options).motion, dense, order);
  }
}

INSTANTIATE_TEST_SUITE_P(
  All, EndKinds,
  testing::Combine(
    testing::Values(EndKind::given, EndKind::top), testing::Values(EndKind::given, EndKind::top)));

/// q⁽ᵈ⁾ given at an end knot takes the place of q⁽ᵐ⁺¹⁻ᵈ⁾ there, whether that is known or zero.
TEST(InterpolationReference, DerivativesGivenAtEndKnotsGoBeforeEndConditions)
{
  const int segments = 5;
  const std::vector<double> knots = uneven_knots(segments, 51);
  for (const int order : {2, 4, 6, 8})
  {
    const int room = order / 2;
    const RowMatrix samples = random_table(segments + 1, 1, 52);
    PositionOptions options;
    options.order = order;
    options.start = {EndKind::natural, {}};
    options.end = {EndKind::top, random_table(room, 1, 53)};
    options.given = {
      {0, room, Eigen::RowVectorXd::Constant(1, 0.4)},
      {segments, 1, Eigen::RowVectorXd::Constant(1, -0.7)}};
    DenseSpline dense(knots, order + 1);
    dense.value(0, room, 0.4);
    dense.value(segments, 1, -0.7);
    for (int row = 0; row < room; ++row)
    {
      if (row + 1 != room)
      {
        dense.value(0, order - row, 0.0);
      }
      if (row > 0)
      {
        dense.value(segments, order - row, options.end.values(row, 0));
      }
    }
    for (int knot = 0; knot <= segments; ++knot)
    {
      dense.value(knot, 0, samples(knot, 0));
      for (int d = 0; d <= order && knot > 0 && knot < segments; ++d)
      {
        dense.continuity(knot, d);
      }
    }
    dense.solve();
    expect_same(interpolate_positions(knots, samples, options).motion, dense, order);
  }
}

TEST(InterpolationReference, APeriodicMotionIsTheMiddleOfItsRepetition)
{
  const int segments = 9, periods = 13;
  const std::vector<double> knots = uneven_knots(segments, 41);
  const double period = knots.back() - knots.front();
  for (const int order : {2, 4, 6})
  {
    const RowMatrix samples = periodic_table(segments + 1, 2, 42);
    PositionOptions options;
    options.order = order;
    options.start.kind = options.end.kind = EndKind::periodic;
    const auto closed = interpolate_positions(knots, samples, options).motion;
    std::vector<double> longer{knots.front()};
    RowMatrix repeated(periods * segments + 1, 2);
    repeated.row(0) = samples.row(0);
    for (int i = 1; i <= periods * segments; ++i)
    {
      const auto within = static_cast<std::size_t>((i - 1) % segments + 1);
      longer.push_back(knots[within] + period * ((i - 1) / segments));
      repeated.row(i) = samples.row(static_cast<Eigen::Index>(within));
    }
    options.start.kind = options.end.kind = EndKind::natural;
    const auto open = interpolate_positions(longer, repeated, options).motion;
    for (int i = 0; i <= 50; ++i)
    {
      const double time = knots.front() + period * i / 50;
      EXPECT_LT((at(closed, time, 1) - at(open, time + 6 * period, 1)).norm(), 1e-9) << order;
    }
  }
}

}  // namespace
}  // namespace hod
