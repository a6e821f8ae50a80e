// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/kinematics/kinematics.hpp"

#include <gmock/gmock.h>

#include <utility>

#include "hod/error.hpp"
#include "hod/series/combinatorics.hpp"
#include "kinematics_cases.hpp"

namespace
{

using hod::KinematicsWorkspace;
using hod::Result;
using hod::Robot;
using hod::RowMatrix;
using hod::reference::relative_error;
using hod::test::for_each_robot;
using hod::test::kHighest;
using hod::test::Matrix4;
using hod::test::Moving;

constexpr double kTolerance = 1e-12;
const Eigen::Vector3d kPoint(0.1, -0.2, 0.3);

KinematicsWorkspace at(const Moving & moving, int order = kHighest)
{
  KinematicsWorkspace workspace(moving.robot, order);
  EXPECT_EQ(kinematics(workspace, moving.motion, order), Result::ok);
  return workspace;
}

int links(const Moving & moving)
{
  return static_cast<int>(moving.robot.links().size());
}

TEST(Kinematics, PosesAndPointsOfEveryLinkFollowTheWorldSeriesToEveryOrder)
{
  for_each_robot([](const Moving & moving) {
    const KinematicsWorkspace workspace = at(moving);
    const Eigen::Matrix<long double, 4, 1> point(0.1L, -0.2L, 0.3L, 1.0L);
    for (int link = 0; link < links(moving); ++link)
    {
      RowMatrix rows(kHighest + 1, 3);
      ASSERT_EQ(point_motion(workspace, link, kPoint, rows), Result::ok);
      for (int k = 0; k <= kHighest; ++k)
      {
        const Matrix4 pose = moving.pose(link, k);
        const Eigen::Matrix<long double, 3, 3> rotation = pose.topLeftCorner<3, 3>();
        EXPECT_LE(relative_error(rows.row(k), (pose * point).head<3>().transpose()), 1e-11) << k;
        EXPECT_LE(relative_error(orientation(workspace, link, k), rotation), 1e-11) << k;
      }
    }
  });
}

/// ω̂ = R' Rᵀ and its derivatives, by Leibniz.
Eigen::Matrix<long double, 1, 3> angular_rate(const Moving & moving, int link, int k)
{
  Matrix4 sum = Matrix4::Zero();
  for (int i = 0; i <= k; ++i)
  {
    Matrix4 left = moving.pose(link, k + 1 - i);
    Matrix4 right = moving.pose(link, i).transpose();
    left.col(3).setZero();
    sum += static_cast<long double>(hod::binomial(k, i)) * left * right;
  }
  return {sum(2, 1), sum(0, 2), sum(1, 0)};
}

TEST(Kinematics, LinkMotionIsTheRateOfThePose)
{
  for_each_robot([](const Moving & moving) {
    const KinematicsWorkspace workspace = at(moving);
    for (int link = 0; link < links(moving); ++link)
    {
      RowMatrix rows(kHighest, 6);
      RowMatrix path(kHighest + 1, 3);
      ASSERT_EQ(link_motion(workspace, link, kPoint, rows), Result::ok);
      ASSERT_EQ(point_motion(workspace, link, kPoint, path), Result::ok);
      EXPECT_LE(relative_error(rows.leftCols(3), path.bottomRows(kHighest)), 1e-14);
      for (int k = 0; k < kHighest; ++k)
      {
        EXPECT_LE(relative_error(rows.row(k).tail(3), angular_rate(moving, link, k)), 1e-8) << k;
      }
    }
  });
}

TEST(Kinematics, OperationalMotionIsTheLeibnizSumOfJacobianDerivatives)
{
  for_each_robot([](const Moving & moving) {
    KinematicsWorkspace workspace = at(moving);
    for (int link = 0; link < links(moving); ++link)
    {
      RowMatrix rows(kHighest, 6);
      ASSERT_EQ(link_motion(workspace, link, kPoint, rows), Result::ok);
      ASSERT_EQ(jacobian(workspace, link, kHighest - 1, kPoint), Result::ok);
      for (int m = 1; m <= kHighest; ++m)
      {
        Eigen::VectorXd sum = Eigen::VectorXd::Zero(6);
        for (int k = 0; k < m; ++k)
        {
          sum += hod::binomial(m - 1, k) * workspace.jacobian.middleRows(6 * k, 6) *
                 moving.motion.row(m - k).transpose();
        }
        EXPECT_LE(relative_error(sum.transpose(), rows.row(m - 1)), kTolerance) << m;
      }
    }
  });
}

/// The lemma ∂x⁽ⁿ⁾/∂q⁽ᵐ⁾ = C(n, m) J⁽ⁿ⁻ᵐ⁾ (000 (135)), taken where x⁽ⁿ⁾ is linear in q⁽ᵐ⁾ (n < 2m),
/// so that a difference with a step of one is exact.
TEST(Kinematics, LinearRowsOfTheJacobianObeyTheLemma)
{
  for_each_robot([](const Moving & moving) {
    KinematicsWorkspace workspace = at(moving);
    const int link = links(moving) - 1;
    for (int k = 0; k <= 4; ++k)
    {
      const int m = k + 1;
      ASSERT_EQ(jacobian(workspace, link, k), Result::ok);
      for (int j = 0; j < moving.robot.dof(); ++j)
      {
        RowMatrix other = moving.motion;
        other(m, j) += 1.0;
        const auto order = static_cast<std::size_t>(k + m);
        const auto & place = moving.robot.links()[static_cast<std::size_t>(link)];
        const auto body = static_cast<std::size_t>(place.body);
        const hod::test::Precise shifted(moving.robot, other);
        const Matrix4 change =
          shifted.pose(body).coefficient[order] - moving.exact.pose(body).coefficient[order];
        const long double scale = hod::factorial(k + m) / hod::binomial(k + m, k);
        const Eigen::Matrix<long double, 3, 1> expected =
          scale * (change.topLeftCorner<3, 3>() * place.pose.translation.cast<long double>() +
                   change.topRightCorner<3, 1>());
        const double error = static_cast<double>(
          (workspace.jacobian.col(j).segment<3>(6 * k).cast<long double>() - expected)
            .cwiseAbs()
            .maxCoeff());
        const double size = workspace.jacobian.middleRows(6 * k, 6).cwiseAbs().maxCoeff();
        EXPECT_LE(error, 1e-11 * (1.0 + size)) << "J of order " << k << ", column " << j;
      }
    }
  });
}

TEST(Kinematics, AngularRowsOfTheJacobianAreTheAxes)
{
  for_each_robot([](const Moving & moving) {
    KinematicsWorkspace workspace = at(moving);
    const int link = links(moving) - 1;
    ASSERT_EQ(jacobian(workspace, link, kHighest), Result::ok);
    for (int k = 0; k <= kHighest; ++k)
    {
      Eigen::Matrix<long double, 3, Eigen::Dynamic> expected(3, moving.robot.dof());
      expected.setZero();
      int index = moving.robot.links()[static_cast<std::size_t>(link)].body;
      for (; index > 0; index = moving.robot.bodies()[static_cast<std::size_t>(index)].parent)
      {
        const auto & body = moving.robot.bodies()[static_cast<std::size_t>(index)];
        if (!body.prismatic)
        {
          const Matrix4 pose = moving.exact.pose(static_cast<std::size_t>(index))
                                 .coefficient[static_cast<std::size_t>(k)];
          expected.col(body.dof) += static_cast<long double>(body.multiplier * hod::factorial(k)) *
                                    pose.topLeftCorner<3, 3>() * body.axis.cast<long double>();
        }
      }
      const Eigen::MatrixXd rows = workspace.jacobian.middleRows(6 * k + 3, 3);
      const double error =
        static_cast<double>((rows.cast<long double>() - expected).cwiseAbs().maxCoeff());
      EXPECT_LE(error, 1e-11 * (1.0 + rows.cwiseAbs().maxCoeff())) << k;
    }
  });
}

TEST(Kinematics, ALowerOrderGivesTheSameFirstRows)
{
  const Moving moving(7, hod::test::all_kinds()[2]);
  KinematicsWorkspace full = at(moving);
  const int link = links(moving) - 1;
  ASSERT_EQ(jacobian(full, link, kHighest), Result::ok);
  for (int order = 0; order <= kHighest; ++order)
  {
    KinematicsWorkspace workspace(moving.robot, kHighest);
    const RowMatrix rows = moving.motion.topRows(order + 1);
    ASSERT_EQ(kinematics(workspace, rows, order), Result::ok);
    EXPECT_EQ(workspace.order(), order);
    ASSERT_EQ(jacobian(workspace, link, order), Result::ok);
    const auto expected = full.jacobian.topRows(6 * (order + 1));
    EXPECT_LE(relative_error(workspace.jacobian.topRows(6 * (order + 1)), expected), 1e-13);
  }
}

TEST(Kinematics, AFasterRunOfTheSamePathScalesTheDerivatives)
{
  const Moving moving(8, hod::test::all_kinds()[1]);
  RowMatrix faster = moving.motion;
  for (int k = 0; k <= kHighest; ++k)
  {
    faster.row(k) *= std::pow(2.0, k);
  }
  KinematicsWorkspace slow = at(moving);
  KinematicsWorkspace fast(moving.robot, kHighest);
  ASSERT_EQ(kinematics(fast, faster, kHighest), Result::ok);
  ASSERT_EQ(jacobian(slow, 4, kHighest), Result::ok);
  ASSERT_EQ(jacobian(fast, 4, kHighest), Result::ok);
  for (int k = 0; k <= kHighest; ++k)
  {
    // A power of two only shifts the exponent, so the digits are the same.
    EXPECT_EQ(
      fast.jacobian.middleRows(6 * k, 6), std::pow(2.0, k) * slow.jacobian.middleRows(6 * k, 6));
  }
}

TEST(Kinematics, RefusesWhatDoesNotFit)
{
  const Moving moving(9, hod::test::all_kinds()[0]);
  KinematicsWorkspace workspace(moving.robot, 3);
  EXPECT_EQ(workspace.order(), -1);
  RowMatrix path(1, 3);
  EXPECT_EQ(point_motion(workspace, 0, kPoint, path), Result::order_too_high);
  EXPECT_EQ(kinematics(workspace, moving.motion, 4), Result::order_too_high);
  EXPECT_EQ(kinematics(workspace, moving.motion.topRows(2), 2), Result::too_few_rows);
  EXPECT_EQ(kinematics(workspace, moving.motion.leftCols(3), 2), Result::wrong_columns);
  ASSERT_EQ(kinematics(workspace, moving.motion, 2), Result::ok);
  EXPECT_EQ(point_motion(workspace, 99, kPoint, path), Result::no_such_index);
  EXPECT_EQ(jacobian(workspace, -1, 0), Result::no_such_index);
  EXPECT_EQ(jacobian(workspace, 0, 3), Result::order_too_high);
  RowMatrix rates(3, 6);
  EXPECT_EQ(link_motion(workspace, 1, kPoint, rates), Result::order_too_high);
  EXPECT_EQ(link_motion(workspace, 1, kPoint, path), Result::wrong_columns);
  EXPECT_THROW(KinematicsWorkspace(moving.robot, kHighest + 1), hod::Error);
  EXPECT_THROW(KinematicsWorkspace(moving.robot, -1), hod::Error);
}

TEST(Kinematics, OfABaseThatMovesOnlyPositionsAreAnswered)
{
  const Moving moving(9, hod::test::all_kinds()[0]);
  const hod::Robot carried = moving.robot.with([](hod::RobotDescription & description) {
    description.base.velocity = Eigen::Vector3d::UnitX();
  });
  EXPECT_THROW(KinematicsWorkspace(carried, 1), hod::Error);
  KinematicsWorkspace workspace(carried, 0);
  EXPECT_EQ(kinematics(workspace, moving.motion, 0), Result::ok);
  const hod::Robot turned = moving.robot.with([](hod::RobotDescription & description) {
    description.base.rotation = Eigen::Vector3d(1.0, -1.0, -1.0).asDiagonal();
  });
  EXPECT_NO_THROW(KinematicsWorkspace(turned, kHighest));
}

TEST(Kinematics, MovedFromAnswersThatThereIsNone)
{
  const Moving moving(9, hod::test::all_kinds()[0]);
  KinematicsWorkspace workspace(moving.robot, 3);
  ASSERT_EQ(kinematics(workspace, moving.motion, 2), Result::ok);
  const KinematicsWorkspace other(std::move(workspace));
  EXPECT_EQ(workspace.dof(), 0);
  EXPECT_EQ(workspace.links(), 0);
  EXPECT_EQ(workspace.max_order(), -1);
  EXPECT_EQ(workspace.order(), -1);
  RowMatrix path(1, 3);
  RowMatrix rates(1, 6);
  EXPECT_EQ(kinematics(workspace, moving.motion, 0), Result::no_workspace);
  EXPECT_EQ(point_motion(workspace, 0, kPoint, path), Result::no_workspace);
  EXPECT_EQ(link_motion(workspace, 0, kPoint, rates), Result::no_workspace);
  EXPECT_EQ(jacobian(workspace, 0, 0), Result::no_workspace);
  EXPECT_TRUE(orientation(workspace, 0).isZero(0.0));
  EXPECT_EQ(other.order(), 2);
}

// The matrix is the caller's to keep; a call makes it fit again.
TEST(Kinematics, AJacobianOfAnotherShapeIsMadeToFit)
{
  const Moving moving(9, hod::test::all_kinds()[0]);
  KinematicsWorkspace workspace(moving.robot, 3);
  ASSERT_EQ(kinematics(workspace, moving.motion, 1), Result::ok);
  ASSERT_EQ(jacobian(workspace, 2, 1), Result::ok);
  const RowMatrix expected = workspace.jacobian;
  workspace.jacobian.resize(1, 1);
  ASSERT_EQ(jacobian(workspace, 2, 1), Result::ok);
  EXPECT_EQ(workspace.jacobian, expected);
}

}  // namespace
