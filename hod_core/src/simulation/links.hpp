// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__SIMULATION__LINKS_HPP_
#define HOD__SRC__SIMULATION__LINKS_HPP_

#include <Eigen/Core>
#include <vector>

#include "bearing_solver.hpp"
#include "hod/dynamics/workspace.hpp"
#include "rigid_arm.hpp"

namespace hod::detail
{

/// q'' of the links of any robot, from the forces on its joints and everything that acts on it: the
/// result of forces() for q'' = 0 is subtracted, the remainder accelerates. Allocates only in the
/// constructor.
class Links
{
public:
  explicit Links(const Robot & robot);

  [[nodiscard]] Result set_payload(int link, const MassProperties & payload);
  [[nodiscard]] Result set_wrench(int load, const ConstRowMatrixRef & rows);
  [[nodiscard]] Result set_gravity(const Eigen::Vector3d & gravity);
  [[nodiscard]] Result set_base_motion(const BaseMotion & motion);
  [[nodiscard]] Result set_time(double time);

  /// Writes the joint forces that hold the links in place to `force` [N m or N].
  [[nodiscard]] Result hold(
    const Eigen::Ref<const Eigen::VectorXd> & position, Eigen::VectorXd & force);

  /// A column that moves no mass; -1 if there is none.
  int massless(const Eigen::VectorXd & position);

  /// q'' [rad/s² or m/s²]; not finite where there is none.
  const Eigen::VectorXd & acceleration(
    const Eigen::VectorXd & position, const Eigen::VectorXd & velocity,
    const Eigen::VectorXd & force);

private:
  void weigh(int body);

  Robot robot_;
  Workspace bias_;  ///< without the friction of bearings
  RigidArm inertia_;
  BearingSolver bearings_;
  std::vector<MassProperties> payloads_;  ///< of every link, in its frame
  RowMatrix motion_;                      ///< with q'' = 0
  Eigen::VectorXd rest_;
};

}  // namespace hod::detail

#endif  // HOD__SRC__SIMULATION__LINKS_HPP_
