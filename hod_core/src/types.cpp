// SPDX-License-Identifier: Apache-2.0
#include "hod/types.hpp"

namespace hod::detail
{

template <int alignment, bool by_malloc>
const int
  EigenAllocation<alignment, by_malloc>::compile_with_the_same_march_and_sanitizer_as_hod_core = 0;

template struct EigenAllocation<EIGEN_DEFAULT_ALIGN_BYTES, EIGEN_MALLOC_ALREADY_ALIGNED>;

}  // namespace hod::detail
