// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__DRIVES__SPEED_PARTS_HPP_
#define HOD__SRC__DYNAMICS__DRIVES__SPEED_PARTS_HPP_

#include <Eigen/Core>
#include <vector>

#include "hod/dynamics/forces/batch.hpp"
#include "hod/robot/robot.hpp"

namespace hod::detail
{

/// The forces of a robot without friction for a motion that is run λ times as fast. With respect to
/// the time of the original motion they are a polynomial,
///
///     Q⁽ᵏ⁾ = Σ λ²⁻ʲ Q⁽ᵏ⁾ⱼ   with j ≤ k + 2,
///
/// whose part j = 0 is that of inertia and rotors, and j = 2 that of gravity and loads. A moving
/// base keeps its own pace and therefore couples with all of them: every j then occurs. In units in
/// which masses are unchanged and time is that of the original motion, everything that does not run
/// faster is scaled by s = 1/λ once per power of time: gravity and loads by s², the base's velocity
/// by s, and so on. Q s² is then a polynomial in s, determined from its values at a few s.
class SpeedParts
{
public:
  SpeedParts(const Robot & robot, int order);

  /// Powers of s: the j of each part.
  const std::vector<int> & powers() const { return powers_; }

  /// Q of every part: states × (order + 1) × dof doubles each.
  std::vector<std::vector<double>> forces(const States & states) const;

  /// For every part, the forces on the bearings of some joints: states × (order + 1) × 2 joints
  /// doubles each, two components normal to the joint's axis [N].
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
