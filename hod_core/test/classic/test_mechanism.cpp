// SPDX-License-Identifier: Apache-2.0
#include "hod/classic/mechanism.hpp"

#include <gmock/gmock.h>

#include <Eigen/Geometry>
#include <cmath>

#include "classic_cases.hpp"
#include "hod/classic/coefficients.hpp"
#include "hod/classic/matrices.hpp"
#include "hod/error.hpp"
#include "hod/series/combinatorics.hpp"

namespace
{

using hod::classic::MovingBody;
using hod::reference::relative_error;
using hod::test::Case;
using hod::test::for_each_case;
using hod::test::kRows;

Eigen::Matrix4d exact_pose(const Case & item, int body, int order)
{
  const auto k = static_cast<std::size_t>(order);
  const auto & series = item.exact.pose(static_cast<std::size_t>(body) + 1);
  return (hod::reference::factorial<long double>(k) * series.coefficient[k]).cast<double>();
}

int bodies(const Case & item)
{
  return static_cast<int>(item.mechanism.bodies().size());
}

TEST(Mechanism, ProductOfExponentialsIsThePose)
{
  for_each_case(12, [](const Case & item) {
    const Eigen::VectorXd q = item.motion.row(0).transpose();
    for (int i = 0; i < bodies(item); ++i)
    {
      EXPECT_LE(
        relative_error(hod::classic::pose(item.mechanism, q, i), exact_pose(item, i, 0)), 1e-13);
    }
  });
}

TEST(Mechanism, DerivativesOfThePoseAreBellPolynomialsOfDifferentialMatrices)
{
  for_each_case(6, [](const Case & item) {
    const hod::classic::Matrices at(item.mechanism, item.motion.row(0).transpose());
    for (int n = 0; n <= 5; ++n)
    {
      for (int i = 0; i < bodies(item); ++i)
      {
        Eigen::Matrix4d sum = Eigen::Matrix4d::Zero();
        for (const auto & term : hod::classic::bell_terms(n))
        {
          std::vector<Eigen::VectorXd> vectors;
          for (const int order : term.orders)
          {
            vectors.push_back(item.motion.row(order).transpose());
          }
          sum += term.coefficient * at.contracted(i, vectors);
        }
        const Eigen::Matrix4d expected = exact_pose(item, i, n);
        EXPECT_LE((sum - expected).norm(), 1e-11 * (1.0 + expected.norm())) << n;
      }
    }
  });
}

TEST(Mechanism, DifferentialMatricesAreDerivativesOfEachOther)
{
  const Case item(77, {5, 0.0, 0.3, 0.0, 0.0, 0.0, false});
  const Eigen::VectorXd q = item.motion.row(0).transpose();
  const auto matrix = [&](const Eigen::VectorXd & at, const std::vector<int> & columns) {
    return hod::classic::differential_matrix(item.mechanism, at, 4, columns);
  };
  constexpr double kStep = 1e-3;
  for (const std::vector<int> & columns : {std::vector<int>{}, {2}, {3, 1}, {0, 4, 2}, {1, 1, 1}})
  {
    for (int j = 0; j < 5; ++j)
    {
      const Eigen::VectorXd step = kStep * Eigen::VectorXd::Unit(5, j);
      const Eigen::Matrix4d difference =
        (8.0 * (matrix(q + step, columns) - matrix(q - step, columns)) -
         (matrix(q + 2.0 * step, columns) - matrix(q - 2.0 * step, columns))) /
        (12.0 * kStep);
      std::vector<int> more = columns;
      more.push_back(j);
      EXPECT_LE((difference - matrix(q, more)).norm(), 1e-10);
    }
  }
}

TEST(Mechanism, TheOrderOfTheColumnsDoesNotMatterAndStrangersGiveZero)
{
  const Case item(78, {6, 0.0, 0.3, 0.4, 0.0, 0.0, false});
  const Eigen::VectorXd q = item.motion.row(0).transpose();
  const int last = bodies(item) - 1;
  const int columns = item.robot.dof();
  ASSERT_GE(columns, 3);
  const auto matrix = [&](int body, const std::vector<int> & indices) {
    return hod::classic::differential_matrix(item.mechanism, q, body, indices);
  };
  EXPECT_LE((matrix(last, {0, 2, 1}) - matrix(last, {2, 1, 0})).norm(), 1e-14);
  EXPECT_EQ(matrix(0, {0, columns - 1}), Eigen::Matrix4d::Zero());
}

TEST(Mechanism, DifferentialMatricesAreContractionsWithUnitVectors)
{
  for_each_case(6, [](const Case & item) {
    const Eigen::VectorXd q = item.motion.row(0).transpose();
    const hod::classic::Matrices at(item.mechanism, q);
    const int columns = item.robot.dof();
    const auto unit = [&](int j) { return Eigen::VectorXd(Eigen::VectorXd::Unit(columns, j)); };
    for (int i = 0; i < bodies(item); ++i)
    {
      for (int j = 0; j < columns; ++j)
      {
        const int k = (j + 1) % columns;
        const auto matrix = hod::classic::differential_matrix(item.mechanism, q, i, {j, k, j});
        const auto expected = at.contracted(i, {unit(j), unit(k), unit(j)});
        EXPECT_LE((matrix - expected).norm(), 1e-13 * (1.0 + expected.norm()));
      }
    }
  });
}

TEST(Mechanism, PositionPartOfTheFirstDifferentialMatrixByBlocks)
{
  for (std::uint64_t seed = 1; seed <= 10; ++seed)
  {
    const Case item(seed, {6, 0.2, 0.4, 0.0, 0.0, 0.0, false});
    const Eigen::VectorXd q = item.motion.row(0).transpose();
    for (int i = 0; i < bodies(item); ++i)
    {
      for (int j = 0; j < item.robot.dof(); ++j)
      {
        const Eigen::Vector3d expected =
          hod::classic::differential_matrix(item.mechanism, q, i, {j}).topRightCorner<3, 1>();
        const Eigen::Vector3d actual = hod::classic::differential_position(item.mechanism, q, i, j);
        EXPECT_LE((actual - expected).norm(), 1e-13);
      }
    }
  }
}

/// The sum of ξⁿ qⁿ / n!, whatever the closed form says.
Eigen::Matrix4d exponential_by_its_series(const MovingBody & body, double position)
{
  Eigen::Matrix4d sum = Eigen::Matrix4d::Identity();
  Eigen::Matrix4d term = Eigen::Matrix4d::Identity();
  for (int n = 1; n < 40; ++n)
  {
    term = term * body.twist * (position / n);
    sum += term;
  }
  return sum;
}

TEST(Mechanism, JointExponentialIsTheMatrixExponential)
{
  for_each_case(8, [](const Case & item) {
    for (const MovingBody & body : item.mechanism.bodies())
    {
      for (const double position : {0.0, 0.83, -2.5})
      {
        EXPECT_LE(
          (joint_exponential(body, position) - exponential_by_its_series(body, position)).norm(),
          1e-13);
      }
    }
  });
}

/// Errata: 000 (90) prints sin q where sin(qΔ) must stand, 002 (54) prints q; both printed forms
/// are wrong for a prismatic joint, the second also for a revolute one.
TEST(Mechanism, PrintedTranslationsOfTheExponentialAreWrong)
{
  const double q = 0.83;
  for (const Case & item :
       {Case(1, {1, 0, 0.0, 0, 0, 0, false}), Case(1, {1, 0, 1.0, 0, 0, 0, false})})
  {
    const MovingBody & body = item.mechanism.body(0);
    const Eigen::Vector3d k = body.axis;
    const Eigen::Vector3d v = body.moment;
    const double angle = q * body.revolute;
    const Eigen::Vector3d common =
      k.cross(v) * (1.0 - std::cos(angle)) + k * k.dot(v) * (q - std::sin(angle));
    const Eigen::Vector3d exact = joint_exponential(body, q).topRightCorner<3, 1>();
    EXPECT_LE((v * std::sin(angle) + common - exact).norm(), 1e-14);
    EXPECT_GT((v * q + common - exact).norm(), 1e-3);
    const bool printed_is_right = (v * std::sin(q) + common - exact).norm() < 1e-12;
    EXPECT_EQ(printed_is_right, body.revolute == 1.0);
  }
}

/// Errata: exp{Σ} means the ordered product; the exponential of the sum of twists is another pose.
TEST(Mechanism, TheExponentialOfTheSumIsNotTheProduct)
{
  const Case item(5, {3, 0.0, 0.0, 0.0, 0.0, 0.0, false});
  const Eigen::VectorXd q = item.motion.row(0).transpose();
  MovingBody sum = item.mechanism.body(2);
  sum.twist.setZero();
  for (int i = 0; i < 3; ++i)
  {
    sum.twist += q[i] * item.mechanism.body(i).twist;
  }
  const Eigen::Matrix4d literal = exponential_by_its_series(sum, 1.0) * sum.home;
  EXPECT_GT((literal - hod::classic::pose(item.mechanism, q, 2)).norm(), 1e-2);
}

TEST(Mechanism, GravityIsInTheAxesOfATurnedRootLink)
{
  hod::reference::RobotTraits traits;
  traits.joints = 3;
  const hod::Robot robot(hod::reference::random_robot(31, traits));
  const Eigen::Matrix3d turn =
    Eigen::AngleAxisd(0.7, Eigen::Vector3d(1.0, 2.0, -2.0) / 3.0).toRotationMatrix();
  const hod::Robot turned =
    robot.with([&](hod::RobotDescription & description) { description.base.rotation = turn; });
  EXPECT_LE(
    relative_error(
      hod::classic::Mechanism(turned).gravity(),
      Eigen::Vector3d(turn.transpose() * robot.gravity())),
    1e-15);
}

TEST(Mechanism, ABaseThatMovesIsRefused)
{
  hod::reference::RobotTraits traits;
  traits.joints = 2;
  const hod::Robot robot(hod::reference::random_robot(32, traits));
  const hod::Robot carried = robot.with([](hod::RobotDescription & description) {
    description.base.angular_velocity[0] = Eigen::Vector3d::UnitX();
  });
  EXPECT_THAT(
    [&] { hod::classic::Mechanism{carried}; },
    testing::ThrowsMessage<hod::Error>(testing::HasSubstr("found a base that moves")));
}

TEST(Mechanism, RefusesIndicesAndPositionsThatItDoesNotHave)
{
  const Case item(500, {3, 0.0, 0.0, 0.0, 0.0, 0.0, false});
  const Eigen::VectorXd q = Eigen::VectorXd::Zero(item.robot.dof());
  for (const int body : {-1, bodies(item)})
  {
    EXPECT_THROW(hod::classic::pose(item.mechanism, q, body), hod::Error);
    EXPECT_THROW(hod::classic::differential_matrix(item.mechanism, q, body, {0}), hod::Error);
    EXPECT_THROW(hod::classic::differential_position(item.mechanism, q, body, 0), hod::Error);
  }
  const Eigen::VectorXd too_short = q.head(1);
  EXPECT_THROW(hod::classic::pose(item.mechanism, too_short, 2), hod::Error);
  EXPECT_THROW(hod::classic::differential_matrix(item.mechanism, too_short, 2, {}), hod::Error);
  EXPECT_THROW(hod::classic::differential_position(item.mechanism, too_short, 2, 0), hod::Error);
  const std::vector<int> many(100000, 0);
  EXPECT_THROW(hod::classic::differential_matrix(item.mechanism, q, 2, many), hod::Error);
}

/// It is that of one joint; the differential matrix sums up all that follow a column.
TEST(Mechanism, ThePositionByBlocksIsRefusedWhereSeveralJointsFollowOneColumn)
{
  hod::RobotDescription description =
    hod::reference::random_robot(500, {3, 0.0, 0.0, 0.0, 0.0, 0.0, false});
  description.joints.back().mimic = hod::Mimic{description.joints.front().name, 0.5, 0.0};
  const hod::Robot robot(description);
  const hod::classic::Mechanism mechanism(robot);
  const Eigen::VectorXd q = Eigen::VectorXd::Zero(robot.dof());
  EXPECT_THROW(hod::classic::differential_position(mechanism, q, 2, 0), hod::Error);
  EXPECT_NO_THROW(hod::classic::differential_position(mechanism, q, 2, 1));
  EXPECT_NO_THROW(hod::classic::differential_matrix(mechanism, q, 2, {0}));
  const std::vector<int> columns(40, 0);  // 2⁴⁰ choices
  EXPECT_THROW(hod::classic::differential_matrix(mechanism, q, 2, columns), hod::Error);
}

}  // namespace
