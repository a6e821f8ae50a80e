// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__MOMENTUM_OBSERVER_HPP_
#define HOD_ROS__MOMENTUM_OBSERVER_HPP_

#include <Eigen/Core>

#include "hod/dynamics/workspace.hpp"
#include "hod/result.hpp"
#include "hod/types.hpp"

namespace hod_ros
{

/// The part of the measured joint forces that a robot's model does not explain, from positions,
/// velocities and forces alone: the observer of the generalized momentum p = M q' (De Luca and
/// Mattone, ICRA 2003). It follows measured − model as a low-pass filter of first order does:
/// r' = K (measured − model − r), whatever the accelerations.
///
/// With p' = measured − gravity − load − friction + ∂T/∂q − r, r integrates what p leaves open. Of
/// the fast pass it takes two calls: I and I', the inertia term and its rate, at q'' = 0 and at
/// q'' = q'. Then M q' = I(q') − I(0) and ∂T/∂q = I'(q') − I'(0) − 3 I(0).
///
/// For a base at rest. Friction that depends on reactions counts as without acceleration.
class MomentumObserver
{
public:
  explicit MomentumObserver(int dof);

  /// Starts anew with the next readings: r = 0.
  void reset() { started_ = false; }

  /// Takes readings at a time [s] later than those before. Allocates nothing. After readings beyond
  /// a double's range (Result::not_finite) it has started anew.
  ///
  /// @param workspace of order 1 or more; force_terms() is called in it
  /// @param effort measured [N m or N] @param gain K [1/s]
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
  Eigen::VectorXd last_rate_;  ///< of the readings before
  Eigen::VectorXd integral_;   ///< what p should be
  Eigen::VectorXd residual_;
};

}  // namespace hod_ros

#endif  // HOD_ROS__MOMENTUM_OBSERVER_HPP_
