// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__DRIVES__LIMITED_HPP_
#define HOD__SRC__DYNAMICS__DRIVES__LIMITED_HPP_

#include <cstddef>
#include <vector>

#include "hod/dynamics/drives/limits_along.hpp"
#include "hod/motion/limits.hpp"

namespace hod::detail
{

/// A number of a joint that has a limit.
struct Limited
{
  std::size_t joint;  ///< index into Robot::joints()
  LimitKind kind;
  Bounds bounds;

  /// Derivative of position or effort.
  int row() const;
  bool is_effort() const { return kind == LimitKind::effort || kind == LimitKind::effort_rate; }
  LimitPoint point(const CurvePoint & at) const;
};

/// Samples that are all in memory.
MotionSamples samples_of(const Robot & robot, const States & states);

/// All that has a limit, joint after joint.
std::vector<Limited> limited_numbers(const Robot & robot);

/// What of a motion limits need, and from which robot the efforts come.
///
/// Where a mimic has a limit of its effort, that is a robot with every joint free: the force of a
/// column is then Σ m F over its joints, m being their multipliers. It has the rotors of mimics,
/// and those of independent joints in rigid drives alone, as the robot itself.
class LimitsAlong
{
public:
  /// Throws hod::Error for times and rows that do not fit.
  LimitsAlong(const Robot & robot, MotionSamples samples);

  const Robot & robot() const { return robot_; }
  std::size_t count() const { return samples_.count; }
  const std::vector<Limited> & numbers() const { return numbers_; }

  /// Of the joint forces; -1 if no effort is limited.
  int order() const { return order_; }
  const Robot & free_robot() const { return free_robot_; }
  /// `count` samples from `first` on, their motion being in `memory`.
  States part(std::size_t first, std::size_t count, std::vector<double> & memory) const;

  /// The motion of the free robot's columns; either the states themselves or what `expanded` gets.
  States free_states(const States & part, std::vector<double> & expanded) const;

  /// Forces of the robot's columns from those of the free robot, `rows` rows of each state; either
  /// the same numbers or what `summed` gets.
  const std::vector<double> & column_forces(
    const std::vector<double> & free_force, std::size_t rows, std::vector<double> & summed) const;

  /// Whether rows for the slopes of a number are there.
  bool has_slopes(const Limited & number) const;

  /// Throws hod::Error if one of a number's values in a part is not finite.
  void check_finite(
    const Limited & number, const States & part, const std::vector<double> & values) const;

  /// How many states to work on at a time.
  std::size_t states_at_once() const;

  /// q⁽ᵏ⁾ of a joint in all states of a part.
  void copy_row(
    const States & part, std::size_t joint, int row, std::vector<double> & values) const;

private:
  void find_order();
  void free_joints();

  Robot robot_;
  MotionSamples samples_;
  std::vector<Limited> numbers_;
  Robot free_robot_;
  bool is_free_ = false;
  int order_ = -1;
};

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__DRIVES__LIMITED_HPP_
