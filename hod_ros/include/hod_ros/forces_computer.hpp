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

/// Forces and energies of one robot as messages, and the mass distribution they come from.
class ForcesComputer
{
public:
  /// @param order highest derivative of the forces that will be asked for
  /// @param energy_order highest order of the energies
  ForcesComputer(const hod::Robot & robot, int order, int energy_order);

  const hod::Robot & robot() const { return robot_; }
  /// For other computations with all that acts on the robot now.
  hod::Workspace & workspace() { return workspace_; }

  /// Rows q, q', … that a motion must have for forces() of this order and for energies().
  Eigen::Index rows() const;

  /// Q … Q⁽ⁿ⁾ with every term that the robot has; header left empty.
  hod_msgs::msg::HigherOrderForces forces(const hod::RowMatrix & motion, int order);

  /// Orders 0 … energy_order of the robot and of its moving bodies, each named by its first link;
  /// header left empty.
  hod_msgs::msg::AccelerationEnergies energies(const hod::RowMatrix & motion);

  /// Every link of the robot; header left empty.
  hod_msgs::msg::MassDistribution mass_distribution() const;

  /// Changes the links that are named; all of them or, with a hod::Error, none.
  void set(const hod_msgs::msg::MassDistribution & request);

  /// What acts on the robot from now on. Throws hod::Error for what it refuses.
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
