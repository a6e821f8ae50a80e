// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__BATCH_CALL_HPP_
#define HOD__SRC__DYNAMICS__BATCH_CALL_HPP_

#include <vector>

#include "kernel/batch_model.hpp"
#include "kernel/pass_arguments.hpp"
#include "workspace_data.hpp"

namespace hod::detail
{

/// Motions of many states and where their forces go; see batch_forces().
struct BatchStates
{
  const double * motion;
  std::size_t count;
  int rows;
  int order;
  double * force;
};

/// Wrenches of a load that differ from state to state: states × rows × 6 doubles, rows as in
/// Load::wrench.
struct WrenchTable
{
  const double * values;
  int rows;
};

/// What is not the same in all states, and terms that are wanted in rows of their own.
struct BatchTables
{
  const BaseMotion * bases = nullptr;  ///< one per state
  std::vector<WrenchTable> wrenches;   ///< one per load, or none
  /// Rows as `force` has them, in the order of TermScales; null where not wanted.
  double * terms[kBatchTerms] = {};
};

/// driving_forces() of many states, for all that a workspace was told of.
void batch_driving_forces(
  const WorkspaceData & data, const BatchStates & states, const BatchTables & tables, int threads);

/// Throws hod::Error for an order or a number of rows that does not fit.
void check(const BatchStates & states);

/// Runs the pass on as many threads as there is work for; `with_terms` picks the one that reads
/// more of the arguments than links, base and motion.
void run_batch(
  BatchArguments arguments, const BatchStates & states, bool with_terms, int threads);

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__BATCH_CALL_HPP_
