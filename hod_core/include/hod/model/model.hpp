// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__MODEL__MODEL_HPP_
#define HOD__MODEL__MODEL_HPP_

#include <Eigen/Core>
#include <string>
#include <string_view>
#include <vector>

#include "hod/model/body.hpp"
#include "hod/model/description.hpp"

namespace hod
{

/// One column of a joint motion: an independent joint, as the description gave it.
struct Dof
{
  std::string name;
  bool prismatic = false;
  JointLimits limits;
  double damping = 0.0;   ///< [N m s/rad or N s/m]
  double friction = 0.0;  ///< [N m or N]
};

/// A checked tree of joints and bodies. Const after construction, so any number of threads may
/// share it; everything a computation changes is in a Workspace.
///
/// Fixed joints are merged, mimic joints (also of mimics) follow their master's column. Columns
/// run depth first from the root, children in the order of the description.
class Model
{
public:
  static constexpr double kStandardGravity = 9.81;

  /// Throws hod::Error for a description that is no tree of supported joints.
  /// @param gravity acceleration of free fall in the root link's frame [m/s²]
  explicit Model(
    const ModelDescription & description,
    const Eigen::Vector3d & gravity = {0.0, 0.0, -kStandardGravity});

  /// The same robot under another gravity [m/s²].
  Model with_gravity(const Eigen::Vector3d & gravity) const;

  const std::string & name() const { return name_; }
  int dof() const { return static_cast<int>(dofs_.size()); }
  const std::vector<Dof> & dofs() const { return dofs_; }
  const std::vector<std::string> & joint_names() const { return joint_names_; }
  const Eigen::Vector3d & gravity() const { return gravity_; }

  const std::vector<Body> & bodies() const { return bodies_; }
  const std::vector<LinkPlacement> & links() const { return links_; }

  /// Column of an independent joint; -1 if the model has none of that name.
  int dof_index(std::string_view joint) const;
  /// Index into links(); -1 if the model has none of that name.
  int link_index(std::string_view link) const;

  /// What is suspicious but not wrong (inertias no body can have), one sentence each.
  const std::vector<std::string> & warnings() const { return warnings_; }

private:
  struct Assembly;

  std::string name_;
  Eigen::Vector3d gravity_;
  std::vector<Dof> dofs_;
  std::vector<std::string> joint_names_;
  std::vector<Body> bodies_;
  std::vector<LinkPlacement> links_;
  std::vector<std::string> warnings_;
};

}  // namespace hod

#endif  // HOD__MODEL__MODEL_HPP_
