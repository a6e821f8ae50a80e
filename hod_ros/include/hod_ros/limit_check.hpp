// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__LIMIT_CHECK_HPP_
#define HOD_ROS__LIMIT_CHECK_HPP_

#include <Eigen/Core>
#include <string>
#include <vector>

#include "hod/motion/piecewise_polynomial.hpp"
#include "hod_ros/feedforward_law.hpp"
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

/// The instant at which a motion is farthest beyond a limit.
struct LimitBreach
{
  enum class Quantity
  {
    position,
    velocity,
    effort,
    effort_rate
  };

  int joint = 0;
  Quantity quantity = Quantity::position;
  double time = 0.0;  ///< from the start of the motion [s]
  double value = 0.0;
  double limit = 0.0;
};

/// "joint 'elbow' breaks its velocity limit at 0.42 s: 3.5 of 3 rad/s"
std::string sentence(
  const LimitBreach & breach, const std::vector<std::string> & joints, bool prismatic);

/// Compares motions with limits along their whole way, before they are followed. Efforts are those
/// the law would feed forward: torques of motors behind springs, Q in rigid drives.
///
/// A motion is looked at kInterval apart, but at kMostSamples instants at most.
class LimitCheck
{
public:
  static constexpr double kInterval = 1e-3;  ///< [s]
  static constexpr int kMostSamples = 4000;

  LimitCheck(
    const hod::Robot & robot, const std::vector<int> & columns, const LawSettings & settings,
    JointBounds bounds);

  /// From now on with these. Throws hod::Error for what the robot refuses.
  void take(const LiveInputs & inputs);

  /// The worst instants, one per joint and quantity at most, in the order of the joints.
  std::vector<LimitBreach> breaches(const hod::PiecewisePolynomial & motion);

  /// The largest λ ≤ 1 for which q(λ t) keeps all limits, found by bisection to 1 in 1000; zero if
  /// even kSlowest is too fast, as where gravity alone takes more than a joint has.
  double speed_that_keeps(const hod::PiecewisePolynomial & motion);
  static constexpr double kSlowest = 0.01;

  bool prismatic(int joint) const;

private:
  void sample(const hod::PiecewisePolynomial & motion, int most);
  bool keeps_all(double speed);
  template <class Visit>
  void visit(double speed, Visit visit);

  FeedforwardLaw law_;
  JointBounds bounds_;
  Reference reference_;
  Measurement nothing_;
  std::vector<double> times_;
  std::vector<hod::RowMatrix> samples_;
};

}  // namespace hod_ros

#endif  // HOD_ROS__LIMIT_CHECK_HPP_
