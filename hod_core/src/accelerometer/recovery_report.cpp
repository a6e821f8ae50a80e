// SPDX-License-Identifier: Apache-2.0
#include "recovery_report.hpp"

#include <Eigen/LU>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

#include "hod/error.hpp"
#include "motion_covariance.hpp"
#include "recording_checks.hpp"
#include "text.hpp"

namespace hod::detail
{
namespace
{

constexpr double kLowestPivot = 1e-13;
constexpr double kLowestBorderValue = 1e-4;
constexpr double kRounding = 1e-9;  // of the readings: smaller effects on them are none
constexpr double kLowestClockShare =
  0.02;  // of a clock's effect on readings, apart from the motion
constexpr double kNullShare = 0.3;
constexpr double kSuspiciousRatio = 2.0;
constexpr int kInstants = 50;  // at which observability is reported

std::string unknown_text(const RecoveryPlan & plan, const EstimatedUnknown & unknown)
{
  constexpr const char * kNames[] = {"bias",        "scale",       "time offset",   "position",
                                     "orientation", "clock drift", "wandering bias"};
  const auto & sensor = plan.sensors[static_cast<std::size_t>(unknown.what.sensor)];
  const SensorUnknown kind = unknown.what.kind;
  std::string text = std::string("the ") + kNames[static_cast<int>(kind)] + " of " +
                     sensor_text(sensor.mounted.sensor());
  if (kind == SensorUnknown::position || kind == SensorUnknown::orientation)
  {
    return text + (kind == SensorUnknown::position ? " along " : " about ") +
           std::string(1, "xyz"[unknown.axis]);
  }
  return size_of(kind, sensor.mounted.sensor()) > 1
           ? text + ", axis " + std::to_string(unknown.axis)
           : text;
}

std::vector<double> instants(const RecoveryPlan & plan)
{
  std::vector<double> times;
  for (int i = 0; i < kInstants; ++i)
  {
    const double share = static_cast<double>(i) / (kInstants - 1);
    times.push_back((1.0 - share) * plan.knots.front() + share * plan.knots.back());
  }
  return times;
}

Observability observability_along(
  const Robot & robot, const RecoveryPlan & plan, const PiecewisePolynomial & motion)
{
  const std::vector<double> times = instants(plan);
  RowMatrix motions(3 * kInstants, robot.dof());
  for (int i = 0; i < kInstants; ++i)
  {
    motion.evaluate(times[static_cast<std::size_t>(i)], motions.middleRows(3 * i, 3));
  }
  std::vector<MountedAccelerometer> mounted;
  for (const auto & sensor : plan.sensors)
  {
    mounted.push_back(sensor.mounted);
  }
  return observability(robot, mounted, times, motions, plan.moving, plan.encoded);
}

std::vector<EstimatedUnknown> estimated(
  const RecoveryPlan & plan, const BandedLeastSquares & solver, const RecoveryState & state,
  double noise_ratio)
{
  std::vector<EstimatedUnknown> unknowns = plan.unknowns;
  const Eigen::MatrixXd inverse = solver.border_triangle().inverse();
  for (std::size_t i = 0; i < unknowns.size(); ++i)
  {
    unknowns[i].value = state.border[static_cast<Eigen::Index>(i)];
    unknowns[i].deviation = noise_ratio * inverse.row(static_cast<Eigen::Index>(i)).norm();
  }
  return unknowns;
}

std::vector<Accelerometer> sensors_at(const RecoveryProblem & problem, const RecoveryState & state)
{
  std::vector<Accelerometer> sensors;
  for (std::size_t i = 0; i < problem.plan().sensors.size(); ++i)
  {
    const EstimatedSensor estimated = problem.sensor_at(state, i);
    Accelerometer sensor = estimated.mounted.sensor();  // with its place and orientation
    sensor.bias = estimated.bias;
    sensor.scale = estimated.scale;
    sensor.time_offset = estimated.time_offset;
    sensors.push_back(sensor);
  }
  return sensors;
}

/// A delayed motion reproduces a time offset except for the part that its spline cannot represent,
/// which is above rounding but carries no information.
void require_clocks_told_apart(const RecoveryPlan & plan, const Eigen::MatrixXd & scaled)
{
  const Eigen::MatrixXd inverse = scaled.inverse();
  for (Eigen::Index i = 0; i < plan.border(); ++i)
  {
    const EstimatedUnknown & unknown = plan.unknowns[static_cast<std::size_t>(i)];
    const bool clock = unknown.what.kind == SensorUnknown::time_offset ||
                       unknown.what.kind == SensorUnknown::clock_drift;
    if (clock && inverse.row(i).norm() * kLowestClockShare > 1.0)
    {
      throw Error(
        "estimates: found readings that do not distinguish " + unknown_text(plan, unknown) +
        " from a motion at another time, expected measured joints, more sensors, or no estimate "
        "of it");
    }
  }
}

}  // namespace

void require_told_apart(const RecoveryPlan & plan, const BandedLeastSquares & solver)
{
  if (plan.border() == 0)
  {
    return;
  }
  const double rounding = std::max(1e-300, kRounding * std::sqrt(sum_of_squares(plan)));
  const Eigen::VectorXd norms = solver.border_norms().cwiseMax(rounding);
  const Eigen::MatrixXd scaled = solver.border_triangle() * norms.cwiseInverse().asDiagonal();
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(scaled, Eigen::ComputeFullV);
  if (svd.singularValues().minCoeff() > kLowestBorderValue)
  {
    require_clocks_told_apart(plan, scaled);
    return;
  }
  const Eigen::VectorXd silent = svd.matrixV().col(plan.border() - 1);
  std::string names;
  for (Eigen::Index i = 0; i < plan.border(); ++i)
  {
    if (std::abs(silent[i]) > kNullShare)
    {
      names += (names.empty() ? "" : " and ") +
               unknown_text(plan, plan.unknowns[static_cast<std::size_t>(i)]);
    }
  }
  throw Error(
    "estimates: found readings that do not distinguish " + names +
    " from the motion, expected known ends, rest phases or more sensors, or no estimate of it");
}

void require_determined(
  const Robot & robot, const RecoveryPlan & plan, const BandedLeastSquares & solver)
{
  for (Eigen::Index point = 0; point < plan.points(); ++point)
  {
    for (Eigen::Index joint = 0; joint < plan.joints(); ++joint)
    {
      const bool fixed = std::any_of(plan.fixed.begin(), plan.fixed.end(), [&](const auto & entry) {
        return entry.point == point && entry.joint == joint;
      });
      if (!fixed && solver.pivot(point, joint) < kLowestPivot)
      {
        const auto knot = std::clamp<Eigen::Index>(
          point - plan.degree / 2, 0, static_cast<Eigen::Index>(plan.knots.size()) - 1);
        const auto column = static_cast<std::size_t>(plan.moving[static_cast<std::size_t>(joint)]);
        throw Error(
          "recordings: found readings that leave '" + robot.joint_names()[column] + "' open near " +
          number(plan.knots[static_cast<std::size_t>(knot)]) +
          " s, expected known positions and velocities at an end, or a larger knot spacing");
      }
    }
  }
}

Recovery report(
  const Robot & robot, const RecoveryProblem & problem, const BandedLeastSquares & solver,
  const Fit & fit, int iterations, std::vector<std::string> warnings)
{
  const RecoveryPlan & plan = problem.plan();
  const RecoveryState & state = fit.state;
  const double cost = fit.cost - problem.cost_of_roughness();
  const auto equations = static_cast<double>(problem.equations());
  const double unknowns =
    static_cast<double>(
      plan.points() * plan.joints() + plan.border() -
      static_cast<Eigen::Index>(plan.fixed.size())) -
    (problem.smoothing().array() * problem.roughness_traces(solver).array()).sum();
  const double freedom = std::max(1.0, equations - unknowns);
  Recovery result{
    problem.polynomial(state),
    sensors_at(problem, state),
    {},
    {},
    problem.residuals(state),
    std::sqrt(cost / freedom),
    0.0,
    {},
    {},
    iterations,
    {}};
  result.cross_validation = equations * cost / (freedom * freedom);
  result.unknowns = estimated(plan, solver, state, result.noise_ratio);
  result.observability = observability_along(robot, plan, result.motion);
  result.covariance = motion_covariance(robot, plan, solver, result.noise_ratio);
  result.warnings = std::move(warnings);
  const bool stated = std::any_of(
    plan.sensors.begin(), plan.sensors.end(),
    [](const auto & sensor) { return states_noise(sensor.mounted.sensor()); });
  if (stated && result.noise_ratio > kSuspiciousRatio)
  {
    result.warnings.push_back(
      "recovery: residuals are " + number(result.noise_ratio) +
      " times the stated noise, so a sensor is not as described or a better guess is needed");
  }
  for (const auto & times : result.observability.weak_times)
  {
    result.warnings.push_back("sensors: axis · J determines the accelerations poorly " + times);
  }
  return result;
}

}  // namespace hod::detail
