// SPDX-License-Identifier: Apache-2.0
#ifndef MOTION__MOTION_INTEGRAL_HPP_
#define MOTION__MOTION_INTEGRAL_HPP_

#include <utility>
#include <vector>

#include "hod/types.hpp"

namespace hod
{

/// Accelerations as polynomials on segments, integrated twice segment by segment.
class MotionIntegral
{
public:
  /// `accelerations`: coefficients in the order of PiecewisePolynomial, of the given degree.
  MotionIntegral(
    const std::vector<double> & knots, int channels, int degree,
    const Eigen::RowVectorXd & position, const Eigen::RowVectorXd & velocity,
    std::vector<double> accelerations);

  /// Adds b0 + b1 (t - start) to the acceleration; rows b0 and b1. Integrate afterwards.
  void add_acceleration(const RowMatrix & correction);

  void integrate();

  double duration() const { return knots_.back() - knots_.front(); }
  const Eigen::RowVectorXd & end_position() const { return end_position_; }
  const Eigen::RowVectorXd & end_velocity() const { return end_velocity_; }

  /// Coefficients of the positions, two degrees higher.
  std::vector<double> take_coefficients() { return std::move(positions_); }

private:
  void integrate_channel(Eigen::Index channel);

  const std::vector<double> & knots_;
  Eigen::Index channels_;
  Eigen::Index size_;  ///< coefficients of an acceleration
  Eigen::RowVectorXd position_, velocity_, end_position_, end_velocity_;
  std::vector<double> accelerations_, positions_;
};

}  // namespace hod

#endif  // MOTION__MOTION_INTEGRAL_HPP_
