// SPDX-License-Identifier: Apache-2.0
// What every call that runs a pass does before it.
#ifndef HOD__SRC__DYNAMICS__PASS_CALL_HPP_
#define HOD__SRC__DYNAMICS__PASS_CALL_HPP_

#include "hod/dynamics/forces.hpp"
#include "kernel/instruction_sets.hpp"
#include "workspace_data.hpp"

namespace hod::detail
{

/// Whether a workspace fits a model, and a motion of at least so many rows fits both.
Result check_motion(
  const Model & model, const Workspace & workspace, const ConstRowMatrixRef & motion, int rows);

/// The same for forces up to an order.
Result check_forces(
  const Model & model, const Workspace & workspace, const ConstRowMatrixRef & motion, int order);

/// A pass that computes nothing yet, without loads.
PassArguments arguments_for(
  WorkspaceData & data, const ConstRowMatrixRef & motion, const BaseSeries & base);

/// Whether α times the forces with gravity β/α and loads λ/α are the sum wanted, and what presses
/// on the bearings then is what really does.
bool one_pass_suffices(const WorkspaceData & data);

void want_forces(PassArguments & arguments, RowMatrix & force, int order);
void want_loads(PassArguments & arguments, WorkspaceData & data);

/// Runs the pass with so many coefficients of forces.
inline void run(const PassArguments & arguments, int coefficients)
{
  passes().single[coefficients](arguments);
}

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__PASS_CALL_HPP_
