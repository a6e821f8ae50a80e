// SPDX-License-Identifier: Apache-2.0
#ifndef HOD_ROS__FORCES_COMPUTER_HPP_
#define HOD_ROS__FORCES_COMPUTER_HPP_

#include <hod_msgs/msg/acceleration_energies.hpp>
#include <hod_msgs/msg/higher_order_forces.hpp>
#include <hod_msgs/msg/mass_distribution.hpp>
#include <vector>

#include "hod/dynamics/workspace.hpp"
#include "hod/robot/robot.hpp"
#include "hod/types.hpp"
#include "hod_ros/live_inputs.hpp"
#include "hod_ros/named_terms.hpp"

namespace hod_ros
{

/// Computes forces and energies of one robot as messages, and holds the mass distribution behind
/// them.
class ForcesComputer
{
public:
  /// @param order highest derivative of the forces that will be requested
  /// @param energy_order highest order of the energies
  ForcesComputer(const hod::Robot & robot, int order, int energy_order);

  const hod::Robot & robot() const { return robot_; }
  /// For other computations with everything that currently acts on the robot.
  hod::Workspace & workspace() { return workspace_; }

  /// Number of rows q, q', … that a motion must have for forces() of this order and for energies().
  Eigen::Index rows() const;

  /// Q … Q⁽ⁿ⁾ with every term that the robot has; the header is left empty.
  hod_msgs::msg::HigherOrderForces forces(const hod::RowMatrix & motion, int order);

  /// Orders 0 … energy_order of the robot and of its moving bodies, each named after its first
  /// link; the header is left empty.
  hod_msgs::msg::AccelerationEnergies energies(const hod::RowMatrix & motion);

  /// Every link of the robot; the header is left empty.
  hod_msgs::msg::MassDistribution mass_distribution() const;

  /// Changes the named links: all of them or, if it throws hod::Error, none.
  void set(const hod_msgs::msg::MassDistribution & request);

  /// Sets what acts on the robot. Throws hod::Error for inputs that are rejected.
  void set(const LiveInputs & inputs);

private:
  hod::Workspace made(const hod::Robot & robot) const;

  hod::Robot robot_;
  int order_;
  int energy_order_;
  LiveInputs inputs_;
  hod::Workspace workspace_;
  std::vector<NamedTerm> terms_;
  std::vector<hod_msgs::msg::LinkMassDistribution> links_;
};

}  // namespace hod_ros

#endif  // HOD_ROS__FORCES_COMPUTER_HPP_
