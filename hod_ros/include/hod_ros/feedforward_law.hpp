// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__FEEDFORWARD_LAW_HPP_
#define HOD_ROS__FEEDFORWARD_LAW_HPP_

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "hod/dynamics/forces/forces.hpp"
#include "hod/dynamics/workspace.hpp"
#include "hod/robot/robot.hpp"
#include "hod/types.hpp"

namespace hod_ros
{

/// What may change while the law runs. The vectors have one entry per joint of the law.
struct LawSettings
{
  double inertia_scale = 1.0;     ///< share of the inertia term that is commanded
  double gravity_scale = 1.0;     ///< share of the gravity term that is commanded
  Eigen::VectorXd position_gain;  ///< [N m/rad or N/m]
  Eigen::VectorXd velocity_gain;  ///< [N m s/rad or N s/m]
  Eigen::VectorXd effort_limit;   ///< commands stay within ± this [N m or N], may be infinite
};

/// Forces that make a rigid arm follow a reference motion:
///
///   effort = clamp( inertia_scale · Q_inertia + gravity_scale · Q_gravity
///                   + position_gain · (q_ref − q) + velocity_gain · (q'_ref − q') )
///
/// and the time derivatives of its feedforward part. A reference derivative that is not finite
/// counts as zero. A joint whose reference position is not finite is held, standing still, where
/// it was last told to be, or else where it was first measured. Joints of the robot that the law
/// does not command stand still at position zero.
class FeedforwardLaw
{
public:
  /// Rows of a reference motion: q, q', q'', q''', q''''.
  static constexpr int kReferenceRows = 5;
  static constexpr int kMaxOrder = kReferenceRows - 3;

  enum class Outcome
  {
    ok,
    unknown_position  ///< a joint has neither reference nor measured position: all efforts are zero
  };

  /// @param columns for each joint of the law its column in the robot's motions, none twice
  /// @param order highest time derivative of the forces, 0 … kMaxOrder
  FeedforwardLaw(std::shared_ptr<const hod::Robot> robot, std::vector<int> columns, int order);

  int joints() const { return static_cast<int>(columns_.size()); }
  int order() const { return order_; }

  /// Takes over settings of the right size (others are refused: false). Does not allocate.
  [[nodiscard]] bool set(const LawSettings & settings);

  /// Forgets where joints are held.
  void reset();

  /// One cycle; no allocation, lock or exception.
  /// @param reference kReferenceRows × joints()
  /// @param position, velocity measured; a joint for which one is not finite gets no feedback
  [[nodiscard]] Outcome update(
    const hod::ConstRowMatrixRef & reference, const Eigen::VectorXd & position,
    const Eigen::VectorXd & velocity);

  /// The motion of the last cycle, after the rules for references that are not finite.
  const hod::RowMatrix & motion() const { return followed_; }

  /// Row k of each: the k-th time derivative [N m/sᵏ or N/sᵏ]; columns are the law's joints.
  /// feedforward() is the scaled sum of inertia() and gravity().
  const hod::RowMatrix & feedforward() const { return feedforward_; }
  const hod::RowMatrix & inertia() const { return inertia_; }
  const hod::RowMatrix & gravity() const { return gravity_; }

  const Eigen::VectorXd & feedback() const { return feedback_; }  ///< [N m or N]
  const Eigen::VectorXd & effort() const { return effort_; }      ///< the command [N m or N]
  bool saturated(int joint) const { return saturated_[static_cast<std::size_t>(joint)]; }

private:
  bool follow(const hod::ConstRowMatrixRef & reference, const Eigen::VectorXd & position);
  void compute_terms();
  void compute_feedback(const Eigen::VectorXd & position, const Eigen::VectorXd & velocity);
  void limit();
  void give_up();

  std::shared_ptr<const hod::Robot> robot_;
  std::vector<int> columns_;
  int order_;
  hod::Workspace workspace_;
  LawSettings settings_;
  hod::RowMatrix model_motion_;
  hod::RowMatrix followed_;
  Eigen::VectorXd held_;
  hod::RowMatrix feedforward_;
  hod::RowMatrix inertia_;
  hod::RowMatrix gravity_;
  Eigen::VectorXd feedback_;
  Eigen::VectorXd effort_;
  std::vector<bool> saturated_;
};

}  // namespace hod_ros

#endif  // HOD_ROS__FEEDFORWARD_LAW_HPP_
