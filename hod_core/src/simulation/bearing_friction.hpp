// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__SIMULATION__BEARING_FRICTION_HPP_
#define HOD__SRC__SIMULATION__BEARING_FRICTION_HPP_

#include <Eigen/Core>
#include <vector>

#include "hod/robot/robot.hpp"
#include "hod/types.hpp"

namespace hod::detail
{

/// Friction of the bearings at one position and velocity, as a function of q'':
///
///     Q_b = m μ ρ N tanh(m q'/ε),   N = √(|p|² + δ²) − δ,   p = p₀ + P q'',
///
/// with m the joint's multiplier and p = k × f the force on the bearing; see JointFriction.
/// Reactions are linear in q'', so p₀ and P are those of a motion with q'' = 0 and of one with only
/// q''.
class BearingFriction
{
public:
  explicit BearingFriction(const Robot & robot);

  /// Whether any bearing has friction.
  bool any() const { return !bearings_.empty(); }

  /// @param reaction as in Workspace::reaction() after reactions() of order 0
  void set_velocity(const Eigen::VectorXd & velocity);
  void set_still_pressure(const ConstRowMatrixMap & reaction);
  void set_pressure_of(int column, const ConstRowMatrixMap & reaction);

  /// Adds Q_b to `force` and ∂Q_b/∂q'' to `slope`.
  void add_to(
    const Eigen::VectorXd & acceleration, Eigen::VectorXd & force, Eigen::MatrixXd & slope) const;

private:
  struct Bearing
  {
    int body;
    int column;
    double multiplier;
    Eigen::Vector3d axis;
    double size;  ///< μ ρ
    double smoothing_speed;
    double smoothing_force;
    double factor = 0.0;                              ///< m μ ρ tanh(m q'/ε)
    Eigen::Vector3d still = Eigen::Vector3d::Zero();  ///< p₀ [N]
    Eigen::Matrix3Xd slope;  ///< P, a column per joint [N s²/rad or N s²/m]
  };

  static Eigen::Vector3d across(const Bearing & bearing, const ConstRowMatrixMap & reaction);

  std::vector<Bearing> bearings_;
};

}  // namespace hod::detail

#endif  // HOD__SRC__SIMULATION__BEARING_FRICTION_HPP_
