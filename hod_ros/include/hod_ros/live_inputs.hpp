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

/// Everything that acts on a robot and may change while it runs. Always complete: applying it twice
/// changes nothing.
struct LiveInputs
{
  struct Carried
  {
    int link = -1;  ///< index into hod::Robot::links()
    hod::MassProperties mass;
  };

  std::vector<Carried> payloads;           ///< other links keep the payloads of the robot
  std::optional<Eigen::Vector3d> gravity;  ///< [m/s²]
  /// Force [N] and moment [N m] of the robot's last load.
  std::optional<Eigen::Matrix<double, 1, 6, Eigen::RowMajor>> wrench;
  std::optional<hod::BaseMotion> base;

  /// Sets the payload of a link. Throws hod::Error for a link that is not in the robot and for
  /// impossible mass properties.
  void carry(const hod::Payload & payload, const hod::Robot & robot);

  /// Applies everything to a workspace and returns the first rejection. Does not allocate.
  [[nodiscard]] hod::Result apply(hod::Workspace & workspace) const;

  /// The same robot with these inputs. Throws hod::Error for inputs that are rejected.
  hod::Robot apply(const hod::Robot & robot) const;
};

}  // namespace hod_ros

#endif  // HOD_ROS__LIVE_INPUTS_HPP_
