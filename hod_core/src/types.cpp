// SPDX-License-Identifier: Apache-2.0
#include "hod/types.hpp"

namespace hod::detail
{

template <int alignment, bool by_malloc, bool has_debug_containers>
const int MemoryLayout<alignment, by_malloc, has_debug_containers>::
  compile_with_the_same_march_sanitizer_and_GLIBCXX_DEBUG_as_hod_core = 0;

template struct MemoryLayout<
  EIGEN_DEFAULT_ALIGN_BYTES, EIGEN_MALLOC_ALREADY_ALIGNED, kHasDebugContainers>;

}  // namespace hod::detail
