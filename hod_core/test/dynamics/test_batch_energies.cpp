// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/energies/batch_energies.hpp"

#include <gmock/gmock.h>

#include <limits>
#include <vector>

#include "comparison.hpp"
#include "hod/dynamics/energies/energies.hpp"
#include "hod/error.hpp"
#include "random_robot.hpp"

namespace hod
{
namespace
{

using reference::random_motion;
using reference::random_robot;
using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr std::size_t kStates = 5;
constexpr int kOrder = 3;
constexpr int kDerivatives = 2;
constexpr int kRows = kOrder + kDerivatives + 2;

/// With fixed joints, payloads and rotors: what a body of the tree carries is more than one link.
Robot laden_robot()
{
  RobotDescription description = random_robot(31, {7, 0.3, 0.2, 0.2, 0.4, 0.2, false});
  for (std::size_t i = 0; i < description.links.size(); i += 3)
  {
    Payload payload;
    payload.link = description.links[i].name;
    payload.mass = description.links.back().mass;
    description.payloads.push_back(payload);
  }
  for (JointDescription & joint : description.joints)
  {
    joint.drive.motor_inertia = 0.02;
  }
  return Robot(std::move(description));
}

struct EnergiesOfStates
{
  EnergiesOfStates()
  {
    for (std::size_t state = 0; state < kStates; ++state)
    {
      const RowMatrix one = random_motion(500 + state, kRows, robot.dof());
      motion.insert(motion.end(), one.data(), one.data() + one.size());
    }
  }

  States states() const { return {motion.data(), kStates, kRows}; }

  /// State after state, for each a row per derivative and order, a column per link or one.
  std::vector<RowMatrix> of(const EnergyRequest & request, const BaseMotion * bases = nullptr) const
  {
    const Eigen::Index rows = (request.derivatives + 1) * (request.max_order + 1);
    const auto columns =
      request.per_link ? static_cast<Eigen::Index>(robot.links().size()) : Eigen::Index{1};
    std::vector<double> buffer(kStates * static_cast<std::size_t>(rows * columns));
    States all = states();
    all.bases = bases;
    batch_energies(robot, all, request, buffer.data());
    std::vector<RowMatrix> result;
    for (std::size_t state = 0; state < kStates; ++state)
    {
      result.push_back(
        Eigen::Map<const RowMatrix>(
          buffer.data() + state * static_cast<std::size_t>(rows * columns), rows, columns));
    }
    return result;
  }

  Robot robot = laden_robot();
  std::vector<double> motion;
};

TEST(BatchEnergies, AreThoseOfTheRobotStateByState)
{
  const EnergiesOfStates given;
  const auto found = given.of({kOrder, kDerivatives});
  Workspace workspace(given.robot, kMaxOrder);
  for (std::size_t state = 0; state < kStates; ++state)
  {
    const RowMatrix motion = random_motion(500 + state, kRows, given.robot.dof());
    ASSERT_EQ(energies(workspace, motion, kOrder, kDerivatives), Result::ok);
    const RowMatrix rates = workspace.energy_derivative();
    const Eigen::Index bodies = workspace.energy().rows();
    for (int p = 0; p <= kOrder; ++p)
    {
      EXPECT_DOUBLE_EQ(found[state](p, 0), workspace.energy().col(p).sum());
      for (int a = 1; a <= kDerivatives; ++a)
      {
        const auto parts = rates.middleRows((a - 1) * bodies, bodies).col(p);
        EXPECT_NEAR(
          found[state](a * (kOrder + 1) + p, 0), parts.sum(), 1e-14 * parts.cwiseAbs().sum());
      }
    }
  }
}

TEST(BatchEnergies, OfLinksAddUpToThoseOfTheRobot)
{
  const EnergiesOfStates given;
  std::vector<BaseMotion> bases(kStates);
  for (std::size_t state = 0; state < kStates; ++state)
  {
    bases[state].velocity = {0.1, -0.2, 0.3 * static_cast<double>(state)};
    bases[state].angular_velocity[0] = {0.5, 1.0, -0.7};
  }
  for (const BaseMotion * moving : {static_cast<BaseMotion *>(nullptr), bases.data()})
  {
    const auto whole = given.of({kOrder, kDerivatives}, moving);
    const auto parts = given.of({kOrder, kDerivatives, true}, moving);
    for (std::size_t state = 0; state < kStates; ++state)
    {
      const Eigen::VectorXd sum = parts[state].rowwise().sum();
      EXPECT_LE((sum - whole[state].col(0)).norm(), 1e-12 * whole[state].norm());
    }
  }
}

/// One link after the other alone has mass.
TEST(BatchEnergies, OfALinkAreThoseOfARobotWhoseOtherLinksWeighNothing)
{
  EnergiesOfStates given;
  given.robot = Robot(random_robot(31, {7, 0.3, 0.2, 0.2, 0.4, 0.2, false}));
  const auto parts = given.of({kOrder, 0, true});
  const Robot robot = given.robot;
  for (std::size_t link = 0; link < robot.links().size(); ++link)
  {
    given.robot = robot.with([&](RobotDescription & description) {
      for (LinkDescription & other : description.links)
      {
        other.mass = other.name == robot.links()[link].name ? other.mass : MassProperties{};
      }
    });
    const auto alone = given.of({kOrder, 0});
    for (std::size_t state = 0; state < kStates; ++state)
    {
      const auto column = static_cast<Eigen::Index>(link);
      EXPECT_LE(
        (parts[state].col(column) - alone[state].col(0)).norm(), 1e-12 * parts[state].norm())
        << robot.links()[link].name;
    }
  }
}

TEST(BatchEnergies, RefuseWhatDoesNotFit)
{
  const EnergiesOfStates given;
  const auto asking = [&](EnergyRequest request) {
    return [&given, request] { given.of(request); };
  };
  EXPECT_THAT(asking({-1}), ThrowsMessage<Error>(HasSubstr("max_order: found -1, expected 0 to")));
  EXPECT_THAT(asking({99}), ThrowsMessage<Error>(HasSubstr("max_order: found 99, expected 0 to")));
  EXPECT_THAT(
    asking({1, -1}), ThrowsMessage<Error>(HasSubstr("derivatives: found -1, expected 0")));
  constexpr int kMost = std::numeric_limits<int>::max();
  EXPECT_THAT(
    asking({1, kMost}), ThrowsMessage<Error>("derivatives: found 2147483647, expected 0 to 5 of "
                                             "energies up to order 1"));
  EXPECT_THAT(asking({kMost, 1}), ThrowsMessage<Error>(HasSubstr("max_order: found 2147483647")));
  EXPECT_THAT(
    asking({kOrder, kDerivatives + 1}),
    ThrowsMessage<Error>(HasSubstr("motion: found 7 rows, expected 8 (q and its derivatives")));
  std::vector<BaseMotion> bases(kStates);
  bases[2].rotation *= 2.0;
  for (const bool per_link : {false, true})
  {
    EXPECT_THAT(
      [&] { given.of({kOrder, 0, per_link}, bases.data()); },
      ThrowsMessage<Error>(testing::StartsWith("state 2: ")));
  }
}

}  // namespace
}  // namespace hod
