// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__LIVE_INPUTS_HPP_
#define HOD_ROS__LIVE_INPUTS_HPP_

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "hod/dynamics/workspace.hpp"
#include "hod/mass/mass_properties.hpp"
#include "hod/result.hpp"
#include "hod/robot/base_motion.hpp"
#include "hod/robot/load.hpp"

namespace hod_ros
{

/// What acts on a robot and may change while it runs, all of it: applying it twice changes nothing.
struct LiveInputs
{
  struct Carried
  {
    int link = -1;  ///< index into hod::Robot::links()
    hod::MassProperties mass;
  };

  std::vector<Carried> payloads;           ///< links that are not named carry what the robot says
  std::optional<Eigen::Vector3d> gravity;  ///< [m/s²]
  /// Force [N] and moment [N m] of the robot's last load.
  std::optional<Eigen::Matrix<double, 1, 6, Eigen::RowMajor>> wrench;
  std::optional<hod::BaseMotion> base;

  /// Puts the payload on its link. Throws hod::Error for a link that the robot lacks and for mass
  /// properties that no body can have.
  void carry(const hod::Payload & payload, const hod::Robot & robot);

  /// Hands all of it to a workspace and answers what it first refused. No allocation.
  [[nodiscard]] hod::Result apply(hod::Workspace & workspace) const;
};

}  // namespace hod_ros

#endif  // HOD_ROS__LIVE_INPUTS_HPP_
