// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/kinematics/momentum.hpp"

#include <gmock/gmock.h>

#include <Eigen/Geometry>
#include <cmath>

#include "kinematics_cases.hpp"

namespace
{

using hod::KinematicsWorkspace;
using hod::Result;
using hod::RowMatrix;
using hod::reference::relative_error;
using hod::test::for_each_robot;
using hod::test::kHighest;
using hod::test::Moving;
using hod::test::Precise;

constexpr double kTolerance = 1e-11;

KinematicsWorkspace at(const Moving & moving)
{
  KinematicsWorkspace workspace(moving.robot, kHighest);
  EXPECT_EQ(kinematics(workspace, moving.motion, kHighest), Result::ok);
  return workspace;
}

RowMatrix momenta(const Moving & moving, const Eigen::Vector3d & about)
{
  RowMatrix rows(kHighest, 6);
  EXPECT_EQ(momentum(at(moving), about, rows), Result::ok);
  return rows;
}

TEST(Momentum, ItsRateIsWhatHoldsTheBaseWithoutGravity)
{
  for_each_robot([](const Moving & moving) {
    const Precise weightless(moving.robot, moving.motion, Eigen::Vector3d::Zero());
    const auto base = weightless.reaction(0);
    const RowMatrix rows = momenta(moving, Eigen::Vector3d::Zero());
    for (int k = 0; k + 1 < kHighest; ++k)
    {
      EXPECT_LE(relative_error(rows.row(k + 1).head(3), base.force.row(k)), kTolerance) << k;
      EXPECT_LE(relative_error(rows.row(k + 1).tail(3), base.moment.row(k)), kTolerance) << k;
    }
  });
}

TEST(Momentum, LinearPartIsTheRateOfTheMassMoment)
{
  for_each_robot([](const Moving & moving) {
    RowMatrix moment(kHighest + 1, 3);
    ASSERT_EQ(mass_moment(at(moving), moment), Result::ok);
    const RowMatrix rows = momenta(moving, Eigen::Vector3d::Zero());
    EXPECT_LE(relative_error(rows.leftCols(3), moment.bottomRows(kHighest)), kTolerance);
  });
}

TEST(Momentum, MovingTheReferencePointSubtractsItsArmTimesTheLinearPart)
{
  for_each_robot([](const Moving & moving) {
    const Eigen::Vector3d about(0.5, -1.0, 2.0);
    const RowMatrix here = momenta(moving, Eigen::Vector3d::Zero());
    const RowMatrix there = momenta(moving, about);
    EXPECT_EQ(here.leftCols(3), there.leftCols(3));
    for (int k = 0; k < kHighest; ++k)
    {
      const Eigen::Vector3d linear = here.row(k).head(3);
      const Eigen::RowVector3d expected = here.row(k).tail(3) - about.cross(linear).transpose();
      EXPECT_LE((there.row(k).tail(3) - expected).norm(), kTolerance * here.row(k).norm()) << k;
    }
  });
}

TEST(Momentum, KineticAndPotentialEnergyAreThoseOfTheDefinition)
{
  for_each_robot([](const Moving & moving) {
    const KinematicsWorkspace workspace = at(moving);
    Eigen::VectorXd kinetic(kHighest);
    RowMatrix moment(kHighest + 1, 3);
    ASSERT_EQ(kinetic_energy(workspace, kinetic), Result::ok);
    ASSERT_EQ(mass_moment(workspace, moment), Result::ok);
    double exact_kinetic = 0.0;
    for (const long double part : moving.exact.energy(0))
    {
      exact_kinetic += static_cast<double>(part);
    }
    EXPECT_NEAR(kinetic[0], exact_kinetic, kTolerance * exact_kinetic);
    const auto exact = moving.exact.mechanical_energy();
    for (int k = 0; k < kHighest; ++k)
    {
      const double potential = -moment.row(k).dot(moving.robot.gravity());
      EXPECT_NEAR(
        kinetic[k] + potential, static_cast<double>(exact[static_cast<std::size_t>(k)]),
        kTolerance * (std::abs(kinetic[k]) + std::abs(potential)))
        << k;
    }
  });
}

TEST(Momentum, ThePowerOfTheInertiaForcesIsTheRateOfTheKineticEnergy)
{
  for_each_robot([](const Moving & moving) {
    Eigen::VectorXd kinetic(kHighest);
    ASSERT_EQ(kinetic_energy(at(moving), kinetic), Result::ok);
    const Precise weightless(moving.robot, moving.motion, Eigen::Vector3d::Zero());
    const auto force = weightless.force();
    for (int k = 0; k + 1 < kHighest; ++k)
    {
      double power = 0.0;
      double size = 0.0;
      for (int i = 0; i <= k; ++i)
      {
        const double term =
          hod::binomial(k, i) * force.row(i).cast<double>().dot(moving.motion.row(k - i + 1));
        power += term;
        size += std::abs(term);
      }
      EXPECT_NEAR(kinetic[k + 1], power, kTolerance * size) << k;
    }
  });
}

TEST(Momentum, RefusesRowsThatTheMotionDoesNotCarry)
{
  const Moving moving(9, hod::test::all_kinds()[0]);
  KinematicsWorkspace workspace(moving.robot, 3);
  ASSERT_EQ(kinematics(workspace, moving.motion, 2), Result::ok);
  RowMatrix rows(3, 6);
  RowMatrix moments(4, 3);
  Eigen::VectorXd energy(3);
  EXPECT_EQ(momentum(workspace, Eigen::Vector3d::Zero(), rows), Result::order_too_high);
  EXPECT_EQ(momentum(workspace, Eigen::Vector3d::Zero(), moments), Result::wrong_columns);
  EXPECT_EQ(kinetic_energy(workspace, energy), Result::order_too_high);
  EXPECT_EQ(mass_moment(workspace, moments), Result::order_too_high);
  EXPECT_EQ(mass_moment(workspace, rows), Result::wrong_columns);
}

}  // namespace
