// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__MOTION_WINDOW_HPP_
#define HOD_ROS__MOTION_WINDOW_HPP_

#include <Eigen/Core>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "hod_ros/motion_estimator.hpp"
#include "hod_ros/window_sensors.hpp"

namespace hod_ros
{

/// Legendre polynomials P₀ … P_d and their derivatives: column r of the result is the r-th
/// derivative at x.
Eigen::MatrixXd legendre(int degree, int derivatives, double x);

struct MotionWindowOptions
{
  double length = 0.1;    ///< of the window [s]
  double latency = 0.05;  ///< time from the evaluation to the end of the window, 0 … length [s]
  int degree = 5;         ///< of the polynomials, 2 … 11
  /// Standard deviation of a reading, one entry per joint; infinite: these readings are ignored.
  Eigen::VectorXd position_noise;  ///< [rad or m]
  Eigen::VectorXd velocity_noise;  ///< [rad/s or m/s]
};

/// The motion that best fits the readings of a window: one polynomial per joint, which together
/// minimize Σ ((position − q) / noise)² + Σ ((velocity − q') / noise)² and, with accelerometers, Σ
/// ((reading − predicted) / noise)². Exact for motions that are polynomials of this degree. For
/// others the error grows with the length of the window, while the effect of noise decreases. The
/// error is smallest in the middle: latency = length / 2.
class MotionWindow : public MotionEstimator
{
public:
  /// @param sensors must outlive this object; null: none. Joints are measured in any case
  ///
  /// Throws hod::Error for invalid options.
  explicit MotionWindow(MotionWindowOptions options, WindowSensors * sensors = nullptr);

  void add(const JointReadings & readings) override;
  bool estimate(Eigen::Index rows, MotionEstimate & estimate) override;
  std::string problem() const override { return problem_; }
  void reset() override;
  double latency() const override { return options_.latency; }

private:
  using Matrix = Eigen::MatrixXd;
  using Vector = Eigen::VectorXd;

  /// The least-squares problem of one joint.
  struct Normal
  {
    Matrix gram;
    Vector right;
    double squares = 0.0;  ///< Σ (reading / noise)²
    int readings = 0;
  };

  Eigen::Index joints() const { return options_.position_noise.size(); }
  Eigen::Index terms() const { return options_.degree + 1; }
  double end() const { return samples_.back().time; }
  double place(double time) const;
  /// Row k: the k-th time derivatives of the polynomials' terms.
  Matrix basis_at(double time, int derivatives) const;
  void sum_up();
  void count_from_nearby(Eigen::Index joint);
  Normal normal(Eigen::Index joint) const;
  bool solve_joints(const Matrix & here, MotionEstimate & estimate);
  std::pair<Matrix, Vector> sensor_equations();
  bool solve_together(const Matrix & here, MotionEstimate & estimate);
  std::string too_few(Eigen::Index joint) const;

  MotionWindowOptions options_;
  WindowSensors * sensors_;
  std::deque<JointReadings> samples_;  ///< oldest first
  double start_ = 0.0;                 ///< of the readings since the last reset
  std::string problem_;

  // Scratch of estimate(): terms at the samples, one row per sample, and sums over all samples.
  Matrix basis_, rate_;
  Matrix basis_gram_, rate_gram_;
  hod::RowMatrix position_, velocity_;  ///< one row per sample, relative to the origins
  Vector origin_;                       ///< for every joint: a position nearby
  std::vector<Normal> normals_;
  Matrix coefficients_;  ///< of the polynomials, one column per joint
};

}  // namespace hod_ros

#endif  // HOD_ROS__MOTION_WINDOW_HPP_
