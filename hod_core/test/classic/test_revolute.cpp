// SPDX-License-Identifier: Apache-2.0
#include "hod/classic/revolute.hpp"

#include <gmock/gmock.h>

#include <Eigen/Geometry>
#include <cmath>

#include "classic_cases.hpp"
#include "hod/classic/energies.hpp"
#include "hod/error.hpp"

namespace
{

using hod::RowMatrix;

/// A pendulum about the y axis; angles count from x towards −z, so that the centre's height is
/// −L sin(q + φ) for the axis +y and +L sin(q + φ) for −y.
hod::Robot pendulum()
{
  hod::RobotDescription description;
  hod::MassProperties mass;
  mass.mass = 6.0;
  mass.center = {0.2, 0.0, 0.1};
  mass.inertia = Eigen::Vector3d(0.05, 0.09, 0.07).asDiagonal();
  description.links = {{"base", {}}, {"arm", mass}};
  hod::JointDescription joint;
  joint.name = "shoulder";
  joint.type = hod::JointType::revolute;
  joint.parent = "base";
  joint.child = "arm";
  joint.axis = -Eigen::Vector3d::UnitY();
  description.joints = {joint};
  return hod::Robot(description);
}

class Revolute : public testing::Test
{
protected:
  const hod::Robot robot_ = pendulum();
  const RowMatrix motion_ = hod::reference::random_motion(3, 7, 1);
  const Eigen::VectorXd q_ = motion_.col(0);
  const double distance_ = std::hypot(0.2, 0.1);
  const double inertia_ = hod::classic::revolute_inertia(6.0, distance_, 0.09);
};

TEST_F(Revolute, EnergiesAreTheClosedPolynomials)
{
  const hod::classic::Mechanism mechanism(robot_);
  for (int p = 1; p <= 4; ++p)
  {
    const double expected = hod::classic::energy_by_trace(mechanism, motion_, p).sum();
    EXPECT_NEAR(hod::classic::revolute_energy(inertia_, q_, p), expected, 1e-12 * expected);
  }
}

TEST_F(Revolute, ForcesAreInertiaTimesRatePlusWeight)
{
  const hod::reference::Precise exact(robot_, motion_);
  const double phase = std::atan2(0.1, 0.2);
  for (int k = 0; k <= 3; ++k)
  {
    const auto expected = static_cast<double>(exact.force()(k, 0));
    const double actual =
      hod::classic::revolute_force(inertia_, 6.0 * 9.81 * distance_, phase, q_, k);
    EXPECT_NEAR(actual, expected, 1e-11 * (1.0 + std::abs(expected))) << k;
  }
}

/// Errata: 002 (88) as printed repeats a pair of terms and ends in a product.
TEST_F(Revolute, PrintedThirdEnergyIsWrong)
{
  const double q1 = q_[1];
  const double q2 = q_[2];
  const double q3 = q_[3];
  const double q4 = q_[4];
  const double printed = std::pow(q1, 8) - 8 * std::pow(q1, 5) * q3 +
                         2 * (30 * std::pow(q1, 4) * q2 * q2 - 12 * q1 * q1 * q2 * q4) +
                         16 * q1 * q1 * q3 * q3 + 24 * q1 * q2 * q2 * q3 +
                         9 * std::pow(q1, 4) * q2 * q2;
  const double missing =
    -39 * std::pow(q1, 4) * q2 * q2 + 12 * q1 * q1 * q2 * q4 + 9 * std::pow(q2, 4) + q4 * q4;
  const double exact = hod::classic::revolute_energy(inertia_, q_, 3);
  EXPECT_NEAR(0.5 * inertia_ * (printed + missing), exact, 1e-11 * exact);
  EXPECT_GT(std::abs(0.5 * inertia_ * missing), 1e-3 * exact);
}

TEST_F(Revolute, RefusesOrdersItHasNoFormFor)
{
  EXPECT_THROW(hod::classic::revolute_energy(1.0, q_, 5), hod::Error);
  EXPECT_THROW(hod::classic::revolute_energy(1.0, q_.head(4), 3), hod::Error);
  EXPECT_THROW(hod::classic::revolute_force(1.0, 1.0, 0.0, q_, 4), hod::Error);
  EXPECT_THROW(hod::classic::revolute_force(1.0, 1.0, 0.0, q_.head(3), 1), hod::Error);
}

}  // namespace
