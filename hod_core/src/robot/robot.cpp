// SPDX-License-Identifier: Apache-2.0
#include "hod/robot/robot.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "checks.hpp"
#include "hod/error.hpp"
#include "mimic.hpp"
#include "tree.hpp"

namespace hod
{

using detail::moves;

struct Robot::Data
{
  RobotDescription description;
  std::vector<std::string> joint_names;
  std::vector<int> joint_of_column;  ///< index into `joints`
  std::vector<Body> bodies;
  std::vector<Joint> joints;
  std::vector<LinkPlacement> links;
  std::vector<double> rotor_inertia;  ///< per column
  std::vector<std::string> warnings;
  std::vector<std::string> uncounted;
  /// Columns and links by name; the names are owned by `joint_names` and `links`.
  std::unordered_map<std::string_view, int> column_of, place_of;
};

namespace
{

int found_in(const std::unordered_map<std::string_view, int> & places, std::string_view name)
{
  const auto found = places.find(name);
  return found == places.end() ? -1 : found->second;
}

}  // namespace

/// Assembles a robot link by link, parents first.
struct Robot::Assembly
{
  explicit Assembly(RobotDescription source)
  : data(std::make_shared<Data>()), place_of_link(source.links.size(), -1)
  {
    data->description = std::move(source);
    detail::check(description());
    tree = detail::make_tree(description());
    for (const auto & joint : description().joints)
    {
      table.emplace(joint.name, &joint);
    }
    data->warnings = detail::suspicions(description());
    data->uncounted = detail::uncounted(description());
  }

  const RobotDescription & description() const { return data->description; }

  std::shared_ptr<const Data> assemble()
  {
    data->bodies.emplace_back();
    place_link(tree.root, 0, Pose{});
    for (const int joint : tree.joints)
    {
      hang(static_cast<std::size_t>(joint));
    }
    index_names();
    find_columns_of_mimics();
    mount_payloads();
    add_rotors();
    return data;
  }

  /// Adds a link of the description, including its mass, to a body.
  void place_link(int link, int body, const Pose & pose)
  {
    const auto & source = description().links[static_cast<std::size_t>(link)];
    place_of_link[static_cast<std::size_t>(link)] = static_cast<int>(data->links.size());
    data->links.push_back({source.name, body, pose, source.mass});
    auto & mass = data->bodies[static_cast<std::size_t>(body)].mass;
    mass = mass + transformed(source.mass, pose);
  }

  /// Attaches a joint and the link below it to the existing part.
  void hang(std::size_t index)
  {
    const auto & joint = description().joints[index];
    const auto parent_link = static_cast<std::size_t>(tree.parent_link[index]);
    const LinkPlacement parent = data->links[static_cast<std::size_t>(place_of_link[parent_link])];
    if (!moves(joint))
    {
      place_link(tree.child_link[index], parent.body, parent.pose * joint.origin);
      return;
    }
    add_joint(joint);
    Body body;
    body.joint = joint.name;
    body.parent = parent.body;
    body.prismatic = data->joints.back().prismatic;
    body.multiplier = data->joints.back().multiplier;
    body.offset = data->joints.back().offset;
    body.dof = data->joints.back().dof;
    body.placement = parent.pose * joint.origin;
    // First by its largest component: the square of a very long or short one is no number.
    body.axis = (joint.axis / joint.axis.cwiseAbs().maxCoeff()).normalized();
    data->bodies.push_back(std::move(body));
    place_link(tree.child_link[index], static_cast<int>(data->bodies.size()) - 1, Pose{});
  }

  void add_joint(const JointDescription & source)
  {
    const detail::Master & master = masters.of(source);
    Joint joint;
    joint.name = source.name;
    joint.prismatic = source.type == JointType::prismatic;
    joint.continuous = source.type == JointType::continuous;
    joint.is_mimic = source.mimic.has_value();
    joint.multiplier = master.multiplier;
    joint.offset = master.offset;
    joint.limits = detail::without_placeholders(source.limits);
    joint.friction = source.friction;
    joint.drive = source.drive;
    if (!joint.is_mimic)
    {
      joint.dof = static_cast<int>(data->joint_names.size());
      data->joint_names.push_back(source.name);
      data->joint_of_column.push_back(static_cast<int>(data->joints.size()));
    }
    data->joints.push_back(std::move(joint));
  }

  /// Called when everything is in place.
  void index_names()
  {
    for (const std::string & name : data->joint_names)
    {
      data->column_of.emplace(name, static_cast<int>(data->column_of.size()));
    }
    for (const LinkPlacement & link : data->links)
    {
      data->place_of.emplace(link.name, static_cast<int>(data->place_of.size()));
    }
  }

  /// A mimic may come before its master in the walk, so their columns are looked up at the end.
  void find_columns_of_mimics()
  {
    for (std::size_t index = 0; index < data->joints.size(); ++index)
    {
      Joint & joint = data->joints[index];
      if (joint.is_mimic)
      {
        joint.dof = data->column_of.at(masters.of(*table.at(joint.name)).joint);
        data->bodies[index + 1].dof = joint.dof;
      }
    }
  }

  void mount_payloads()
  {
    for (const Payload & payload : description().payloads)
    {
      const auto place = static_cast<std::size_t>(data->place_of.at(payload.link));
      const LinkPlacement & link = data->links[place];
      auto & mass = data->bodies[static_cast<std::size_t>(link.body)].mass;
      mass = mass + transformed(payload.mass, link.pose);
    }
  }

  void add_rotors()
  {
    data->rotor_inertia.assign(data->joint_names.size(), 0.0);
    for (const Joint & joint : data->joints)
    {
      const bool behind_spring = description().is_elastic && !joint.is_mimic;
      const double square = joint.multiplier * joint.multiplier;
      data->rotor_inertia[static_cast<std::size_t>(joint.dof)] +=
        behind_spring ? 0.0 : square * joint.drive.inertia();
    }
  }

  std::shared_ptr<Data> data;
  detail::Tree tree;
  detail::JointTable table;
  detail::Masters masters{description(), table};
  std::vector<int> place_of_link;  ///< index into the robot's links, per link of the description
};

Robot::Robot(RobotDescription description) : data_(Assembly(std::move(description)).assemble()) {}

Robot Robot::with_gravity(const Eigen::Vector3d & gravity) const
{
  return with([&gravity](RobotDescription & description) { description.gravity = gravity; });
}

Robot Robot::without_mimics() const
{
  return with([](RobotDescription & description) {
    for (JointDescription & joint : description.joints)
    {
      joint.mimic.reset();
    }
  });
}

const RobotDescription & Robot::description() const
{
  return data_->description;
}

const std::string & Robot::name() const
{
  return data_->description.name;
}

const std::vector<std::string> & Robot::joint_names() const
{
  return data_->joint_names;
}

const std::vector<Body> & Robot::bodies() const
{
  return data_->bodies;
}

const std::vector<Joint> & Robot::joints() const
{
  return data_->joints;
}

const Joint & Robot::joint_of(int column) const
{
  const int index = data_->joint_of_column[static_cast<std::size_t>(column)];
  return data_->joints[static_cast<std::size_t>(index)];
}

const std::vector<LinkPlacement> & Robot::links() const
{
  return data_->links;
}

bool Robot::has_friction() const
{
  const auto & joints = data_->joints;
  return description().has_friction &&
         std::any_of(
           joints.begin(), joints.end(), [](const Joint & joint) { return joint.friction.any(); });
}

bool Robot::depends_on_time() const
{
  return std::any_of(
    loads().begin(), loads().end(), [](const Load & load) { return load.changes(); });
}

double Robot::rotor_inertia(int column) const
{
  return data_->rotor_inertia[static_cast<std::size_t>(column)];
}

int Robot::dof_index(std::string_view joint) const
{
  return found_in(data_->column_of, joint);
}

int Robot::link_index(std::string_view link) const
{
  return found_in(data_->place_of, link);
}

const std::vector<std::string> & Robot::warnings() const
{
  return data_->warnings;
}

const std::vector<std::string> & Robot::uncounted() const
{
  return data_->uncounted;
}

}  // namespace hod
