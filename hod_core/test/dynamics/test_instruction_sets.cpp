// SPDX-License-Identifier: Apache-2.0
// ctest runs the numerical tests once for every instruction set; this says whether it got it.
#include <gmock/gmock.h>

#include <cstdlib>
#include <iostream>
#include <string>

#include "dynamics/kernel/instruction_sets.hpp"
#include "hod/error.hpp"

namespace hod::detail
{
namespace
{

bool machine_has(const std::string & name)
{
#if defined(__x86_64__)
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (name == "avx2")
  {
    return avx2;
  }
  if (name == "avx512")
  {
    return avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
  }
#endif
  return name == "baseline";
}

TEST(InstructionSets, TheOneAskedForIsUsed)
{
  const char * wanted = std::getenv("HOD_INSTRUCTION_SET");
  if (wanted == nullptr)
  {
    GTEST_SKIP() << "HOD_INSTRUCTION_SET is not set";
  }
  if (!machine_has(wanted))
  {
    GTEST_SKIP() << "this machine has no " << wanted;
  }
  EXPECT_EQ(std::string(passes().name), wanted);
}

// Chosen at the first call, so in a process of its own.
void ask_for(const char * name)
{
  setenv("HOD_INSTRUCTION_SET", name, 1);
  try
  {
    passes();
    std::cerr << "nothing thrown";
    std::exit(1);
  }
  catch (const Error & error)
  {
    std::cerr << error.what();
    std::exit(0);
  }
}

TEST(InstructionSetsDeathTest, UnknownNamesAreRefused)
{
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(
    ask_for("AVX2"), testing::ExitedWithCode(0),
    "HOD_INSTRUCTION_SET: found 'AVX2', expected one of baseline, avx2 and avx512");
}

}  // namespace
}  // namespace hod::detail
