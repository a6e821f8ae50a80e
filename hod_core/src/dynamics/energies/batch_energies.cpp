// SPDX-License-Identifier: Apache-2.0
#include "hod/dynamics/energies/batch_energies.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "dynamics/each_state.hpp"
#include "dynamics/workspace_data.hpp"
#include "hod/dynamics/energies/energies.hpp"
#include "hod/error.hpp"

namespace hod
{
namespace
{

/// Energies of all bodies from the last call, one column each; row a (max_order + 1) + p is DᵃE⁽ᵖ⁾.
RowMatrix by_body(const Workspace & workspace, const EnergyRequest & request)
{
  const StridedRowMatrixMap energy = workspace.energy();
  const StridedRowMatrixMap rates = workspace.energy_derivative();
  const Eigen::Index orders = energy.cols();
  RowMatrix result((request.derivatives + 1) * orders, energy.rows());
  result.topRows(orders) = energy.transpose();
  for (int a = 1; a <= request.derivatives; ++a)
  {
    result.middleRows(a * orders, orders) =
      rates.middleRows((a - 1) * energy.rows(), energy.rows()).transpose();
  }
  return result;
}

/// Energies of single links. The pass computes those of bodies, which may be several links joined,
/// so it runs as many times as the largest number of links on a body, each time with the mass of
/// one of them on every body.
class LinkEnergies
{
public:
  LinkEnergies(const Robot & robot, const EnergyRequest & request)
  : request_(request), robot_(robot), masses_(carried_masses(robot))
  {
    std::vector<std::size_t> links_of_body(robot.bodies().size(), 0);
    for (std::size_t link = 0; link < robot.links().size(); ++link)
    {
      const auto turn = links_of_body[static_cast<std::size_t>(robot.links()[link].body)]++;
      while (turns_.size() <= turn)
      {
        // The first link of a body is the one below its joint, which has the rotor.
        workspaces_.emplace_back(
          bare(robot, turns_.empty()), std::max(request.max_order + request.derivatives, 0));
        turns_.emplace_back();
      }
      turns_[turn].push_back(link);
    }
    for (std::size_t turn = 0; turn < turns_.size(); ++turn)
    {
      load(turn);
    }
  }

  Result set_base_motion(const BaseMotion & motion)
  {
    for (Workspace & workspace : workspaces_)
    {
      if (const Result outcome = workspace.set_base_motion(motion); outcome != Result::ok)
      {
        return outcome;
      }
    }
    return Result::ok;
  }

  /// Column of a link: its index.
  Result evaluate(const ConstRowMatrixRef & motion, RowMatrixRef result)
  {
    for (std::size_t turn = 0; turn < turns_.size(); ++turn)
    {
      const Result outcome =
        energies(workspaces_[turn], motion, request_.max_order, request_.derivatives);
      if (outcome != Result::ok)
      {
        return outcome;
      }
      const RowMatrix energy = by_body(workspaces_[turn], request_);
      for (const std::size_t link : turns_[turn])
      {
        result.col(static_cast<Eigen::Index>(link)) = energy.col(robot_.links()[link].body);
      }
    }
    return Result::ok;
  }

private:
  /// Every link's mass with what it carries, in the link's frame.
  static std::vector<MassProperties> carried_masses(const Robot & robot)
  {
    std::vector<MassProperties> masses;
    for (const LinkPlacement & link : robot.links())
    {
      masses.push_back(link.mass);
    }
    for (const Payload & payload : robot.payloads())
    {
      auto & mass = masses[static_cast<std::size_t>(robot.link_index(payload.link))];
      mass = mass + payload.mass;
    }
    return masses;
  }

  static Robot bare(const Robot & robot, bool with_rotors)
  {
    return robot.with([with_rotors](RobotDescription & description) {
      description.payloads.clear();
      description.loads.clear();
      for (LinkDescription & link : description.links)
      {
        link.mass = {};
      }
      for (JointDescription & joint : description.joints)
      {
        joint.drive.motor_inertia *= with_rotors ? 1.0 : 0.0;
      }
    });
  }

  /// Puts the masses of this turn's links on their bodies; impossible ones, which a URDF may
  /// contain, stay unchanged.
  void load(std::size_t turn)
  {
    for (const std::size_t link : turns_[turn])
    {
      const LinkPlacement & place = robot_.links()[link];
      detail::WorkspaceData & data = *detail::WorkspaceAccess::data(workspaces_[turn]);
      data.body_masses[static_cast<std::size_t>(place.body)] =
        transformed(masses_[link], place.pose);
      data.update_mass(place.body);
    }
  }

  EnergyRequest request_;
  const Robot & robot_;
  std::vector<MassProperties> masses_;
  std::vector<std::vector<std::size_t>> turns_;
  std::vector<Workspace> workspaces_;
};

}  // namespace

void EnergyRequest::check(const States & states) const
{
  if (max_order < 0 || max_order > kMaxOrder)
  {
    throw Error(
      "max_order: found " + std::to_string(max_order) + ", expected 0 to " +
      std::to_string(kMaxOrder));
  }
  if (derivatives < 0 || derivatives > kMaxOrder - max_order)
  {
    throw Error(
      "derivatives: found " + std::to_string(derivatives) + ", expected 0 to " +
      std::to_string(kMaxOrder - max_order) + " of energies up to order " +
      std::to_string(max_order));
  }
  const int together = max_order + derivatives;
  if (states.rows < together + 2)
  {
    throw Error(
      "motion: found " + std::to_string(states.rows) + " rows, expected " +
      std::to_string(together + 2) + " (q and its derivatives up to order " +
      std::to_string(together + 1) + ") for energies up to order " + std::to_string(max_order) +
      (derivatives > 0 ? " with " + std::to_string(derivatives) + " derivatives" : ""));
  }
}

void batch_energies(
  const Robot & robot, const States & states, const EnergyRequest & request, double * energy,
  int threads)
{
  request.check(states);
  const auto rows = static_cast<Eigen::Index>(request.max_order + 1) * (request.derivatives + 1);
  const auto columns = request.per_link ? static_cast<Eigen::Index>(robot.links().size()) : 1;
  const auto part = [&](std::size_t first, std::size_t last) {
    std::optional<LinkEnergies> links;
    std::optional<Workspace> whole;
    request.per_link
      ? static_cast<void>(links.emplace(robot, request))
      : static_cast<void>(whole.emplace(robot, request.max_order + request.derivatives));
    for (std::size_t index = first; index < last; ++index)
    {
      const Eigen::Index size = static_cast<Eigen::Index>(states.rows) * robot.dof();
      const ConstRowMatrixMap motion(
        states.motion + static_cast<Eigen::Index>(index) * size, states.rows, robot.dof());
      Eigen::Map<RowMatrix> result(
        energy + static_cast<Eigen::Index>(index) * rows * columns, rows, columns);
      Result outcome = Result::ok;
      if (states.bases != nullptr)
      {
        const BaseMotion & base = states.bases[index];
        outcome = links ? links->set_base_motion(base) : whole->set_base_motion(base);
      }
      if (outcome == Result::ok && links)
      {
        outcome = links->evaluate(motion, result);
      }
      else if (outcome == Result::ok)
      {
        outcome = energies(*whole, motion, request.max_order, request.derivatives);
        result.col(0) = by_body(*whole, request).rowwise().sum();
      }
      if (outcome != Result::ok)
      {
        throw Error("state " + std::to_string(index) + ": " + to_text(outcome));
      }
    }
  };
  detail::in_threads(states.count, detail::kStatesPerThread, threads, part);
}

}  // namespace hod
