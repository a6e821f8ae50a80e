// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__DRIVES__LIMITED_HPP_
#define HOD__SRC__DYNAMICS__DRIVES__LIMITED_HPP_

#include <cstddef>
#include <vector>

#include "hod/dynamics/drives/limits_along.hpp"
#include "hod/motion/limits.hpp"

namespace hod::detail
{

/// A quantity of a joint that has a limit.
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

/// Samples that are completely in memory.
MotionSamples samples_of(const Robot & robot, const States & states);

/// All quantities with a limit, joint by joint.
std::vector<Limited> limited_numbers(const Robot & robot);

/// The parts of a motion that limits need, and the robot from which efforts are computed.
///
/// If a mimic joint has an effort limit, this is a robot with every joint free: the force of a
/// column is then Σ m F over its joints, where m are their multipliers. It has the rotors of
/// mimics, and those of independent joints in rigid drives only, like the robot itself.
class LimitsAlong
{
public:
  /// Throws hod::Error for times and rows that do not fit.
  LimitsAlong(const Robot & robot, MotionSamples samples);

  const Robot & robot() const { return robot_; }
  std::size_t count() const { return samples_.count; }
  const std::vector<Limited> & numbers() const { return numbers_; }

  /// Order of the joint forces; -1 if no effort is limited.
  int order() const { return order_; }
  const Robot & free_robot() const { return free_robot_; }
  /// `count` samples from `first` on, with their motion in `memory`.
  States part(std::size_t first, std::size_t count, std::vector<double> & memory) const;

  /// The motion of the free robot's columns; either the states themselves or written to `expanded`.
  States free_states(const States & part, std::vector<double> & expanded) const;

  /// Forces of the robot's columns from those of the free robot, `rows` rows of each state; either
  /// the same numbers or written to `summed`.
  const std::vector<double> & column_forces(
    const std::vector<double> & free_force, std::size_t rows, std::vector<double> & summed) const;

  /// Whether there are rows for the slopes of a quantity.
  bool has_slopes(const Limited & number) const;

  /// Throws hod::Error if one of a number's values in a part is not finite.
  void check_finite(
    const Limited & number, const States & part, const std::vector<double> & values) const;

  /// How many states to process at a time.
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
