// SPDX-License-Identifier: Apache-2.0
#include "instruction_sets.hpp"

#include <cstdlib>
#include <string_view>
#include <vector>

namespace hod::detail
{
namespace
{

/// What this machine has, best last.
std::vector<const PassTable *> available_passes()
{
  std::vector<const PassTable *> available{&k_baseline_passes};
#if defined(__x86_64__)
  __builtin_cpu_init();
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (avx2) {
    available.push_back(&k_avx2_passes);
  }
  if (
    avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
    __builtin_cpu_supports("avx512vl")) {
    available.push_back(&k_avx512_passes);
  }
#endif
  return available;
}

const PassTable & choose()
{
  const auto available = available_passes();
  const char * wanted = std::getenv("HOD_INSTRUCTION_SET");
  for (const PassTable * table : available) {
    if (wanted != nullptr && std::string_view(wanted) == table->name) {
      return *table;
    }
  }
  return *available.back();
}

}  // namespace

const PassTable & passes()
{
  static const PassTable & table = choose();
  return table;
}

}  // namespace hod::detail
