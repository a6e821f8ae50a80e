// SPDX-License-Identifier: Apache-2.0
// Models of Pinocchio made by a program, as parsers make them or changed afterwards: what is taken
// computes what Pinocchio computes.
#include <algorithm>
#include <pinocchio/algorithm/rnea.hpp>
#include <string>

#include "hod/pinocchio/from_pinocchio.hpp"
#include "pinocchio/peers.hpp"
#include "random_robot.hpp"
#include "use_robot.hpp"

namespace
{

using hod::RowMatrix;
using hod::fuzz::Bytes;
using hod::fuzz::require;
using hod::reference::Random;
using hod::test::configuration;
using hod::test::random_inertia;
using hod::test::random_placement;

pinocchio::JointModel supported_joint(Bytes & bytes, Random & random)
{
  switch (bytes.integer(0, 11))
  {
    case 0:
      return pinocchio::JointModelRX();
    case 1:
      return pinocchio::JointModelRY();
    case 2:
      return pinocchio::JointModelRZ();
    case 3:
      return pinocchio::JointModelPX();
    case 4:
      return pinocchio::JointModelPY();
    case 5:
      return pinocchio::JointModelPZ();
    case 6:
      return pinocchio::JointModelRUBX();
    case 7:
      return pinocchio::JointModelRUBY();
    case 8:
      return pinocchio::JointModelRUBZ();
    case 9:
      return pinocchio::JointModelRevoluteUnaligned(random.direction());
    case 10:
      return pinocchio::JointModelRevoluteUnboundedUnaligned(random.direction());
    default:
      return pinocchio::JointModelPrismaticUnaligned(random.direction());
  }
}

pinocchio::JointModel other_joint(Bytes & bytes)
{
  switch (bytes.integer(0, 6))
  {
    case 0:
      return pinocchio::JointModelFreeFlyer();
    case 1:
      return pinocchio::JointModelPlanar();
    case 2:
      return pinocchio::JointModelSpherical();
    case 3:
      return pinocchio::JointModelSphericalZYX();
    case 4:
      return pinocchio::JointModelTranslation();
    case 5:
      return pinocchio::JointModelUniversal(Eigen::Vector3d::UnitX(), Eigen::Vector3d::UnitY());
    default:
      return pinocchio::JointModelHelicalUnaligned(Eigen::Vector3d::UnitY(), 0.1);
  }
}

/// A model made call by call, and whether HOD must take it.
class ModelBuilder
{
public:
  ModelBuilder(Bytes & bytes) : bytes_(bytes), random_(bytes.byte())
  {
    model_.name = "model";
    const int joints = bytes.integer(0, 7);
    for (int joint = 0; joint < joints; ++joint)
    {
      add_joint();
    }
    model_.gravity.linear() = random_.vector(10.0);
    model_.armature.setConstant(bytes.integer(0, 3) * 0.1);
    for (int change = bytes.integer(0, 3); change > 0; --change)
    {
      change_something();
    }
  }

  const pinocchio::Model & model() const { return model_; }

  /// Whether every joint has a counterpart and no figure has been changed.
  bool is_sound() const { return is_sound_; }

private:
  pinocchio::JointIndex any_joint()
  {
    return static_cast<pinocchio::JointIndex>(bytes_.integer(0, 255)) % model_.joints.size();
  }

  /// Joints are depth first if each one's parent is the last one or a joint above that.
  bool is_above(pinocchio::JointIndex parent, pinocchio::JointIndex joint) const
  {
    while (joint > parent)
    {
      joint = model_.parents[joint];
    }
    return joint == parent;
  }

  void add_joint()
  {
    const std::string name = "j" + std::to_string(model_.joints.size());
    const pinocchio::JointIndex last = model_.joints.size() - 1;
    const pinocchio::JointIndex parent = bytes_.byte() % 2 == 0 ? last : any_joint();
    is_sound_ = is_sound_ && is_above(parent, last);
    const auto joint = model_.addJoint(parent, kind(), random_placement(random_), name);
    model_.addJointFrame(joint);
    if (bytes_.byte() % 4 != 0)
    {
      model_.addBodyFrame(name + "_link", joint);
    }
    if (bytes_.byte() % 4 != 0)
    {
      model_.appendBodyToJoint(joint, random_inertia(random_), pinocchio::SE3::Identity());
    }
    if (bytes_.byte() % 4 == 0)
    {
      model_.addBodyFrame(name + "_tool", joint, random_placement(random_));
    }
  }

  pinocchio::JointModel kind()
  {
    const int kind = bytes_.integer(0, 15);
    const pinocchio::JointIndex mimicked = any_joint();
    const bool can_mimic = mimicked > 0 && model_.joints[mimicked].nv() == 1 &&
                           model_.joints[mimicked].nq() == 1 &&
                           model_.joints[mimicked].shortname() != "JointModelMimic";
    if (kind == 15)
    {
      is_sound_ = false;
      return other_joint(bytes_);
    }
    if (kind == 14 && can_mimic)
    {
      const double ratio = 0.25 * (bytes_.integer(0, 16) - 8);
      is_sound_ = is_sound_ && ratio != 0.0;
      return pinocchio::JointModelMimic(
        pinocchio::JointModelRZ(), model_.joints[mimicked], ratio, 0.3);
    }
    return supported_joint(bytes_, random_);
  }

  double & figure(Eigen::VectorXd & figures)
  {
    static double none = 0.0;
    return figures.size() == 0 ? none : figures[bytes_.integer(0, 255) % figures.size()];
  }

  /// After parsing, as programs that identify or randomise a robot do.
  void change_something()
  {
    is_sound_ = false;
    const pinocchio::JointIndex joint = any_joint();
    const int axis = bytes_.integer(0, 2);
    switch (bytes_.integer(0, 9))
    {
      case 0:
        model_.inertias[joint].mass() = bytes_.number();
        break;
      case 1:
        model_.inertias[joint].lever()[axis] = bytes_.number();
        break;
      case 2:
        model_.inertias[joint].inertia().data()[bytes_.integer(0, 5)] = bytes_.number();
        break;
      case 3:
        model_.jointPlacements[joint].translation()[axis] = bytes_.number();
        break;
      case 4:
        model_.jointPlacements[joint].rotation()(axis, bytes_.integer(0, 2)) = bytes_.number();
        break;
      case 5:
        model_.gravity.toVector()[bytes_.integer(0, 5)] = bytes_.number();
        break;
      case 6:
        figure(model_.armature) = bytes_.number();
        break;
      case 7:
        figure(model_.lowerPositionLimit) = bytes_.number();
        break;
      case 8:
        figure(model_.damping) = bytes_.number();
        break;
      default:
        rename(joint);
    }
  }

  void rename(pinocchio::JointIndex joint)
  {
    const std::array<std::string, 6> names = {"",        "j1",         "universe",
                                              "j1_link", "two\nlines", std::string(300, 'n')};
    const std::string & name = names[static_cast<std::size_t>(bytes_.integer(0, 5))];
    if (bytes_.byte() % 2 == 0)
    {
      model_.names[joint] = name;
    }
    else
    {
      model_.frames[static_cast<std::size_t>(bytes_.byte()) % model_.frames.size()].name = name;
    }
  }

  Bytes & bytes_;
  Random random_;
  pinocchio::Model model_;
  bool is_sound_ = true;
};

/// Wherever both compute with numbers of a size that keeps digits.
void require_forces_of_rnea(const pinocchio::Model & model, const hod::Robot & robot)
{
  require(robot.dof() == model.nv, "another number of degrees of freedom");
  if (robot.dof() == 0)
  {
    return;
  }
  const RowMatrix motion = hod::reference::random_motion(1, 3, model.nv);
  pinocchio::Data data(model);
  const Eigen::VectorXd expected = pinocchio::rnea(
    model, data, configuration(model, motion), motion.row(1).transpose().eval(),
    motion.row(2).transpose().eval());
  hod::Workspace workspace(robot, 0);
  require(hod::forces(workspace, motion, 0) == hod::Result::ok, "no forces of a sound motion");
  double size = expected.cwiseAbs().maxCoeff();
  for (pinocchio::JointIndex joint = 0; joint < model.joints.size(); ++joint)
  {
    const auto & body = model.inertias[joint];
    const double reach = 1.0 + model.jointPlacements[joint].translation().norm();
    size += (1.0 + std::abs(body.mass())) * reach * reach * (1.0 + body.lever().squaredNorm()) *
              (1.0 + model.gravity.linear().norm()) +
            body.inertia().matrix().norm();
  }
  if (size < 1e100)
  {
    require(
      (workspace.force().row(0).transpose() - expected).cwiseAbs().maxCoeff() <=
        1e-10 * size * size,
      "other forces than Pinocchio's");
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t * data, std::size_t size)
{
  Bytes bytes(data, size);
  const ModelBuilder builder(bytes);
  const bool was_taken = hod::fuzz::taken([&] {
    const hod::Robot robot(hod::from_pinocchio(builder.model()));
    hod::fuzz::use(robot);
    require_forces_of_rnea(builder.model(), robot);
  });
  require(was_taken || !builder.is_sound(), "a sound model has been rejected");
  return 0;
}
