// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__DRIVES__SPEED_PARTS_HPP_
#define HOD__SRC__DYNAMICS__DRIVES__SPEED_PARTS_HPP_

#include <Eigen/Core>
#include <vector>

#include "hod/dynamics/forces/batch.hpp"
#include "hod/robot/robot.hpp"

namespace hod::detail
{

/// The forces of a robot without friction, of a motion that is run λ times as fast. Over the time of
/// the original motion they are a polynomial,
///
///     Q⁽ᵏ⁾ = Σ λ²⁻ʲ Q⁽ᵏ⁾ⱼ   with j ≤ k + 2,
///
/// whose part j = 0 is that of inertia and rotors, and j = 2 that of gravity and loads. A base that
/// moves keeps its own pace and so couples with all of them: there every j occurs. In units in which
/// masses stay and time is that of the original motion, what does not run faster is scaled by
/// s = 1/λ once per power of time: gravity and loads by s², the base's velocity by s, and so on.
/// Q s² is then a polynomial in s, found from its values at a few s.
class SpeedParts
{
public:
  SpeedParts(const Robot & robot, int order);

  /// Powers of s: the j of each part.
  const std::vector<int> & powers() const { return powers_; }

  /// Q of every part: states × (order + 1) × dof doubles each.
  std::vector<std::vector<double>> forces(const States & states) const;

  /// Of every part what presses on the bearings of some joints: states × (order + 1) × 2 joints
  /// doubles each, two components at right angles to the joint's axis [N].
  std::vector<std::vector<double>> pressures(
    const States & states, const std::vector<std::size_t> & joints) const;

private:
  void combine(std::vector<std::vector<double>> & values) const;

  std::vector<Robot> robots_;  ///< one per value of s
  int order_;
  std::vector<int> powers_;
  Eigen::MatrixXd weights_;  ///< of the robots' values (columns) in the parts (rows)
};

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__DRIVES__SPEED_PARTS_HPP_
