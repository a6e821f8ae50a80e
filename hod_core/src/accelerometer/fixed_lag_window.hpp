// SPDX-License-Identifier: Apache-2.0
#ifndef FIXED_LAG_WINDOW_HPP_
#define FIXED_LAG_WINDOW_HPP_

#include <algorithm>
#include <vector>

#include "banded_least_squares.hpp"
#include "fixed_lag_checks.hpp"
#include "row_writer.hpp"
#include "spline_basis.hpp"

namespace hod
{
namespace detail
{

/// A reading at its time without the time offset.
struct TimedReading
{
  double time = 0.0;
  Eigen::Vector3d reading = Eigen::Vector3d::Zero();
};

}  // namespace detail

/// The last segments of a motion, their readings, and a prior that represents everything before.
struct FixedLag::Window
{
  Window(
    const Robot & robot, const std::vector<Accelerometer> & described,
    const FixedLagOptions & given, const detail::FreeJoints & joints);

  /// Counted from the start: accumulated steps would drift from the clock.
  double knot(int segment) const
  {
    return options.start_time + options.knot_spacing * static_cast<double>(forgotten + segment);
  }
  double start() const { return knot(0); }
  double end() const { return knot(filled); }
  int first_segment() const { return forgotten > 0 ? -1 : 0; }
  bool covers(double time) const;
  auto points(int segment, Eigen::Index joint) const
  {
    return (segment < 0 ? left : control)
      .col(joint)
      .segment(std::max(segment, 0), options.degree + 1);
  }
  void begin();
  void extend();
  void improve();
  void forget();
  void write_prior();
  void write_segment(int segment);
  void write_readings(std::size_t sensor, int segment);
  void write_smoothing(int segment);
  void flush();
  Eigen::Index unknowns(int points) const { return Eigen::Index{points} * writer.joints(); }

  FixedLagOptions options;
  std::vector<detail::EstimatedSensor> sensors;
  std::vector<std::vector<detail::TimedReading>>
    readings;  // one list per sensor, in the order of time
  detail::RowWriter writer;
  detail::SplineBasis basis;
  detail::BandedLeastSquares solver;
  long forgotten = 0;           // segments before the window
  int filled = 0;               // complete segments in it
  RowMatrix control;            // one row per control point, one column per moving joint
  RowMatrix left;               // those of the last segment that was forgotten
  RowMatrix prior_triangle;     // equations of the first `degree` control points …
  Eigen::VectorXd prior_right;  // … for their distance …
  RowMatrix prior_control;      // … from these
  RowMatrix orders;
  RowMatrix top_orders;
  RowMatrix instant;        // equations of the motion at an instant
  RowMatrix rows;           // as they are written …
  Eigen::MatrixXd columns;  // … and as they are absorbed
  Eigen::Index written = 0;
  Eigen::VectorXd rest;
};

}  // namespace hod

#endif  // FIXED_LAG_WINDOW_HPP_
