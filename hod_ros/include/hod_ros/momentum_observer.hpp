// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__MOMENTUM_OBSERVER_HPP_
#define HOD_ROS__MOMENTUM_OBSERVER_HPP_

#include <Eigen/Core>

#include "hod/dynamics/workspace.hpp"
#include "hod/result.hpp"
#include "hod/types.hpp"

namespace hod_ros
{

/// The part of the measured joint forces that the robot's model does not explain, from positions,
/// velocities and forces alone: the observer of the generalized momentum p = M q' (De Luca and
/// Mattone, ICRA 2003). It follows measured − model like a first-order low-pass filter: r' = K
/// (measured − model − r), whatever the accelerations.
///
/// With p' = measured − gravity − load − friction + ∂T/∂q − r, r integrates the remaining change of
/// p. It takes two calls of the fast pass: I and I', the inertia term and its rate, at q'' = 0 and
/// at q'' = q'. Then M q' = I(q') − I(0) and ∂T/∂q = I'(q') − I'(0) − 3 I(0).
///
/// For a base at rest. Friction that depends on reactions is computed without the acceleration.
class MomentumObserver
{
public:
  explicit MomentumObserver(int dof);

  /// Restarts with the next readings: r = 0.
  void reset() { started_ = false; }

  /// Takes readings at a time [s] later than the previous one. Does not allocate. Readings outside
  /// the range of a double (Result::not_finite) restart it.
  ///
  /// @param workspace of order 1 or more; force_terms() is called on it
  /// @param effort measured [N m or N]
  /// @param gain K [1/s]
  [[nodiscard]] hod::Result update(
    hod::Workspace & workspace, double time, const Eigen::VectorXd & position,
    const Eigen::VectorXd & velocity, const Eigen::VectorXd & effort, double gain);

  /// r [N m or N]
  const Eigen::VectorXd & residual() const { return residual_; }

private:
  bool started_ = false;
  double time_ = 0.0;
  hod::RowMatrix motion_;      ///< q, q', q'', q''' of the two calls
  Eigen::VectorXd momentum_;   ///< p
  Eigen::VectorXd rate_;       ///< p' without r
  Eigen::VectorXd last_rate_;  ///< at the previous readings
  Eigen::VectorXd integral_;   ///< what p should be
  Eigen::VectorXd residual_;
};

}  // namespace hod_ros

#endif  // HOD_ROS__MOMENTUM_OBSERVER_HPP_
