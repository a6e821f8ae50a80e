// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__INSTRUCTION_SETS_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__INSTRUCTION_SETS_HPP_

#include "pass_arguments.hpp"

namespace hod::detail
{

extern const PassTable k_baseline_passes;  ///< SSE2, NEON: what every machine of its kind has
extern const PassTable k_avx2_passes;      ///< AVX2 and FMA
extern const PassTable k_avx512_passes;    ///< AVX-512 F, DQ, VL

/// The best of them that this machine has, at most the one that the environment variable
/// HOD_INSTRUCTION_SET names if it is set: avx512, avx2 or baseline. Chosen at the first call,
/// which throws hod::Error for any other name; so workspaces and batches make it when they are
/// made.
const PassTable & passes();

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__KERNEL__INSTRUCTION_SETS_HPP_
