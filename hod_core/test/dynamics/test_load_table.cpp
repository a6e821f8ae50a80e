// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/forces/load_table.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "hod/error.hpp"

namespace hod
{
namespace
{

/// Row k of a wrench whose column c is the polynomial Σ (c + i + 1) tⁱ of a degree.
Load::Wrench polynomial(double time, int degree)
{
  Load::Wrench wrench = Load::Wrench::Zero();
  for (int k = 0; k < Load::kRows; ++k)
  {
    for (int column = 0; column < 6; ++column)
    {
      for (int i = k; i <= degree; ++i)
      {
        const double falling = std::tgamma(i + 1.0) / std::tgamma(i - k + 1.0);
        wrench(k, column) += (column + i + 1) * falling * std::pow(time, i - k);
      }
    }
  }
  return wrench;
}

LoadTable table_of(int rows, int degree)
{
  const std::vector<double> times = {-0.5, 0.1, 0.4, 1.2};
  RowMatrix wrenches(4, 6 * rows);
  for (int instant = 0; instant < 4; ++instant)
  {
    const auto wrench = polynomial(times[static_cast<std::size_t>(instant)], degree);
    for (int k = 0; k < rows; ++k)
    {
      wrenches.row(instant).segment<6>(6 * k) = wrench.row(k);
    }
  }
  return {times, wrenches};
}

TEST(LoadTable, IsExactForPolynomialsOfItsDegree)
{
  for (int rows = 1; rows <= Load::kRows; ++rows)
  {
    const int degree = 2 * rows - 1;
    const LoadTable table = table_of(rows, degree);
    for (const double time : {-0.5, -0.2, 0.1, 0.3, 0.4, 0.9, 1.2})
    {
      const auto expected = polynomial(time, degree);
      const double error = (table.at(time) - expected).cwiseAbs().maxCoeff();
      EXPECT_LE(error, 1e-9 * expected.cwiseAbs().maxCoeff()) << rows << " rows at " << time;
    }
  }
}

TEST(LoadTable, KeepsItsRowsWhateverTheyAre)
{
  const RowMatrix wrenches = RowMatrix::Random(3, 18);
  const LoadTable table({0.0, 0.7, 1.0}, wrenches);
  for (int instant = 0; instant < 3; ++instant)
  {
    const auto wrench =
      table.at(std::vector<double>{0.0, 0.7, 1.0}[static_cast<std::size_t>(instant)]);
    for (int k = 0; k < 3; ++k)
    {
      EXPECT_LE((wrench.row(k) - wrenches.row(instant).segment<6>(6 * k)).norm(), 1e-11);
    }
  }
}

TEST(LoadTable, MustCoverTheMotion)
{
  const LoadTable table = table_of(1, 1);
  EXPECT_NO_THROW(table.check_covers(-0.5, 1.2));
  EXPECT_THROW(table.check_covers(-0.6, 1.0), Error);
  EXPECT_THROW(table.check_covers(std::numeric_limits<double>::quiet_NaN(), 1.0), Error);
  try
  {
    table.check_covers(0.0, 1.3);
    FAIL();
  }
  catch (const Error & error)
  {
    EXPECT_THAT(error.what(), testing::HasSubstr("to 1.200000 s, expected all of the motion"));
  }
}

TEST(LoadTable, RefusesWhatIsNoTable)
{
  EXPECT_THROW(LoadTable({0.0, 1.0}, RowMatrix::Zero(2, 5)), Error);
  EXPECT_THROW(LoadTable({0.0, 1.0}, RowMatrix::Zero(2, 0)), Error);
  EXPECT_THROW(LoadTable({0.0, 1.0}, RowMatrix::Zero(2, 48)), Error);
  EXPECT_THROW(LoadTable({0.0, 1.0}, RowMatrix::Zero(3, 6)), Error);
  EXPECT_THROW(LoadTable({0.0}, RowMatrix::Zero(1, 6)), Error);
  EXPECT_THROW(LoadTable({0.0, 0.0}, RowMatrix::Zero(2, 6)), Error);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(LoadTable({0.0, 1.0}, RowMatrix::Constant(2, 6, nan)), Error);
}

}  // namespace
}  // namespace hod
