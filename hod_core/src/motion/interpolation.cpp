// SPDX-License-Identifier: Apache-2.0
#include "hod/motion/interpolation.hpp"

#include <utility>

#include "hod/error.hpp"
#include "knots.hpp"
#include "motion_integral.hpp"
#include "sample_spline.hpp"

namespace hod
{
namespace
{

const std::vector<KnotDerivative> kNoneGiven;

/// The numbers of an option, or zeros where there are none.
Eigen::RowVectorXd per_channel(
  const Eigen::RowVectorXd & numbers, int channels, const std::string & name)
{
  if (numbers.size() != 0 && numbers.size() != channels)
  {
    throw Error(
      name + ": found " + std::to_string(numbers.size()) + " numbers, expected " +
      std::to_string(channels) + ", one per channel");
  }
  check_finite_row(numbers, 0, name);
  return numbers.size() == 0 ? Eigen::RowVectorXd(Eigen::RowVectorXd::Zero(channels)) : numbers;
}

/// b0 and b1 that lead the motion to its known end. Over the time T they add b0 T + b1 T²/2 to the
/// velocity and b0 T²/2 + b1 T³/6 to the position.
RowMatrix correction_of(
  const MotionIntegral & integral, const AccelerationOptions & options, int channels)
{
  const Eigen::RowVectorXd position = per_channel(options.end_position, channels, "end position");
  const Eigen::RowVectorXd velocity = per_channel(options.end_velocity, channels, "end velocity");
  const double time = integral.duration();
  const bool has_position = options.end_position.size() > 0;
  const bool has_velocity = options.end_velocity.size() > 0;
  RowMatrix correction = RowMatrix::Zero(has_position || has_velocity ? 2 : 0, channels);
  const Eigen::RowVectorXd dq = (position - integral.end_position()) / (time * time);
  const Eigen::RowVectorXd dv = (velocity - integral.end_velocity()) / time;
  if (has_position && has_velocity)
  {
    correction.row(0) = 6.0 * dq - 2.0 * dv;
    correction.row(1) = (6.0 * dv - 12.0 * dq) / time;
  }
  else if (has_position)
  {
    correction.row(0) = 2.0 * dq;
  }
  else if (has_velocity)
  {
    correction.row(0) = dv;
  }
  return correction;
}

}  // namespace

Interpolation interpolate_accelerations(
  const std::vector<double> & times, const ConstRowMatrixRef & accelerations,
  const AccelerationOptions & options)
{
  const SampleSpline spline{times, accelerations, "accelerations", options.order,
                            2,     options.start, options.end,     kNoneGiven};
  check(spline);
  const int channels = spline.channels();
  MotionIntegral integral(
    times, channels, spline.degree(), per_channel(options.position, channels, "position"),
    per_channel(options.velocity, channels, "velocity"), coefficients_of(spline));
  integral.integrate();
  RowMatrix correction = correction_of(integral, options, channels);
  if (correction.rows() > 0)
  {
    integral.add_acceleration(correction);
    integral.integrate();
  }
  return {
    PiecewisePolynomial(times, spline.degree() + 2, channels, integral.take_coefficients()),
    warnings_of(spline), std::move(correction)};
}

Interpolation interpolate_positions(
  const std::vector<double> & times, const ConstRowMatrixRef & positions,
  const PositionOptions & options)
{
  const SampleSpline spline{times, positions,     "positions", options.order,
                            0,     options.start, options.end, options.given};
  check(spline);
  return {
    PiecewisePolynomial(times, spline.degree(), spline.channels(), coefficients_of(spline)),
    warnings_of(spline),
    {}};
}

Interpolation interpolate_waypoints(
  const std::vector<double> & times, const ConstRowMatrixRef & positions, int derivative,
  const std::vector<KnotDerivative> & given)
{
  if (derivative < 2 || 2 * derivative - 2 > kMaxInterpolationOrder)
  {
    throw Error(
      "derivative: found " + std::to_string(derivative) + ", expected 2 to " +
      std::to_string(kMaxInterpolationOrder / 2 + 1));
  }
  const EndCondition rest{EndKind::given, RowMatrix::Zero(derivative - 1, positions.cols())};
  return interpolate_positions(times, positions, {2 * derivative - 2, rest, rest, given});
}

}  // namespace hod
