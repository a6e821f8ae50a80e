// SPDX-License-Identifier: Apache-2.0
#include "accelerometer/segment_squares.hpp"

#include <gtest/gtest.h>

#include <random>

namespace hod::detail
{
namespace
{

constexpr Eigen::Index kPoints = 5;
constexpr Eigen::Index kBorder = 2;
constexpr Eigen::Index kInstants = 3;
constexpr Eigen::Index kRows = 4;  // of an instant
constexpr double kRounding = 1e-12;

/// The same equations row by row, and what their squares come to.
class SquaresOfJoints : public testing::TestWithParam<int>
{
protected:
  const Eigen::Index joints = GetParam();
  const Eigen::Index columns = kPoints * joints + kBorder + 1;
  SegmentSquares squares{joints, kPoints, kBorder};
  Eigen::MatrixXd rows = Eigen::MatrixXd::Zero(0, columns);
  std::mt19937_64 engine{11};

  RowMatrix random(Eigen::Index height, Eigen::Index width)
  {
    std::normal_distribution<double> normal;
    return RowMatrix::NullaryExpr(height, width, [&] { return normal(engine); });
  }

  Eigen::MatrixXd::RowXpr added()
  {
    rows.conservativeResize(rows.rows() + 1, Eigen::NoChange);
    rows.bottomRows(1).setZero();
    return rows.row(rows.rows() - 1);
  }

  void add_instant()
  {
    const RowMatrix basis = random(4, kPoints);
    RowMatrix instant = random(kRows, 3 * joints + kBorder + 1);
    instant(0, 0) = 0.0;  // of a joint that a sensor does not feel
    for (Eigen::Index i = 0; i < kRows; ++i)
    {
      squares.add_at_instant(instant.row(i));
      auto row = added();
      for (Eigen::Index column = 0; column < kPoints * joints; ++column)
      {
        for (Eigen::Index order = 0; order < 3; ++order)
        {
          row[column] +=
            basis(order, column / joints) * instant(i, order * joints + column % joints);
        }
      }
      row.tail(kBorder + 1) = instant.row(i).tail(kBorder + 1);
    }
    squares.spread(basis);
  }

  void expect_same()
  {
    const Eigen::MatrixXd expected = rows.transpose() * rows;
    const Eigen::MatrixXd lower = (squares.squares() - expected).triangularView<Eigen::Lower>();
    EXPECT_LT(lower.cwiseAbs().maxCoeff(), kRounding * expected.cwiseAbs().maxCoeff());
  }
};

TEST_P(SquaresOfJoints, AreThoseOfTheRows)
{
  for (Eigen::Index i = 0; i < kInstants; ++i)
  {
    add_instant();
  }
  const RowMatrix of_points = random(1, kPoints);
  squares.add_joint(joints - 1, of_points, 0.7);
  auto joint = added();
  for (Eigen::Index point = 0; point < kPoints; ++point)
  {
    joint[point * joints + joints - 1] = of_points(0, point);
  }
  joint[columns - 1] = 0.7;
  const RowMatrix of_border = random(1, kBorder);
  squares.add_border(of_border, -0.3);
  added().tail(kBorder + 1) << of_border, -0.3;
  squares.add_alone(2, 1.5);
  added()[2] = 1.5;
  expect_same();
}

TEST_P(SquaresOfJoints, KnowNothingOfWhatIsLeftOutOrCleared)
{
  add_instant();
  squares.clear();
  rows.conservativeResize(0, Eigen::NoChange);
  add_instant();
  squares.leave_out(1);
  rows.col(1).setZero();
  expect_same();
}

INSTANTIATE_TEST_SUITE_P(OneToMany, SquaresOfJoints, testing::Values(1, 3, 6, 11));

}  // namespace
}  // namespace hod::detail
