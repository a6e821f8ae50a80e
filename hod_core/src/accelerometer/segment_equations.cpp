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
  instant_(3, writer_.instant_columns() + at.plan.border() + 1),
  of_points_(at.plan.degree + 1),
  squares_(at.plan.joints(), at.plan.degree + 1, at.plan.border()),
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
  squares_.spread(orders_);
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
  auto rows = instant_.topRows(axes);
  const double stamp = readings.times[reading];
  if (writer_.write_instant(known, values, stamp, rows) != Result::ok)
  {
    throw Error("recovery: found a motion that does not fit the robot, expected one that does");
  }
  rows *= std::sqrt(readings.weights[reading]);
  const double sum = rows.rightCols(1).squaredNorm();
  table.sums[index(sensor)] += sum;
  table.sum += sum;
  if (form_ == SegmentTable::Form::rows)
  {
    writer_.spread(rows, added(axes));
  }
  for (int axis = 0; axis < axes && squares(); ++axis)
  {
    squares_.add_at_instant(rows.row(axis));
  }
}

/// All sensors in the order of time, so that those that read at the same time share the kinematics.
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
    const double left = writer_.left_of_joint(known->joint, known->derivative, known->value);
    const double right = left / known->noise;
    table.sums[index(at_.sensors.size()) + known->joint] += right * right;
    of_points_ = orders_.row(known->derivative) / known->noise;
    add_joint(known->joint, right, table);
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
      of_points_ = weight * top;
      add_joint(joint, -weight * value, table);
    }
  }
}

void SegmentEquations::add_joint(Eigen::Index joint, double right, SegmentTable & table)
{
  table.sum += right * right;
  if (squares())
  {
    squares_.add_joint(joint, of_points_, right);
  }
  if (form_ != SegmentTable::Form::rows)
  {
    return;
  }
  auto row = added(1);
  row.setZero();
  for (Eigen::Index point = 0; point < of_points_.size(); ++point)
  {
    row(0, point * at_.plan.joints() + joint) = of_points_[point];
  }
  row(0, row.cols() - 1) = right;
}

/// For the control points that no later segment involves, and with the first segment for the
/// border.
void SegmentEquations::write_damping(int segment)
{
  const auto add = [&](Eigen::Index column, double factor) {
    if (squares())
    {
      squares_.add_alone(column, factor);
      return;
    }
    auto row = added(1);
    row.setZero();
    row(0, column) = factor;
  };
  const Eigen::Index points = last(segment) ? at_.plan.degree + 1 : 1;
  for (Eigen::Index i = 0; i < points * at_.plan.joints(); ++i)
  {
    add(i, at_.damping * at_.scales(segment + i / at_.plan.joints(), i % at_.plan.joints()));
  }
  for (Eigen::Index i = 0; i < at_.plan.border() && segment == 0; ++i)
  {
    add(window() + i, at_.damping * at_.border_scales[i]);
  }
}

/// From node to node, a bias wanders according to its density.
void SegmentEquations::write_wander(SegmentTable & table)
{
  Eigen::RowVectorXd of_border(at_.plan.border());
  for (const EstimatedSensor & sensor : at_.sensors)
  {
    const double density = sensor.mounted.sensor().bias_wander;
    const double weight = 1.0 / (density * std::sqrt(sensor.wander_step));
    for (Eigen::Index node = 0; node < sensor.wander.rows(); ++node)
    {
      for (Eigen::Index axis = 0; axis < sensor.wander.cols(); ++axis)
      {
        of_border.setZero();
        const Eigen::Index column = sensor.wander_column + node * sensor.wander.cols() + axis;
        const double before = node > 0 ? sensor.wander(node - 1, axis) : 0.0;
        of_border[column] = weight;
        if (node > 0)
        {
          of_border[column - sensor.wander.cols()] = -weight;
        }
        const double right = -weight * (sensor.wander(node, axis) - before);
        table.sum += right * right;
        if (squares())
        {
          squares_.add_border(of_border, right);
        }
        if (form_ == SegmentTable::Form::rows)
        {
          auto row = added(1);
          row << Eigen::RowVectorXd::Zero(window()), of_border, right;
        }
      }
    }
  }
}

void SegmentEquations::leave_out(Eigen::Index column)
{
  if (squares())
  {
    squares_.leave_out(column);
  }
  else
  {
    rows_.col(column).head(filled_).setZero();
  }
}

/// Fixed unknowns have no column.
void SegmentEquations::write_fixed(int segment)
{
  for (Eigen::Index point = 0; point <= at_.plan.degree; ++point)
  {
    for (Eigen::Index joint = 0; joint < at_.plan.joints(); ++joint)
    {
      if (at_.fixed(segment + point, joint) != 0.0)
      {
        leave_out(point * at_.plan.joints() + joint);
      }
    }
  }
  for (Eigen::Index i = 0; i < at_.plan.border() && at_.sensors_held; ++i)
  {
    leave_out(window() + i);
  }
}

void SegmentEquations::condense(SegmentTable & table)
{
  if (squares())
  {
    table.equations = squares_.squares();
    return;
  }
  const Eigen::Index columns = rows_.cols();
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
  form_ = form;
  filled_ = 0;
  squares_.clear();
  table.sum = 0.0;
  table.sums.setZero(index(at_.sensors.size()) + at_.plan.joints());
  table.roughness.setZero(at_.plan.joints());
  if (segment == 0)
  {
    write_wander(table);
  }
  write_readings(segment, table);
  write_joint_equations(segment, table);
  squares_.spread(orders_);
  write_smoothing(segment, table);
  if (form == SegmentTable::Form::none)
  {
    return;
  }
  if (at_.damping > 0.0)
  {
    write_damping(segment);
  }
  write_fixed(segment);
  condense(table);
}

}  // namespace hod::detail
