// SPDX-License-Identifier: Apache-2.0
// Preparations of every call that runs a pass.
#ifndef HOD__SRC__DYNAMICS__PASS_CALL_HPP_
#define HOD__SRC__DYNAMICS__PASS_CALL_HPP_

#include "kernel/instruction_sets.hpp"
#include "workspace_data.hpp"

namespace hod::detail
{

/// Whether there is a workspace, and a motion with at least this many rows that fits it.
Result check_motion(const WorkspaceData * data, const ConstRowMatrixRef & motion, int rows);

/// Same for forces up to an order, for which all loads must be known.
Result check_forces(const WorkspaceData * data, const ConstRowMatrixRef & motion, int order);

/// A pass that computes nothing yet, without loads.
PassArguments arguments_for(
  WorkspaceData & data, const ConstRowMatrixRef & motion, const BaseSeries & base);

void want_forces(PassArguments & arguments, RowMatrix & force, int order);
void want_loads(PassArguments & arguments, WorkspaceData & data);

/// Runs the pass with this many coefficients of forces.
inline void run(const PassArguments & arguments, int coefficients)
{
  passes().single[coefficients](arguments);
}

/// Friction and its scale, if there is any, added to `force`.
void want_friction(
  PassArguments & arguments, WorkspaceData & data, RowMatrix & force, double scale);

/// Adds the rotor term to the first order + 1 rows of `force`.
void add_rotors(
  const WorkspaceData & data, const ConstRowMatrixRef & motion, int order, double scale,
  RowMatrix & force);

/// A pass that computes the sum for forces() except the rotors, if the plan is
/// ForcesPlan::one_pass.
PassArguments sum_arguments(WorkspaceData & data, const ConstRowMatrixRef & motion, int order);

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__PASS_CALL_HPP_
