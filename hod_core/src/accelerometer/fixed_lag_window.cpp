// SPDX-License-Identifier: Apache-2.0
#include "fixed_lag_window.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hod
{
namespace
{

using detail::TimedReading;

constexpr Eigen::Index kRowsAtOnce = 64;
constexpr double kPivotTolerance = 1e-9;
constexpr double kRounding = 2e-6;  // of a segment: twice what update() allows

}  // namespace

FixedLag::Window::Window(
  const Robot & robot, const std::vector<Accelerometer> & described, const FixedLagOptions & given,
  const detail::FreeJoints & joints)
: options(given),
  writer(robot, joints.moving, joints.rest, given.degree),
  basis(detail::SplineBasis::uniform(given.knot_spacing, given.degree)),
  solver(writer.joints(), given.degree + 1, 0, given.segments + given.degree + 1),
  control(RowMatrix::Zero(given.segments + given.degree + 1, writer.joints())),
  left(RowMatrix::Zero(given.degree + 1, writer.joints())),
  prior_triangle(RowMatrix::Zero(unknowns(given.degree), unknowns(given.degree))),
  prior_right(Eigen::VectorXd::Zero(prior_triangle.rows())),
  prior_control(RowMatrix::Zero(given.degree, writer.joints())),
  orders(detail::RowWriter::kOrders, given.degree + 1),
  top_orders(given.degree, given.degree + 1),
  instant(3, writer.instant_columns() + 1),
  rows(kRowsAtOnce, unknowns(given.degree + 1) + 1),
  columns(rows.rows(), rows.cols()),
  rest(joints.rest)
{
  for (const auto & sensor : described)
  {
    sensors.emplace_back(MountedAccelerometer(robot, sensor));
    readings.emplace_back();
    readings.back().reserve(
      static_cast<std::size_t>((options.segments + 2) * options.max_readings));
  }
  begin();
}

/// Control points on the straight line of the start, and a prior that holds position and velocity.
void FixedLag::Window::begin()
{
  basis.evaluate(0, 0.0, orders);
  for (int joint = 0; joint < writer.joints(); ++joint)
  {
    const int column = writer.moving()[static_cast<std::size_t>(joint)];
    for (int point = 0; point < control.rows(); ++point)
    {
      // Control point i of a straight line is its value at the middle of the knots it spans.
      const double time = options.knot_spacing * (point - 0.5 * (options.degree - 1));
      control(point, joint) = options.start[column] + time * options.start_velocity[column];
    }
    for (int derivative = 0; derivative < 2; ++derivative)
    {
      // At a knot the last spline of the segment is zero: `degree` control points see the start.
      const Eigen::Index row = 2 * joint + derivative;
      for (int point = 0; point < options.degree; ++point)
      {
        prior_triangle(row, unknowns(point) + joint) =
          orders(derivative, point) / options.start_noise;
      }
    }
  }
  prior_control = control.topRows(options.degree);
}

/// With room for the rounding of times, which are far from zero if they are dates.
bool FixedLag::Window::covers(double time) const
{
  const double rounding = kRounding * options.knot_spacing +
                          4.0 * std::numeric_limits<double>::epsilon() * std::abs(time);
  return std::isfinite(time) && time >= knot(first_segment()) - rounding &&
         time <= end() + rounding;
}

/// The next control point continues the last three as a parabola would.
void FixedLag::Window::extend()
{
  ++filled;
  const Eigen::Index next = filled + options.degree - 1;
  if (forgotten > 0 || filled > 1)
  {
    control.row(next) =
      3.0 * control.row(next - 1) - 3.0 * control.row(next - 2) + control.row(next - 3);
  }
}

void FixedLag::Window::flush()
{
  columns.topRows(written) = rows.topRows(written);
  solver.absorb(columns.topRows(written));
  written = 0;
}

void FixedLag::Window::write_prior()
{
  const Eigen::Index right = rows.cols() - 1;
  for (Eigen::Index i = 0; i < prior_triangle.rows(); ++i)
  {
    auto row = rows.row(written++);
    row.setZero();
    row.head(prior_triangle.cols()) = prior_triangle.row(i);
    row[right] = prior_right[i];
    for (Eigen::Index j = 0; j < prior_triangle.cols(); ++j)
    {
      row[right] -= prior_triangle(i, j) * (control.data()[j] - prior_control.data()[j]);
    }
    if (written == kRowsAtOnce)
    {
      flush();
    }
  }
  flush();
}

void FixedLag::Window::write_readings(std::size_t sensor, int segment)
{
  const double from = knot(segment);
  const double to = knot(segment + 1);
  const auto & list = readings[sensor];
  const auto before = [](const TimedReading & reading, double time) { return reading.time < time; };
  const int axes = sensors[sensor].mounted.axes();
  for (auto reading = std::lower_bound(list.begin(), list.end(), from, before);
       reading != list.end() && reading->time < to; ++reading)
  {
    if (written + axes > kRowsAtOnce)
    {
      flush();
    }
    basis.evaluate(0, (reading->time - from) / options.knot_spacing, orders);
    writer.move(orders, control.middleRows(segment, options.degree + 1));
    if (
      writer.write_instant(
        sensors[sensor], reading->reading, reading->time, instant.topRows(axes)) == Result::ok)
    {
      writer.spread(instant.topRows(axes), rows.middleRows(written, axes));
      written += axes;
    }
  }
}

/// As in the recovery of whole recordings, with two Gauss points.
void FixedLag::Window::write_smoothing(int segment)
{
  const double weight = std::sqrt(0.5 * options.smoothing * options.knot_spacing);
  for (int place = 0; place < 2 && weight > 0.0; ++place)
  {
    basis.evaluate(0, 0.5 + (place == 0 ? -1.0 : 1.0) * std::sqrt(1.0 / 12.0), top_orders);
    for (Eigen::Index joint = 0; joint < writer.joints(); ++joint)
    {
      if (written == kRowsAtOnce)
      {
        flush();
      }
      auto row = rows.row(written++);
      row.setZero();
      for (Eigen::Index point = 0; point <= options.degree; ++point)
      {
        const double share = weight * top_orders(options.degree - 1, point);
        row[point * writer.joints() + joint] = share;
        row[row.size() - 1] -= share * control(segment + point, joint);
      }
    }
  }
}

void FixedLag::Window::write_segment(int segment)
{
  for (std::size_t sensor = 0; sensor < sensors.size(); ++sensor)
  {
    write_readings(sensor, segment);
  }
  write_smoothing(segment);
  flush();
}

/// Gauss-Newton steps of all control points in the window.
void FixedLag::Window::improve()
{
  for (int step = 0; step < options.steps; ++step)
  {
    solver.clear();
    write_prior();
    for (int segment = 0; segment < filled; ++segment)
    {
      write_segment(segment);
      solver.advance();
    }
    for (int point = 0; point < options.degree; ++point)
    {
      solver.advance();
    }
    solver.solve(kPivotTolerance, kPivotTolerance);
    control.topRows(filled + options.degree) += solver.solution().topRows(filled + options.degree);
  }
}

/// Moves the window forward by one segment; its readings and the prior become the prior of the
/// remainder.
void FixedLag::Window::forget()
{
  solver.clear();
  write_prior();
  write_segment(0);
  solver.advance();
  prior_triangle = solver.triangle().topLeftCorner(prior_triangle.rows(), prior_triangle.cols());
  prior_right = solver.triangle().topRightCorner(prior_triangle.rows(), 1);
  left = control.topRows(left.rows());
  for (Eigen::Index point = 0; point + 1 < control.rows(); ++point)
  {
    control.row(point) = control.row(point + 1);
  }
  prior_control = control.topRows(options.degree);
  ++forgotten;
  --filled;
  for (auto & list : readings)
  {
    const auto kept = std::find_if(list.begin(), list.end(), [&](const TimedReading & reading) {
      return reading.time >= start();
    });
    list.erase(list.begin(), kept);
  }
}

}  // namespace hod
