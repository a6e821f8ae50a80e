// SPDX-License-Identifier: Apache-2.0
#include "recovery_report.hpp"

#include <Eigen/LU>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <limits>

#include "hod/error.hpp"
#include "recording_checks.hpp"
#include "text.hpp"
#include "threads.hpp"

namespace hod
{
namespace detail
{
namespace
{

constexpr double kLowestPivot = 1e-13;
constexpr double kLowestBorderValue = 1e-4;
constexpr double kRounding = 1e-9;          // of the readings: what does less to them does nothing
constexpr double kLowestClockShare = 0.02;  // of what a clock does to readings, beside the motion
constexpr double kNullShare = 0.3;
constexpr double kSuspiciousRatio = 2.0;
constexpr int kSamples = 100;
constexpr int kSamplesAtOnce = 10;
constexpr int kMostRows = 14;  // of splines of the highest degree
constexpr std::size_t kSegmentsPerThread = 100;
constexpr std::size_t kInstantsPerThread = 1000;
constexpr std::size_t kSampledPerThread = 50;
constexpr int kInstants = 50;  // at which observability is reported

/// The segment between knots in which a time is; those outside belong to the first and last.
std::size_t segment_at(const std::vector<double> & knots, double time)
{
  const auto after = std::upper_bound(knots.begin() + 1, knots.end() - 1, time);
  return static_cast<std::size_t>(after - knots.begin()) - 1;
}

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

/// The covariances of the coefficients of uᵏ on a segment, joint by joint, from samples of the
/// control points.
void write_squares(const RecoveryProblem & problem, int segment, MotionCovariance & into)
{
  const Eigen::Index joints = problem.plan().joints();
  const Eigen::Index width = problem.plan().degree + 1;
  const Eigen::Index count = into.samples.cols() / joints;
  const auto seen = into.samples.middleRows(segment, width);
  for (Eigen::Index joint = 0; joint < joints; ++joint)
  {
    const Eigen::MatrixXd deviations =
      problem.basis().polynomials(segment) * seen.middleCols(joint * count, count).cast<double>();
    float * const square = into.squares.data() + (segment * joints + joint) * width * width;
    Eigen::Map<Eigen::MatrixXf>(square, width, width) =
      (deviations * deviations.transpose() / static_cast<double>(count)).cast<float>();
  }
}

/// Control points less those of the state, as the readings leave them possible: a few at a time, as
/// all of them in double precision would be the largest thing in memory.
void write_samples(
  const BandedLeastSquares & solver, double noise_ratio, Eigen::Index joints,
  MotionCovariance & into)
{
  // NOLINTNEXTLINE(bugprone-random-generator-seed): the same readings give the same bands
  std::mt19937_64 engine(2);
  std::vector<RowMatrix> some(kSamplesAtOnce);
  std::vector<Eigen::VectorXd> borders(some.size());
  for (int first = 0; first < kSamples; first += kSamplesAtOnce)
  {
    for (std::size_t i = 0; i < some.size(); ++i)
    {
      solver.draw(engine, some[i], borders[i]);
    }
    in_threads(some.size(), 1, 0, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
      {
        solver.sample(some[i], borders[i]);
        for (Eigen::Index joint = 0; joint < joints; ++joint)
        {
          into.samples.col(joint * kSamples + first + static_cast<Eigen::Index>(i)) =
            (noise_ratio * some[i].col(joint)).cast<float>();
        }
      }
    });
  }
}

MotionCovariance motion_covariance(
  const Robot & robot, const RecoveryProblem & problem, const BandedLeastSquares & solver,
  double noise_ratio)
{
  const RecoveryPlan & plan = problem.plan();
  const Eigen::Index width = plan.degree + 1;
  MotionCovariance result;
  result.knots = plan.knots;
  result.columns = plan.moving;
  result.joints = robot.dof();
  result.degree = plan.degree;
  result.samples.resize(plan.points(), plan.joints() * kSamples);
  plan.report_progress();
  write_samples(solver, noise_ratio, plan.joints(), result);
  plan.report_progress();
  result.squares.resize(
    static_cast<std::size_t>(problem.basis().segments() * plan.joints() * width * width));
  result.common.resize(plan.moving.size());
  for (const auto & error : plan.common_errors)
  {
    auto & common = result.common[static_cast<std::size_t>(error.joint)];
    common.times.insert(common.times.end(), {error.start, error.end});
    common.deviations.push_back(error.deviation);
  }
  in_threads(
    static_cast<std::size_t>(problem.basis().segments()), kSegmentsPerThread, 0,
    [&](std::size_t begin, std::size_t end) {
      for (std::size_t segment = begin; segment < end; ++segment)
      {
        write_squares(problem, static_cast<int>(segment), result);
      }
    });
  return result;
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

/// A motion that comes later leaves of an offset only what its spline cannot follow, which is more
/// than rounding and says nothing.
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
        "estimates: found readings that do not tell " + unknown_text(plan, unknown) +
        " apart from a motion that comes at another time, expected measured joints, more sensors, "
        "or no estimate of it");
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
  double squares = 0.0;
  for (std::size_t i = 0; i < plan.sensors.size(); ++i)
  {
    const double noise = plan.sensors[i].mounted.sensor().noise;
    squares += plan.readings[i].values.squaredNorm() / (noise * noise);
  }
  const double rounding = std::max(1e-300, kRounding * std::sqrt(squares));
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
    "estimates: found readings that do not tell " + names +
    " apart from the motion, expected known ends, rest phases or more sensors, or no estimate of "
    "it");
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
  result.covariance = motion_covariance(robot, problem, solver, result.noise_ratio);
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
    result.warnings.push_back("sensors: axis · J determines the accelerations badly " + times);
  }
  return result;
}

}  // namespace detail

double MotionCovariance::common_deviation(std::size_t joint, double time) const
{
  if (joint >= common.size())
  {
    return 0.0;
  }
  const std::vector<double> & times = common[joint].times;
  const auto before = std::lower_bound(times.begin(), times.end(), time) - times.begin();
  const bool at_start = before < static_cast<std::ptrdiff_t>(times.size()) &&
                        times[static_cast<std::size_t>(before)] == time;
  return before % 2 == 1 || at_start
           ? common[joint].deviations[static_cast<std::size_t>(before / 2)]
           : 0.0;
}

void MotionCovariance::deviations(double time, RowMatrixRef rows) const
{
  const std::size_t segment = detail::segment_at(knots, time);
  const double length = knots[segment + 1] - knots[segment];
  const double u = (time - knots[segment]) / length;
  const Eigen::Index width = degree + 1;
  // Row k: what the coefficients of uⁿ give to the k-th derivative.
  using Powers = Eigen::Matrix<
    double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, detail::kMostRows, detail::kMostRows>;
  const Eigen::Index known = std::min<Eigen::Index>(rows.rows(), degree);
  Powers powers = Powers::Zero(known, width);
  for (Eigen::Index n = 0; n < width && known > 0; ++n)
  {
    powers(0, n) = n == 0 ? 1.0 : powers(0, n - 1) * u;
  }
  for (Eigen::Index k = 1; k < known; ++k)
  {
    for (Eigen::Index n = k; n < width; ++n)
    {
      powers(k, n) = powers(k - 1, n - 1) * static_cast<double>(n) / length;
    }
  }
  rows.setZero();
  for (std::size_t i = 0; i < columns.size(); ++i)
  {
    const std::size_t square =
      (segment * columns.size() + i) * static_cast<std::size_t>(width * width);
    const Eigen::Map<const Eigen::MatrixXf> covariance(squares.data() + square, width, width);
    const Powers shares = powers * covariance.cast<double>();
    rows.col(columns[i]).head(known) =
      shares.cwiseProduct(powers).rowwise().sum().cwiseMax(0.0).cwiseSqrt();
    rows.col(columns[i])
      .tail(rows.rows() - known)
      .setConstant(std::numeric_limits<double>::infinity());
    if (known > 0)
    {
      rows(0, columns[i]) = std::hypot(rows(0, columns[i]), common_deviation(i, time));
    }
  }
}

void MotionCovariance::sample_motions(
  const std::vector<double> & times, int rows, double * motions) const
{
  if (columns.empty())
  {
    return;
  }
  const auto moving = static_cast<Eigen::Index>(columns.size());
  const Eigen::Index count = samples.cols() / moving;
  const int known = std::min(rows, degree);
  const Eigen::Index width = degree + 1;
  const auto write = [&](double time, double * motion) {
    const std::size_t segment = detail::segment_at(knots, time);
    const detail::SplineBasis basis =
      detail::SplineBasis::clamped_segment(knots, degree, static_cast<int>(segment));
    RowMatrix shares(known, width);
    basis.evaluate(0, (time - knots[segment]) / basis.length(0), shares);
    const RowMatrix found =
      shares * samples.middleRows(static_cast<Eigen::Index>(segment), width).cast<double>();
    for (Eigen::Index sample = 0; sample < count; ++sample, motion += Eigen::Index{rows} * joints)
    {
      Eigen::Map<RowMatrix> one(motion, rows, joints);
      one.topRows(known).setZero();
      one.bottomRows(rows - known).setConstant(std::numeric_limits<double>::infinity());
      for (Eigen::Index i = 0; i < moving; ++i)
      {
        one.col(columns[static_cast<std::size_t>(i)]).head(known) = found.col(i * count + sample);
      }
    }
  };
  const Eigen::Index size = count * rows * joints;
  detail::in_threads(
    times.size(), detail::kSampledPerThread, 0, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
      {
        write(times[i], motions + static_cast<Eigen::Index>(i) * size);
      }
    });
}

void MotionCovariance::deviations(const std::vector<double> & times, RowMatrixRef rows) const
{
  const Eigen::Index each =
    times.empty() ? 0 : rows.rows() / static_cast<Eigen::Index>(times.size());
  detail::in_threads(
    times.size(), detail::kInstantsPerThread, 0, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
      {
        deviations(times[i], rows.middleRows(static_cast<Eigen::Index>(i) * each, each));
      }
    });
}

}  // namespace hod
