// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <memory>

#include "hod/error.hpp"
#include "hod/robot/urdf.hpp"
#include "hod_ros/feedforward_law.hpp"
#include "two_link_arm.hpp"
#include "two_link_dynamics.hpp"

using hod::RowMatrix;
using hod_ros::FeedforwardLaw;
using hod_ros::LawSettings;

namespace
{

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

class Law : public testing::Test
{
protected:
  Law()
  : robot(std::make_shared<const hod::Robot>(hod::parse_urdf(two_link_arm()))),
    law(robot, {0, 1}, 2),
    position(Eigen::VectorXd::Zero(2)),
    velocity(Eigen::VectorXd::Zero(2))
  {
    settings.position_gain = Eigen::VectorXd::Zero(2);
    settings.velocity_gain = Eigen::VectorXd::Zero(2);
    settings.effort_limit = Eigen::VectorXd::Constant(2, kInfinity);
  }

  static RowMatrix reference_at(double time)
  {
    RowMatrix reference(FeedforwardLaw::kReferenceRows, 2);
    for (int order = 0; order < FeedforwardLaw::kReferenceRows; ++order)
    {
      for (int joint = 0; joint < 2; ++joint)
      {
        reference(order, joint) = two_link::motion(joint, order, time);
      }
    }
    return reference;
  }

  void apply() { ASSERT_TRUE(law.set(settings)); }

  FeedforwardLaw::Outcome update(const RowMatrix & reference)
  {
    return law.update(reference, position, velocity);
  }

  std::shared_ptr<const hod::Robot> robot;
  FeedforwardLaw law;
  LawSettings settings;
  Eigen::VectorXd position;
  Eigen::VectorXd velocity;
};

double total(double time, std::size_t joint)
{
  const auto torques = two_link::torques(two_link::state_at(time));
  return torques.inertia[joint] + torques.gravity[joint];
}

}  // namespace

TEST_F(Law, CommandsTheTorquesOfLagrangesEquations)
{
  for (double time = 0.0; time < 3.0; time += 0.31)
  {
    ASSERT_EQ(update(reference_at(time)), FeedforwardLaw::Outcome::ok);
    const auto torques = two_link::torques(two_link::state_at(time));
    for (std::size_t joint = 0; joint < 2; ++joint)
    {
      const auto j = static_cast<int>(joint);
      EXPECT_NEAR(law.inertia()(0, j), torques.inertia[joint], 1e-11);
      EXPECT_NEAR(law.gravity()(0, j), torques.gravity[joint], 1e-11);
      EXPECT_NEAR(law.effort()[j], torques.inertia[joint] + torques.gravity[joint], 1e-11);
      EXPECT_FALSE(law.saturated(j));
    }
  }
}

TEST_F(Law, FirstAndSecondRowAreTheTimeDerivatives)
{
  for (double time = 0.0; time < 3.0; time += 0.31)
  {
    ASSERT_EQ(update(reference_at(time)), FeedforwardLaw::Outcome::ok);
    for (std::size_t joint = 0; joint < 2; ++joint)
    {
      const auto j = static_cast<int>(joint);
      const auto q = [joint](double t) { return total(t, joint); };
      EXPECT_NEAR(law.feedforward()(1, j), two_link::d1(q, time), 1e-7);
      EXPECT_NEAR(law.feedforward()(2, j), two_link::d2(q, time), 1e-5);
    }
  }
}

TEST_F(Law, ScalesTermsIndependently)
{
  settings.inertia_scale = 0.25;
  settings.gravity_scale = 1.5;
  apply();
  ASSERT_EQ(update(reference_at(0.7)), FeedforwardLaw::Outcome::ok);
  const auto torques = two_link::torques(two_link::state_at(0.7));
  EXPECT_NEAR(law.effort()[0], 0.25 * torques.inertia[0] + 1.5 * torques.gravity[0], 1e-11);
  const RowMatrix sum = 0.25 * law.inertia() + 1.5 * law.gravity();
  EXPECT_LT((law.feedforward() - sum).cwiseAbs().maxCoeff(), 1e-12);
}

TEST_F(Law, AddsFeedbackOnPositionAndVelocity)
{
  settings.position_gain << 100.0, 50.0;
  settings.velocity_gain << 10.0, 5.0;
  apply();
  const RowMatrix reference = reference_at(0.4);
  position << reference(0, 0) - 0.01, reference(0, 1) + 0.02;
  velocity << reference(1, 0) - 0.1, reference(1, 1) + 0.3;
  ASSERT_EQ(update(reference), FeedforwardLaw::Outcome::ok);
  EXPECT_NEAR(law.feedback()[0], 1.0 + 1.0, 1e-12);
  EXPECT_NEAR(law.feedback()[1], -1.0 - 1.5, 1e-12);
  EXPECT_NEAR(law.effort()[0], total(0.4, 0) + 2.0, 1e-11);
}

TEST_F(Law, LeavesFeedbackOutWhereTheStateIsUnknown)
{
  settings.position_gain << 100.0, 50.0;
  apply();
  position << kNaN, 10.0;
  ASSERT_EQ(update(reference_at(0.4)), FeedforwardLaw::Outcome::ok);
  EXPECT_EQ(law.feedback()[0], 0.0);
  EXPECT_NE(law.feedback()[1], 0.0);
  EXPECT_NEAR(law.effort()[0], total(0.4, 0), 1e-11);
}

TEST_F(Law, TakesUnknownDerivativesAsZero)
{
  RowMatrix reference = reference_at(0.9);
  reference.bottomRows(2).setConstant(kNaN);
  ASSERT_EQ(update(reference), FeedforwardLaw::Outcome::ok);
  const RowMatrix without = law.feedforward();
  reference.bottomRows(2).setZero();
  ASSERT_EQ(update(reference), FeedforwardLaw::Outcome::ok);
  EXPECT_EQ(without, law.feedforward());
  EXPECT_NEAR(law.effort()[0], total(0.9, 0), 1e-11) << "Q needs neither jerk nor snap";
}

TEST_F(Law, HoldsAJointWithoutReferenceWhereItWasTold)
{
  RowMatrix reference = reference_at(0.9);
  ASSERT_EQ(update(reference), FeedforwardLaw::Outcome::ok);
  const double told = reference(0, 1);
  reference.col(1).setConstant(kNaN);
  reference(1, 1) = 7.0;
  position << 0.0, 2.0;
  ASSERT_EQ(update(reference), FeedforwardLaw::Outcome::ok);
  EXPECT_EQ(law.motion()(0, 1), told);
  EXPECT_EQ(law.motion().col(1).tail(4).cwiseAbs().maxCoeff(), 0.0);
}

TEST_F(Law, HoldsAJointWhereItWasFirstMeasuredIfNothingWasTold)
{
  const RowMatrix nothing = RowMatrix::Constant(FeedforwardLaw::kReferenceRows, 2, kNaN);
  position << 0.3, -0.2;
  ASSERT_EQ(update(nothing), FeedforwardLaw::Outcome::ok);
  position << 0.4, -0.1;
  ASSERT_EQ(update(nothing), FeedforwardLaw::Outcome::ok);
  EXPECT_EQ(law.motion()(0, 0), 0.3);
  const auto torques = two_link::torques({{0.3, -0.2}, {0.0, 0.0}, {0.0, 0.0}});
  EXPECT_NEAR(law.effort()[0], torques.gravity[0], 1e-11);
  EXPECT_NEAR(law.effort()[1], torques.gravity[1], 1e-11);
}

TEST_F(Law, CommandsNothingWhileAPositionIsUnknown)
{
  RowMatrix reference = reference_at(0.9);
  ASSERT_EQ(update(reference), FeedforwardLaw::Outcome::ok);
  EXPECT_NE(law.effort()[0], 0.0);
  law.reset();
  reference(0, 0) = kNaN;
  position << kNaN, 0.0;
  EXPECT_EQ(update(reference), FeedforwardLaw::Outcome::unknown_position);
  EXPECT_EQ(law.effort().cwiseAbs().maxCoeff(), 0.0);
  EXPECT_TRUE(std::isnan(law.feedforward()(0, 0)));
  position << 0.5, 0.0;
  EXPECT_EQ(update(reference), FeedforwardLaw::Outcome::ok);
}

TEST_F(Law, ForgetsOnReset)
{
  ASSERT_EQ(update(reference_at(0.9)), FeedforwardLaw::Outcome::ok);
  law.reset();
  position << 0.1, 0.2;
  ASSERT_EQ(
    update(RowMatrix::Constant(FeedforwardLaw::kReferenceRows, 2, kNaN)),
    FeedforwardLaw::Outcome::ok);
  EXPECT_EQ(law.motion()(0, 0), 0.1);
  EXPECT_EQ(law.motion()(0, 1), 0.2);
}

TEST_F(Law, ClampsToTheEffortLimitAndSaysSo)
{
  settings.effort_limit << 3.0, kInfinity;
  apply();
  RowMatrix reference = RowMatrix::Zero(FeedforwardLaw::kReferenceRows, 2);
  ASSERT_EQ(update(reference), FeedforwardLaw::Outcome::ok);
  EXPECT_EQ(law.effort()[0], 3.0);
  EXPECT_TRUE(law.saturated(0));
  EXPECT_FALSE(law.saturated(1));
  EXPECT_GT(law.feedforward()(0, 0), 3.0) << "what is exported is not clamped";
  reference(0, 0) = 3.14159;
  ASSERT_EQ(update(reference), FeedforwardLaw::Outcome::ok);
  EXPECT_EQ(law.effort()[0], -3.0);
}

TEST_F(Law, CommandsZeroInsteadOfAForceThatIsNotFinite)
{
  RowMatrix reference = reference_at(0.9);
  reference(1, 0) = 1e200;
  ASSERT_EQ(update(reference), FeedforwardLaw::Outcome::ok);
  EXPECT_TRUE(law.effort().allFinite());
  EXPECT_TRUE(law.saturated(1));
}

TEST_F(Law, CommandsJointsInItsOwnOrder)
{
  FeedforwardLaw reversed(robot, {1, 0}, 2);
  const RowMatrix reference = reference_at(0.6);
  ASSERT_EQ(update(reference), FeedforwardLaw::Outcome::ok);
  const RowMatrix swapped = reference.rowwise().reverse();
  ASSERT_EQ(reversed.update(swapped, position, velocity), FeedforwardLaw::Outcome::ok);
  EXPECT_EQ(law.effort()[0], reversed.effort()[1]);
  EXPECT_EQ(law.effort()[1], reversed.effort()[0]);
}

TEST_F(Law, RefusesAnOrderAndSettingsThatDoNotFit)
{
  EXPECT_THROW(FeedforwardLaw(robot, {0, 1}, 3), hod::Error);
  EXPECT_THROW(FeedforwardLaw(robot, {0, 1}, -1), hod::Error);
  settings.position_gain.resize(1);
  EXPECT_FALSE(law.set(settings));
}
