// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/energies/energies.hpp"

#include <gmock/gmock.h>

#include <limits>
#include <utility>

#include "comparison.hpp"
#include "random_robot.hpp"

namespace hod
{
namespace
{

using reference::Precise;
using reference::random_motion;
using reference::random_robot;
using reference::relative_error;
using reference::RobotTraits;
using reference::tolerance;

constexpr int kHighest = 7;

/// Row: body, column: order, by the definition ½ tr(T⁽ᵖ⁺¹⁾ I_ps T⁽ᵖ⁺¹⁾ᵀ).
Precise::Rows exact_energies(const Robot & robot, const RowMatrix & motion, int max_order)
{
  const Precise exact(robot, motion);
  Precise::Rows result(static_cast<Eigen::Index>(robot.bodies().size()), max_order + 1);
  for (int order = 0; order <= max_order; ++order)
  {
    const auto column = exact.energy(static_cast<std::size_t>(order));
    for (std::size_t body = 0; body < column.size(); ++body)
    {
      result(static_cast<Eigen::Index>(body), order) = column[body];
    }
  }
  return result;
}

class Energies : public testing::TestWithParam<RobotTraits>
{};

TEST_P(Energies, EqualTheDefinitionInEveryOrder)
{
  for (std::uint64_t seed = 1; seed <= 10; ++seed)
  {
    const Robot robot(random_robot(seed, GetParam()));
    const RowMatrix motion = random_motion(200 + seed, kHighest + 2, robot.dof());
    const auto exact = exact_energies(robot, motion, kHighest);
    for (int highest = 0; highest <= kHighest; ++highest)
    {
      Workspace workspace(robot, kMaxOrder);
      ASSERT_EQ(energies(workspace, motion.topRows(highest + 2), highest), Result::ok);
      for (int order = 0; order <= highest; ++order)
      {
        EXPECT_LE(relative_error(workspace.energy().col(order), exact.col(order)), tolerance(order))
          << robot.name() << ", order " << order << " of " << highest;
      }
    }
  }
}

TEST_P(Energies, ComeWithTheForcesInOnePass)
{
  const Robot robot(random_robot(12, GetParam()));
  const RowMatrix motion = random_motion(212, 9, robot.dof());
  const auto exact = exact_energies(robot, motion, 4);
  for (int order = 0; order <= 6; ++order)
  {
    Workspace workspace(robot, 6);
    ASSERT_EQ(forces_and_energies(workspace, motion, order, 4), Result::ok);
    for (int k = 0; k <= order; ++k)
    {
      EXPECT_LE(
        relative_error(workspace.force().row(k), Precise(robot, motion).force().row(k)),
        tolerance(k));
    }
    for (int p = 0; p <= 4; ++p)
    {
      EXPECT_LE(relative_error(workspace.energy().col(p), exact.col(p)), tolerance(p));
    }
  }
}

// Every pair of an order and a number of derivatives, alone and beside the forces.
TEST_P(Energies, HaveTheDerivativesOfTheDefinition)
{
  const Robot robot(random_robot(13, GetParam()));
  const auto bodies = static_cast<Eigen::Index>(robot.bodies().size());
  const RowMatrix motion = random_motion(213, kHighest + 2, robot.dof());
  const Precise exact(robot, motion);
  Workspace workspace(robot, kMaxOrder);
  for (int highest = 0; highest <= kHighest; ++highest)
  {
    const int derivatives = kHighest - highest;
    const Result result = highest % 2 == 0
                            ? energies(workspace, motion, highest, derivatives)
                            : forces_and_energies(workspace, motion, 2, highest, derivatives);
    ASSERT_EQ(result, Result::ok);
    for (int order = 0; order <= highest; ++order)
    {
      for (int a = 0; a <= derivatives; ++a)
      {
        Precise::Rows expected(bodies, 1);
        for (Eigen::Index body = 0; body < bodies; ++body)
        {
          expected(body, 0) = exact.energy_derivatives(
            static_cast<std::size_t>(body),
            static_cast<std::size_t>(order))[static_cast<std::size_t>(a)];
        }
        const RowMatrix found =
          a == 0
            ? RowMatrix(workspace.energy().col(order))
            : RowMatrix(workspace.energy_derivative().col(order).segment((a - 1) * bodies, bodies));
        EXPECT_LE(relative_error(found, expected), tolerance(order + a))
          << robot.name() << ", order " << order << ", derivative " << a;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
  Shapes, Energies,
  testing::Values(
    RobotTraits{1, 0.0, 0.0, 0.0, 0.0, 0.0, false}, RobotTraits{7, 0.0, 0.0, 0.0, 0.0, 0.0, true},
    RobotTraits{17, 0.4, 0.3, 0.2, 0.3, 0.2, false},
    RobotTraits{30, 0.2, 0.2, 0.1, 0.1, 0.1, false}));

TEST(EnergiesAlone, RefuseWhatDoesNotFit)
{
  const Robot robot(random_robot(1, {}));
  Workspace workspace(robot, 2);
  const RowMatrix motion = random_motion(2, 9, robot.dof());
  EXPECT_EQ(energies(workspace, motion.leftCols(3), 2), Result::wrong_columns);
  EXPECT_EQ(energies(workspace, motion.topRows(3), 2), Result::too_few_rows);
  EXPECT_EQ(energies(workspace, motion, 8), Result::order_too_high);
  EXPECT_EQ(energies(workspace, motion, 2, 2), Result::order_too_high);
  EXPECT_EQ(energies(workspace, motion, 2, -1), Result::order_too_high);
  EXPECT_EQ(energies(workspace, motion.topRows(4), 2, 1), Result::too_few_rows);
  EXPECT_EQ(forces_and_energies(workspace, motion, 2, 2, 2), Result::order_too_high);
}

TEST(EnergiesAlone, RefuseOrdersWhoseSumIsNoInt)
{
  constexpr int kMost = std::numeric_limits<int>::max();
  const Robot robot(random_robot(1, {}));
  Workspace workspace(robot, 2);
  const RowMatrix motion = random_motion(2, 9, robot.dof());
  for (const auto & [order, derivatives] :
       {std::pair{0, kMost}, {1, kMost}, {kMost, 0}, {kMost, 1}, {kMost - 1, 2}, {kMost, kMost}})
  {
    EXPECT_EQ(energies(workspace, motion, order, derivatives), Result::order_too_high);
    EXPECT_EQ(
      forces_and_energies(workspace, motion, 2, order, derivatives), Result::order_too_high);
  }
  EXPECT_EQ(forces(workspace, motion, kMost), Result::order_too_high);
  EXPECT_EQ(reactions(workspace, motion, kMost), Result::order_too_high);
}

}  // namespace
}  // namespace hod
