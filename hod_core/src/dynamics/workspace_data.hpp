// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__WORKSPACE_DATA_HPP_
#define HOD__SRC__DYNAMICS__WORKSPACE_DATA_HPP_

#include <Eigen/Core>
#include <vector>

#include "aligned_doubles.hpp"
#include "friction_data.hpp"
#include "hod/dynamics/workspace.hpp"
#include "kernel/kernel_model.hpp"
#include "kernel/pass_arguments.hpp"
#include "load_data.hpp"

namespace hod::detail
{

/// What the passes need of a workspace.
struct WorkspaceData
{
  WorkspaceData(const Model & model, int max_order);

  /// After a change of gravity, base_motion or scales.
  void update_base();

  /// After a change of a body's own mass or of what its links carry.
  void update_mass(int body);

  /// Of a body with its payloads, in the body's frame.
  MassProperties total_mass(int body) const;

  KernelModel kernel;
  int dof;
  int max_order;
  Eigen::Vector3d gravity;  ///< in the world's axes
  BaseMotion base_motion;
  BaseSeries base{};
  BaseSeries weightless_base{};
  BaseSeries scaled_base{};  ///< gravity over inertia as the scales have them
  TermScales scales;
  std::vector<MassProperties> body_masses;  ///< without payloads
  std::vector<MassProperties> payloads;     ///< of every link, in the link's frame
  LoadData loads;
  FrictionData friction;
  Eigen::RowVectorXd rotor_inertia;  ///< N² J of every column; empty if there are no rotors
  AlignedDoubles scratch;
  AlignedDoubles angles;
  AlignedDoubles zero_rotation;  ///< cosines, then sines, padded
  int padded_bodies;
};

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__WORKSPACE_DATA_HPP_
