// SPDX-License-Identifier: Apache-2.0
#define HOD_KERNEL_NAMESPACE baseline
#define HOD_LANES 2
#include "instruction_sets.hpp"
#include "pass_instances.hpp"

namespace hod::detail
{

extern const PassTable k_baseline_passes = baseline::make_table("baseline");

}  // namespace hod::detail
