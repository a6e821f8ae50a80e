// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__INSTRUCTION_SETS_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__INSTRUCTION_SETS_HPP_

#include "pass_arguments.hpp"

namespace hod::detail
{

extern const PassTable
  k_baseline_passes;  ///< SSE2, NEON: available on every machine of the architecture
extern const PassTable k_avx2_passes;    ///< AVX2 and FMA
extern const PassTable k_avx512_passes;  ///< AVX-512 F, DQ, VL

/// The best one available on this machine, at most the one named by the environment variable
/// HOD_INSTRUCTION_SET if it is set: avx512, avx2 or baseline. Chosen at the first call, which
/// throws hod::Error for any other name; workspaces and batches therefore make that call at
/// construction.
const PassTable & passes();

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__KERNEL__INSTRUCTION_SETS_HPP_
