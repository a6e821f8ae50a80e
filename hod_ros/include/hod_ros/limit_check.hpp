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

/// What joints may do, one entry per joint; infinite where they may do anything.
struct JointBounds
{
  explicit JointBounds(int joints);

  Eigen::VectorXd lower;        ///< [rad or m]
  Eigen::VectorXd upper;        ///< [rad or m]
  Eigen::VectorXd velocity;     ///< [rad/s or m/s]
  Eigen::VectorXd effort;       ///< [N m or N]
  Eigen::VectorXd effort_rate;  ///< [N m/s or N/s]
};

/// Compares motions with limits along their whole way, before they are followed. Efforts are those
/// that the robot takes (hod::check_limits()): of elastic drives the motors' torques, otherwise Q.
///
/// A motion is looked at kInterval apart, but at kMostSamples instants at most; between these,
/// values run as cubics.
class LimitCheck
{
public:
  static constexpr double kInterval = 2e-3;  ///< [s]
  static constexpr int kMostSamples = 5000;

  /// @param columns of the motions' joints in the robot's; other joints have no limits
  LimitCheck(const hod::Robot & robot, std::vector<int> columns, const JointBounds & bounds);

  /// From now on with these.
  void take(const LiveInputs & inputs);

  /// The worst points of every joint and kind of limit that is broken. A motion that begins beyond
  /// a position limit breaks it only if it goes farther out, or does not come back.
  std::vector<hod::LimitPoint> breaches(const hod::PiecewisePolynomial & motion) const;

  /// "joint 'elbow' breaks its velocity limit at 0.42 s: 3.5 of 3 rad/s"
  std::string sentence(const hod::LimitPoint & breach) const;

  /// The largest λ ≤ 1 for which q(λ t) keeps all limits, those of position once it is inside; zero
  /// if there is none.
  double speed_that_keeps(const hod::PiecewisePolynomial & motion) const;

  /// Whether a joint is continuous and has no limit of position.
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
  /// With limits of position as wide as the motion begins.
  hod::Robot widened(const Samples & samples) const;

  hod::Robot bare_;   ///< before inputs
  hod::Robot robot_;  ///< with them
  std::vector<int> columns_;
};

}  // namespace hod_ros

#endif  // HOD_ROS__LIMIT_CHECK_HPP_
