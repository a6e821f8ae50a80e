// SPDX-License-Identifier: Apache-2.0
// Parts of Pinocchio's models, and of what it computes with them, that tests share.
#ifndef HOD__TEST__PINOCCHIO__PEERS_HPP_
#define HOD__TEST__PINOCCHIO__PEERS_HPP_

#include <cmath>
#include <pinocchio/algorithm/rnea.hpp>

#include "random_robot.hpp"

namespace hod::test
{

inline pinocchio::SE3 random_placement(reference::Random & random)
{
  const Pose pose = random.pose(0.5);
  return {pose.rotation, pose.translation};
}

inline pinocchio::Inertia random_inertia(reference::Random & random)
{
  const MassProperties mass = reference::random_mass(random);
  return {mass.mass, mass.center, mass.inertia};
}

/// q as Pinocchio counts it: the cosine and sine of unbounded joints.
inline Eigen::VectorXd configuration(const pinocchio::Model & peer, const RowMatrix & motion)
{
  Eigen::VectorXd position(peer.nq);
  for (std::size_t index = 1; index < peer.joints.size(); ++index)
  {
    const pinocchio::JointModel & joint = peer.joints[index];
    if (joint.nv() == 0)
    {
      continue;
    }
    const double angle = motion(0, joint.idx_v());
    if (joint.nq() == 2)
    {
      position.segment<2>(joint.idx_q()) << std::cos(angle), std::sin(angle);
    }
    else
    {
      position[joint.idx_q()] = angle;
    }
  }
  return position;
}

}  // namespace hod::test

#endif  // HOD__TEST__PINOCCHIO__PEERS_HPP_
