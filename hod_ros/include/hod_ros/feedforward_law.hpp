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

/// Settings that may change while the law runs. The vectors have one entry per joint of the law.
struct LawSettings
{
  explicit LawSettings(int joints);

  hod::TermScales scales;             ///< scale of each term in the command
  bool feedback_from_motor = false;   ///< whether motors (θ), not links (q), are measured
  bool hold_correction = false;       ///< whether h² τ''/24 is subtracted
  Eigen::VectorXd position_gain;      ///< [N m/rad or N/m]
  Eigen::VectorXd velocity_gain;      ///< [N m s/rad or N s/m]
  Eigen::VectorXd effort_limit;       ///< [N m or N], may be infinite
  Eigen::VectorXd effort_rate_limit;  ///< [N m/s or N/s], may be infinite
};

/// A reference motion at one instant, with the law's joints in the columns. Unknown values are NaN.
struct Reference
{
  /// q … q⁽⁶⁾: as needed for forces up to order four.
  static constexpr int kRows = 7;

  explicit Reference(int joints);

  hod::RowMatrix now;    ///< rows q … q⁽⁶⁾ at the instant of the measurement
  hod::RowMatrix ahead;  ///< the same at the instant for which the effort is computed
  double lead = 0.0;     ///< time from the former to the latter [s]
};

/// Measured values, one entry per joint of the law; NaN where nothing was measured.
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
/// For a rigid drive, τ is Q, the sum of the robot's terms at the reference; for an elastic one it
/// is the motor's torque Q + B θ'' + friction with θ = q + Q/K (hod::motor_motion()). r is the
/// reference q, or θ if motors are measured. For a continuous joint the difference is taken within
/// half a turn, as drivers give such positions within a turn. Holding a torque for a period h adds
/// h² τ''/24 to it.
///
/// Missing parts of the reference are not silently taken as zero: Q⁽ᵏ⁾ needs q … q⁽ᵏ⁺²⁾ of all
/// joints and is NaN otherwise. The command, however, always needs a value:
/// - without velocity or acceleration, these are taken as zero, and known_order() is −1;
/// - without Q'', an elastic drive gets the torque for constant spring deflection,
///   Q + B q'' + friction, and the motor's velocity is taken as q' + Q'/K or q';
/// - without τ'', nothing is subtracted.
///
/// A joint whose reference position is not finite is held at rest at its last reference position,
/// or else where it was first measured; if motors behind springs are measured, at the position of
/// the link for which the spring carries it at rest. Joints of the robot that the law does not
/// command are assumed to be at rest at position zero.
class FeedforwardLaw
{
public:
  /// Highest derivative of the forces that can be requested.
  static constexpr int kMaxOrder = 2;

  enum class Outcome
  {
    ok,
    unknown_position  ///< a joint has neither reference nor measured position: all efforts are zero
  };

  /// @param columns for each joint of the law, its column in the robot's motions; no duplicates
  /// @param order highest time derivative of the forces in feedforward(), 0 … kMaxOrder
  FeedforwardLaw(const hod::Robot & robot, std::vector<int> columns, int order);

  const hod::Robot & robot() const { return workspace_.robot(); }
  int joints() const { return static_cast<int>(columns_.size()); }
  int order() const { return order_; }

  /// For setting payload, wrench, gravity and base motion, which take effect in the next cycle.
  hod::Workspace & workspace() { return workspace_; }

  /// Applies settings of the right size (others are rejected: returns false). Does not allocate.
  [[nodiscard]] bool set(const LawSettings & settings);

  /// Clears the positions at which joints are held and the last command.
  void reset();

  /// Overrides the result of the last cycle: zero is commanded, and motor positions become unknown.
  /// The joints may then move; those without a reference are later held where they are measured.
  void release();

  /// One cycle; no allocation, lock or exception.
  /// @param step since the previous cycle [s]
  /// @param hold how long the command will be held [s]
  [[nodiscard]] Outcome update(
    const Reference & reference, const Measurement & measured, double step, double hold);

  /// q … of the last cycle at the instant of the measurement, after the rules for references that
  /// are not finite: Reference::kRows rows.
  const hod::RowMatrix & motion() const { return now_; }

  /// Row k: Q⁽ᵏ⁾ of the scaled terms [N m/sᵏ or N/sᵏ], k = 0 … order(); for elastic drives, the
  /// spring forces.
  const hod::RowMatrix & feedforward() const { return feedforward_; }

  /// The separate terms, unscaled: columns of the robot, with fewer than order() + 1 rows if the
  /// reference determines fewer.
  hod::TermRows terms() const { return workspace_.terms(); }
  int column(int joint) const { return columns_[static_cast<std::size_t>(joint)]; }

  /// Rows θ, θ', θ'' of the motors, or of the links themselves if rigid [rad or m, …].
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
  /// Whether the hold correction was applied.
  bool is_hold_corrected() const { return hold_corrected_; }
  /// Number of joints without a usable measurement in the last cycle.
  int unmeasured() const { return unmeasured_; }

private:
  bool follow(const Reference & reference, const Measurement & measured);
  /// Finds the links at rest behind the springs of measured motors: q = θ − Q(q)/K. False if the
  /// iteration does not converge, as for springs that are too soft to carry gravity.
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
  int max_known_;  ///< highest order that is useful
  hod::Workspace workspace_;
  hod::ElasticDrive drive_;
  LawSettings settings_;
  EffortLimiter limiter_;

  hod::RowMatrix now_;
  hod::RowMatrix ahead_;
  hod::RowMatrix robot_motion_;  ///< ahead, columns of the robot, unknown values as zero
  Eigen::VectorXd held_;
  std::vector<bool> found_;  ///< which joints are newly held where they were measured
  int known_order_ = -1;
  bool hold_corrected_ = false;
  int unmeasured_ = 0;

  hod::RowMatrix feedforward_;
  hod::RowMatrix robot_force_;   ///< Q, Q', …, unknown values as zero
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
