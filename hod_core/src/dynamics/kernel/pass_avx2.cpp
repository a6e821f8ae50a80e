// SPDX-License-Identifier: Apache-2.0
#define HOD_KERNEL_NAMESPACE avx2
#define HOD_LANES 4
#include "instruction_sets.hpp"
#include "pass_instances.hpp"

namespace hod::detail
{

extern const PassTable k_avx2_passes = avx2::make_table("avx2");

}  // namespace hod::detail
