// SPDX-License-Identifier: Apache-2.0
// ctest runs the numerical tests once for every instruction set; this says whether it got it.
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "comparison.hpp"
#include "dynamics/kernel/instruction_sets.hpp"
#include "hod/error.hpp"
#include "random_robot.hpp"

namespace hod::detail
{
namespace
{

bool machine_has(const std::string & name)
{
#if defined(HOD_HAS_VECTOR_PASSES)
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

/// The forces that a process of its own finds with one instruction set.
std::vector<double> forces_with(
  const std::string & set, const Robot & robot, const RowMatrix & motion)
{
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  std::vector<double> found(static_cast<std::size_t>(robot.dof()) * (kMaxOrder + 1));
  const std::size_t size = found.size() * sizeof(double);
  const pid_t child = fork();
  if (child == 0)
  {
    setenv("HOD_INSTRUCTION_SET", set.c_str(), 1);
    Workspace workspace(robot, kMaxOrder);
    const bool done = forces(workspace, motion, kMaxOrder) == Result::ok;
    const bool told = write(ends[1], workspace.force().data(), size) == static_cast<ssize_t>(size);
    _exit(done && told ? 0 : 1);
  }
  int status = 0;
  EXPECT_EQ(read(ends[0], found.data(), size), static_cast<ssize_t>(size));
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0) << set;
  close(ends[0]);
  close(ends[1]);
  return found;
}

// Where a set is missing the machine's next best stands in for it, and there is nothing to see.
void expect_the_same(const Robot & robot)
{
  const RowMatrix motion = reference::random_motion(8, kMaxOrder + 3, robot.dof());
  const auto expected = forces_with("baseline", robot, motion);
  const Eigen::Map<const RowMatrix> baseline(expected.data(), kMaxOrder + 1, robot.dof());
  for (const char * set : {"avx2", "avx512"})
  {
    const auto numbers = forces_with(set, robot, motion);
    const Eigen::Map<const RowMatrix> found(numbers.data(), kMaxOrder + 1, robot.dof());
    for (Eigen::Index k = 0; k <= kMaxOrder; ++k)
    {
      EXPECT_LE(reference::relative_error(found.row(k), baseline.row(k)), 1e-14)
        << set << ", " << robot.dof() << " joints, derivative " << k;
    }
  }
}

RobotDescription robot_of(std::uint64_t seed, int joints)
{
  return reference::random_robot(seed, {joints, 0.2, 0.2, 0.1, 0.1, 0.0, false});
}

Robot robot_with_friction(std::uint64_t seed, int joints, double bearing)
{
  RobotDescription robot = robot_of(seed, joints);
  robot.has_friction = true;
  for (JointDescription & joint : robot.joints)
  {
    joint.friction.viscous = 0.3;
    joint.friction.coulomb = 0.2;
    joint.friction.stribeck = 0.1;
    joint.friction.bearing_coefficient = bearing;
    joint.friction.bearing_radius = 0.1;
  }
  return Robot(robot);
}

TEST(InstructionSets, GiveTheSame)
{
  for (const int joints : {1, 7, 30})
  {
    expect_the_same(Robot(robot_of(7, joints)));
  }
}

TEST(InstructionSets, GiveTheSameWithFriction)
{
  for (const int joints : {1, 7, 30})
  {
    for (std::uint64_t seed = 1; seed <= 20; ++seed)
    {
      expect_the_same(robot_with_friction(seed, joints, 0.0));
      expect_the_same(robot_with_friction(seed, joints, 0.002));
    }
  }
}

// Chosen at the first call, so in a process of its own: forked, as an emulated program cannot be
// started again by its name.
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
  EXPECT_EXIT(
    ask_for("AVX2"), testing::ExitedWithCode(0),
    "HOD_INSTRUCTION_SET: found 'AVX2', expected one of baseline, avx2 and avx512");
}

}  // namespace
}  // namespace hod::detail
