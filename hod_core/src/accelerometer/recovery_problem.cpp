// SPDX-License-Identifier: Apache-2.0
// The meaning of the unknowns of a recovery.
#include "recovery_problem.hpp"

#include <algorithm>
#include <future>
#include <utility>

#include "groups.hpp"
#include "recording_checks.hpp"
#include "threads.hpp"

namespace hod::detail
{
namespace
{

constexpr int kBatches = 4;  // of probes
constexpr int kSegmentsAtOnce = 256;
constexpr std::size_t kSegmentsPerThread = 32;
constexpr std::size_t kReadingsAtOnce = 20000;
constexpr std::size_t kReadingsPerThread = 500;

void subtract_reading(
  const KinematicsWorkspace & workspace, const EstimatedSensor & sensor, double stamp,
  Eigen::Ref<Eigen::RowVectorXd> values)
{
  Eigen::Vector3d component;
  static_cast<void>(sensor.mounted.component(workspace, component));
  const Eigen::Vector3d reading = sensor.scale.cwiseProduct(component) + sensor.bias_at(stamp);
  values -= reading.head(values.size()).transpose();
}

/// Initial value of an unknown.
double known_value(const EstimatedSensor & sensor, const EstimatedUnknown & unknown)
{
  switch (unknown.what.kind)
  {
    case SensorUnknown::bias:
      return sensor.bias[unknown.axis];
    case SensorUnknown::scale:
      return sensor.scale[unknown.axis];
    case SensorUnknown::time_offset:
      return sensor.time_offset;
    case SensorUnknown::position:
      return sensor.mounted.sensor().position[unknown.axis];
    default:
      return 0.0;
  }
}

}  // namespace

Eigen::VectorXd given_unknowns(const RecoveryPlan & plan)
{
  Eigen::VectorXd border(plan.border());
  for (Eigen::Index i = 0; i < plan.border(); ++i)
  {
    const EstimatedUnknown & unknown = plan.unknowns[static_cast<std::size_t>(i)];
    const auto & sensor = plan.sensors[static_cast<std::size_t>(unknown.what.sensor)];
    border[i] = known_value(sensor, unknown);
  }
  return border;
}

RecoveryState RecoveryProblem::initial() const
{
  RecoveryState state{RowMatrix::Zero(plan_.points(), plan_.joints()), given_unknowns(plan_)};
  for (const auto & point : plan_.fixed)
  {
    state.control(point.point, point.joint) = point.value;
  }
  return state;
}

EstimatedSensor RecoveryProblem::sensor_at(const RecoveryState & state, std::size_t sensor) const
{
  EstimatedSensor result = plan_.sensors[sensor];
  const int axes = result.mounted.axes();
  if (result.bias_column >= 0)
  {
    result.bias.head(axes) = state.border.segment(result.bias_column, axes);
  }
  if (result.scale_column >= 0)
  {
    result.scale.head(axes) = state.border.segment(result.scale_column, axes);
  }
  if (result.offset_column >= 0)
  {
    result.time_offset = state.border[result.offset_column];
  }
  if (result.drift_column >= 0)
  {
    result.clock_drift = state.border[result.drift_column];
  }
  if (result.wander_column >= 0)
  {
    result.wander = Eigen::Map<const RowMatrix>(
      state.border.data() + result.wander_column, result.wander.rows(), axes);
  }
  if (result.position_column >= 0 || result.orientation_column >= 0)
  {
    Eigen::Vector3d position = result.mounted.sensor().position;
    Eigen::Vector3d turn = Eigen::Vector3d::Zero();
    if (result.position_column >= 0)
    {
      position = state.border.segment<3>(result.position_column);
    }
    if (result.orientation_column >= 0)
    {
      turn = state.border.segment<3>(result.orientation_column);
    }
    result.mounted = result.mounted.placed(position, turn);
  }
  return result;
}

std::vector<RowMatrix> RecoveryProblem::residuals(const RecoveryState & state) const
{
  const PiecewisePolynomial motion = polynomial(state);
  std::vector<RowMatrix> all;
  std::vector<EstimatedSensor> sensors;
  for (std::size_t i = 0; i < plan_.sensors.size(); ++i)
  {
    sensors.push_back(sensor_at(state, i));
    all.push_back(plan_.readings[i].values);
  }
  for (std::vector<std::size_t> & together : read_together(sensors))
  {
    const std::vector<double> & times = plan_.readings[together[0]].times;
    for (std::size_t first = 0; first < times.size(); first += kReadingsAtOnce)
    {
      plan_.report_progress();
      in_threads(
        std::min(kReadingsAtOnce, times.size() - first), kReadingsPerThread, 0,
        [&](std::size_t begin, std::size_t end) {
          RowMatrix rows(3, robot_.dof());
          KinematicsWorkspace workspace(robot_, 2);
          for (std::size_t row = first + begin; row < first + end; ++row)
          {
            motion.evaluate(sensors[together[0]].time_of(times[row]), rows);
            static_cast<void>(kinematics(workspace, rows, 2));
            for (const std::size_t i : together)
            {
              subtract_reading(workspace, sensors[i], times[row], all[i].row(index(row)));
            }
          }
        });
    }
  }
  return all;
}

/// Groups of sensors that read at the same instants, so that the motion there is evaluated once.
std::vector<std::vector<std::size_t>> RecoveryProblem::read_together(
  const std::vector<EstimatedSensor> & sensors) const
{
  return groups(sensors.size(), [&](std::size_t one, std::size_t other) {
    return sensors[one].time_offset == sensors[other].time_offset &&
           sensors[one].clock_drift == sensors[other].clock_drift &&
           plan_.readings[one].times == plan_.readings[other].times;
  });
}

PiecewisePolynomial RecoveryProblem::polynomial(const RecoveryState & state) const
{
  const int terms = plan_.degree + 1;
  const auto channels = static_cast<std::size_t>(robot_.dof());
  std::vector<double> coefficients(
    static_cast<std::size_t>(basis_.segments()) * channels * static_cast<std::size_t>(terms), 0.0);
  for (int segment = 0; segment < basis_.segments(); ++segment)
  {
    Eigen::Map<RowMatrix> part(
      coefficients.data() + static_cast<std::size_t>(segment * terms) * channels, robot_.dof(),
      terms);
    part.col(0) = plan_.rest;
    const RowMatrix powers = basis_.polynomials(segment) * state.control.middleRows(segment, terms);
    for (Eigen::Index joint = 0; joint < plan_.joints(); ++joint)
    {
      part.row(plan_.moving[static_cast<std::size_t>(joint)]) = powers.col(joint).transpose();
    }
  }
  return PiecewisePolynomial(plan_.knots, plan_.degree, robot_.dof(), std::move(coefficients));
}

Eigen::Index RecoveryProblem::equations() const
{
  double expected = 0.0;
  for (const JointEquation & equation : plan_.equations)
  {
    expected += equation.expected;
  }
  auto count = static_cast<Eigen::Index>(std::ceil(expected));
  for (const auto & readings : plan_.condensed)
  {
    count += readings.values.size();
  }
  for (const auto & sensor : plan_.sensors)
  {
    count += sensor.wander.size();
  }
  return count;
}

RecoveryProblem::RecoveryProblem(const Robot & robot, const RecoveryPlan & plan)
: robot_(robot),
  plan_(plan),
  basis_(SplineBasis::clamped(plan.knots, plan.degree)),
  fixed_(RowMatrix::Zero(plan.points(), plan.joints())),
  scales_(RowMatrix::Zero(plan.points(), plan.joints())),
  border_scales_(Eigen::VectorXd::Zero(plan.border())),
  smoothing_(plan.smoothing),
  sums_(Eigen::VectorXd::Zero(index(plan.sensors.size()) + plan.joints())),
  roughness_(RowMatrix::Zero(basis_.segments(), plan.joints()))
{
  for (const auto & point : plan.fixed)
  {
    fixed_(point.point, point.joint) = 1.0;
  }
}

BandedLeastSquares RecoveryProblem::solver() const
{
  return BandedLeastSquares(
    static_cast<int>(plan_.joints()), plan_.degree + 1, static_cast<int>(plan_.border()),
    static_cast<int>(plan_.points()));
}

/// Σ over some probes of ∫ (q⁽ᵏ⁾)² dt over each segment of each joint.
RowMatrix RecoveryProblem::probed_roughness(const BandedLeastSquares & solver, unsigned seed) const
{
  std::mt19937_64 engine(seed);
  BandedLeastSquares::Columns probes(plan_.points() * plan_.joints(), BandedLeastSquares::kAbreast);
  solver.probe(engine, probes);
  const std::vector<double> places = roughness_places(plan_);
  RowMatrix sums = RowMatrix::Zero(basis_.segments(), plan_.joints());
  RowMatrix orders(plan_.penalized + 1, plan_.degree + 1);
  for (int segment = 0; segment < basis_.segments(); ++segment)
  {
    const double share = basis_.length(segment) / static_cast<double>(places.size());
    for (const double place : places)
    {
      basis_.evaluate(segment, place, orders);
      for (Eigen::Index joint = 0; joint < plan_.joints(); ++joint)
      {
        Eigen::Matrix<double, 1, BandedLeastSquares::kAbreast> top =
          Eigen::Matrix<double, 1, BandedLeastSquares::kAbreast>::Zero();
        for (Eigen::Index point = 0; point <= plan_.degree; ++point)
        {
          top +=
            orders(plan_.penalized, point) * probes.row((segment + point) * plan_.joints() + joint);
        }
        sums(segment, joint) += share * top.squaredNorm();
      }
    }
  }
  return sums;
}

RowMatrix RecoveryProblem::roughness_traces(const BandedLeastSquares & solver) const
{
  std::vector<RowMatrix> sums(kBatches);
  in_threads(kBatches, 1, 0, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
    {
      sums[i] = probed_roughness(solver, static_cast<unsigned>(i) + 1);
    }
  });
  RowMatrix traces = RowMatrix::Zero(basis_.segments(), plan_.joints());
  for (const auto & sum : sums)
  {
    traces += sum / (kBatches * BandedLeastSquares::kAbreast);
  }
  return traces;
}

Linearization RecoveryProblem::linearization(const RecoveryState & state, double damping) const
{
  Linearization at{plan_,  basis_,        state.control, {},      smoothing_,
                   fixed_, sensors_held_, damping,       scales_, border_scales_};
  for (std::size_t i = 0; i < plan_.sensors.size(); ++i)
  {
    at.sensors.push_back(sensor_at(state, i));
  }
  return at;
}

/// Adds a segment to the sums and to the band, which then moves forward.
void RecoveryProblem::take(int segment, const SegmentTable & table, BandedLeastSquares * solver)
{
  sum_ += table.sum;
  sums_ += table.sums;
  roughness_.row(segment) = table.roughness.transpose();
  if (solver == nullptr)
  {
    return;
  }
  if (form_ == SegmentTable::Form::squares)
  {
    solver->absorb_squares(table.equations);
  }
  else
  {
    Eigen::MatrixXd overwritten = table.equations;
    solver->absorb(overwritten, true);
  }
  const bool last = segment + 1 == basis_.segments();
  for (int i = 0; i < (last ? plan_.degree + 1 : 1); ++i)
  {
    solver->advance();
  }
}

/// Segments are written in threads and added in order, so that the result does not depend on the
/// number of threads. The next ones are written while some are being added.
double RecoveryProblem::pass(
  const RecoveryState & state, BandedLeastSquares * solver, double damping)
{
  const Linearization at = linearization(state, damping);
  const SegmentTable::Form form = solver == nullptr ? SegmentTable::Form::none : form_;
  sum_ = 0.0;
  sums_.setZero();
  roughness_.setZero();
  const int segments = basis_.segments();
  const auto write = [&](int first) {
    const int count = std::min(segments - first, kSegmentsAtOnce);
    written_.resize(static_cast<std::size_t>(count));
    in_threads(written_.size(), kSegmentsPerThread, 0, [&](std::size_t begin, std::size_t end) {
      SegmentEquations equations(robot_, at);
      for (std::size_t i = begin; i < end; ++i)
      {
        equations.write(first + static_cast<int>(i), form, written_[i]);
      }
    });
  };
  if (plan_.progress)
  {
    plan_.progress->begin_pass((plan_.knots.back() - plan_.knots.front()) / segments);
  }
  write(0);
  for (int first = 0; first < segments; first += kSegmentsAtOnce)
  {
    if (plan_.progress)
    {
      plan_.progress->at(static_cast<double>(first) / segments);
    }
    tables_.swap(written_);
    const int following = first + kSegmentsAtOnce;
    std::future<void> next;
    if (following < segments)
    {
      next = std::async(write, following);
    }
    for (std::size_t i = 0; i < tables_.size(); ++i)
    {
      take(first + static_cast<int>(i), tables_[i], solver);
    }
    if (next.valid())
    {
      next.get();
    }
  }
  return sum_;
}

double RecoveryProblem::linearize(
  const RecoveryState & state, BandedLeastSquares & solver, double damping)
{
  solver.clear();
  double sum = pass(state, &solver, damping);
  if (solver.rounded())
  {
    reflect();
    solver.clear();
    sum = pass(state, &solver, damping);
  }
  if (damping == 0.0)
  {
    border_scales_ = solver.border_norms();
    for (Eigen::Index point = 0; point < plan_.points(); ++point)
    {
      for (Eigen::Index joint = 0; joint < plan_.joints(); ++joint)
      {
        scales_(point, joint) = solver.column_norm(point, joint);
      }
    }
  }
  return sum;
}

RecoveryState RecoveryProblem::stepped(
  const RecoveryState & state, const BandedLeastSquares & solver, double share) const
{
  return {
    state.control + share * solver.solution(), state.border + share * solver.border_solution()};
}

}  // namespace hod::detail
