// SPDX-License-Identifier: Apache-2.0
#define HOD_KERNEL_NAMESPACE avx512
#define HOD_LANES 8
#include "instruction_sets.hpp"
#include "pass_instances.hpp"

namespace hod::detail
{

extern const PassTable k_avx512_passes = avx512::make_table("avx512");

}  // namespace hod::detail
