// SPDX-License-Identifier: Apache-2.0
// hod_speed ROBOT [Google Benchmark's options]   times the cases of a robot
// hod_speed ROBOT --list                          names them
// hod_speed ROBOT --describe                      prints the robot as JSON
// hod_speed ROBOT --repeat CASE COUNT             runs one case so often, in hod_counted_steps()
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>

#include "cases.hpp"
#include "robots.hpp"

/// The steps alone, under a name that callgrind's --toggle-collect can be given.
extern "C" __attribute__((noinline)) void hod_counted_steps(
  const std::function<void()> & step, long count)
{
  for (long i = 0; i < count; ++i)
  {
    step();
  }
}

namespace
{

using hod::speed::Case;

void time_case(benchmark::State & state, const Case & item)
{
  std::function<void()> step;
  try
  {
    step = item.prepare();
  }
  catch (const std::exception & error)
  {
    state.SkipWithError(error.what());
    return;
  }
  for (auto _ : state)
  {
    step();
    benchmark::ClobberMemory();
  }
  state.counters["states"] = item.states;
}

int list(const std::string & robot)
{
  for (const Case & item : hod::speed::cases_of(robot))
  {
    std::cout << item.name << '\n';
  }
  return 0;
}

int repeat(const std::string & robot, const std::string & name, long count)
{
  for (const Case & item : hod::speed::cases_of(robot))
  {
    if (item.name == name)
    {
      const auto step = item.prepare();
      step();
      hod_counted_steps(step, count);
      return 0;
    }
  }
  std::cerr << "hod_speed: no case '" << name << "', expected one that --list names\n";
  return 2;
}

int time_all(const std::string & robot, int argc, char ** argv)
{
  for (const Case & item : hod::speed::cases_of(robot))
  {
    // Processor time of the whole process: neither other programs nor worker threads hide in it.
    benchmark::RegisterBenchmark(
      item.name.c_str(), [item](benchmark::State & state) { time_case(state, item); })
      ->MeasureProcessCPUTime()
      ->Unit(benchmark::kNanosecond);
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

}  // namespace

int main(int argc, char ** argv)
{
  const std::string robot = argc > 1 ? argv[1] : "";
  const std::string action = argc > 2 ? argv[2] : "";
  if (robot.empty() || robot[0] == '-')
  {
    std::cerr << "usage: hod_speed ROBOT [--list | --describe | --repeat CASE COUNT | OPTIONS]\n";
    return 2;
  }
  try
  {
    if (action == "--list")
    {
      return list(robot);
    }
    if (action == "--describe")
    {
      std::cout << hod::speed::to_json(hod::speed::make_robot(robot));
      return 0;
    }
    if (action == "--repeat" && argc == 5)
    {
      return repeat(robot, argv[3], std::atol(argv[4]));
    }
    argv[1] = argv[0];
    return time_all(robot, argc - 1, argv + 1);
  }
  catch (const std::exception & error)
  {
    std::cerr << "hod_speed: " << error.what() << '\n';
    return 1;
  }
}
