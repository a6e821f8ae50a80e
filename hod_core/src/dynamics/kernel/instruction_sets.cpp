// SPDX-License-Identifier: Apache-2.0
#include "instruction_sets.hpp"

#include <cstdlib>
#include <string>
#include <string_view>

#include "hod/error.hpp"

namespace hod::detail
{
namespace
{

constexpr const char * kVariable = "HOD_INSTRUCTION_SET";

/// The instruction set requested in the environment; empty if there is none.
std::string_view wanted_name()
{
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing here changes the environment
  const char * name = std::getenv(kVariable);
  const std::string_view wanted = name == nullptr ? "" : name;
  for (const std::string_view known : {"", "baseline", "avx2", "avx512"})
  {
    if (wanted == known)
    {
      return wanted;
    }
  }
  throw Error(
    std::string(kVariable) + ": found '" + std::string(wanted) +
    "', expected one of baseline, avx2 and avx512");
}

const PassTable & choose()
{
  [[maybe_unused]] const std::string_view wanted = wanted_name();  // checked everywhere
#if defined(HOD_HAS_VECTOR_PASSES)
  __builtin_cpu_init();
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") &&
                      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  if (avx512 && (wanted.empty() || wanted == "avx512"))
  {
    return k_avx512_passes;
  }
  if (avx2 && wanted != "baseline")
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
