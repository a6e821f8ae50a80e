// SPDX-License-Identifier: Apache-2.0
#include "hod/classic/energies.hpp"

#include <gmock/gmock.h>

#include "classic_cases.hpp"
#include "hod/dynamics/energies/energies.hpp"
#include "hod/dynamics/kinematics/momentum.hpp"
#include "hod/error.hpp"

namespace
{

using hod::Result;
using hod::RowMatrix;
using hod::test::Case;
using hod::test::for_each_case;

constexpr double kTolerance = 1e-11;

void expect_close(double actual, double expected, int p)
{
  EXPECT_NEAR(actual, expected, kTolerance * std::abs(expected)) << "energy of order " << p;
}

TEST(ClassicEnergies, TracesKoenigAndRotationFormsAreTheDefinition)
{
  for_each_case(12, [](const Case & item) {
    for (int p = 0; p <= 6; ++p)
    {
      const double expected = item.exact_energy(p);
      expect_close(energy_by_trace(item.mechanism, item.motion, p).sum(), expected, p);
      expect_close(energy_by_parts(item.mechanism, item.motion, p).sum(), expected, p);
      expect_close(energy_by_rotation(item.mechanism, item.motion, p).sum(), expected, p);
    }
    for (int p = 1; p <= 4; ++p)
    {
      const double expected = item.exact_energy(p);
      expect_close(energy_explicit(item.mechanism, item.motion, p).sum(), expected, p);
    }
  });
}

TEST(ClassicEnergies, MatrixFormsAreTheDefinition)
{
  constexpr int kLargest[] = {12, 12, 9, 6, 5};
  for_each_case(12, [&](const Case & item) {
    for (int p = 1; p <= 4; ++p)
    {
      if (static_cast<int>(item.mechanism.bodies().size()) <= kLargest[p])
      {
        const double expected = item.exact_energy(p);
        expect_close(energy_by_matrices(item.mechanism, item.motion, p), expected, p);
        expect_close(energy_by_partitions(item.mechanism, item.motion, p), expected, p);
      }
    }
  });
}

TEST(ClassicEnergies, EveryBodyHasTheSameEnergyInTheFastPass)
{
  for_each_case(12, [](const Case & item) {
    hod::Workspace workspace(item.robot, hod::kMaxOrder);
    ASSERT_EQ(energies(workspace, item.motion, 6), Result::ok);
    for (int p = 0; p <= 6; ++p)
    {
      const Eigen::VectorXd slow = energy_by_trace(item.mechanism, item.motion, p);
      const auto fast = workspace.energy().col(p).tail(slow.size());
      EXPECT_LE(hod::reference::relative_error(fast, slow), 1e-10) << p;
    }
  });
}

TEST(ClassicEnergies, TranslationAloneHasHalfMassTimesSquaredAcceleration)
{
  const Case item(9, {1, 0.0, 1.0, 0.0, 0.0, 0.0, false});
  for (int p = 1; p <= 4; ++p)
  {
    const double rate = item.motion(p + 1, 0);
    const double expected = 0.5 * item.mechanism.body(0).mass.mass * rate * rate;
    expect_close(energy_explicit(item.mechanism, item.motion, p).sum(), expected, p);
    expect_close(energy_by_matrices(item.mechanism, item.motion, p), expected, p);
  }
}

TEST(ClassicEnergies, DerivativesOfTheKineticEnergyAreThoseOfTheKinematics)
{
  for_each_case(8, [](const Case & item) {
    hod::KinematicsWorkspace workspace(item.robot, 8);
    ASSERT_EQ(kinematics(workspace, item.motion, 8), Result::ok);
    Eigen::VectorXd expected(7);
    ASSERT_EQ(kinetic_energy(workspace, expected), Result::ok);
    const Eigen::VectorXd actual = energy_derivatives(item.mechanism, item.motion, 0, 6);
    EXPECT_LE(hod::reference::relative_error(actual, expected), 1e-12);
  });
}

/// The motion a moment later: its Taylor polynomials moved by a time.
RowMatrix later(const RowMatrix & motion, double time)
{
  RowMatrix moved = RowMatrix::Zero(motion.rows(), motion.cols());
  for (Eigen::Index k = 0; k < motion.rows(); ++k)
  {
    double factor = 1.0;
    for (Eigen::Index i = k; i < motion.rows(); ++i)
    {
      moved.row(k) += factor * motion.row(i);
      factor *= time / static_cast<double>(i - k + 1);
    }
  }
  return moved;
}

TEST(ClassicEnergies, DerivativesAreTheRatesOfTheEnergiesAlongTheMotion)
{
  const Case item(12, {5, 0.3, 0.3, 0.0, 0.0, 0.0, false});
  constexpr double kStep = 1e-3;
  for (int p = 1; p <= 4; ++p)
  {
    const auto energy = [&](double time) {
      return energy_by_trace(item.mechanism, later(item.motion, time), p).sum();
    };
    const Eigen::VectorXd derivatives = energy_derivatives(item.mechanism, item.motion, p, 2);
    EXPECT_NEAR(derivatives[0], energy(0.0), 1e-12 * energy(0.0));
    const double rate =
      (8.0 * (energy(kStep) - energy(-kStep)) - (energy(2.0 * kStep) - energy(-2.0 * kStep))) /
      (12.0 * kStep);
    EXPECT_NEAR(derivatives[1], rate, 1e-7 * std::abs(derivatives[1]) + 1e-7 * energy(0.0));
    const double second = (energy(kStep) - 2.0 * energy(0.0) + energy(-kStep)) / (kStep * kStep);
    EXPECT_NEAR(derivatives[2], second, 1e-3 * std::abs(derivatives[2]));
  }
  EXPECT_THROW(energy_derivatives(item.mechanism, item.motion, 4, 4), hod::Error);
  EXPECT_THROW(energy_derivatives(item.mechanism, item.motion, 1, -1), hod::Error);
}

/// Errata: 000 (92), 001 (107), 002 (2), (36), (45), 003 (73) leave the mixed term out.
TEST(ClassicEnergies, TheFormWithoutTheMixedTermIsRightOnlyWhereTheCentreIsTheOrigin)
{
  const Case item(10, {4, 0.0, 0.2, 0.0, 0.0, 0.0, false});
  for (int p = 1; p <= 4; ++p)
  {
    const double expected = item.exact_energy(p);
    const double printed = energy_by_parts(item.mechanism, item.motion, p, false).sum();
    EXPECT_GT(std::abs(printed - expected), 1e-3 * expected) << p;
  }
  auto description = hod::reference::random_robot(10, {4, 0.0, 0.2, 0.0, 0.0, 0.0, false});
  for (auto & link : description.links)
  {
    link.mass.center.setZero();
  }
  const hod::classic::Mechanism centred((hod::Robot(description)));
  for (int p = 1; p <= 4; ++p)
  {
    const double expected = energy_by_trace(centred, item.motion, p).sum();
    expect_close(energy_by_parts(centred, item.motion, p, false).sum(), expected, p);
  }
}

/// The pure velocity term is ½ (ω·ω)ᵖ ω·Iω for every p (001 (117), (119); (121), (122) misprinted).
TEST(ClassicEnergies, SteadyRotationHasOnlyTheVelocityTerm)
{
  hod::reference::Random random(4);
  for (int p = 1; p <= 4; ++p)
  {
    const hod::MassProperties mass = hod::reference::random_mass(random);
    Eigen::Matrix<double, 3, Eigen::Dynamic> rates =
      Eigen::Matrix<double, 3, Eigen::Dynamic>::Zero(3, p + 1);
    rates.col(0) = random.vector(2.0);
    const Eigen::Vector3d velocity = rates.col(0);
    const double expected =
      0.5 * std::pow(velocity.squaredNorm(), p) * velocity.dot(mass.inertia * velocity);
    const double actual =
      hod::classic::explicit_rotational_energy(p, rates, hod::planar_from_axial(mass.inertia));
    expect_close(actual, expected, p);
  }
}

TEST(ClassicEnergies, SayHowManyRowsAreNeeded)
{
  const Case item(11, {3, 0.0, 0.0, 0.0, 0.0, 0.0, false});
  const RowMatrix short_motion = item.motion.topRows(4);
  EXPECT_THAT(
    [&] { energy_by_trace(item.mechanism, short_motion, 3); },
    testing::ThrowsMessage<hod::Error>(
      testing::AllOf(testing::HasSubstr("4 rows"), testing::HasSubstr("expected 5"))));
  EXPECT_THROW(energy_by_matrices(item.mechanism, short_motion, 3), hod::Error);
  EXPECT_THROW(energy_by_partitions(item.mechanism, short_motion, 3), hod::Error);
  EXPECT_THROW(energy_by_trace(item.mechanism, item.motion.leftCols(2), 1), hod::Error);
  EXPECT_THROW(energy_by_trace(item.mechanism, item.motion, -1), hod::Error);
  EXPECT_THROW(energy_explicit(item.mechanism, item.motion, 5), hod::Error);
  EXPECT_THROW(energy_by_matrices(item.mechanism, item.motion, 5), hod::Error);
}

TEST(ClassicEnergies, FormsWithPartitionsRefuseOrdersWithoutAnEnd)
{
  const Case item(10, {3, 0.0, 0.0, 0.0, 0.0, 0.0, false});
  const RowMatrix motion = RowMatrix::Constant(64, 3, 0.5);
  for (const int p : {20, 39, 40, 60, 61})
  {
    EXPECT_THROW(energy_by_partitions(item.mechanism, motion, p), hod::Error) << p;
  }
}

TEST(ClassicEnergies, ExplicitFormsSayHowManyRatesAreNeeded)
{
  const Eigen::Matrix3d planar = Eigen::Matrix3d::Identity();
  for (int p = 1; p <= 4; ++p)
  {
    const Eigen::Matrix3Xd rates = Eigen::Matrix3Xd::Ones(3, p + 1);
    EXPECT_NO_THROW(hod::classic::explicit_rotational_energy(p, rates, planar));
    EXPECT_THROW(
      hod::classic::explicit_rotational_energy(p, rates.leftCols(p), planar), hod::Error);
  }
}

}  // namespace
