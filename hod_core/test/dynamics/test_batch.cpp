// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/forces/batch.hpp"

#include <gmock/gmock.h>

#include <vector>

#include "comparison.hpp"
#include "hod/error.hpp"
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

/// Many motions of one robot, and where their forces go.
struct Batch
{
  Batch(const Robot & robot, std::size_t count, int row_count)
  : states(count), rows(row_count), dof(robot.dof())
  {
    for (std::size_t state = 0; state < states; ++state)
    {
      const RowMatrix one = random_motion(400 + state, rows, dof);
      motion.insert(motion.end(), one.data(), one.data() + one.size());
    }
  }

  RowMatrix state(std::size_t index) const
  {
    const auto size = static_cast<std::size_t>(rows) * static_cast<std::size_t>(dof);
    return Eigen::Map<const RowMatrix>(motion.data() + index * size, rows, dof);
  }

  /// State after state, order + 1 rows each.
  std::vector<RowMatrix> forces(const Robot & robot, int order, int threads) const
  {
    const auto size = static_cast<std::size_t>(order + 1) * static_cast<std::size_t>(dof);
    const double untouched = 1e99;
    std::vector<double> buffer(states * size + 1, untouched);
    batch_forces(robot, {motion.data(), states, rows}, order, buffer.data(), threads);
    EXPECT_EQ(buffer.back(), untouched) << "written past the end";
    std::vector<RowMatrix> result;
    for (std::size_t i = 0; i < states; ++i)
    {
      result.push_back(Eigen::Map<const RowMatrix>(buffer.data() + i * size, order + 1, dof));
    }
    return result;
  }

  std::size_t states;
  int rows;
  int dof;
  std::vector<double> motion;
};

class BatchOfRobots : public testing::TestWithParam<RobotTraits>
{};

TEST_P(BatchOfRobots, EqualsTheDefinitionStateByState)
{
  const Robot robot = Robot(random_robot(13, GetParam())).with_gravity({0.3, -1.0, -9.5});
  // One state more than two full widths of any register: the remainder is taken too.
  for (int order = 0; order <= kMaxOrder; ++order)
  {
    const Batch batch(robot, 17, order + 3);
    const auto forces = batch.forces(robot, order, 1);
    for (std::size_t i = 0; i < batch.states; ++i)
    {
      const auto exact = Precise(robot, batch.state(i)).force();
      for (int k = 0; k <= order; ++k)
      {
        EXPECT_LE(relative_error(forces[i].row(k), exact.row(k)), tolerance(k))
          << "state " << i << ", derivative " << k;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
  Shapes, BatchOfRobots,
  testing::Values(
    RobotTraits{1, 0.0, 0.0, 0.0, 0.0, 0.0, false}, RobotTraits{7, 0.0, 0.0, 0.0, 0.0, 0.0, true},
    RobotTraits{6, 0.0, 1.0, 0.0, 0.0, 0.0, false}, RobotTraits{17, 0.4, 0.3, 0.2, 0.3, 0.2, false},
    RobotTraits{120, 0.1, 0.1, 0.0, 0.0, 0.0, false}));

TEST(Batches, EveryNumberOfStatesGivesTheSame)
{
  const Robot robot(random_robot(14, {9, 0.3, 0.3, 0.2, 0.0, 0.0, false}));
  const Batch all(robot, 40, 6);
  const auto expected = all.forces(robot, 2, 1);
  for (std::size_t states = 0; states <= all.states; ++states)
  {
    const auto forces = Batch(robot, states, 6).forces(robot, 2, 1);
    for (std::size_t i = 0; i < states; ++i)
    {
      ASSERT_EQ(forces[i], expected[i]) << "state " << i << " of " << states;
    }
  }
}

// Enough states for several threads to have work.
TEST(Batches, EveryNumberOfThreadsGivesTheSame)
{
  const Robot robot(random_robot(14, {3, 0.3, 0.3, 0.0, 0.0, 0.0, false}));
  const Batch batch(robot, 5003, 5);
  const auto expected = batch.forces(robot, 2, 1);
  for (const int threads : {0, 2, 3, 8, 100})
  {
    EXPECT_EQ(batch.forces(robot, 2, threads), expected) << threads << " threads";
  }
}

TEST(Batches, LargeAnglesInOneLaneLeaveTheOthersAlone)
{
  const Robot robot(random_robot(15, {9, 0.0, 0.0, 0.0, 0.0, 0.0, false}));
  Batch batch(robot, 16, 5);
  for (std::size_t state = 0; state < batch.states; state += 3)
  {
    for (int joint = 0; joint < batch.dof; ++joint)
    {
      batch.motion
        [state * 5 * static_cast<std::size_t>(batch.dof) + static_cast<std::size_t>(joint)] *= 1e9;
    }
  }
  const auto forces = batch.forces(robot, 2, 1);
  for (std::size_t i = 0; i < batch.states; ++i)
  {
    const auto exact = Precise(robot, batch.state(i)).force();
    for (int k = 0; k <= 2; ++k)
    {
      EXPECT_LE(relative_error(forces[i].row(k), exact.row(k)), tolerance(k)) << "state " << i;
    }
  }
}

TEST(Batches, RefuseOrdersAndRowsThatDoNotFit)
{
  const Robot robot(random_robot(16, {}));
  const Batch batch(robot, 3, 4);
  std::vector<double> force(100);
  EXPECT_THROW(batch_forces(robot, {batch.motion.data(), 3, 4}, 2, force.data()), Error);
  EXPECT_THROW(batch_forces(robot, {batch.motion.data(), 3, 4}, -1, force.data()), Error);
  EXPECT_THROW(batch_forces(robot, {batch.motion.data(), 3, 20}, 7, force.data()), Error);
}

// To whoever sits on a carousel, a load that the world holds still turns.
TEST(Batches, RefuseAMotionUnderALoadThatTurns)
{
  const Robot plain(random_robot(16, {}));
  const std::string tip = plain.links().back().name;
  const auto carried = [&](const Load & load, const Eigen::Vector3d & rate) {
    return plain.with([&](RobotDescription & description) {
      description.base.angular_velocity[0] = rate;
      description.loads = {load};
    });
  };
  const Eigen::Vector3d turn(0.0, 0.0, 2.0);
  const Eigen::Vector3d sideways(3.0, 0.0, 0.0);
  Load table = constant_load(tip, LoadFrame::world, {}, {});
  table.times = {0.0, 1.0};
  table.table = RowMatrix::Zero(2, Load::kColumns);
  table.table(1, 4) = 0.5;
  const std::vector<double> times{0.0, 0.1, 0.2};
  const Batch batch(plain, 3, 5);
  std::vector<double> force(1000);
  const auto compute = [&](const Load & load, const Eigen::Vector3d & rate, std::size_t count) {
    States states{batch.motion.data(), count, 5};
    states.times = times.data();
    batch_forces(carried(load, rate), states, 2, force.data());
  };
  const auto refusal = testing::ThrowsMessage<Error>(
    testing::HasSubstr("found a load on link \"" + tip + "\" in the world's axes while the base"));
  const Load fixed = constant_load(tip, LoadFrame::world, sideways);
  EXPECT_THAT([&] { compute(fixed, turn, 3); }, refusal);
  EXPECT_THAT(
    [&] { compute(constant_load(tip, LoadFrame::world, turn, sideways), turn, 3); }, refusal);
  EXPECT_THAT([&] { compute(table, turn, 3); }, refusal);
  EXPECT_NO_THROW(compute(fixed, turn, 1));
  EXPECT_NO_THROW(compute(fixed, Eigen::Vector3d::Zero(), 3));
  EXPECT_NO_THROW(compute(constant_load(tip, LoadFrame::link, sideways), turn, 3));
  EXPECT_NO_THROW(compute(constant_load(tip, LoadFrame::world, -turn, 0.5 * turn), turn, 3));
}

// With times they are a motion, which one instant of a base that tumbles cannot carry.
TEST(Batches, RefuseAMotionOnABaseThatChanges)
{
  BaseMotion turning;
  turning.angular_velocity[0] = {0.0, 2.0, 0.0};
  const Robot plain(random_robot(16, {}));
  const Robot robot =
    plain.with([&](RobotDescription & description) { description.base = turning; });
  const Batch batch(robot, 3, 5);
  const std::vector<double> times{0.0, 0.1, 0.2};
  const std::vector<BaseMotion> bases(3, turning);
  std::vector<double> force(1000), expected(1000);
  States states{batch.motion.data(), 3, 5};
  batch_forces(robot, states, 2, expected.data());
  states.times = times.data();
  const auto refusal = testing::ThrowsMessage<Error>(
    testing::HasSubstr("found a base at one instant of a motion that changes, expected a steady"));
  EXPECT_THAT([&] { batch_forces(robot, states, 2, force.data()); }, refusal);
  EXPECT_THAT([&] { batch_reactions(robot, states, 2, force.data()); }, refusal);
  EXPECT_THAT([&] { batch_force_terms(robot, states, 2, {force.data()}); }, refusal);
  states.bases = bases.data();
  batch_forces(robot, states, 2, force.data());
  EXPECT_THAT(force, testing::Pointwise(testing::DoubleNear(1e-9), expected));
  states.bases = nullptr;
  states.count = 1;
  EXPECT_NO_THROW(batch_forces(robot, states, 2, force.data()));
}

TEST(BatchReactions, EqualThoseOfOneStateAfterTheOther)
{
  constexpr int kOrder = 2;
  const Robot robot(random_robot(5, {}));
  const Batch batch(robot, 11, kOrder + 3);
  const auto bodies = static_cast<Eigen::Index>(robot.bodies().size());
  const Eigen::Index rows = bodies * (kOrder + 1);
  Workspace workspace(robot, kOrder);
  for (const int threads : {1, 3, 0})
  {
    const double untouched = 1e99;
    std::vector<double> buffer(batch.states * static_cast<std::size_t>(6 * rows) + 1, untouched);
    batch_reactions(
      robot, {batch.motion.data(), batch.states, batch.rows}, kOrder, buffer.data(), threads);
    EXPECT_EQ(buffer.back(), untouched) << "written past the end";
    for (std::size_t i = 0; i < batch.states; ++i)
    {
      ASSERT_EQ(reactions(workspace, batch.state(i), kOrder), Result::ok);
      const Eigen::Map<const RowMatrix> reaction(
        buffer.data() + i * static_cast<std::size_t>(6 * rows), rows, 6);
      EXPECT_EQ(reaction, workspace.reaction()) << "state " << i << ", " << threads << " threads";
    }
  }
}

TEST(BatchReactions, RefuseTooFewRows)
{
  const Robot robot(random_robot(3, {}));
  const Batch batch(robot, 2, 4);
  std::vector<double> reaction(1000);
  EXPECT_THROW(
    batch_reactions(robot, {batch.motion.data(), batch.states, 4}, 2, reaction.data()), Error);
}

}  // namespace
}  // namespace hod
