// SPDX-License-Identifier: Apache-2.0
// What the feedforward is worth: the same arm, gains and motion under one law after another, on an
// arm by Lagrange's equations. Prints a table; test_proof.cpp has the plugins and a whole arm.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "elastic_arm.hpp"
#include "hod_ros/feedforward_loop.hpp"
#include "hod_ros/trajectory.hpp"
#include "simulated_two_link.hpp"

using hod::RowMatrix;
using hod_ros::FeedforwardLoop;
using hod_ros::LoopSettings;

namespace
{

enum class Law
{
  pd,
  pd_gravity,
  pd_forces,       ///< PD + Q
  pd_higher_order  ///< PD + the motors' torque and position
};

struct Experiment
{
  Law law = Law::pd;
  bool elastic = false;
  double rate = 1000.0;  ///< [Hz]
  double masses = 1.0;   ///< what the controller believes, in parts of the truth
  double stiffness = 1.0;
};

constexpr int kStepsPerPeriod = 20;
constexpr double kDuration = 1.0;  ///< of the motion [s]
constexpr double kAfter = 0.2;     ///< [s]

hod::PiecewisePolynomial motion()
{
  hod_ros::TrajectoryPoints points;
  points.times = {0.5 * kDuration, kDuration};
  points.positions.resize(2, 2);
  points.positions << 0.9, -0.1, 1.2, 0.6;
  RowMatrix start = RowMatrix::Zero(hod_ros::kStartRows, 2);
  start.row(0) << 0.2, -0.5;
  return hod_ros::plan(points, start, 5);
}

hod::Robot believed(const Experiment & experiment)
{
  return ElasticArm::robot().with([&](hod::RobotDescription & robot) {
    robot.is_elastic = experiment.law == Law::pd_higher_order;
    for (auto & link : robot.links)
    {
      link.mass.mass *= experiment.masses;
    }
    for (auto & joint : robot.joints)
    {
      joint.drive.stiffness *= experiment.stiffness;
    }
  });
}

LoopSettings settings_of(const Experiment & experiment)
{
  LoopSettings settings(2);
  settings.lead = 0.5;
  settings.law.hold_correction = true;
  settings.law.feedback_from_motor = true;
  settings.law.position_gain << 400.0, 200.0;
  settings.law.velocity_gain << 40.0, 20.0;
  if (experiment.law == Law::pd || experiment.law == Law::pd_gravity)
  {
    settings.law.scales = {0.0, experiment.law == Law::pd ? 0.0 : 1.0, 0.0, 0.0, 0.0};
  }
  return settings;
}

/// The largest deviation of any link [rad].
double deviation(const Experiment & experiment)
{
  const double period = 1.0 / experiment.rate;
  FeedforwardLoop loop(believed(experiment), {0, 1}, 2, 5, period, settings_of(experiment));
  const auto way = motion();
  loop.input().post(
    std::make_shared<const hod_ros::Plan>(hod_ros::Plan{1, 0.0, way, hod_ros::Tolerances(2)}));
  RowMatrix reference(1, 2);
  hod_ros::evaluate(way, 0.0, reference);
  SimulatedTwoLink::Drives drives;
  drives.elastic = experiment.elastic;
  SimulatedTwoLink arm(drives, reference.row(0).transpose());
  double worst = 0.0;
  const int cycles = static_cast<int>((kDuration + kAfter) * experiment.rate);
  for (int cycle = 0; cycle < cycles; ++cycle)
  {
    const double time = cycle * period;
    loop.start_cycle(time);
    loop.follow_input();
    loop.measurement().position = arm.motor_position();
    loop.measurement().velocity = arm.motor_velocity();
    loop.compute();
    arm.hold({loop.effort(0), loop.effort(1)}, period, kStepsPerPeriod);
    hod_ros::evaluate(way, time + period, reference);
    worst = std::max(worst, (reference.row(0).transpose() - arm.position()).cwiseAbs().maxCoeff());
  }
  return worst;
}

double printed(const char * name, Experiment experiment)
{
  std::printf("%-34s", name);
  double at_1_khz = 0.0;
  for (const double rate : {250.0, 1000.0})
  {
    for (const double wrong : {1.0, 1.05})
    {
      experiment.rate = rate;
      experiment.masses = wrong;
      experiment.stiffness = wrong;
      const double worst = deviation(experiment);
      std::printf(" %9.1e", worst);
      at_1_khz = rate == 1000.0 && wrong == 1.0 ? worst : at_1_khz;
    }
  }
  std::printf("\n");
  return at_1_khz;
}

}  // namespace

TEST(ClosedLoop, FeedforwardIsWorthWhatTheDocumentationSays)
{
  std::printf("largest deviation [rad]            250 Hz     5 %% off  1 kHz     5 %% off\n");
  const double pd = printed("rigid arm, PD", {Law::pd, false});
  const double gravity = printed("rigid arm, PD + gravity", {Law::pd_gravity, false});
  const double forces = printed("rigid arm, PD + Q", {Law::pd_forces, false});
  const double elastic = printed("elastic arm, PD + Q", {Law::pd_forces, true});
  const double higher = printed("elastic arm, higher order", {Law::pd_higher_order, true});
  EXPECT_LT(gravity, pd);
  EXPECT_LT(20.0 * forces, pd);
  EXPECT_LT(100.0 * higher, elastic);
}
