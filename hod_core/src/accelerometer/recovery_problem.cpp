// SPDX-License-Identifier: Apache-2.0
// What the unknowns of a recovery stand for.
#include "recovery_problem.hpp"

#include <cmath>

#include "hod/error.hpp"
#include "recording_checks.hpp"

namespace hod::detail
{
namespace
{

constexpr Eigen::Index kRowsAtOnce = 64;
constexpr int kProbes = 8;
constexpr int kSegmentsAtOnce = 64;

/// What is known of an unknown to begin with.
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

RecoveryState RecoveryProblem::initial() const
{
  RecoveryState state{
    RowMatrix::Zero(plan_.points(), plan_.joints()), Eigen::VectorXd::Zero(plan_.border())};
  for (const auto & point : plan_.fixed)
  {
    state.control(point.point, point.joint) = point.value;
  }
  for (Eigen::Index i = 0; i < plan_.border(); ++i)
  {
    const EstimatedUnknown & unknown = plan_.unknowns[static_cast<std::size_t>(i)];
    const auto & sensor = plan_.sensors[static_cast<std::size_t>(unknown.what.sensor)];
    state.border[i] = known_value(sensor, unknown);
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

std::vector<RowMatrix> RecoveryProblem::residuals(const RecoveryState & state)
{
  std::vector<RowMatrix> all;
  const PiecewisePolynomial motion = polynomial(state);
  RowMatrix rows(3, robot_.dof());
  KinematicsWorkspace workspace(robot_, 2);
  ReadingEquation equation(robot_.dof());
  for (std::size_t i = 0; i < plan_.sensors.size(); ++i)
  {
    const EstimatedSensor sensor = sensor_at(state, i);
    const Recording & readings = plan_.readings[i];
    RowMatrix residual = readings.values;
    for (Eigen::Index row = 0; row < residual.rows(); ++row)
    {
      if (row % kRowsAtOnce == 0)
      {
        plan_.report_progress();
      }
      const double stamp = readings.times[static_cast<std::size_t>(row)];
      motion.evaluate(sensor.time_of(stamp), rows);
      const Result result = sensor.mounted.evaluate(workspace, rows, equation);
      const Eigen::Vector3d reading =
        sensor.scale.cwiseProduct(equation.component) + sensor.bias_at(stamp);
      residual.row(row) -= reading.head(residual.cols()).transpose();
      static_cast<void>(result);
    }
    all.push_back(residual);
  }
  return all;
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
  Eigen::Index count = static_cast<Eigen::Index>(plan_.equations.size());
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
  writer_(robot, plan.moving, plan.rest, plan.degree),
  fixed_(RowMatrix::Zero(plan.points(), plan.joints())),
  scales_(RowMatrix::Zero(plan.points(), plan.joints())),
  border_scales_(Eigen::VectorXd::Zero(plan.border())),
  smoothing_(plan.smoothing),
  sums_(Eigen::VectorXd::Zero(index(plan.sensors.size()) + plan.joints())),
  roughness_(Eigen::VectorXd::Zero(plan.joints())),
  orders_(RowWriter::kOrders, plan.degree + 1),
  top_orders_(plan.penalized + 1, plan.degree + 1),
  rows_(kRowsAtOnce, (plan.degree + 1) * plan.joints() + plan.border() + 1)
{
  for (const auto & point : plan.fixed)
  {
    fixed_(point.point, point.joint) = 1.0;
  }
}

BandedLeastSquares RecoveryProblem::solver() const
{
  return BandedLeastSquares(
    writer_.joints(), plan_.degree + 1, static_cast<int>(plan_.border()),
    static_cast<int>(plan_.points()));
}

bool RecoveryProblem::within(double time, int segment) const
{
  return segment + 1 == basis_.segments() ||
         time < plan_.knots[static_cast<std::size_t>(segment) + 1];
}

void RecoveryProblem::move(const RecoveryState & state, int segment, double time)
{
  const double start = plan_.knots[static_cast<std::size_t>(segment)];
  basis_.evaluate(segment, (time - start) / basis_.length(segment), orders_);
  writer_.move(orders_, state.control.middleRows(segment, plan_.degree + 1));
}

void RecoveryProblem::flush(int segment)
{
  auto rows = rows_.topRows(filled_);
  sum_ += rows.rightCols(1).squaredNorm();
  if (solver_ != nullptr)
  {
    for (Eigen::Index point = 0; point <= plan_.degree; ++point)
    {
      for (Eigen::Index joint = 0; joint < plan_.joints(); ++joint)
      {
        if (fixed_(segment + point, joint) != 0.0)
        {
          rows.col(point * plan_.joints() + joint).setZero();
        }
      }
    }
    if (sensors_held_)
    {
      rows.middleCols((plan_.degree + 1) * plan_.joints(), plan_.border()).setZero();
    }
    solver_->absorb(rows);
  }
  filled_ = 0;
}

void RecoveryProblem::make_room(Eigen::Index rows, int segment)
{
  if (filled_ + rows > rows_.rows())
  {
    flush(segment);
  }
}

void RecoveryProblem::write_readings(const RecoveryState & state, int segment)
{
  for (std::size_t i = 0; i < sensors_.size(); ++i)
  {
    const EstimatedSensor & sensor = sensors_[i];
    const CondensedReadings & readings = plan_.condensed[i];
    const int axes = sensor.mounted.axes();
    for (std::size_t & next = next_reading_[i]; next < readings.times.size(); ++next)
    {
      const double time = sensor.time_of(readings.times[next]);
      if (!within(time, segment))
      {
        break;
      }
      make_room(axes, segment);
      move(state, segment, time);
      Eigen::Vector3d reading = Eigen::Vector3d::Zero();
      reading.head(axes) = readings.values.row(index(next)).transpose();
      const Result result = writer_.write_reading(
        sensor, reading, (plan_.degree + 1) * plan_.joints(), readings.times[next],
        rows_.middleRows(filled_, axes));
      if (result != Result::ok)
      {
        throw Error("recovery: found a motion that does not fit the robot, expected one that does");
      }
      rows_.middleRows(filled_, axes) *= std::sqrt(readings.weights[next]);
      sums_[index(i)] += rows_.rightCols(1).middleRows(filled_, axes).squaredNorm();
      filled_ += axes;
    }
  }
}

void RecoveryProblem::write_joint_equations(const RecoveryState & state, int segment)
{
  for (; next_equation_ < plan_.equations.size(); ++next_equation_)
  {
    const JointEquation & equation = plan_.equations[next_equation_];
    if (!within(equation.time, segment))
    {
      break;
    }
    make_room(1, segment);
    move(state, segment, equation.time);
    writer_.write_joint(
      equation.joint, equation.derivative, equation.value, equation.noise,
      rows_.middleRows(filled_, 1));
    const double left = rows_(filled_, rows_.cols() - 1);
    sums_[index(plan_.sensors.size()) + equation.joint] += left * left;
    ++filled_;
  }
}

/// The derivative is constant or linear on a segment.
std::vector<double> RecoveryProblem::gauss_points() const
{
  return plan_.penalized == plan_.degree
           ? std::vector<double>{0.5}
           : std::vector<double>{0.5 - std::sqrt(1.0 / 12.0), 0.5 + std::sqrt(1.0 / 12.0)};
}

Eigen::VectorXd RecoveryProblem::roughness_of(const RowMatrix & control) const
{
  const std::vector<double> places = gauss_points();
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(plan_.joints());
  RowMatrix orders(plan_.penalized + 1, plan_.degree + 1);
  for (int segment = 0; segment < basis_.segments(); ++segment)
  {
    const double share = basis_.length(segment) / static_cast<double>(places.size());
    for (const double place : places)
    {
      basis_.evaluate(segment, place, orders);
      const Eigen::RowVectorXd top =
        orders.row(plan_.penalized) * control.middleRows(segment, plan_.degree + 1);
      sum += share * top.cwiseAbs2().transpose();
    }
  }
  return sum;
}

Eigen::VectorXd RecoveryProblem::roughness_traces(const BandedLeastSquares & solver) const
{
  // NOLINTNEXTLINE(bugprone-random-generator-seed): the same readings give the same motion
  std::mt19937_64 engine(1);
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(plan_.joints());
  RecoveryState sample;
  for (int i = 0; i < kProbes; ++i)
  {
    solver.sample(engine, sample.control, sample.border);
    sum += roughness_of(sample.control);
  }
  return sum / kProbes;
}

void RecoveryProblem::write_smoothing(const RecoveryState & state, int segment)
{
  const std::vector<double> places = gauss_points();
  const double share = basis_.length(segment) / static_cast<double>(places.size());
  for (const double place : places)
  {
    basis_.evaluate(segment, place, top_orders_);
    const auto top = top_orders_.row(plan_.penalized);
    for (Eigen::Index joint = 0; joint < plan_.joints(); ++joint)
    {
      const double value = top * state.control.col(joint).segment(segment, plan_.degree + 1);
      roughness_[joint] += share * value * value;
      const double weight = std::sqrt(share * smoothing_[joint]);
      if (weight == 0.0)
      {
        continue;
      }
      make_room(1, segment);
      auto row = rows_.row(filled_++);
      row.setZero();
      for (Eigen::Index point = 0; point <= plan_.degree; ++point)
      {
        row[point * plan_.joints() + joint] = weight * top[point];
      }
      row[row.size() - 1] = -weight * value;
    }
  }
}

void RecoveryProblem::write_damping(int segment, Eigen::Index points, double damping)
{
  if (solver_ == nullptr || damping == 0.0)
  {
    return;
  }
  for (Eigen::Index point = 0; point < points; ++point)
  {
    for (Eigen::Index joint = 0; joint < plan_.joints(); ++joint)
    {
      make_room(1, segment);
      rows_.row(filled_).setZero();
      rows_(filled_++, point * plan_.joints() + joint) = damping * scales_(segment + point, joint);
    }
  }
  for (Eigen::Index i = 0; i < plan_.border() && segment == 0; ++i)
  {
    make_room(1, segment);
    rows_.row(filled_).setZero();
    rows_(filled_++, (plan_.degree + 1) * plan_.joints() + i) = damping * border_scales_[i];
  }
}

/// From node to node a bias wanders by as much as its density says.
void RecoveryProblem::write_wander()
{
  const Eigen::Index border = (plan_.degree + 1) * plan_.joints();
  for (const EstimatedSensor & sensor : sensors_)
  {
    const double density = sensor.mounted.sensor().bias_wander;
    const double weight = 1.0 / (density * std::sqrt(sensor.wander_step));
    for (Eigen::Index node = 0; node < sensor.wander.rows(); ++node)
    {
      for (Eigen::Index axis = 0; axis < sensor.wander.cols(); ++axis)
      {
        make_room(1, 0);
        auto row = rows_.row(filled_++);
        row.setZero();
        const Eigen::Index column =
          border + sensor.wander_column + node * sensor.wander.cols() + axis;
        const double before = node > 0 ? sensor.wander(node - 1, axis) : 0.0;
        row[column] = weight;
        if (node > 0)
        {
          row[column - sensor.wander.cols()] = -weight;
        }
        row[row.size() - 1] = -weight * (sensor.wander(node, axis) - before);
      }
    }
  }
}

double RecoveryProblem::pass(
  const RecoveryState & state, BandedLeastSquares * solver, double damping)
{
  solver_ = solver;
  sum_ = 0.0;
  sums_.setZero();
  roughness_.setZero();
  next_equation_ = 0;
  next_reading_.assign(plan_.sensors.size(), 0);
  sensors_.clear();
  for (std::size_t i = 0; i < plan_.sensors.size(); ++i)
  {
    sensors_.push_back(sensor_at(state, i));
  }
  for (int segment = 0; segment < basis_.segments(); ++segment)
  {
    if (segment % kSegmentsAtOnce == 0)
    {
      plan_.report_progress();
    }
    const bool last = segment + 1 == basis_.segments();
    if (segment == 0)
    {
      write_wander();
    }
    write_readings(state, segment);
    write_joint_equations(state, segment);
    write_smoothing(state, segment);
    write_damping(segment, last ? plan_.degree + 1 : 1, damping);
    flush(segment);
    for (int i = 0; i < (last ? plan_.degree + 1 : 1) && solver != nullptr; ++i)
    {
      solver->advance();
    }
  }
  return sum_;
}

double RecoveryProblem::linearize(
  const RecoveryState & state, BandedLeastSquares & solver, double damping)
{
  solver.clear();
  const double sum = pass(state, &solver, damping);
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
  const RecoveryState & state, const BandedLeastSquares & solver) const
{
  return {state.control + solver.solution(), state.border + solver.border_solution()};
}

}  // namespace hod::detail
