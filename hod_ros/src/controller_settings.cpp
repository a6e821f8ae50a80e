// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/controller_settings.hpp"

#include <cstddef>
#include <limits>

namespace hod_ros
{
namespace
{

template <typename Term>
double share(const Term & term)
{
  return term.enabled ? term.scale : 0.0;
}

}  // namespace

ControllerSettings settings_of(
  const ControllerParameters & parameters, const hod::Robot & robot,
  const std::vector<int> & columns)
{
  ControllerSettings settings;
  const auto joints = static_cast<Eigen::Index>(columns.size());
  settings.law.inertia_scale = share(parameters.terms.inertia);
  settings.law.gravity_scale = share(parameters.terms.gravity);
  settings.law.position_gain.resize(joints);
  settings.law.velocity_gain.resize(joints);
  settings.law.effort_limit.resize(joints);
  for (Eigen::Index joint = 0; joint < joints; ++joint)
  {
    const auto place = static_cast<std::size_t>(joint);
    const auto & name = parameters.joints[place];
    const auto & gains = parameters.gains.joints_map.at(name);
    const double limit = parameters.limits.joints_map.at(name).effort;
    const auto & dof = robot.dofs()[static_cast<std::size_t>(columns[place])];
    settings.law.position_gain[joint] = gains.kp;
    settings.law.velocity_gain[joint] = gains.kd;
    settings.law.effort_limit[joint] = limit > 0.0 ? limit : dof.limits.effort;
  }
  settings.reference_timeout = parameters.reference_timeout;
  settings.stop_on_timeout = parameters.on_reference_timeout == "stop";
  settings.publish_period = parameters.publish_rate > 0.0 ? 1.0 / parameters.publish_rate
                                                          : std::numeric_limits<double>::infinity();
  return settings;
}

}  // namespace hod_ros
