// SPDX-License-Identifier: Apache-2.0
#include "instruction_sets.hpp"

#include <cstdlib>
#include <string_view>

namespace hod::detail
{
namespace
{

bool wanted(const PassTable & table)
{
  const char * name = std::getenv("HOD_INSTRUCTION_SET");
  return name == nullptr || std::string_view(name) == table.name;
}

const PassTable & choose()
{
#if defined(__x86_64__)
  __builtin_cpu_init();
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") &&
                      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  if (avx512 && wanted(k_avx512_passes))
  {
    return k_avx512_passes;
  }
  if (avx2 && (wanted(k_avx2_passes) || wanted(k_avx512_passes)))
  {
    return k_avx2_passes;
  }
#endif
  return k_baseline_passes;
}

}  // namespace

const PassTable & passes()
{
  static const PassTable & table = choose();
  return table;
}

}  // namespace hod::detail
