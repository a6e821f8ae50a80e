// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__ROBOT__ROBOT_HPP_
#define HOD__ROBOT__ROBOT_HPP_

#include <Eigen/Core>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hod/robot/body.hpp"
#include "hod/robot/description.hpp"

namespace hod
{

/// A checked tree of joints and bodies with everything that acts on it: payloads, loads, friction,
/// drives, limits, gravity and the motion of its base. Immutable after construction; copies share
/// one value, so any number of threads may use it. Everything that a computation changes is in a
/// Workspace.
///
/// Fixed joints are merged; mimic joints (including mimics of mimics) follow the column of their
/// master. Columns are ordered depth first from the root, with children in the order of the
/// description.
class Robot
{
public:
  /// Throws hod::Error for a description that is not a tree of supported joints, that refers to
  /// anything that does not exist, or that holds an impossible value.
  explicit Robot(RobotDescription description);

  /// Moving copies, so that no robot is ever without its value.
  Robot(const Robot &) = default;
  Robot & operator=(const Robot &) = default;
  ~Robot() = default;

  /// A copy with changes: `change` takes a RobotDescription &.
  template <class Change>
  Robot with(Change change) const
  {
    RobotDescription other = description();
    change(other);
    return Robot(std::move(other));
  }

  /// The same robot under another gravity [m/s²].
  Robot with_gravity(const Eigen::Vector3d & gravity) const;

  /// The same robot with a column of its own for every movable joint, in the order of joints():
  /// shows separately what mimic joints have to supply.
  Robot without_mimics() const;

  /// The description it was made from.
  const RobotDescription & description() const;

  const std::string & name() const;
  int dof() const { return static_cast<int>(joint_names().size()); }
  /// Names of the independent joints, in the order of the columns.
  const std::vector<std::string> & joint_names() const;

  const std::vector<Body> & bodies() const;
  /// Every movable joint, including mimic joints, in the order of the bodies that they move.
  const std::vector<Joint> & joints() const;
  /// The independent joint of a column.
  const Joint & joint_of(int column) const;
  const std::vector<LinkPlacement> & links() const;

  const Eigen::Vector3d & gravity() const { return description().gravity; }
  const BaseMotion & base() const { return description().base; }
  const std::vector<Payload> & payloads() const { return description().payloads; }
  const std::vector<Load> & loads() const { return description().loads; }
  /// Whether any joint's friction counts.
  bool has_friction() const;
  /// Whether any joint has a spring that counts.
  bool is_elastic() const { return description().is_elastic; }
  /// Whether anything depends on time beyond the motion: loads from tables.
  bool depends_on_time() const;

  /// Σ m² B over the joints of a column, where m are their multipliers: the reflected inertia of
  /// the rotors [kg m² or kg]. The rotor of the independent joint itself counts only if the robot
  /// is not elastic; in an elastic robot it belongs to the motor, whether or not there is a spring
  /// behind it.
  double rotor_inertia(int column) const;

  /// Column of an independent joint; -1 if there is none of that name.
  int dof_index(std::string_view joint) const;
  /// Index into links(); -1 if there is no link of that name.
  int link_index(std::string_view link) const;

  /// One sentence for everything that is suspicious but not an error (inertias that no body can
  /// have, limits of zero).
  const std::vector<std::string> & warnings() const;
  /// One sentence for everything that was given but does not count (joint friction of a URDF,
  /// springs of rigid drives). This affects forces only.
  const std::vector<std::string> & uncounted() const;

private:
  struct Data;
  struct Assembly;
  std::shared_ptr<const Data> data_;
};

}  // namespace hod

#endif  // HOD__ROBOT__ROBOT_HPP_
