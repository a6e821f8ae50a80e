// SPDX-License-Identifier: Apache-2.0
#include "accelerometer/banded_least_squares.hpp"

#include <gmock/gmock.h>

#include <Eigen/LU>
#include <Eigen/QR>
#include <cmath>

namespace hod::detail
{
namespace
{

constexpr int kBlock = 2;
constexpr int kWindow = 3;
constexpr int kBorder = 4;  // more than half of a window
constexpr int kBlocks = 9;
constexpr int kUnknowns = kBlock * kBlocks;
constexpr int kSets = 2500;

using Columns = BandedLeastSquares::Columns;

/// A random problem, in the band and as one dense matrix.
struct Problem
{
  BandedLeastSquares banded{kBlock, kWindow, kBorder, kBlocks};
  Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(0, kUnknowns + kBorder);
  Eigen::VectorXd right = Eigen::VectorXd::Zero(0);
  bool squares;

  void add(int block, const Eigen::MatrixXd & equations)
  {
    const Eigen::Index before = dense.rows();
    const Eigen::Index count = equations.rows();
    dense.conservativeResize(before + count, Eigen::NoChange);
    dense.bottomRows(count).setZero();
    dense.block(before, block * kBlock, count, kWindow * kBlock) =
      equations.leftCols(kWindow * kBlock);
    dense.bottomRightCorner(count, kBorder) = equations.middleCols(kWindow * kBlock, kBorder);
    right.conservativeResize(before + count);
    right.tail(count) = equations.rightCols(1);
    if (squares)
    {
      Eigen::MatrixXd all = equations.transpose() * equations;
      all.triangularView<Eigen::StrictlyUpper>().setConstant(std::nan(""));  // nobody reads it
      banded.absorb_squares(all);
      return;
    }
    Eigen::MatrixXd overwritten = equations;
    banded.absorb(overwritten);
  }

  explicit Problem(int silent = -1, bool by_squares = false) : squares(by_squares)
  {
    std::srand(7);
    for (int block = 0; block + kWindow <= kBlocks; ++block)
    {
      for (int part = 0; part < 2; ++part)
      {
        Eigen::MatrixXd equations = Eigen::MatrixXd::Random(3, banded.columns());
        if (silent >= 0 && silent >= block * kBlock && silent < (block + kWindow) * kBlock)
        {
          equations.col(silent - block * kBlock).setZero();
        }
        if (silent >= kUnknowns)
        {
          equations.col(kWindow * kBlock + silent - kUnknowns).setZero();
        }
        add(block, equations);
      }
      banded.advance();
    }
    for (int i = 0; i < kWindow - 1; ++i)
    {
      banded.advance();
    }
  }
};

TEST(BandedLeastSquares, SolvesAsTheDenseProblem)
{
  Problem problem;
  problem.banded.solve(1e-12, 1e-12);
  const Eigen::VectorXd expected = problem.dense.colPivHouseholderQr().solve(problem.right);
  const Eigen::Map<const Eigen::VectorXd> found(problem.banded.solution().data(), kUnknowns);
  EXPECT_LE((found - expected.head(kUnknowns)).norm(), 1e-11);
  EXPECT_LE((problem.banded.border_solution() - expected.tail(kBorder)).norm(), 1e-11);
  const double residual = (problem.dense * expected - problem.right).squaredNorm();
  EXPECT_NEAR(problem.banded.residual(), residual, 1e-11);
}

TEST(BandedLeastSquares, SquaresAndTrianglesSayTheSame)
{
  Problem reflected;
  Problem squared(-1, true);
  EXPECT_FALSE(squared.banded.rounded());
  for (auto * banded : {&reflected.banded, &squared.banded})
  {
    banded->solve(1e-12, 1e-12);
  }
  EXPECT_LE((squared.banded.solution() - reflected.banded.solution()).norm(), 1e-10);
  EXPECT_LE((squared.banded.border_solution() - reflected.banded.border_solution()).norm(), 1e-10);
  EXPECT_NEAR(squared.banded.residual(), reflected.banded.residual(), 1e-10);
  EXPECT_NEAR(squared.banded.pivot(3, 1), reflected.banded.pivot(3, 1), 1e-10);
  EXPECT_NEAR(squared.banded.column_norm(3, 1), reflected.banded.column_norm(3, 1), 1e-10);
  EXPECT_LE(
    (squared.banded.border_triangle().cwiseAbs() - reflected.banded.border_triangle().cwiseAbs())
      .norm(),
    1e-10);

  Eigen::MatrixXd rows = Eigen::MatrixXd::Random(9, squared.banded.columns());
  Eigen::MatrixXd triangle = rows.householderQr().matrixQR();
  triangle.triangularView<Eigen::StrictlyLower>().setZero();
  BandedLeastSquares dense(kBlock, kWindow, kBorder, kBlocks);
  BandedLeastSquares sparse = dense;
  dense.absorb(rows);
  sparse.absorb(triangle, true);
  EXPECT_LE((dense.triangle().cwiseAbs() - sparse.triangle().cwiseAbs()).norm(), 1e-12);
}

/// A column that is nearly another one: of the difference, squares keep nothing.
TEST(BandedLeastSquares, SquaresSayWhenTheyAreRounded)
{
  std::srand(8);
  Eigen::MatrixXd rows =
    Eigen::MatrixXd::Random(20, BandedLeastSquares(kBlock, kWindow, 0, kWindow).columns());
  for (const double difference : {1e-3, 1e-8})
  {
    BandedLeastSquares banded(kBlock, kWindow, 0, kWindow);
    rows.col(1) = rows.col(0) + difference * Eigen::VectorXd::Random(20);
    banded.absorb_squares(rows.transpose() * rows);
    for (int i = 0; i < kWindow; ++i)
    {
      banded.advance();
    }
    EXPECT_EQ(banded.rounded(), difference < 1e-6);
  }
}

TEST(BandedLeastSquares, DeviationsAreThoseOfTheInverse)
{
  const Problem problem;
  const Eigen::MatrixXd covariance = (problem.dense.transpose() * problem.dense).inverse();
  std::mt19937_64 engine(3);
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(covariance.rows(), covariance.cols());
  for (int i = 0; i < kSets; ++i)
  {
    Columns all(covariance.rows(), BandedLeastSquares::kAbreast);
    Columns unknowns(kUnknowns, BandedLeastSquares::kAbreast);
    all.bottomRows(kBorder) = problem.banded.sample(engine, unknowns);
    all.topRows(kUnknowns) = unknowns;
    sum += all * all.transpose() / (kSets * BandedLeastSquares::kAbreast);
  }
  EXPECT_LE((sum - covariance).norm(), 0.03 * covariance.norm());
  const Eigen::MatrixXd triangle = problem.banded.border_triangle();
  const Eigen::MatrixXd border = (triangle.transpose() * triangle).inverse();
  EXPECT_LE((border - covariance.bottomRightCorner(kBorder, kBorder)).norm(), 1e-11);
  EXPECT_LE(
    (problem.banded.border_norms() - problem.dense.rightCols(kBorder).colwise().norm().transpose())
      .norm(),
    1e-12);
}

TEST(BandedLeastSquares, MeanSquaresOfProbesAreThoseOfTheInverse)
{
  const Problem problem;
  const Eigen::MatrixXd covariance = (problem.dense.transpose() * problem.dense).inverse();
  std::mt19937_64 engine(4);
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(kUnknowns, kUnknowns);
  for (int i = 0; i < kSets; ++i)
  {
    Columns probes(kUnknowns, BandedLeastSquares::kAbreast);
    problem.banded.probe(engine, probes);
    sum += probes * probes.transpose() / (kSets * BandedLeastSquares::kAbreast);
  }
  const Eigen::MatrixXd expected = covariance.topLeftCorner(kUnknowns, kUnknowns);
  EXPECT_LE((sum - expected).norm(), 0.03 * expected.norm());
}

TEST(BandedLeastSquares, UnknownsNoEquationTouchesStayZero)
{
  Problem problem(7);
  problem.banded.solve(1e-12, 1e-12);
  EXPECT_EQ(problem.banded.solution()(3, 1), 0.0);
  EXPECT_EQ(problem.banded.pivot(3, 1), 0.0);
  EXPECT_GT(problem.banded.pivot(3, 0), 1e-3);
  Eigen::MatrixXd dense = problem.dense;
  dense.col(7).setZero();
  const Eigen::VectorXd expected = dense.completeOrthogonalDecomposition().solve(problem.right);
  const Eigen::Map<const Eigen::VectorXd> found(problem.banded.solution().data(), kUnknowns);
  EXPECT_LE((found - expected.head(kUnknowns)).norm(), 1e-11);
}

TEST(BandedLeastSquares, UnknownsOfTheBorderNoEquationTouchesStayZero)
{
  Problem problem(kUnknowns + 1);
  problem.banded.solve(1e-12, 1e-12);
  EXPECT_EQ(problem.banded.border_solution()[1], 0.0);
  const Eigen::VectorXd expected =
    problem.dense.completeOrthogonalDecomposition().solve(problem.right);
  const Eigen::Map<const Eigen::VectorXd> found(problem.banded.solution().data(), kUnknowns);
  EXPECT_LE((found - expected.head(kUnknowns)).norm(), 1e-11);
  EXPECT_LE((problem.banded.border_solution() - expected.tail(kBorder)).norm(), 1e-11);
}

TEST(BandedLeastSquares, ClearForgets)
{
  Problem problem;
  problem.banded.clear();
  EXPECT_EQ(problem.banded.residual(), 0.0);
  EXPECT_EQ(problem.banded.triangle().norm(), 0.0);
}

}  // namespace
}  // namespace hod::detail
