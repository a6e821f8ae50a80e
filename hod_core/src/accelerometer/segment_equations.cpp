// SPDX-License-Identifier: Apache-2.0
#include "segment_equations.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>

#include "hod/error.hpp"
#include "recording_checks.hpp"

namespace hod::detail
{
namespace
{

constexpr Eigen::Index kRowsAtFirst = 256;

}  // namespace

std::vector<double> roughness_places(const RecoveryPlan & plan)
{
  return plan.penalized == plan.degree
           ? std::vector<double>{0.5}
           : std::vector<double>{0.5 - std::sqrt(1.0 / 12.0), 0.5 + std::sqrt(1.0 / 12.0)};
}

SegmentEquations::SegmentEquations(const Robot & robot, const Linearization & at)
: at_(at),
  writer_(robot, at.plan.moving, at.plan.rest, at.plan.degree),
  orders_(RowWriter::kOrders, at.plan.degree + 1),
  top_orders_(at.plan.penalized + 1, at.plan.degree + 1),
  rows_(kRowsAtFirst, window() + at.plan.border() + 1),
  next_(at.sensors.size(), 0)
{}

bool SegmentEquations::before_end(double time, int segment) const
{
  return last(segment) || time < at_.plan.knots[static_cast<std::size_t>(segment) + 1];
}

RowMatrix::RowsBlockXpr SegmentEquations::added(Eigen::Index rows)
{
  if (filled_ + rows > rows_.rows())
  {
    rows_.conservativeResize(2 * rows_.rows(), Eigen::NoChange);
  }
  filled_ += rows;
  return rows_.middleRows(filled_ - rows, rows);
}

void SegmentEquations::move(int segment, double time)
{
  if (segment == moved_segment_ && time == moved_time_)
  {
    return;
  }
  moved_segment_ = segment;
  moved_time_ = time;
  const double start = at_.plan.knots[static_cast<std::size_t>(segment)];
  at_.basis.evaluate(segment, (time - start) / at_.basis.length(segment), orders_);
  writer_.move(orders_, at_.control.middleRows(segment, at_.plan.degree + 1));
}

void SegmentEquations::write_reading(std::size_t sensor, std::size_t reading, SegmentTable & table)
{
  const EstimatedSensor & known = at_.sensors[sensor];
  const CondensedReadings & readings = at_.plan.condensed[sensor];
  const int axes = known.mounted.axes();
  Eigen::Vector3d values = Eigen::Vector3d::Zero();
  values.head(axes) = readings.values.row(index(reading)).transpose();
  auto rows = added(axes);
  const double stamp = readings.times[reading];
  if (writer_.write_reading(known, values, window(), stamp, rows) != Result::ok)
  {
    throw Error("recovery: found a motion that does not fit the robot, expected one that does");
  }
  rows *= std::sqrt(readings.weights[reading]);
  table.sums[index(sensor)] += rows.rightCols(1).squaredNorm();
}

/// All sensors in the order of time, so that those that read together share the kinematics.
void SegmentEquations::write_readings(int segment, SegmentTable & table)
{
  const double start = at_.plan.knots[static_cast<std::size_t>(segment)];
  const auto time_of = [&](std::size_t sensor) {
    const auto & times = at_.plan.condensed[sensor].times;
    return next_[sensor] < times.size() ? at_.sensors[sensor].time_of(times[next_[sensor]])
                                        : std::numeric_limits<double>::infinity();
  };
  for (std::size_t sensor = 0; sensor < next_.size(); ++sensor)
  {
    const auto & times = at_.plan.condensed[sensor].times;
    const auto first = std::partition_point(times.begin(), times.end(), [&](double stamp) {
      return at_.sensors[sensor].time_of(stamp) < start;
    });
    next_[sensor] = segment == 0 ? 0 : static_cast<std::size_t>(first - times.begin());
  }
  while (!next_.empty())
  {
    std::size_t earliest = 0;
    for (std::size_t sensor = 1; sensor < next_.size(); ++sensor)
    {
      earliest = time_of(sensor) < time_of(earliest) ? sensor : earliest;
    }
    const double time = time_of(earliest);
    if (!std::isfinite(time) || !before_end(time, segment))
    {
      return;
    }
    move(segment, time);
    write_reading(earliest, next_[earliest]++, table);
  }
}

void SegmentEquations::write_joint_equations(int segment, SegmentTable & table)
{
  const double start = at_.plan.knots[static_cast<std::size_t>(segment)];
  const auto & equations = at_.plan.equations;
  const auto first = std::partition_point(
    equations.begin(), equations.end(), [&](const auto & known) { return known.time < start; });
  for (auto known = segment == 0 ? equations.begin() : first;
       known != equations.end() && before_end(known->time, segment); ++known)
  {
    move(segment, known->time);
    auto row = added(1);
    writer_.write_joint(known->joint, known->derivative, known->value, known->noise, row);
    const double left = row(0, row.cols() - 1);
    table.sums[index(at_.sensors.size()) + known->joint] += left * left;
  }
}

void SegmentEquations::write_smoothing(int segment, SegmentTable & table)
{
  const std::vector<double> places = roughness_places(at_.plan);
  const double share = at_.basis.length(segment) / static_cast<double>(places.size());
  for (const double place : places)
  {
    at_.basis.evaluate(segment, place, top_orders_);
    const auto top = top_orders_.row(at_.plan.penalized);
    for (Eigen::Index joint = 0; joint < at_.plan.joints(); ++joint)
    {
      const double value = top * at_.control.col(joint).segment(segment, at_.plan.degree + 1);
      table.roughness[joint] += share * value * value;
      const double weight = std::sqrt(share * at_.smoothing(segment, joint));
      if (weight == 0.0)
      {
        continue;
      }
      auto row = added(1);
      row.setZero();
      for (Eigen::Index point = 0; point <= at_.plan.degree; ++point)
      {
        row(0, point * at_.plan.joints() + joint) = weight * top[point];
      }
      row(0, row.cols() - 1) = -weight * value;
    }
  }
}

/// Of the control points that no later segment sees, and with the first one of the border.
void SegmentEquations::write_damping(int segment)
{
  const Eigen::Index points = last(segment) ? at_.plan.degree + 1 : 1;
  for (Eigen::Index i = 0; i < points * at_.plan.joints(); ++i)
  {
    auto row = added(1);
    row.setZero();
    row(0, i) = at_.damping * at_.scales(segment + i / at_.plan.joints(), i % at_.plan.joints());
  }
  for (Eigen::Index i = 0; i < at_.plan.border() && segment == 0; ++i)
  {
    auto row = added(1);
    row.setZero();
    row(0, window() + i) = at_.damping * at_.border_scales[i];
  }
}

/// From node to node a bias wanders by as much as its density says.
void SegmentEquations::write_wander()
{
  for (const EstimatedSensor & sensor : at_.sensors)
  {
    const double density = sensor.mounted.sensor().bias_wander;
    const double weight = 1.0 / (density * std::sqrt(sensor.wander_step));
    for (Eigen::Index node = 0; node < sensor.wander.rows(); ++node)
    {
      for (Eigen::Index axis = 0; axis < sensor.wander.cols(); ++axis)
      {
        auto row = added(1).row(0);
        row.setZero();
        const Eigen::Index column =
          window() + sensor.wander_column + node * sensor.wander.cols() + axis;
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

/// What stays as it is has no column.
void SegmentEquations::write_fixed(int segment)
{
  auto rows = rows_.topRows(filled_);
  for (Eigen::Index point = 0; point <= at_.plan.degree; ++point)
  {
    for (Eigen::Index joint = 0; joint < at_.plan.joints(); ++joint)
    {
      if (at_.fixed(segment + point, joint) != 0.0)
      {
        rows.col(point * at_.plan.joints() + joint).setZero();
      }
    }
  }
  if (at_.sensors_held)
  {
    rows.middleCols(window(), at_.plan.border()).setZero();
  }
}

void SegmentEquations::condense(SegmentTable::Form form, SegmentTable & table)
{
  const Eigen::Index columns = rows_.cols();
  if (form == SegmentTable::Form::squares)
  {
    table.equations.setZero(columns, columns);
    table.equations.selfadjointView<Eigen::Lower>().rankUpdate(rows_.topRows(filled_).transpose());
    return;
  }
  if (filled_ < columns)
  {
    added(columns - filled_).setZero();
  }
  const Eigen::HouseholderQR<Eigen::MatrixXd> reflected(rows_.topRows(filled_));
  table.equations = reflected.matrixQR().topRows(columns);
  table.equations.triangularView<Eigen::StrictlyLower>().setZero();
}

void SegmentEquations::write(int segment, SegmentTable::Form form, SegmentTable & table)
{
  filled_ = 0;
  table.sums.setZero(index(at_.sensors.size()) + at_.plan.joints());
  table.roughness.setZero(at_.plan.joints());
  if (segment == 0)
  {
    write_wander();
  }
  write_readings(segment, table);
  write_joint_equations(segment, table);
  write_smoothing(segment, table);
  table.sum = rows_.col(rows_.cols() - 1).head(filled_).squaredNorm();
  if (form != SegmentTable::Form::none)
  {
    if (at_.damping > 0.0)
    {
      write_damping(segment);
    }
    write_fixed(segment);
    condense(form, table);
  }
}

}  // namespace hod::detail
