// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/forces_computer.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>
#include <utility>

#include "hod/dynamics/energies/energies.hpp"
#include "hod/dynamics/forces/forces.hpp"
#include "hod/error.hpp"
#include "hod_ros/mass_messages.hpp"
#include "hod_ros/motion_messages.hpp"

namespace hod_ros
{
namespace
{

using hod_msgs::msg::LinkMassDistribution;
using hod_msgs::msg::MassDistribution;

void require_ok(hod::Result result, int order, const hod::RowMatrix & motion)
{
  if (result != hod::Result::ok)
  {
    throw hod::Error(
      "order " + std::to_string(order) + " cannot be computed from " +
      std::to_string(motion.rows()) + " × " + std::to_string(motion.cols()) +
      " numbers, expected a lower order");
  }
}

std::vector<double> flat(const hod::RowMatrix & table)
{
  std::vector<double> values(static_cast<std::size_t>(table.size()));
  flatten(table, values);
  return values;
}

/// The entry of this link; throws if there is none.
template <typename Links>
auto & entry_of(Links & links, const std::string & name, std::string Links::value_type::* key)
{
  const auto found =
    std::find_if(links.begin(), links.end(), [&](const auto & link) { return link.*key == name; });
  if (found == links.end())
  {
    throw hod::Error("link '" + name + "': the robot has no such link");
  }
  return *found;
}

}  // namespace

ForcesComputer::ForcesComputer(
  hod::RobotDescription description, const Eigen::Vector3d & gravity, int order, int energy_order)
: description_(std::move(description)),
  robot_(description_, gravity),
  order_(order),
  energy_order_(energy_order),
  workspace_(robot_, std::max(order, energy_order - 1))
{
  for (const auto & link : description_.links)
  {
    links_.push_back(link_message(link.name, link.mass));
  }
}

Eigen::Index ForcesComputer::rows() const
{
  return std::max(order_ + 3, energy_order_ + 2);
}

hod_msgs::msg::HigherOrderForces ForcesComputer::forces(const hod::RowMatrix & motion, int order)
{
  const auto start = std::chrono::steady_clock::now();
  require_ok(hod::inertia_forces(workspace_, motion, order), order, motion);
  const hod::RowMatrix inertia = workspace_.force().topRows(order + 1);
  require_ok(hod::forces(workspace_, motion, order), order, motion);
  const hod::RowMatrix whole = workspace_.force().topRows(order + 1);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;

  hod_msgs::msg::HigherOrderForces message;
  message.joint_names = robot_.joint_names();
  message.order = static_cast<std::uint8_t>(order);
  message.values = flat(whole);
  message.terms.resize(2);
  message.terms[0].name = "inertia";
  message.terms[0].values = flat(inertia);
  message.terms[1].name = "gravity";
  message.terms[1].values = flat(whole - inertia);
  message.compute_time = elapsed.count();
  return message;
}

hod_msgs::msg::AccelerationEnergies ForcesComputer::energies(const hod::RowMatrix & motion)
{
  require_ok(hod::energies(workspace_, motion, energy_order_), energy_order_, motion);
  const int orders = energy_order_ + 1;
  const hod::RowMatrix moving = workspace_.energy().block(1, 0, workspace_.energy().rows() - 1, orders);
  const Eigen::RowVectorXd totals = workspace_.energy().leftCols(orders).colwise().sum();

  hod_msgs::msg::AccelerationEnergies message;
  for (int order = 0; order < orders; ++order)
  {
    message.orders.push_back(static_cast<std::uint8_t>(order));
  }
  message.totals.assign(totals.data(), totals.data() + totals.size());
  message.per_link = flat(moving);
  for (int body = 1; body < static_cast<int>(robot_.bodies().size()); ++body)
  {
    const auto first = std::find_if(
      robot_.links().begin(), robot_.links().end(),
      [body](const hod::LinkPlacement & link) { return link.body == body; });
    message.link_names.push_back(first->name);
  }
  return message;
}

MassDistribution ForcesComputer::mass_distribution() const
{
  MassDistribution message;
  message.robot = robot_.name();
  message.links = links_;
  return message;
}

void ForcesComputer::set(const MassDistribution & request)
{
  hod::RobotDescription description = description_;
  std::vector<LinkMassDistribution> links = links_;
  for (const LinkMassDistribution & link : request.links)
  {
    const hod::MassProperties mass = mass_of(link);
    entry_of(description.links, link.link, &hod::LinkDescription::name).mass = mass;
    LinkMassDistribution & entry = entry_of(links, link.link, &LinkMassDistribution::link);
    entry = link_message(link.link, mass);
    entry.bodies = link.bodies;
  }
  hod::Robot robot(description, robot_.gravity());
  workspace_ = hod::Workspace(robot, workspace_.max_order());
  robot_ = std::move(robot);
  description_ = std::move(description);
  links_ = std::move(links);
}

}  // namespace hod_ros
