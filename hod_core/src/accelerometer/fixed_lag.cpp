// SPDX-License-Identifier: Apache-2.0
#include "hod/accelerometer/fixed_lag.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "banded_least_squares.hpp"
#include "fixed_lag_checks.hpp"
#include "row_writer.hpp"
#include "spline_basis.hpp"

namespace hod
{
namespace
{

constexpr Eigen::Index kRowsAtOnce = 64;
constexpr double kPivotTolerance = 1e-9;
constexpr double kRounding = 1e-6;  // of a segment

/// A reading less its time offset.
struct TimedReading
{
  double time = 0.0;
  Eigen::Vector3d reading = Eigen::Vector3d::Zero();
};

Eigen::Index index(int i)
{
  return static_cast<Eigen::Index>(i);
}

}  // namespace

struct FixedLag::Window
{
  Window(
    const Model & model, const std::vector<Accelerometer> & sensors, const FixedLagOptions & given,
    const detail::FixedLagJoints & joints);

  /// Counted from the start: sums of steps would drift away from the clock.
  double knot(int segment) const
  {
    return options.start_time + options.knot_spacing * static_cast<double>(forgotten + segment);
  }
  double start() const { return knot(0); }
  double end() const { return knot(filled); }
  void begin();
  void extend();
  void improve();
  void forget();
  void write_prior();
  void write_segment(int segment);
  void write_readings(std::size_t sensor, int segment);
  void write_smoothing(int segment);
  void flush();
  Eigen::Index unknowns(int points) const { return index(points) * index(writer.joints()); }

  FixedLagOptions options;
  std::vector<detail::SoughtSensor> sensors;
  std::vector<std::vector<TimedReading>> readings;  // one list per sensor, in the order of time
  detail::RowWriter writer;
  detail::SplineBasis basis;
  detail::BandedLeastSquares solver;
  long forgotten = 0;           // segments before the window
  int filled = 0;               // complete segments in it
  RowMatrix control;            // a row per control point of the window, a column per sought joint
  RowMatrix prior_triangle;     // equations of the first `degree` control points …
  Eigen::VectorXd prior_right;  // … for their distance …
  RowMatrix prior_control;      // … from these
  RowMatrix orders;
  RowMatrix top_orders;
  Eigen::MatrixXd rows;
  Eigen::Index written = 0;
  Eigen::VectorXd rest;
};

FixedLag::Window::Window(
  const Model & model, const std::vector<Accelerometer> & described, const FixedLagOptions & given,
  const detail::FixedLagJoints & joints)
: options(given),
  writer(model, joints.sought, joints.rest, given.degree),
  basis(detail::SplineBasis::uniform(given.knot_spacing, given.degree)),
  solver(writer.joints(), given.degree + 1, 0, given.segments + given.degree + 1),
  control(RowMatrix::Zero(given.segments + given.degree + 1, writer.joints())),
  prior_triangle(RowMatrix::Zero(unknowns(given.degree), unknowns(given.degree))),
  prior_right(Eigen::VectorXd::Zero(prior_triangle.rows())),
  prior_control(RowMatrix::Zero(given.degree, writer.joints())),
  orders(detail::RowWriter::kOrders, given.degree + 1),
  top_orders(given.degree, given.degree + 1),
  rows(kRowsAtOnce, unknowns(given.degree + 1) + 1),
  rest(joints.rest)
{
  for (const auto & sensor : described)
  {
    sensors.emplace_back(MountedAccelerometer(model, sensor));
    readings.emplace_back();
    readings.back().reserve(
      static_cast<std::size_t>((options.segments + 2) * options.most_readings));
  }
  begin();
}

/// Control points on the straight line of the start, and a prior that holds position and velocity.
void FixedLag::Window::begin()
{
  basis.evaluate(0, 0.0, orders);
  for (int joint = 0; joint < writer.joints(); ++joint)
  {
    const int column = writer.sought()[static_cast<std::size_t>(joint)];
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
  solver.absorb(rows.topRows(written));
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
    const Result result = writer.write_reading(
      sensors[sensor], reading->reading, unknowns(options.degree + 1),
      rows.middleRows(written, axes));
    written += result == Result::ok ? axes : 0;
  }
}

/// As in the recovery of whole recordings: two Gauss points.
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

/// Moves the window on by a segment; its readings and the prior become the prior of what is left.
void FixedLag::Window::forget()
{
  solver.clear();
  write_prior();
  write_segment(0);
  solver.advance();
  prior_triangle = solver.triangle().topLeftCorner(prior_triangle.rows(), prior_triangle.cols());
  prior_right = solver.triangle().topRightCorner(prior_triangle.rows(), 1);
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

FixedLag::FixedLag(
  const Model & model, const std::vector<Accelerometer> & sensors, const FixedLagOptions & options)
: window_(std::make_unique<Window>(
    model, sensors, options, detail::checked_fixed_lag(model, sensors, options)))
{}

FixedLag::~FixedLag() = default;
FixedLag::FixedLag(FixedLag &&) noexcept = default;
FixedLag & FixedLag::operator=(FixedLag &&) noexcept = default;

double FixedLag::latency() const noexcept
{
  return window_->options.segments * window_->options.knot_spacing;
}

FixedLag::Push FixedLag::push(int sensor, double stamp, const Eigen::Vector3d & reading) noexcept
{
  if (sensor < 0 || sensor >= static_cast<int>(window_->sensors.size()))
  {
    return Push::no_such_sensor;
  }
  const auto which = static_cast<std::size_t>(sensor);
  auto & list = window_->readings[which];
  const double time = stamp - window_->sensors[which].time_offset;
  if (!std::isfinite(time) || !reading.head(window_->sensors[which].mounted.axes()).allFinite())
  {
    return Push::not_finite;
  }
  if (!list.empty() && time <= list.back().time)
  {
    return Push::out_of_order;
  }
  if (time < window_->end())
  {
    return Push::too_late;
  }
  if (list.size() == list.capacity())
  {
    return Push::full;
  }
  list.push_back({time, reading});
  return Push::ok;
}

int FixedLag::update(double time) noexcept
{
  int segments = 0;
  const double slack = kRounding * window_->options.knot_spacing;
  while (window_->knot(window_->filled + 1) <= time + slack)
  {
    if (window_->filled == window_->options.segments)
    {
      window_->forget();
    }
    window_->extend();
    window_->improve();
    ++segments;
  }
  return segments;
}

double FixedLag::end() const noexcept
{
  return window_->end();
}

double FixedLag::final_end() const noexcept
{
  const bool full = window_->filled == window_->options.segments;
  return window_->knot(full ? 1 : 0);
}

void FixedLag::evaluate(double time, RowMatrixRef motion) const noexcept
{
  const Window & window = *window_;
  const double place = (time - window.start()) / window.options.knot_spacing;
  const int segment =
    std::clamp(static_cast<int>(std::floor(place)), 0, std::max(0, window.filled - 1));
  const Eigen::MatrixXd & powers = window.basis.polynomials(0);
  motion.setZero();
  motion.row(0) = window.rest.transpose();
  double scale = 1.0;
  for (Eigen::Index k = 0; k < motion.rows() && k <= window.options.degree; ++k)
  {
    for (Eigen::Index joint = 0; joint < window.control.cols(); ++joint)
    {
      double sum = 0.0;
      for (Eigen::Index power = window.options.degree; power >= k; --power)
      {
        double factor = scale;
        for (Eigen::Index i = 0; i < k; ++i)
        {
          factor *= static_cast<double>(power - i);
        }
        const auto points = window.control.col(joint).segment(segment, window.options.degree + 1);
        sum = sum * (place - segment) + factor * powers.row(power).dot(points);
      }
      motion(k, window.writer.sought()[static_cast<std::size_t>(joint)]) = sum;
    }
    scale /= window.options.knot_spacing;
  }
}

}  // namespace hod
