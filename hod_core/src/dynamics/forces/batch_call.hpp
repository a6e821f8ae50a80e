// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__FORCES__BATCH_CALL_HPP_
#define HOD__SRC__DYNAMICS__FORCES__BATCH_CALL_HPP_

#include "dynamics/workspace_data.hpp"
#include "hod/dynamics/forces/batch.hpp"

namespace hod::detail
{

/// forces() or force_terms() of many states in SIMD lanes, with all settings of a workspace. The
/// states have been checked.
struct BatchCall
{
  const WorkspaceData & data;
  States states;
  int order;
  double * force;                    ///< null if it is not wanted
  double * terms[kBatchTerms] = {};  ///< in the order of TermScales; null where not wanted

  void run(int threads) const;
};

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__FORCES__BATCH_CALL_HPP_
