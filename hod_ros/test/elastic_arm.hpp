// SPDX-License-Identifier: Apache-2.0
#ifndef ELASTIC_ARM_HPP_
#define ELASTIC_ARM_HPP_

#include "hod/robot/robot.hpp"
#include "hod/robot/urdf.hpp"
#include "two_link_arm.hpp"

/// two_link_arm.hpp with motors behind springs at shoulder and elbow.
struct ElasticArm
{
  static constexpr double kStiffness[] = {2e3, 1e3};
  static constexpr double kInertia[] = {0.5, 0.3};

  static hod::Robot robot()
  {
    auto description = hod::parse_urdf(two_link_arm());
    description.is_elastic = true;
    for (std::size_t joint = 0; joint < 2; ++joint)
    {
      hod::JointDrive & drive = description.joints[joint].drive;
      drive.motor_inertia = kInertia[joint] / 1e4;
      drive.gear_ratio = 100.0;
      drive.stiffness = kStiffness[joint];
    }
    return hod::Robot(std::move(description));
  }
};

#endif  // ELASTIC_ARM_HPP_
