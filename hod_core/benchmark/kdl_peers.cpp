// SPDX-License-Identifier: Apache-2.0
#include <kdl/chain.hpp>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>

#include "solver.hpp"

namespace hod::speed
{
namespace
{

KDL::Vector to_kdl(const Eigen::Vector3d & vector)
{
  return {vector.x(), vector.y(), vector.z()};
}

KDL::Frame to_kdl(const Pose & pose)
{
  const Eigen::Matrix3d & r = pose.rotation;
  return {
    KDL::Rotation(r(0, 0), r(0, 1), r(0, 2), r(1, 0), r(1, 1), r(1, 2), r(2, 0), r(2, 1), r(2, 2)),
    to_kdl(pose.translation)};
}

KDL::RigidBodyInertia to_kdl(const MassProperties & body)
{
  const Eigen::Matrix3d & i = body.inertia;
  return KDL::RigidBodyInertia(
    body.mass, to_kdl(body.center),
    KDL::RotationalInertia(i(0, 0), i(1, 1), i(2, 2), i(0, 1), i(0, 2), i(1, 2)));
}

/// A segment of KDL ends where the next joint sits, and its inertia is given there.
KDL::Chain to_chain(const Robot & robot)
{
  const auto & bodies = robot.bodies();
  KDL::Chain chain;
  chain.addSegment(KDL::Segment(KDL::Joint(KDL::Joint::None), to_kdl(bodies[1].placement)));
  for (std::size_t i = 1; i < bodies.size(); ++i)
  {
    const KDL::Frame tip =
      i + 1 < bodies.size() ? to_kdl(bodies[i + 1].placement) : KDL::Frame::Identity();
    chain.addSegment(
      KDL::Segment(KDL::Joint(KDL::Joint::RotZ), tip, tip.Inverse() * to_kdl(bodies[i].mass)));
  }
  return chain;
}

class Kdl : public Solver
{
public:
  explicit Kdl(const Robot & robot)
  : chain_(to_chain(robot)),
    solver_(chain_, to_kdl(robot.gravity())),
    external_(chain_.getNrOfSegments(), KDL::Wrench::Zero()),
    position_(chain_.getNrOfJoints()),
    velocity_(chain_.getNrOfJoints()),
    acceleration_(chain_.getNrOfJoints()),
    force_(chain_.getNrOfJoints())
  {}

  void compute(const RowMatrix & motion, RowMatrix & force) override
  {
    position_.data = motion.row(0).transpose();
    velocity_.data = motion.row(1).transpose();
    acceleration_.data = motion.row(2).transpose();
    solver_.CartToJnt(position_, velocity_, acceleration_, external_, force_);
    force.row(0) = force_.data.transpose();
  }

private:
  KDL::Chain chain_;
  KDL::ChainIdSolver_RNE solver_;
  KDL::Wrenches external_;
  KDL::JntArray position_;
  KDL::JntArray velocity_;
  KDL::JntArray acceleration_;
  KDL::JntArray force_;
};

/// Revolute joints about z, one after the other.
bool is_plain_chain(const Robot & robot)
{
  for (std::size_t i = 1; i < robot.bodies().size(); ++i)
  {
    const Body & body = robot.bodies()[i];
    if (
      body.parent + 1 != static_cast<int>(i) || body.prismatic ||
      body.axis != Eigen::Vector3d::UnitZ())
    {
      return false;
    }
  }
  return robot.dof() > 0;
}

}  // namespace

void add_kdl_peers(std::vector<Peer> & peers)
{
  peers.push_back({"kdl_rne", 0, 1000, 1e-11, is_plain_chain, [](const Robot & robot) {
                     return std::make_unique<Kdl>(robot);
                   }});
}

}  // namespace hod::speed
