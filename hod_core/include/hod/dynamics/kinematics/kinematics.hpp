// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__DYNAMICS__KINEMATICS__KINEMATICS_HPP_
#define HOD__DYNAMICS__KINEMATICS__KINEMATICS_HPP_

#include <Eigen/Core>
#include <memory>

#include "hod/dynamics/forces/forces.hpp"
#include "hod/robot/robot.hpp"
#include "hod/types.hpp"

namespace hod
{

namespace detail
{
struct KinematicsData;
}

/// Kinematics of a robot: scratch memory and results of the calls below, allocated once from a
/// robot and independent of it afterwards. Use from one thread at a time. A moved-from workspace
/// has no joints, and every call returns Result::no_workspace.
///
/// "World" is the frame of the root link, which must be at rest but may have any orientation.
/// Derivatives are time derivatives of components in this frame.
class KinematicsWorkspace
{
public:
  static constexpr int kMaxOrder = 9;

  /// @param max_order highest derivative of the joint motion that will be used, 0 … kMaxOrder
  ///
  /// Throws hod::Error for an order outside that range, and for an order above 0 if the robot's
  /// base moves.
  explicit KinematicsWorkspace(const Robot & robot, int max_order = 4);
  ~KinematicsWorkspace();
  KinematicsWorkspace(KinematicsWorkspace &&) noexcept;
  KinematicsWorkspace & operator=(KinematicsWorkspace &&) noexcept;
  KinematicsWorkspace(const KinematicsWorkspace &) = delete;
  KinematicsWorkspace & operator=(const KinematicsWorkspace &) = delete;

  int dof() const;
  int links() const;
  int max_order() const;
  /// Order of the last successful kinematics(); -1 before the first.
  int order() const;

  /// Result of jacobian(): rows 6k … 6k + 5 are J⁽ᵏ⁾, linear rows first; one column per joint.
  RowMatrix jacobian;

  /// For internal use by the calls of this room.
  bool has_data() const { return data_ != nullptr; }
  detail::KinematicsData & data() { return *data_; }
  const detail::KinematicsData & data() const { return *data_; }

private:
  std::unique_ptr<detail::KinematicsData> data_;
};

/// Poses of all bodies as polynomials in time, the basis of every call below. O(n order²).
///
/// @param motion row k is q⁽ᵏ⁾, one column per joint; at least order + 1 rows [rad/sᵏ or m/sᵏ]
[[nodiscard]] Result kinematics(
  KinematicsWorkspace & workspace, const ConstRowMatrixRef & motion, int order);

/// Position, velocity, acceleration, jerk, … of a point fixed to a link: row k is the k-th
/// derivative of its world position [m/sᵏ].
///
/// @param link index into Robot::links()
/// @param point in the link's frame [m]
/// @param rows at most order() + 1 rows of three, all of which are written
[[nodiscard]] Result point_motion(
  const KinematicsWorkspace & workspace, int link, const Eigen::Vector3d & point,
  RowMatrixRef rows);

/// R⁽ᵏ⁾, the k-th derivative of the link's orientation in the world, k ≤ order(). With k = 0 and
/// point_motion() of the origin this gives the pose of the link. Zero for an invalid link or k.
Eigen::Matrix3d orientation(const KinematicsWorkspace & workspace, int link, int derivative = 0);

/// The operational motion X', X'', …: row k holds the k-th derivatives of the velocity of a point
/// of the link (three entries) and of the link's angular velocity (three entries) [m/sᵏ⁺¹,
/// rad/sᵏ⁺¹] (001 (59)).
///
/// @param rows at most order() rows of six, all of which are written
[[nodiscard]] Result link_motion(
  const KinematicsWorkspace & workspace, int link, const Eigen::Vector3d & point,
  RowMatrixRef rows);

/// J, J', … of a point of a link up to the given order, X' = J q', written to `workspace.jacobian`:
/// world axes, linear rows first (002 (47)–(56)). O(depth order²).
///
/// @param order at most workspace.order()
/// @note Orders 0 and 1 at the link's origin equal pinocchio::getJointJacobian and
///   getJointJacobianTimeVariation in LOCAL_WORLD_ALIGNED.
[[nodiscard]] Result jacobian(
  KinematicsWorkspace & workspace, int link, int order,
  const Eigen::Vector3d & point = Eigen::Vector3d::Zero());

}  // namespace hod

#endif  // HOD__DYNAMICS__KINEMATICS__KINEMATICS_HPP_
