// SPDX-License-Identifier: Apache-2.0
#include "row_writer.hpp"

#include <utility>

namespace hod::detail
{

RowWriter::RowWriter(
  const Robot & robot, std::vector<int> moving, const Eigen::VectorXd & rest, int degree)
: workspace_(robot, 2),
  equation_(robot.dof()),
  moving_(std::move(moving)),
  basis_(RowMatrix::Zero(kOrders, degree + 1)),
  motion_(RowMatrix::Zero(kOrders, robot.dof()))
{
  motion_.row(0) = rest.transpose();
}

void RowWriter::move(const ConstRowMatrixRef & basis, const ConstRowMatrixRef & control)
{
  moved_ = true;
  basis_ = basis;
  for (Eigen::Index i = 0; i < control.cols(); ++i)
  {
    const int joint = moving_[static_cast<std::size_t>(i)];
    for (Eigen::Index order = 0; order < kOrders; ++order)
    {
      motion_(order, joint) = basis.row(order).dot(control.col(i));
    }
  }
}

Result RowWriter::write_instant(
  const EstimatedSensor & sensor, const Eigen::Vector3d & reading, double stamp, RowMatrixRef rows)
{
  const Result result = moved_ ? sensor.mounted.evaluate(workspace_, motion_, equation_)
                               : sensor.mounted.evaluate_there(workspace_, motion_, equation_);
  moved_ = result != Result::ok;
  if (result != Result::ok)
  {
    return result;
  }
  const double weight = 1.0 / sensor.mounted.sensor().noise;
  const Eigen::Vector3d bias = sensor.bias_at(stamp);
  const Eigen::Index right = rows.cols() - 1;
  for (int axis = 0; axis < sensor.mounted.axes(); ++axis)
  {
    auto row = rows.row(axis);
    row.setZero();
    const double slope = weight * sensor.scale[axis];
    double rate = 0.0;  // of the component
    for (Eigen::Index i = 0; i < joints(); ++i)
    {
      const int joint = moving_[static_cast<std::size_t>(i)];
      const double by[kMotionOrders] = {
        equation_.by_position(axis, joint), equation_.by_velocity(axis, joint),
        equation_.by_acceleration(axis, joint)};
      for (Eigen::Index order = 0; order < kMotionOrders; ++order)
      {
        row[order * joints() + i] = slope * by[order];
        rate += by[order] * motion_(order + 1, joint);
      }
    }
    const double component = equation_.component[axis];
    row[right] = weight * (reading[axis] - sensor.scale[axis] * component - bias[axis]);
    write_unknowns(sensor, axis, rate, stamp, rows);
  }
  return Result::ok;
}

void RowWriter::spread(const ConstRowMatrixRef & instant, RowMatrixRef rows) const
{
  const Eigen::Index count = joints();
  const Eigen::Index others = instant.cols() - instant_columns();
  for (Eigen::Index row = 0; row < instant.rows(); ++row)
  {
    const auto of = [&](Eigen::Index order) {
      return instant.row(row).segment(order * count, count);
    };
    for (Eigen::Index point = 0; point < basis_.cols(); ++point)
    {
      rows.row(row).segment(point * count, count) =
        basis_(0, point) * of(0) + basis_(1, point) * of(1) + basis_(2, point) * of(2);
    }
  }
  rows.rightCols(others) = instant.rightCols(others);
}

void RowWriter::write_unknowns(
  const EstimatedSensor & sensor, int axis, double rate, double stamp, RowMatrixRef rows) const
{
  const Eigen::Index border = instant_columns();
  const double weight = 1.0 / sensor.mounted.sensor().noise;
  const double slope = weight * sensor.scale[axis];
  auto row = rows.row(axis);
  if (sensor.bias_column >= 0)
  {
    row[border + sensor.bias_column + axis] = weight;
  }
  if (sensor.scale_column >= 0)
  {
    row[border + sensor.scale_column + axis] = weight * equation_.component[axis];
  }
  if (sensor.offset_column >= 0)
  {
    row[border + sensor.offset_column] = -slope * rate;
  }
  if (sensor.drift_column >= 0)
  {
    row[border + sensor.drift_column] = -slope * rate * (stamp - sensor.first_stamp);
  }
  if (sensor.position_column >= 0)
  {
    row.segment<3>(border + sensor.position_column) = slope * equation_.by_place.row(axis);
  }
  if (sensor.orientation_column >= 0)
  {
    row.segment<3>(border + sensor.orientation_column) = slope * equation_.by_turn.row(axis);
  }
  if (sensor.wander_column >= 0)
  {
    const auto [node, share] = sensor.wander_at(stamp);
    const Eigen::Index column = border + sensor.wander_column + node * sensor.wander.cols() + axis;
    row[column] = weight * share;
    if (node > 0)
    {
      row[column - sensor.wander.cols()] = weight * (1.0 - share);
    }
  }
}

}  // namespace hod::detail
