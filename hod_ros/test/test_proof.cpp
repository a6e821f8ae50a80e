// SPDX-License-Identifier: Apache-2.0
// What the feedforward is worth: one law after another moves the same simulated arm, with the same
// gains, on a controller manager in lock-step. Prints the tables of doc/proof.rst, and with the
// environment variable HOD_PROOF_CSV writes the deviations that it plots.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "hod_ros/trajectory.hpp"
#include "proof/lockstep_manager.hpp"
#include "proof/seven_axis_arm.hpp"
#include "proof/trajectory_client.hpp"

namespace
{

constexpr double kSettling = 1.0;   ///< before the motion [s]
constexpr double kDuration = 1.6;   ///< of the motion [s]
constexpr double kAfter = 0.4;      ///< [s]
constexpr double kSampling = 0.01;  ///< of the trajectory that joint_trajectory_controller gets [s]

using Hardware = std::map<std::string, std::string>;

/// Who moves the arm: a name in controllers.yaml, and the one that leads it if there is one.
struct Law
{
  const char * text;
  std::string controller;
  std::string leader;
  std::string drive;  ///< of the arm
};

const Law kPd{"rigid arm: PD", "pd", "", "rigid"};
const Law kGravity{"rigid arm: PD + gravity", "pd_gravity", "", "rigid"};
const Law kForces{"rigid arm: PD + Q", "pd_forces", "", "rigid"};
const Law kChainedRigid{"rigid arm: JTC leads PD + Q", "chained_rigid", "leader_rigid", "rigid"};
const Law kJtc{"rigid arm: JTC's PID", "jtc_pid", "", "rigid"};
const Law kElasticPd{"elastic arm: PD", "pd", "", "elastic"};
const Law kElasticGravity{"elastic arm: PD + gravity", "pd_gravity", "", "elastic"};
const Law kElasticForces{"elastic arm: PD + Q", "pd_forces", "", "elastic"};
const Law kHigherOrder{"elastic arm: higher order", "higher_order", "", "elastic"};
const Law kChainedElastic{
  "elastic arm: JTC leads higher order", "chained_elastic", "leader_elastic", "elastic"};

bool is_jtc(const std::string & name)
{
  return name.rfind("jtc", 0) == 0 || name.rfind("leader", 0) == 0;
}

std::string type_of(const std::string & name)
{
  return is_jtc(name) ? "joint_trajectory_controller/JointTrajectoryController"
                      : "hod_ros/HigherOrderFeedforwardController";
}

hod_ros::TrajectoryPoints way_points()
{
  hod_ros::TrajectoryPoints points;
  points.times = {0.5 * kDuration, kDuration};
  points.positions.resize(2, SevenAxisArm::kJoints);
  points.positions << 0.8, 0.2, -0.2, 1.3, 0.4, 0.1, 0.6,  //
    1.2, 0.6, -0.5, 0.6, 0.7, -0.5, 1.2;
  return points;
}

hod::PiecewisePolynomial motion()
{
  hod::RowMatrix start = hod::RowMatrix::Zero(hod_ros::kStartRows, SevenAxisArm::kJoints);
  start.row(0) = Eigen::Map<const Eigen::RowVectorXd>(SevenAxisArm::kHome, SevenAxisArm::kJoints);
  return hod_ros::plan(way_points(), start, 5);
}

std::vector<double> row(const hod::RowMatrix & table, Eigen::Index index)
{
  return {table.row(index).begin(), table.row(index).end()};
}

/// HOD's own trajectories take the two points; joint_trajectory_controller gets the same motion in
/// samples, between which it interpolates by polynomials of order five.
trajectory_msgs::msg::JointTrajectory trajectory(bool sampled, const rclcpp::Time & start)
{
  trajectory_msgs::msg::JointTrajectory message;
  message.header.stamp = start;
  message.joint_names = SevenAxisArm::joints();
  const auto add = [&message](double time) -> trajectory_msgs::msg::JointTrajectoryPoint & {
    auto & point = message.points.emplace_back();
    point.time_from_start = rclcpp::Duration::from_seconds(time);
    return point;
  };
  if (!sampled)
  {
    const auto points = way_points();
    for (std::size_t index = 0; index < points.times.size(); ++index)
    {
      add(points.times[index]).positions = row(points.positions, static_cast<Eigen::Index>(index));
    }
    return message;
  }
  const auto way = motion();
  hod::RowMatrix rows(3, SevenAxisArm::kJoints);
  const int samples = static_cast<int>(std::lround(kDuration / kSampling));
  for (int sample = 0; sample <= samples; ++sample)
  {
    const double time = kSampling * sample;
    hod_ros::evaluate(way, time, rows);
    auto & point = add(time);
    point.positions = row(rows, 0);
    point.velocities = row(rows, 1);
    point.accelerations = row(rows, 2);
  }
  return message;
}

/// The deviation of the links from the motion, a row per cycle and a column per joint [rad].
hod::RowMatrix deviations(const Law & law, int rate, Hardware hardware)
{
  hardware["drive"] = law.drive;
  const TemporaryFile parameters("controllers.yaml", SevenAxisArm::controllers());
  std::vector<std::string> names = {law.controller};
  if (!law.leader.empty())
  {
    names.push_back(law.leader);
  }
  std::map<std::string, std::string> types;
  for (const auto & name : names)
  {
    types[name] = type_of(name);
  }
  LockstepManager manager(SevenAxisArm::urdf(hardware), rate, types, parameters.path());
  for (const auto & name : names)
  {
    manager.load(name);
  }
  std::vector<hardware_interface::LoanedStateInterface> positions;
  for (const auto & joint : SevenAxisArm::joints())
  {
    positions.push_back(manager.state(joint + "/position"));
  }
  EXPECT_TRUE(manager.switch_controllers(names, {}));
  manager.step();
  const double start = manager.now() + kSettling;
  TrajectoryClient client(manager, names.back());
  EXPECT_TRUE(client.send(trajectory(is_jtc(names.back()), manager.stamp(start))));

  const auto way = motion();
  hod::RowMatrix reference(1, SevenAxisArm::kJoints);
  const int before = static_cast<int>(std::lround(kSettling * rate));
  const int cycles = static_cast<int>(std::lround((kDuration + kAfter) * rate));
  hod::RowMatrix off(cycles, SevenAxisArm::kJoints);
  for (int cycle = -before; cycle < cycles; ++cycle)
  {
    const double time = manager.now() - start;
    manager.step();
    if (cycle < 0)
    {
      continue;
    }
    // What was read at the beginning of this cycle.
    hod_ros::evaluate(way, time, reference);
    for (int joint = 0; joint < SevenAxisArm::kJoints; ++joint)
    {
      off(cycle, joint) = reference(0, joint) -
                          positions[static_cast<std::size_t>(joint)].get_optional<double>().value();
    }
  }
  return off;
}

double largest(const Law & law, int rate, const Hardware & hardware)
{
  return deviations(law, rate, hardware).cwiseAbs().maxCoeff();
}

const Hardware kTrue = {};
const Hardware kWrong = {{"mass_factor", "1.05"}, {"stiffness_factor", "1.05"}};

/// What a law leaves with the true model.
struct Left
{
  double at_250_hz = 0.0;   ///< [rad]
  double at_1000_hz = 0.0;  ///< [rad]

  double least() const { return std::min(at_250_hz, at_1000_hz); }
  double most() const { return std::max(at_250_hz, at_1000_hz); }
};

/// A row of the first table.
Left printed(const Law & law)
{
  std::printf("%-38s", law.text);
  Left left;
  for (const int rate : {250, 1000})
  {
    const double true_model = largest(law, rate, kTrue);
    (rate == 250 ? left.at_250_hz : left.at_1000_hz) = true_model;
    std::printf(" %9.1e %9.1e", true_model, largest(law, rate, kWrong));
  }
  std::printf("\n");
  return left;
}

class Proof : public testing::Test
{
protected:
  static void SetUpTestSuite()
  {
    rclcpp::init(0, nullptr);
    rcutils_logging_set_default_logger_level(RCUTILS_LOG_SEVERITY_ERROR);
  }
  static void TearDownTestSuite() { rclcpp::shutdown(); }
};

}  // namespace

/// Writes the largest deviation of any joint, a row per cycle at 1 kHz and a column per law.
TEST_F(Proof, WritesWhatIsPlotted)
{
  const char * path = std::getenv("HOD_PROOF_CSV");
  if (path == nullptr)
  {
    GTEST_SKIP() << "HOD_PROOF_CSV names no file";
  }
  const std::vector<const Law *> laws = {&kPd, &kGravity, &kForces, &kElasticForces, &kHigherOrder};
  std::vector<Eigen::VectorXd> columns;
  std::ofstream file(path);
  file << "time";
  for (const Law * law : laws)
  {
    file << "," << law->text;
    columns.push_back(deviations(*law, 1000, kTrue).cwiseAbs().rowwise().maxCoeff());
  }
  for (Eigen::Index cycle = 0; cycle < columns.front().size(); ++cycle)
  {
    file << "\n" << 1e-3 * static_cast<double>(cycle);
    for (const auto & column : columns)
    {
      file << "," << column[cycle];
    }
  }
  file << "\n";
  EXPECT_TRUE(file.good());
}

TEST_F(Proof, FeedforwardIsWorthWhatTheDocumentationSays)
{
  std::printf(
    "largest deviation [rad]                   250 Hz     5 %% off  1 kHz     5 %% off\n");
  const double pd = printed(kPd).least();
  const double gravity = printed(kGravity).most();
  const double forces = printed(kForces).most();
  printed(kJtc);
  const double behind_rigid = printed(kChainedRigid).most();
  printed(kElasticPd);
  printed(kElasticGravity);
  const double elastic = printed(kElasticForces).least();
  const double higher = printed(kHigherOrder).most();
  const double behind_elastic = printed(kChainedElastic).most();
  EXPECT_LT(gravity, pd);
  EXPECT_LT(20.0 * forces, pd);
  EXPECT_LT(20.0 * behind_rigid, pd);
  EXPECT_LT(100.0 * higher, elastic);
  EXPECT_LT(100.0 * behind_elastic, elastic);
}

/// What it cannot know: where the higher orders are worth less, or nothing.
TEST_F(Proof, WhereItHelpsLess)
{
  const std::pair<const char *, Hardware> unknown[] = {
    {"nothing unknown", {}},
    {"masses 5 % heavier", {{"mass_factor", "1.05"}}},
    {"springs 5 % stiffer", {{"stiffness_factor", "1.05"}}},
    {"friction 50 % higher", {{"friction_factor", "1.5"}}},
    {"commands 1 cycle late", {{"command_delay", "1"}}},
    {"commands 3 cycles late", {{"command_delay", "3"}}},
    {"encoders of 4096 counts per turn", {{"encoder_counts", "4096"}}}};
  std::printf("\nelastic arm, 1 kHz [rad]                  PD + g     PD + Q     higher order\n");
  for (const auto & [text, hardware] : unknown)
  {
    std::printf("%-38s", text);
    double worst = 0.0;
    for (const Law * law : {&kElasticGravity, &kElasticForces, &kHigherOrder})
    {
      worst = largest(*law, 1000, hardware);
      std::printf("  %9.1e", worst);
    }
    std::printf("\n");
    EXPECT_LT(worst, 0.01) << text;
  }
}
