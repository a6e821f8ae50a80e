// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__FEEDFORWARD_LAW_HPP_
#define HOD_ROS__FEEDFORWARD_LAW_HPP_

#include <Eigen/Core>
#include <vector>

#include "hod/dynamics/drives/elastic_drive.hpp"
#include "hod/dynamics/forces/forces.hpp"
#include "hod/dynamics/workspace.hpp"
#include "hod/robot/robot.hpp"
#include "hod/types.hpp"
#include "hod_ros/effort_limiter.hpp"

namespace hod_ros
{

/// What may change while the law runs. The vectors have one entry per joint of the law.
struct LawSettings
{
  explicit LawSettings(int joints);

  hod::TermScales scales;             ///< how much of each term is commanded
  bool feedback_from_motor = false;   ///< what is measured is the motors' (θ), not the links' (q)
  bool hold_correction = false;       ///< whether h² τ''/24 is taken off
  Eigen::VectorXd position_gain;      ///< [N m/rad or N/m]
  Eigen::VectorXd velocity_gain;      ///< [N m s/rad or N s/m]
  Eigen::VectorXd effort_limit;       ///< [N m or N], may be infinite
  Eigen::VectorXd effort_rate_limit;  ///< [N m/s or N/s], may be infinite
};

/// A reference motion at one instant, the law's joints in the columns. What is not known is NaN.
struct Reference
{
  /// q … q⁽⁶⁾: what the forces to order four need.
  static constexpr int kRows = 7;

  explicit Reference(int joints);

  hod::RowMatrix now;    ///< rows q … q⁽⁶⁾ at the instant of the measurement
  hod::RowMatrix ahead;  ///< the same at the instant that the effort is computed for
  double lead = 0.0;     ///< from the one to the other [s]
};

/// What was measured, one entry per joint of the law; NaN where nothing was.
struct Measurement
{
  explicit Measurement(int joints);

  Eigen::VectorXd position;
  Eigen::VectorXd velocity;
};

/// Efforts that make an arm follow a reference motion:
///
///   effort = limited( τ − h² τ''/24 + position_gain · (r − measured)
///                                   + velocity_gain · (r' − measured') )
///
/// τ is Q, the sum of the robot's terms at the reference, of a rigid drive; of an elastic one it is
/// the motor's torque Q + B θ'' + friction with θ = q + Q/K (hod::motor_motion()). r is the
/// reference q, or θ if motors are measured; of a continuous joint the difference counts within
/// half a turn, as drivers give such positions within a turn. h² τ''/24 is what holding a torque
/// for a period h adds to it.
///
/// Nothing that the reference leaves open counts as zero without notice: Q⁽ᵏ⁾ needs q … q⁽ᵏ⁺²⁾ of
/// all joints and is NaN otherwise. The command needs values all the same:
/// - without velocity or acceleration it is that of a motion without, and known_order() is −1;
/// - without Q'' an elastic drive gets the torque of springs that do not move, Q + B q'' +
/// friction,
///   and the motor's velocity is taken as q' + Q'/K or q';
/// - without τ'' nothing is taken off.
///
/// A joint whose reference position is not finite is held, standing still, at its last reference
/// position, or else where it was first measured; if motors behind springs are measured, where the
/// link is when the spring carries it at rest. Joints of the robot that the law does not command
/// stand still at position zero.
class FeedforwardLaw
{
public:
  /// Highest derivative of the forces that is asked for.
  static constexpr int kMaxOrder = 2;

  enum class Outcome
  {
    ok,
    unknown_position  ///< a joint has neither reference nor measured position: all efforts are zero
  };

  /// @param columns for each joint of the law its column in the robot's motions, none twice
  /// @param order highest time derivative of the forces in feedforward(), 0 … kMaxOrder
  FeedforwardLaw(const hod::Robot & robot, std::vector<int> columns, int order);

  const hod::Robot & robot() const { return workspace_.robot(); }
  int joints() const { return static_cast<int>(columns_.size()); }
  int order() const { return order_; }

  /// For payload, wrench, gravity and base motion, which count from the next cycle on.
  hod::Workspace & workspace() { return workspace_; }

  /// Takes over settings of the right size (others are refused: false). Does not allocate.
  [[nodiscard]] bool set(const LawSettings & settings);

  /// Forgets where joints are held and what was commanded.
  void reset();

  /// Instead of what the last cycle found, zero is commanded, and no position of the motors: the
  /// joints may move, so that those without a reference are held from where they will be measured.
  void release();

  /// One cycle; no allocation, lock or exception.
  /// @param step since the cycle before [s]
  /// @param hold how long the command will be held [s]
  [[nodiscard]] Outcome update(
    const Reference & reference, const Measurement & measured, double step, double hold);

  /// q … of the last cycle at the instant of the measurement, after the rules for references that
  /// are not finite: Reference::kRows rows.
  const hod::RowMatrix & motion() const { return now_; }

  /// Row k: Q⁽ᵏ⁾ of the scaled terms [N m/sᵏ or N/sᵏ], k = 0 … order(); of springs what they carry.
  const hod::RowMatrix & feedforward() const { return feedforward_; }

  /// The terms by themselves, unscaled: columns of the robot, fewer rows than order() + 1 if the
  /// reference determines fewer.
  hod::TermRows terms() const { return workspace_.terms(); }
  int column(int joint) const { return columns_[static_cast<std::size_t>(joint)]; }

  /// Rows θ, θ', θ'' of what moves the links: motors, or the links themselves [rad or m, …].
  const hod::RowMatrix & motor() const { return motor_; }

  /// Rows τ, τ', τ'' [N m or N, …].
  const hod::RowMatrix & torque() const { return torque_; }

  /// Rows r − measured and r' − measured'; NaN where nothing is measured.
  const hod::RowMatrix & error() const { return error_; }
  const Eigen::VectorXd & feedback() const { return feedback_; }  ///< [N m or N]
  const Eigen::VectorXd & effort() const { return effort_; }      ///< the command [N m or N]
  bool saturated(int joint) const { return limiter_.cut(joint); }
  bool saturated_any() const { return limiter_.cut_any(); }

  /// Highest k for which Q⁽ᵏ⁾ is known, up to what elastic drives could use; −1: not even Q.
  int known_order() const { return known_order_; }
  /// Whether what holding a torque adds was taken off.
  bool is_hold_corrected() const { return hold_corrected_; }
  /// Joints without usable measurement in the last cycle.
  int unmeasured() const { return unmeasured_; }

private:
  bool follow(const Reference & reference, const Measurement & measured);
  /// Links at rest behind the springs of measured motors: q = θ − Q(q)/K. False if the search does
  /// not end, as with springs that are softer than gravity.
  bool find_links(const Measurement & measured);
  void count_known_orders();
  void compute_forces();
  void compute_motors();
  void take_motors(const hod::RowMatrix & motor, int motor_rows, int torque_rows);
  void compute_feedback(const Measurement & measured, double lead);
  void combine(double step, double hold);
  void give_up();

  std::vector<int> columns_;
  std::vector<bool> continuous_;
  int order_;
  bool elastic_;
  int max_known_;  ///< highest order that is of use
  hod::Workspace workspace_;
  hod::ElasticDrive drive_;
  LawSettings settings_;
  EffortLimiter limiter_;

  hod::RowMatrix now_;
  hod::RowMatrix ahead_;
  hod::RowMatrix robot_motion_;  ///< ahead, columns of the robot, what is not known as zero
  Eigen::VectorXd held_;
  std::vector<bool> found_;  ///< which joints are held from this cycle on, where they were measured
  int known_order_ = -1;
  bool hold_corrected_ = false;
  int unmeasured_ = 0;

  hod::RowMatrix feedforward_;
  hod::RowMatrix robot_force_;   ///< Q, Q', …, what is not known as zero
  hod::RowMatrix robot_motor_;   ///< columns of the robot
  hod::RowMatrix robot_torque_;  ///< columns of the robot
  hod::RowMatrix motor_;
  hod::RowMatrix torque_;
  hod::RowMatrix error_;
  Eigen::VectorXd feedback_;
  Eigen::VectorXd effort_;
};

}  // namespace hod_ros

#endif  // HOD_ROS__FEEDFORWARD_LAW_HPP_
