// SPDX-License-Identifier: Apache-2.0
// The only file here that includes Pinocchio. rnea and its first derivatives come precompiled from
// pinocchio_default; the second derivatives exist as a template only.
#include <pinocchio/algorithm/rnea-derivatives.hpp>
#include <pinocchio/algorithm/rnea-second-order-derivatives.hpp>
#include <pinocchio/algorithm/rnea.hpp>

#include "solver.hpp"

namespace hod::speed
{
namespace
{

using ConstVector = Eigen::Map<const Eigen::VectorXd>;

pinocchio::JointModel joint_model(const Body & body)
{
  int aligned = 0;
  while (aligned < 3 && body.axis != Eigen::Vector3d::Unit(aligned))
  {
    ++aligned;
  }
  if (body.prismatic)
  {
    switch (aligned)
    {
      case 0:
        return pinocchio::JointModelPX();
      case 1:
        return pinocchio::JointModelPY();
      case 2:
        return pinocchio::JointModelPZ();
      default:
        return pinocchio::JointModelPrismaticUnaligned(body.axis);
    }
  }
  switch (aligned)
  {
    case 0:
      return pinocchio::JointModelRX();
    case 1:
      return pinocchio::JointModelRY();
    case 2:
      return pinocchio::JointModelRZ();
    default:
      return pinocchio::JointModelRevoluteUnaligned(body.axis);
  }
}

/// The body that a column drives directly; the others it drives are mimics.
std::size_t master_of(const Robot & robot, int column)
{
  std::size_t index = 1;
  while (robot.bodies()[index].joint != robot.joint_names()[static_cast<std::size_t>(column)])
  {
    ++index;
  }
  return index;
}

/// Pinocchio asks for masters before their mimics.
bool masters_come_first(const Robot & robot)
{
  for (std::size_t index = 1; index < robot.bodies().size(); ++index)
  {
    if (master_of(robot, robot.bodies()[index].dof) > index)
    {
      return false;
    }
  }
  return true;
}

/// The same robot, body by body.
pinocchio::Model to_pinocchio(const Robot & robot)
{
  pinocchio::Model peer;
  peer.gravity.linear() = robot.gravity();
  for (std::size_t index = 1; index < robot.bodies().size(); ++index)
  {
    const Body & body = robot.bodies()[index];
    const std::size_t master = master_of(robot, body.dof);
    pinocchio::JointModel joint = joint_model(body);
    if (master != index)
    {
      joint = pinocchio::JointModelMimic(
        joint_model(body), peer.joints[master], body.multiplier, body.offset);
    }
    peer.addJoint(
      static_cast<pinocchio::JointIndex>(body.parent), joint,
      pinocchio::SE3(body.placement.rotation, body.placement.translation), body.joint);
    peer.appendBodyToJoint(
      index, pinocchio::Inertia(body.mass.mass, body.mass.center, body.mass.inertia),
      pinocchio::SE3::Identity());
  }
  return peer;
}

/// What all of them hold.
class Pinocchio : public Solver
{
protected:
  explicit Pinocchio(const Robot & robot)
  : model_(to_pinocchio(robot)), data_(model_), dof_(robot.dof())
  {}

  ConstVector row(const RowMatrix & motion, Eigen::Index index) const
  {
    return {motion.row(index).data(), dof_};
  }

  pinocchio::Model model_;
  pinocchio::Data data_;
  Eigen::Index dof_;
};

class Rnea : public Pinocchio
{
public:
  explicit Rnea(const Robot & robot) : Pinocchio(robot) {}

  void compute(const RowMatrix & motion, RowMatrix & force) override
  {
    force.row(0) =
      pinocchio::rnea(model_, data_, row(motion, 0), row(motion, 1), row(motion, 2)).transpose();
  }
};

/// Q' = ∂Q/∂q q' + ∂Q/∂q' q'' + M q'''.
class FirstDerivatives : public Pinocchio
{
public:
  explicit FirstDerivatives(const Robot & robot) : Pinocchio(robot) {}

  void compute(const RowMatrix & motion, RowMatrix & force) override
  {
    pinocchio::computeRNEADerivatives(
      model_, data_, row(motion, 0), row(motion, 1), row(motion, 2));
    data_.M.triangularView<Eigen::StrictlyLower>() = data_.M.transpose();
    force.row(0) = data_.tau.transpose();
    force.row(1).transpose().noalias() = data_.dtau_dq * row(motion, 1);
    force.row(1).transpose().noalias() += data_.dtau_dv * row(motion, 2);
    force.row(1).transpose().noalias() += data_.M * row(motion, 3);
  }
};

/// Q'' = ∂Q/∂q q'' + ∂Q/∂q' q''' + M q'''' + Q_qq(q', q') + 2 Q_qv(q', q'') + Q_vv(q'', q'')
///       + 2 M_q(q', q''').
class SecondDerivatives : public FirstDerivatives
{
public:
  explicit SecondDerivatives(const Robot & robot) : FirstDerivatives(robot) {}

  void compute(const RowMatrix & motion, RowMatrix & force) override
  {
    FirstDerivatives::compute(motion, force);
    auto second = force.row(2).transpose();
    second.noalias() = data_.dtau_dq * row(motion, 2);
    second.noalias() += data_.dtau_dv * row(motion, 3);
    second.noalias() += data_.M * row(motion, 4);
    pinocchio::ComputeRNEASecondOrderDerivatives(
      model_, data_, row(motion, 0), row(motion, 1), row(motion, 2));
    add(data_.d2tau_dqdq, 1.0, row(motion, 1), row(motion, 1), second);
    add(data_.d2tau_dqdv, 2.0, row(motion, 1), row(motion, 2), second);
    add(data_.d2tau_dvdv, 1.0, row(motion, 2), row(motion, 2), second);
    add(data_.d2tau_dadq, 2.0, row(motion, 3), row(motion, 1), second);
  }

private:
  /// force_i += factor Σ_jk tensor_ijk left_j right_k; the first index runs fastest in memory.
  template <class Tensor, class Force>
  void add(
    const Tensor & tensor, double factor, const ConstVector & left, const ConstVector & right,
    Force & force) const
  {
    for (Eigen::Index k = 0; k < dof_; ++k)
    {
      const Eigen::Map<const Eigen::MatrixXd> slice(tensor.data() + k * dof_ * dof_, dof_, dof_);
      force.noalias() += slice * (factor * right[k] * left);
    }
  }
};

std::unique_ptr<Solver> make_rnea_differences(const Robot & robot, int order)
{
  const auto peer = std::make_shared<pinocchio::Model>(to_pinocchio(robot));
  const auto data = std::make_shared<pinocchio::Data>(*peer);
  const Eigen::Index dof = robot.dof();
  return make_differences(
    robot, order,
    [peer, data, dof](
      const double * position, const double * velocity, const double * acceleration,
      double * force) {
      Eigen::Map<Eigen::VectorXd>(force, dof) = pinocchio::rnea(
        *peer, *data, ConstVector(position, dof), ConstVector(velocity, dof),
        ConstVector(acceleration, dof));
    });
}

template <class Kind>
std::unique_ptr<Solver> make(const Robot & robot)
{
  return std::make_unique<Kind>(robot);
}

}  // namespace

void add_pinocchio_peers(std::vector<Peer> & peers)
{
  peers.push_back({"pinocchio_rnea", 0, 1000, 1e-11, masters_come_first, make<Rnea>});
  peers.push_back({"chain_rule_d1", 1, 1000, 1e-9, has_no_mimics, make<FirstDerivatives>});
  peers.push_back({"chain_rule_d2", 2, 30, 1e-8, has_no_mimics, make<SecondDerivatives>});
  for (const int order : {1, 2})
  {
    peers.push_back(
      {"pinocchio_differences_d" + std::to_string(order), order, 1000, 1e-3, has_no_mimics,
       [order](const Robot & robot) { return make_rnea_differences(robot, order); }});
  }
}

}  // namespace hod::speed
