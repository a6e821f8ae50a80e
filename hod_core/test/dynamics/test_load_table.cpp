// SPDX-License-Identifier: Apache-2.0
#include "dynamics/forces/load_table.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <utility>

#include "hod/dynamics/forces/batch.hpp"
#include "hod/error.hpp"
#include "term_cases.hpp"

namespace hod
{
namespace
{

using detail::LoadTable;

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

/// A random robot with one load that changes.
Robot with_table(std::vector<double> times, const RowMatrix & table)
{
  const Robot robot(reference::random_robot(30, {}));
  Load load;
  load.link = robot.links().back().name;
  load.times = std::move(times);
  load.table = table;
  return reference::with_loads(robot, {load});
}

TEST(LoadTable, CannotBeReplacedByAWrench)
{
  Workspace workspace(with_table({0.0, 1.0}, RowMatrix::Random(2, 6)), 2);
  EXPECT_EQ(workspace.set_wrench(0, RowMatrix::Zero(1, 6)), Result::no_such_index);
}

TEST(LoadTable, ActsAsItsWrenchAtEveryTime)
{
  const RowMatrix table = RowMatrix::Random(3, 18);
  const Robot robot = with_table({0.0, 0.7, 1.0}, table);
  const RowMatrix motion = reference::random_motion(30, 9, robot.dof());
  Load load = robot.loads()[0];
  load.times.clear();
  load.table.resize(0, 0);
  Workspace constant(reference::with_loads(robot, {load}), 6);
  Workspace workspace(robot, 6);
  const LoadTable polynomial({0.0, 0.7, 1.0}, table);
  EXPECT_EQ(forces(workspace, motion, 6), Result::no_time);
  for (const double time : {0.0, 0.3, 0.7, 1.0})
  {
    ASSERT_EQ(workspace.set_time(time), Result::ok);
    ASSERT_EQ(forces(workspace, motion, 6), Result::ok);
    ASSERT_EQ(constant.set_wrench(0, RowMatrix(polynomial.at(time))), Result::ok);
    ASSERT_EQ(forces(constant, motion, 6), Result::ok);
    EXPECT_EQ(workspace.force(), constant.force());
    RowMatrix force(7, robot.dof());
    batch_forces(robot, {motion.data(), 1, 9, &time}, 6, force.data());
    EXPECT_LE(reference::relative_error(force, workspace.force()), 1e-13);
  }
}

TEST(LoadTable, MustCoverTheMotion)
{
  const Robot robot = with_table({-0.5, 1.2}, RowMatrix::Zero(2, 6));
  const RowMatrix motion = reference::random_motion(30, 3, robot.dof());
  Workspace workspace(robot, 0);
  EXPECT_EQ(workspace.set_time(-0.6), Result::no_time);
  EXPECT_EQ(workspace.set_time(1.3), Result::no_time);
  const double late = 1.3;
  RowMatrix force(1, robot.dof());
  try
  {
    batch_forces(robot, {motion.data(), 1, 3, &late}, 0, force.data());
    FAIL();
  }
  catch (const Error & error)
  {
    EXPECT_THAT(error.what(), testing::HasSubstr("1.3 s"));
  }
  EXPECT_THROW(batch_forces(robot, {motion.data(), 1, 3}, 0, force.data()), Error);
}

TEST(LoadTable, RefusesWhatIsNoTable)
{
  EXPECT_THROW(with_table({0.0, 1.0}, RowMatrix::Zero(2, 5)), Error);
  EXPECT_THROW(with_table({0.0, 1.0}, RowMatrix::Zero(2, 0)), Error);
  EXPECT_THROW(with_table({0.0, 1.0}, RowMatrix::Zero(2, 48)), Error);
  EXPECT_THROW(with_table({0.0, 1.0}, RowMatrix::Zero(3, 6)), Error);
  EXPECT_THROW(with_table({0.0}, RowMatrix::Zero(1, 6)), Error);
  EXPECT_THROW(with_table({0.0, 0.0}, RowMatrix::Zero(2, 6)), Error);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(with_table({0.0, 1.0}, RowMatrix::Constant(2, 6, nan)), Error);
  EXPECT_THROW(with_table({0.0, nan}, RowMatrix::Zero(2, 6)), Error);
}

}  // namespace
}  // namespace hod
