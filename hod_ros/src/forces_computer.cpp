// SPDX-License-Identifier: Apache-2.0
#include "hod_ros/forces_computer.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <set>
#include <string>
#include <utility>

#include "hod/dynamics/energies/energies.hpp"
#include "hod/dynamics/forces/forces.hpp"
#include "hod/error.hpp"
#include "hod_ros/messages.hpp"

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
      std::string(hod::to_text(result)) + ": order " + std::to_string(order) +
      " cannot be computed from " + std::to_string(motion.rows()) + " × " +
      std::to_string(motion.cols()) + " numbers, expected a lower order");
  }
}

/// What a finite motion, payload or wrench may still be too large for.
void require_finite(const hod::ConstRowMatrixRef & results, const char * what)
{
  if (!results.allFinite())
  {
    throw hod::Error(
      std::string(what) + " are beyond a double's range, expected a smaller motion, mass or load");
  }
}

void apply(const LiveInputs & inputs, hod::Workspace & workspace)
{
  const hod::Result result = inputs.apply(workspace);
  if (result != hod::Result::ok)
  {
    throw hod::Error(
      std::string(hod::to_text(result)) + ", expected what can act on robot '" +
      workspace.robot().name() + "'");
  }
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

ForcesComputer::ForcesComputer(const hod::Robot & robot, int order, int energy_order)
: robot_(robot),
  order_(order),
  energy_order_(energy_order),
  workspace_(robot_, std::max({1, order, energy_order - 1})),  // 1: for the momentum observer
  terms_(named_terms(robot_))
{
  for (const auto & link : robot_.description().links)
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
  require_ok(hod::force_terms(workspace_, motion, order), order, motion);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  require_finite(workspace_.force(), "the forces");

  hod_msgs::msg::HigherOrderForces message;
  message.joint_names = robot_.joint_names();
  message.order = static_cast<std::uint8_t>(order);
  message.values = flat(workspace_.force());
  const hod::TermRows rows = workspace_.terms();
  for (const NamedTerm & term : terms_)
  {
    message.terms.emplace_back();
    message.terms.back().name = term.name;
    message.terms.back().values = flat(rows.*term.rows);
  }
  message.compute_time = elapsed.count();
  return message;
}

hod_msgs::msg::AccelerationEnergies ForcesComputer::energies(const hod::RowMatrix & motion)
{
  require_ok(hod::energies(workspace_, motion, energy_order_), energy_order_, motion);
  require_finite(workspace_.energy(), "the energies");
  const int orders = energy_order_ + 1;
  const hod::RowMatrix moving =
    workspace_.energy().block(1, 0, workspace_.energy().rows() - 1, orders);
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
  hod::RobotDescription description = robot_.description();
  std::vector<LinkMassDistribution> links = links_;
  std::set<std::string> given;
  for (const LinkMassDistribution & link : request.links)
  {
    if (!given.insert(link.link).second)
    {
      throw hod::Error("link '" + link.link + "': comes twice, expected once");
    }
    const hod::MassProperties mass = mass_of(link);
    entry_of(description.links, link.link, &hod::LinkDescription::name).mass = mass;
    LinkMassDistribution & entry = entry_of(links, link.link, &LinkMassDistribution::link);
    entry = link_message(link.link, mass);
    entry.bodies = link.bodies;
  }
  const hod::Robot robot(std::move(description));
  workspace_ = made(robot);
  robot_ = robot;
  links_ = std::move(links);
}

void ForcesComputer::set(const LiveInputs & inputs)
{
  apply(inputs, workspace_);
  inputs_ = inputs;
}

/// A workspace for another robot of the same links, with all that acts on this one.
hod::Workspace ForcesComputer::made(const hod::Robot & robot) const
{
  hod::Workspace workspace(robot, workspace_.max_order());
  apply(inputs_, workspace);
  return workspace;
}

}  // namespace hod_ros
