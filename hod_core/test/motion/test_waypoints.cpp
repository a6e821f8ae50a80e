// SPDX-License-Identifier: Apache-2.0
// Minimum jerk and snap against the quadratic programme that they solve, dense and with
// multipliers.
#include <Eigen/LU>

#include "hod/motion/interpolation.hpp"
#include "motion_cases.hpp"

namespace hod
{
namespace
{

using namespace motion_cases;
using LongMatrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;

/// min ∫(q⁽ᵖ⁾)² over polynomials of degree 2p + 1 (two more than the answer needs) on every
/// segment.
class Programme
{
public:
  Programme(const std::vector<double> & knots, int p)
  : knots_(knots), size_(2 * p + 2), segments_(static_cast<int>(knots.size()) - 1)
  {
    cost_ = LongMatrix::Zero(segments_ * size_, segments_ * size_);
    for (int s = 0; s < segments_; ++s)
    {
      for (int i = p; i < size_; ++i)
      {
        for (int j = p; j < size_; ++j)
        {
          cost_(s * size_ + i, s * size_ + j) = factor(i, p) * factor(j, p) *
                                                std::pow(length(s), i + j - 2 * p + 1) /
                                                (i + j - 2 * p + 1);
        }
      }
    }
  }

  void value(int segment, bool at_end, int derivative, double number)
  {
    rows_.push_back(row(segment, at_end, derivative));
    right_.push_back(number);
  }
  void continuity(int knot, int derivative)
  {
    rows_.push_back(row(knot - 1, true, derivative) - row(knot, false, derivative));
    right_.push_back(0.0L);
  }
  LongMatrix solve() const
  {
    const auto n = cost_.rows(), conditions = static_cast<Eigen::Index>(rows_.size());
    LongMatrix matrix = LongMatrix::Zero(n + conditions, n + conditions);
    LongMatrix right = LongMatrix::Zero(n + conditions, 1);
    matrix.topLeftCorner(n, n) = cost_;
    for (Eigen::Index i = 0; i < conditions; ++i)
    {
      matrix.row(n + i).head(n) = rows_[static_cast<std::size_t>(i)];
      matrix.col(n + i).head(n) = rows_[static_cast<std::size_t>(i)].transpose();
      right(n + i) = right_[static_cast<std::size_t>(i)];
    }
    return matrix.fullPivLu().solve(right).topRows(n);
  }
  int size() const { return size_; }

private:
  using Row = Eigen::Matrix<long double, 1, Eigen::Dynamic>;

  static long double factor(int k, int d)
  {
    return std::tgamma(k + 1.0L) / std::tgamma(k - d + 1.0L);
  }
  long double length(int segment) const
  {
    const auto s = static_cast<std::size_t>(segment);
    return static_cast<long double>(knots_[s + 1]) - knots_[s];
  }
  Row row(int segment, bool at_end, int derivative) const
  {
    Row result = Row::Zero(cost_.cols());
    for (int k = derivative; k < size_; ++k)
    {
      result(segment * size_ + k) =
        factor(k, derivative) * std::pow(at_end ? length(segment) : 0.0L, k - derivative);
    }
    return result;
  }

  const std::vector<double> & knots_;
  int size_, segments_;
  LongMatrix cost_;
  std::vector<Row> rows_;
  std::vector<long double> right_;
};

/// At rest at both ends but for a velocity at the last knot, and with one at knot 3.
LongMatrix dense_solution(Programme & programme, const RowMatrix & positions, int p)
{
  const auto segments = static_cast<int>(positions.rows()) - 1;
  for (int s = 0; s < segments; ++s)
  {
    programme.value(s, false, 0, positions(s, 0));
    programme.value(s, true, 0, positions(s + 1, 0));
  }
  for (int d = 1; d < p; ++d)
  {
    programme.value(0, false, d, 0.0);
    programme.value(segments - 1, true, d, d == 1 ? 0.2 : 0.0);
    for (int knot = 1; knot < segments; ++knot)
    {
      programme.continuity(knot, d);
    }
  }
  programme.value(3, false, 1, 0.8);
  return programme.solve();
}

TEST(Waypoints, LeastJerkAndSnapSolveTheQuadraticProgramme)
{
  const std::vector<double> knots = uneven_knots(5, 51);
  const RowMatrix positions = random_table(6, 1, 52);
  const KnotDerivative velocity{3, 1, Eigen::RowVectorXd::Constant(1, 0.8)};
  const KnotDerivative moving_end{5, 1, Eigen::RowVectorXd::Constant(1, 0.2)};
  for (const int p : {2, 3, 4})
  {
    Programme programme(knots, p);
    const LongMatrix expected = dense_solution(programme, positions, p);
    const auto motion = interpolate_waypoints(knots, positions, p, {velocity, moving_end}).motion;
    EXPECT_EQ(motion.degree(), 2 * p - 1);
    for (int i = 0; i < 100; ++i)
    {
      const double time = motion.start() + (motion.end() - motion.start()) * i / 100;
      const int segment = motion.segment_at(time);
      const long double since = time - knots[static_cast<std::size_t>(segment)];
      long double sum = 0.0L;
      for (int k = 0; k < programme.size(); ++k)
      {
        sum += expected(segment * programme.size() + k, 0) * std::pow(since, k);
      }
      EXPECT_NEAR(at(motion, time, 0)[0], static_cast<double>(sum), 1e-10) << p << ", " << time;
    }
  }
}

TEST(Waypoints, OneStretchIsTheKnownMinimumJerkPolynomial)
{
  RowMatrix positions(2, 1);
  positions << 1.0, 3.0;
  const auto motion = interpolate_waypoints({0.0, 2.0}, positions, 3).motion;
  for (const double u : {0.0, 0.2, 0.5, 0.9, 1.0})
  {
    EXPECT_NEAR(
      at(motion, 2.0 * u, 0)[0], 1.0 + 2.0 * u * u * u * (10.0 - 15.0 * u + 6.0 * u * u), 1e-14);
  }
}

}  // namespace
}  // namespace hod
