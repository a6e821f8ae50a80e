// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__WORKSPACE_DATA_HPP_
#define HOD__SRC__DYNAMICS__WORKSPACE_DATA_HPP_

#include <Eigen/Core>
#include <vector>

#include "aligned_doubles.hpp"
#include "forces/friction_data.hpp"
#include "forces/load_data.hpp"
#include "hod/dynamics/workspace.hpp"
#include "kernel/kernel_model.hpp"
#include "kernel/pass_arguments.hpp"

namespace hod::detail
{

/// How forces() computes its result, decided when the scales are set.
enum class ForcesPlan
{
  one_pass,   ///< one pass gives the sum
  each_term,  ///< every term separately, then the sum
};

/// Every term separately.
struct TermTables
{
  RowMatrix inertia, gravity, load, friction, rotor;
};

/// Data that the passes read from a workspace, and memory that they write.
struct WorkspaceData
{
  WorkspaceData(const Robot & given, int order);

  /// After a change of gravity, base_motion or scales.
  void update_base();

  /// After a change of a body's own mass or of what its links carry.
  void update_mass(int body);

  /// Mass properties of a body including its payloads, in the body's frame.
  MassProperties total_mass(int body) const;

  /// Whether the robot's loads are known: time-dependent ones need a time.
  bool knows_loads() const { return !robot.depends_on_time() || has_time; }

  Robot robot;
  KernelModel kernel;
  int dof;
  int max_order;
  Eigen::Vector3d gravity;  ///< in the world's axes
  BaseMotion base_motion;
  BaseSeries base{};
  BaseSeries weightless_base{};
  BaseSeries scaled_base{};  ///< with gravity over inertia according to the scales
  TermScales scales;
  ForcesPlan plan = ForcesPlan::one_pass;
  bool has_time = false;
  std::vector<MassProperties> body_masses;  ///< without payloads
  std::vector<MassProperties> payloads;     ///< of every link, in the link's frame
  LoadData loads;
  FrictionData friction;
  Eigen::RowVectorXd rotor_inertia;  ///< see Robot::rotor_inertia
  bool has_rotors = false;
  AlignedDoubles scratch;
  AlignedDoubles angles;
  AlignedDoubles zero_rotation;  ///< cosines, then sines, padded
  int padded_bodies;

  RowMatrix force;
  RowMatrix reaction;
  RowMatrix energy;
  RowMatrix energy_derivative;
  TermTables terms;
  int force_rows = 0;  ///< rows of `force` that the last call wrote; likewise the others
  int term_rows = 0;
  int reaction_rows = 0;
  int energy_columns = 0;
  int energy_derivatives = 0;
};

/// Access to a workspace's data for the calls of this room.
struct WorkspaceAccess
{
  static WorkspaceData * data(const Workspace & workspace) { return workspace.data_.get(); }
};

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__WORKSPACE_DATA_HPP_
