// SPDX-License-Identifier: Apache-2.0
// Banded systems against dense ones, with diagonals that make rows change places.
#include "motion/band_system.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "motion_cases.hpp"

namespace
{

using Eigen::Index;
using hod::BandSystem;
using hod::RowMatrix;

/// Entries from -1 to 1 in the band, on the diagonal from -`diagonal` to it.
RowMatrix banded(Index rows, Index below, Index above, double diagonal, unsigned seed)
{
  RowMatrix matrix = hod::motion_cases::random_table(rows, rows, seed);
  for (Index row = 0; row < rows; ++row)
  {
    for (Index column = 0; column < rows; ++column)
    {
      const bool is_inside = column >= row - below && column <= row + above;
      matrix(row, column) *= is_inside ? (row == column ? diagonal : 1.0) : 0.0;
    }
  }
  return matrix;
}

BandSystem system_of(const RowMatrix & matrix, Index below, Index above)
{
  BandSystem system(matrix.rows(), below, above);
  for (Index row = 0; row < matrix.rows(); ++row)
  {
    const Index last = std::min(matrix.rows() - 1, row + above);
    for (Index column = std::max<Index>(0, row - below); column <= last; ++column)
    {
      system.at(row, column) = matrix(row, column);
    }
  }
  return system;
}

void expect_solved(const RowMatrix & matrix, Index below, Index above)
{
  const RowMatrix right = hod::motion_cases::random_table(matrix.rows(), 3, 5);
  BandSystem system = system_of(matrix, below, above);
  ASSERT_TRUE(system.factor());
  RowMatrix found = right;
  system.solve(found);
  const Eigen::FullPivLU<Eigen::MatrixXd> dense{Eigen::MatrixXd(matrix)};
  const Eigen::MatrixXd expected = dense.solve(Eigen::MatrixXd(right));
  EXPECT_LT((found - expected).norm(), 1e-13 / dense.rcond() * expected.norm())
    << matrix.rows() << " rows, " << below << " below, " << above << " above";
}

TEST(BandSystem, SolvesWhatDenseEliminationSolves)
{
  for (const Index rows : {1, 2, 3, 7, 20})
  {
    for (Index below = 0; below < std::min<Index>(rows, 4); ++below)
    {
      for (Index above = 0; above < std::min<Index>(rows, 4); ++above)
      {
        const auto seed = static_cast<unsigned>(1 + 100 * rows + 10 * below + above);
        expect_solved(banded(rows, below, above, 5.0, seed), below, above);
        // Without entries below it, a diagonal of zeros would be singular.
        const double diagonal = below > 0 && above > 0 ? 1e-9 : 1.0;
        expect_solved(banded(rows, below, above, diagonal, seed), below, above);
      }
    }
  }
}

TEST(BandSystem, RowsThatChangePlacesReachFarther)
{
  // Each row is exchanged with the last one of its band.
  const Index rows = 12, below = 3, above = 2;
  RowMatrix matrix = banded(rows, below, above, 1e-3, 3);
  for (Index row = 0; row + below < rows; ++row)
  {
    matrix(row + below, row) = 50.0;
  }
  expect_solved(matrix, below, above);
}

TEST(BandSystem, SingularOnesAreRefused)
{
  const Index rows = 6;
  for (Index broken = 0; broken < rows; ++broken)
  {
    RowMatrix matrix = banded(rows, 1, 1, 5.0, 4);
    matrix.col(broken).setZero();
    EXPECT_FALSE(system_of(matrix, 1, 1).factor()) << broken;
  }
}

}  // namespace
