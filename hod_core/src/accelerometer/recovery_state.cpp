// SPDX-License-Identifier: Apache-2.0
// What the unknowns of a recovery stand for.
#include "recovery_problem.hpp"

namespace hod::detail
{

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
    state.border[i] = unknown.what.kind == SensorUnknown::bias    ? sensor.bias[unknown.axis]
                      : unknown.what.kind == SensorUnknown::scale ? sensor.scale[unknown.axis]
                                                                  : sensor.time_offset;
  }
  return state;
}

SoughtSensor RecoveryProblem::sensor_at(const RecoveryState & state, std::size_t sensor) const
{
  SoughtSensor result = plan_.sensors[sensor];
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
    const SoughtSensor sensor = sensor_at(state, i);
    const Recording & readings = plan_.readings[i];
    RowMatrix residual = readings.values;
    for (Eigen::Index row = 0; row < residual.rows(); ++row)
    {
      const double time = readings.times[static_cast<std::size_t>(row)] - sensor.time_offset;
      motion.evaluate(time, rows);
      const Result result = sensor.mounted.evaluate(workspace, rows, equation);
      const Eigen::Vector3d reading = sensor.scale.cwiseProduct(equation.component) + sensor.bias;
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
      part.row(plan_.sought[static_cast<std::size_t>(joint)]) = powers.col(joint).transpose();
    }
  }
  return PiecewisePolynomial(plan_.knots, plan_.degree, robot_.dof(), std::move(coefficients));
}

Eigen::Index RecoveryProblem::equations() const
{
  Eigen::Index count = static_cast<Eigen::Index>(plan_.equations.size());
  for (const auto & readings : plan_.readings)
  {
    count += readings.values.size();
  }
  return count;
}

}  // namespace hod::detail
