// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__LIMIT_CHECK_HPP_
#define HOD_ROS__LIMIT_CHECK_HPP_

#include <Eigen/Core>
#include <string>
#include <vector>

#include "hod/dynamics/drives/limits_along.hpp"
#include "hod/motion/piecewise_polynomial.hpp"
#include "hod/robot/robot.hpp"
#include "hod_ros/live_inputs.hpp"

namespace hod_ros
{

/// Limits of the joints, one entry per joint; infinite where there is none.
struct JointBounds
{
  explicit JointBounds(int joints);

  Eigen::VectorXd lower;        ///< [rad or m]
  Eigen::VectorXd upper;        ///< [rad or m]
  Eigen::VectorXd velocity;     ///< [rad/s or m/s]
  Eigen::VectorXd effort;       ///< [N m or N]
  Eigen::VectorXd effort_rate;  ///< [N m/s or N/s]
};

/// Compares whole motions with limits before they are followed. Efforts are those that the robot
/// needs (hod::check_limits()): with elastic drives the motor torques, otherwise Q.
///
/// A motion is sampled every kInterval, but at most at kMostSamples instants; between these, values
/// are interpolated by cubics.
class LimitCheck
{
public:
  static constexpr double kInterval = 2e-3;  ///< [s]
  static constexpr int kMostSamples = 5000;

  /// @param columns of the motions' joints in the robot; other joints have no limits
  LimitCheck(const hod::Robot & robot, std::vector<int> columns, const JointBounds & bounds);

  /// Applies these inputs from now on.
  void take(const LiveInputs & inputs);

  /// The worst point for every joint and kind of limit that is violated. A motion that begins
  /// beyond a position limit violates it only if it moves farther out, or does not return.
  std::vector<hod::LimitPoint> breaches(const hod::PiecewisePolynomial & motion) const;

  /// "joint 'elbow' breaks its velocity limit at 0.42 s: 3.5 of 3 rad/s"
  std::string sentence(const hod::LimitPoint & breach) const;

  /// The largest λ ≤ 1 for which q(λ t) respects all limits (position limits once it is inside);
  /// zero if there is none.
  double speed_that_keeps(const hod::PiecewisePolynomial & motion) const;

  /// Whether a joint is continuous and has no position limit.
  bool turns_without_end(Eigen::Index joint) const;

private:
  struct Samples
  {
    std::vector<double> times;
    std::vector<double> motion;  ///< samples × rows × dof
    hod::States states() const;
    /// Of the first or the last sample.
    double position(const hod::Joint & joint, bool last) const;
  };
  Samples sample(const hod::PiecewisePolynomial & motion) const;
  /// With position limits widened to the start of the motion.
  hod::Robot widened(const Samples & samples) const;

  hod::Robot bare_;   ///< without inputs
  hod::Robot robot_;  ///< with inputs
  std::vector<int> columns_;
};

}  // namespace hod_ros

#endif  // HOD_ROS__LIMIT_CHECK_HPP_
