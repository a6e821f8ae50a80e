// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "elastic_arm.hpp"
#include "hod/error.hpp"
#include "hod_ros/derivative_estimate.hpp"
#include "hod_ros/effort_limiter.hpp"
#include "hod_ros/feedforward_law.hpp"
#include "hod_ros/reference_input.hpp"
#include "two_link_dynamics.hpp"

using hod::RowMatrix;
using hod_ros::FeedforwardLaw;
using hod_ros::LawSettings;
using hod_ros::Measurement;
using hod_ros::Reference;

namespace
{

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kPeriod = 1e-3;

Reference reference_at(double time, int rows = Reference::kRows)
{
  Reference reference(2);
  for (int order = 0; order < rows; ++order)
  {
    for (int joint = 0; joint < 2; ++joint)
    {
      reference.now(order, joint) = two_link::motion(joint, order, time);
    }
  }
  reference.ahead = reference.now;
  return reference;
}

double total(double time, int joint)
{
  const auto torques = two_link::torques(two_link::state_at(time));
  return torques.inertia[joint] + torques.gravity[joint];
}

class LawTest : public testing::Test
{
protected:
  explicit LawTest(const hod::Robot & robot = hod::Robot(hod::parse_urdf(two_link_arm())))
  : law(robot, {0, 1}, 2), settings(2), measured(2)
  {
    measured.position.setZero();
    measured.velocity.setZero();
  }

  void apply() { ASSERT_TRUE(law.set(settings)); }

  FeedforwardLaw::Outcome update(const Reference & reference)
  {
    return law.update(reference, measured, kPeriod, kPeriod);
  }

  FeedforwardLaw law;
  LawSettings settings;
  Measurement measured;
};

using Law = LawTest;

class ElasticLaw : public LawTest
{
protected:
  ElasticLaw() : LawTest(ElasticArm::robot()) {}
};

}  // namespace

TEST_F(Law, CommandsTheTorquesOfLagrangesEquations)
{
  for (double time = 0.0; time < 3.0; time += 0.31)
  {
    ASSERT_EQ(update(reference_at(time)), FeedforwardLaw::Outcome::ok);
    const auto torques = two_link::torques(two_link::state_at(time));
    for (int joint = 0; joint < 2; ++joint)
    {
      EXPECT_NEAR(law.terms().inertia(0, joint), torques.inertia[joint], 1e-11);
      EXPECT_NEAR(law.terms().gravity(0, joint), torques.gravity[joint], 1e-11);
      EXPECT_NEAR(law.effort()[joint], total(time, joint), 1e-11);
      EXPECT_FALSE(law.saturated(joint));
    }
    EXPECT_EQ(law.known_order(), 2);
  }
}

TEST_F(Law, FirstAndSecondRowAreTheTimeDerivatives)
{
  for (double time = 0.0; time < 3.0; time += 0.31)
  {
    ASSERT_EQ(update(reference_at(time)), FeedforwardLaw::Outcome::ok);
    for (int joint = 0; joint < 2; ++joint)
    {
      const auto q = [joint](double t) { return total(t, joint); };
      EXPECT_NEAR(law.feedforward()(1, joint), two_link::d1(q, time), 1e-7);
      EXPECT_NEAR(law.feedforward()(2, joint), two_link::d2(q, time), 1e-5);
    }
  }
}

TEST_F(Law, ScalesTermsIndependently)
{
  settings.scales.inertia = 0.25;
  settings.scales.gravity = 1.5;
  apply();
  ASSERT_EQ(update(reference_at(0.7)), FeedforwardLaw::Outcome::ok);
  const auto torques = two_link::torques(two_link::state_at(0.7));
  EXPECT_NEAR(law.effort()[0], 0.25 * torques.inertia[0] + 1.5 * torques.gravity[0], 1e-11);
  const RowMatrix sum = 0.25 * law.terms().inertia + 1.5 * law.terms().gravity;
  EXPECT_LT((law.feedforward() - sum.leftCols(2)).cwiseAbs().maxCoeff(), 1e-12);
}

TEST_F(Law, AddsFeedbackOnPositionAndVelocity)
{
  settings.position_gain << 100.0, 50.0;
  settings.velocity_gain << 10.0, 5.0;
  apply();
  const Reference reference = reference_at(0.4);
  measured.position << reference.now(0, 0) - 0.01, reference.now(0, 1) + 0.02;
  measured.velocity << reference.now(1, 0) - 0.1, reference.now(1, 1) + 0.3;
  ASSERT_EQ(update(reference), FeedforwardLaw::Outcome::ok);
  EXPECT_NEAR(law.feedback()[0], 1.0 + 1.0, 1e-12);
  EXPECT_NEAR(law.feedback()[1], -1.0 - 1.5, 1e-12);
  EXPECT_NEAR(law.effort()[0], total(0.4, 0) + 2.0, 1e-11);
}

TEST(ContinuousLaw, FeedsBackTheDifferenceWithinHalfATurn)
{
  const hod::Robot robot =
    hod::Robot(hod::parse_urdf(two_link_arm())).with([](hod::RobotDescription & description) {
      description.joints[0].type = hod::JointType::continuous;
    });
  FeedforwardLaw law(robot, {0, 1}, 2);
  LawSettings settings(2);
  settings.position_gain << 100.0, 100.0;
  ASSERT_TRUE(law.set(settings));
  Reference reference(2);
  reference.now.setZero();
  reference.now.row(0) << 3.2, 3.2;
  reference.ahead = reference.now;
  Measurement measured(2);
  measured.velocity.setZero();
  measured.position << 3.1 - 2.0 * M_PI, 3.1 - 2.0 * M_PI;
  static_cast<void>(law.update(reference, measured, kPeriod, kPeriod));
  EXPECT_NEAR(law.error()(0, 0), 0.1, 1e-12);
  EXPECT_NEAR(law.feedback()[0], 10.0, 1e-9);
  EXPECT_NEAR(law.error()(0, 1), 0.1 + 2.0 * M_PI, 1e-12) << "a joint with ends is that far away";
}

TEST_F(Law, LeavesFeedbackOutWhereTheStateIsUnknown)
{
  settings.position_gain << 100.0, 50.0;
  apply();
  measured.position << kNaN, 10.0;
  ASSERT_EQ(update(reference_at(0.4)), FeedforwardLaw::Outcome::ok);
  EXPECT_EQ(law.feedback()[0], 0.0);
  EXPECT_NE(law.feedback()[1], 0.0);
  EXPECT_EQ(law.unmeasured(), 1);
  EXPECT_NEAR(law.effort()[0], total(0.4, 0), 1e-11);
}

TEST_F(Law, DerivativesThatTheReferenceLeavesOpenAreNotANumber)
{
  ASSERT_EQ(update(reference_at(0.9, 4)), FeedforwardLaw::Outcome::ok);
  EXPECT_EQ(law.known_order(), 1);
  EXPECT_TRUE(std::isfinite(law.feedforward()(1, 0)));
  EXPECT_TRUE(law.feedforward().row(2).array().isNaN().all());

  ASSERT_EQ(update(reference_at(0.9, 3)), FeedforwardLaw::Outcome::ok);
  EXPECT_EQ(law.known_order(), 0);
  EXPECT_TRUE(law.feedforward().row(1).array().isNaN().all());
  EXPECT_NEAR(law.effort()[0], total(0.9, 0), 1e-11) << "Q needs neither jerk nor snap";
}

TEST_F(Law, JerkOfOneJointMissingLeavesTheRatesOfAllOpen)
{
  Reference reference = reference_at(0.9);
  reference.ahead(3, 1) = kNaN;
  ASSERT_EQ(update(reference), FeedforwardLaw::Outcome::ok);
  EXPECT_TRUE(std::isnan(law.feedforward()(1, 0)));
}

TEST_F(Law, WithoutAccelerationTheCommandIsThatOfAMotionWithout)
{
  ASSERT_EQ(update(reference_at(0.9, 2)), FeedforwardLaw::Outcome::ok);
  EXPECT_EQ(law.known_order(), -1);
  auto state = two_link::state_at(0.9);
  state.d2q.setZero();
  const auto torques = two_link::torques(state);
  EXPECT_NEAR(law.effort()[0], torques.inertia[0] + torques.gravity[0], 1e-11);
  ASSERT_EQ(update(reference_at(0.9, 1)), FeedforwardLaw::Outcome::ok);
  EXPECT_NEAR(law.effort()[0], torques.gravity[0], 1e-11);
}

TEST_F(Law, HoldsAJointWithoutReferenceWhereItWasTold)
{
  Reference reference = reference_at(0.9);
  ASSERT_EQ(update(reference), FeedforwardLaw::Outcome::ok);
  const double told = reference.now(0, 1);
  reference.now.col(1).setConstant(kNaN);
  reference.now(1, 1) = 7.0;
  measured.position << 0.0, 2.0;
  ASSERT_EQ(update(reference), FeedforwardLaw::Outcome::ok);
  EXPECT_EQ(law.motion()(0, 1), told);
  EXPECT_EQ(law.motion().col(1).tail(6).cwiseAbs().maxCoeff(), 0.0);
}

TEST_F(Law, HoldsAJointWhereItWasFirstMeasuredIfNothingWasTold)
{
  measured.position << 0.3, -0.2;
  ASSERT_EQ(update(Reference(2)), FeedforwardLaw::Outcome::ok);
  measured.position << 0.4, -0.1;
  ASSERT_EQ(update(Reference(2)), FeedforwardLaw::Outcome::ok);
  EXPECT_EQ(law.motion()(0, 0), 0.3);
  const auto torques = two_link::torques({{0.3, -0.2}, {0.0, 0.0}, {0.0, 0.0}});
  EXPECT_NEAR(law.effort()[0], torques.gravity[0], 1e-11);
  EXPECT_NEAR(law.effort()[1], torques.gravity[1], 1e-11);
  EXPECT_EQ(law.known_order(), 2) << "a joint that stands still is known to every order";
}

TEST_F(Law, CommandsNothingWhileAPositionIsUnknown)
{
  Reference reference = reference_at(0.9);
  ASSERT_EQ(update(reference), FeedforwardLaw::Outcome::ok);
  EXPECT_NE(law.effort()[0], 0.0);
  law.reset();
  reference.now(0, 0) = kNaN;
  measured.position << kNaN, 0.0;
  EXPECT_EQ(update(reference), FeedforwardLaw::Outcome::unknown_position);
  EXPECT_EQ(law.effort().cwiseAbs().maxCoeff(), 0.0);
  EXPECT_TRUE(std::isnan(law.feedforward()(0, 0)));
  measured.position << 0.5, 0.0;
  EXPECT_EQ(update(reference), FeedforwardLaw::Outcome::ok);
}

TEST_F(Law, ForgetsOnReset)
{
  ASSERT_EQ(update(reference_at(0.9)), FeedforwardLaw::Outcome::ok);
  law.reset();
  measured.position << 0.1, 0.2;
  ASSERT_EQ(update(Reference(2)), FeedforwardLaw::Outcome::ok);
  EXPECT_EQ(law.motion()(0, 0), 0.1);
  EXPECT_EQ(law.motion()(0, 1), 0.2);
}

TEST_F(Law, CommandsZeroInsteadOfAForceThatIsNotFinite)
{
  Reference reference = reference_at(0.9);
  reference.ahead(1, 0) = 1e200;
  ASSERT_EQ(update(reference), FeedforwardLaw::Outcome::ok);
  EXPECT_TRUE(law.effort().allFinite());
  EXPECT_TRUE(law.saturated(1));
}

TEST_F(Law, CommandsJointsInItsOwnOrder)
{
  FeedforwardLaw reversed(law.robot(), {1, 0}, 2);
  const Reference reference = reference_at(0.6);
  ASSERT_EQ(update(reference), FeedforwardLaw::Outcome::ok);
  Reference swapped(2);
  swapped.now = reference.now.rowwise().reverse();
  swapped.ahead = swapped.now;
  ASSERT_EQ(reversed.update(swapped, measured, kPeriod, kPeriod), FeedforwardLaw::Outcome::ok);
  EXPECT_EQ(law.effort()[0], reversed.effort()[1]);
  EXPECT_EQ(law.effort()[1], reversed.effort()[0]);
}

TEST_F(Law, RefusesAnOrderAndSettingsThatDoNotFit)
{
  EXPECT_THROW(FeedforwardLaw(law.robot(), {0, 1}, 3), hod::Error);
  EXPECT_THROW(FeedforwardLaw(law.robot(), {0, 1}, -1), hod::Error);
  settings.position_gain.resize(1);
  EXPECT_FALSE(law.set(settings));
}

TEST_F(Law, TakesOffWhatHoldingATorqueAdds)
{
  settings.hold_correction = true;
  apply();
  ASSERT_EQ(update(reference_at(0.6)), FeedforwardLaw::Outcome::ok);
  EXPECT_TRUE(law.is_hold_corrected());
  const double taken = kPeriod * kPeriod / 24.0 * law.feedforward()(2, 0);
  EXPECT_DOUBLE_EQ(law.effort()[0], law.feedforward()(0, 0) - taken);
  ASSERT_EQ(update(reference_at(0.6, 4)), FeedforwardLaw::Outcome::ok);
  EXPECT_FALSE(law.is_hold_corrected()) << "not without the snap";
  EXPECT_EQ(law.effort()[0], law.feedforward()(0, 0));
}

TEST_F(ElasticLaw, CommandsWhatMotorsBehindSpringsNeed)
{
  for (double time = 0.0; time < 3.0; time += 0.31)
  {
    ASSERT_EQ(update(reference_at(time)), FeedforwardLaw::Outcome::ok);
    for (int joint = 0; joint < 2; ++joint)
    {
      const auto place = static_cast<std::size_t>(joint);
      const auto theta = [joint, place](double t) {
        return two_link::motion(joint, 0, t) + total(t, joint) / ElasticArm::kStiffness[place];
      };
      EXPECT_NEAR(law.feedforward()(0, joint), total(time, joint), 1e-11) << "what springs carry";
      EXPECT_NEAR(law.motor()(0, joint), theta(time), 1e-12);
      EXPECT_NEAR(law.motor()(1, joint), two_link::d1(theta, time), 1e-8);
      const double torque =
        total(time, joint) + ElasticArm::kInertia[place] * two_link::d2(theta, time);
      EXPECT_NEAR(law.effort()[joint], torque, 1e-6);
    }
  }
}

TEST_F(ElasticLaw, WithoutSnapItsSpringsDoNotMove)
{
  const double time = 0.6;
  ASSERT_EQ(update(reference_at(time, 3)), FeedforwardLaw::Outcome::ok);
  for (int joint = 0; joint < 2; ++joint)
  {
    const double q2 = two_link::motion(joint, 2, time);
    const double inertia = ElasticArm::kInertia[static_cast<std::size_t>(joint)];
    EXPECT_NEAR(law.effort()[joint], total(time, joint) + inertia * q2, 1e-10);
    EXPECT_TRUE(std::isnan(law.motor()(1, joint)));
  }
}

TEST_F(ElasticLaw, TorqueHasDerivativesWhereTheReferenceIsKnownToTheSixth)
{
  const double time = 0.6;
  const auto torque_at = [this](double t) {
    static_cast<void>(update(reference_at(t)));
    return law.torque()(0, 1);
  };
  static_cast<void>(update(reference_at(time)));
  const RowMatrix torque = law.torque();
  EXPECT_NEAR(torque(1, 1), two_link::d1(torque_at, time), 1e-6 * std::abs(torque(1, 1)));
  EXPECT_NEAR(torque(2, 1), two_link::d2(torque_at, time), 1e-4 * std::abs(torque(2, 1)));
}

TEST_F(ElasticLaw, FeedsBackTheMotorsIfTheyAreMeasured)
{
  settings.feedback_from_motor = true;
  settings.position_gain << 1000.0, 1000.0;
  settings.velocity_gain << 10.0, 10.0;
  apply();
  const double time = 0.6;
  const double lead = 0.5 * kPeriod;
  ASSERT_EQ(update(reference_at(time)), FeedforwardLaw::Outcome::ok);
  measured.position = law.motor().row(0).transpose();
  measured.velocity = law.motor().row(1).transpose();
  Reference reference = reference_at(time);
  reference.ahead = reference_at(time + lead).now;
  reference.lead = lead;
  ASSERT_EQ(update(reference), FeedforwardLaw::Outcome::ok);
  EXPECT_LT(law.feedback().cwiseAbs().maxCoeff(), 1e-3) << "motors are where they should be";
  EXPECT_LT(law.error().cwiseAbs().maxCoeff(), 1e-4);
}

TEST_F(ElasticLaw, HoldsLinksWhereTheirSpringsPutThemIfMotorsAreMeasured)
{
  settings.feedback_from_motor = true;
  settings.position_gain << 1000.0, 1000.0;
  apply();
  const double links[] = {0.3, -0.2};
  const auto gravity = two_link::torques({{0.3, -0.2}, {0.0, 0.0}, {0.0, 0.0}}).gravity;
  for (int joint = 0; joint < 2; ++joint)
  {
    const auto place = static_cast<std::size_t>(joint);
    measured.position[joint] = links[place] + gravity[place] / ElasticArm::kStiffness[place];
  }
  ASSERT_EQ(update(Reference(2)), FeedforwardLaw::Outcome::ok);
  for (int joint = 0; joint < 2; ++joint)
  {
    const auto place = static_cast<std::size_t>(joint);
    EXPECT_NEAR(law.motion()(0, joint), links[place], 1e-12);
    EXPECT_NEAR(law.effort()[joint], gravity[place], 1e-9) << "and the motors stay where they are";
  }
  measured.position.array() += 0.01;
  ASSERT_EQ(update(Reference(2)), FeedforwardLaw::Outcome::ok);
  EXPECT_NEAR(law.motion()(0, 0), links[0], 1e-12) << "once found, it is held";
}

TEST_F(ElasticLaw, FindsLinksOnceAllMotorsAreMeasured)
{
  settings.feedback_from_motor = true;
  apply();
  measured.position << 0.3, kNaN;
  EXPECT_EQ(update(Reference(2)), FeedforwardLaw::Outcome::unknown_position);
  measured.position << 0.4, 0.1;
  ASSERT_EQ(update(Reference(2)), FeedforwardLaw::Outcome::ok);
  EXPECT_NEAR(law.motor()(0, 0), 0.4, 1e-12) << "where they are now, not where one was before";
  EXPECT_NEAR(law.motor()(0, 1), 0.1, 1e-12);
}

TEST_F(ElasticLaw, FindsNoLinksBehindSpringsThatAreSofterThanGravity)
{
  const hod::Robot soft = law.robot().with(
    [](hod::RobotDescription & description) { description.joints[0].drive.stiffness = 2.0; });
  FeedforwardLaw other(soft, {0, 1}, 2);
  settings.feedback_from_motor = true;
  ASSERT_TRUE(other.set(settings));
  measured.position << 0.3, -0.2;
  EXPECT_EQ(
    other.update(Reference(2), measured, kPeriod, kPeriod),
    FeedforwardLaw::Outcome::unknown_position);
  EXPECT_EQ(other.effort()[0], 0.0);
}

TEST(EffortLimiterTest, KeepsEffortAndRateAndSaysSo)
{
  hod_ros::EffortLimiter limiter(2);
  Eigen::VectorXd effort(2), rate(2), command(2);
  effort << 10.0, kInfinity;
  rate << 1000.0, kInfinity;
  ASSERT_TRUE(limiter.set(effort, rate));
  command << 8.0, 500.0;
  limiter.apply(1e-3, command);
  EXPECT_EQ(command[0], 8.0) << "the first command is free of the rate";
  EXPECT_FALSE(limiter.cut_any());
  command << 12.0, -500.0;
  limiter.apply(1e-3, command);
  EXPECT_DOUBLE_EQ(command[0], 9.0);
  EXPECT_EQ(command[1], -500.0);
  EXPECT_TRUE(limiter.cut(0));
  EXPECT_FALSE(limiter.cut(1));
  for (int cycle = 0; cycle < 3; ++cycle)
  {
    command[0] = 12.0;
    limiter.apply(1e-3, command);
  }
  EXPECT_EQ(command[0], 10.0);
  command << kNaN, 0.0;
  limiter.apply(1e-3, command);
  EXPECT_DOUBLE_EQ(command[0], 9.0) << "towards zero, no faster than allowed";
  EXPECT_TRUE(limiter.cut(0));
  effort[0] = 1.0;
  ASSERT_TRUE(limiter.set(effort, rate));
  command << 12.0, 0.0;
  limiter.apply(1e-3, command);
  EXPECT_EQ(command[0], 1.0) << "effort goes before rate";
  EXPECT_FALSE(limiter.set(effort.head(1), rate));
}

TEST(DerivativeEstimateTest, IsExactForParabolasOfAcceleration)
{
  hod_ros::DerivativeEstimate estimate(1, 6);
  const auto a = [](double t) { return 1.0 + 2.0 * t - 3.0 * t * t; };
  RowMatrix reference(Reference::kRows, 1);
  double time = 5.0;
  for (int i = 0; i < 20; ++i)
  {
    time += 0.001 * (1.0 + 0.2 * (i % 3));
    reference.setConstant(kNaN);
    reference(2, 0) = a(time);
    estimate.update(time, reference);
    EXPECT_EQ(std::isfinite(reference(3, 0)), i >= 5) << "only from six samples on";
  }
  EXPECT_NEAR(reference(3, 0), 2.0 - 6.0 * time, 1e-7);
  EXPECT_NEAR(reference(4, 0), -6.0, 1e-3);
  EXPECT_NEAR(estimate.delay(), 0.5 * 5 * 0.0012, 0.001);
}

TEST(DerivativeEstimateTest, SnapLagsByHalfTheWindow)
{
  hod_ros::DerivativeEstimate estimate(1, 5);
  const double h = 1e-3;
  RowMatrix reference(Reference::kRows, 1);
  double time = 0.0;
  for (int i = 0; i < 50; ++i)
  {
    time = h * i;
    reference.setConstant(kNaN);
    reference(2, 0) = std::sin(3.0 * time);
    estimate.update(time, reference);
  }
  EXPECT_NEAR(estimate.delay(), 2 * h, 1e-12);
  EXPECT_NEAR(reference(3, 0), 3.0 * std::cos(3.0 * time), 27.0 * 16 * h * h / 10 * 1.3);
  EXPECT_NEAR(reference(4, 0), -9.0 * std::sin(3.0 * (time - estimate.delay())), 1e-3);
}

TEST(DerivativeEstimateTest, LeavesWhatIsGivenAndNeedsWhatItBuildsOn)
{
  hod_ros::DerivativeEstimate estimate(2, 3);
  RowMatrix reference(Reference::kRows, 2);
  for (int i = 0; i < 4; ++i)
  {
    reference.setConstant(kNaN);
    reference(2, 0) = 1.0;
    reference(3, 0) = 2.0 * i;
    reference(3, 1) = kNaN;
    estimate.update(0.1 * i, reference);
  }
  EXPECT_EQ(reference(3, 0), 6.0);
  EXPECT_NEAR(reference(4, 0), 20.0, 1e-9) << "the slope of the jerk";
  EXPECT_TRUE(std::isnan(reference(4, 1))) << "without accelerations there is nothing to go by";
  reference.col(0).setConstant(kNaN);
  reference(2, 0) = 1.0;
  estimate.update(0.05, reference);
  EXPECT_TRUE(std::isnan(reference(3, 0))) << "time went back";
}

TEST(MoveOnTest, FollowsTheTaylorPolynomialOfWhatIsKnown)
{
  RowMatrix motion = reference_at(0.5, 5).now;
  motion(4, 1) = kNaN;
  RowMatrix later;
  hod_ros::move_on(motion, 0.01, later);
  EXPECT_NEAR(later(0, 0), two_link::motion(0, 0, 0.51), 1e-10);
  EXPECT_NEAR(later(2, 0), two_link::motion(0, 2, 0.51), 1e-5);
  EXPECT_NEAR(later(0, 1), two_link::motion(1, 0, 0.51), 1e-7);
  EXPECT_TRUE(std::isnan(later(4, 1)));
  hod_ros::move_on(motion, 0.0, later);
  EXPECT_EQ(later.topRows(4), motion.topRows(4));
}
