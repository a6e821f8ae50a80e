// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__BENCHMARK__CASES_HPP_
#define HOD__BENCHMARK__CASES_HPP_

#include <functional>
#include <string>
#include <vector>

namespace hod::speed
{

/// Something to be timed. `prepare` allocates, checks the numbers (throws std::runtime_error if a
/// peer's are not HOD's) and returns the step to repeat.
struct Case
{
  std::string name;  ///< "<row of the speed table>/<robot>/hod" or ".../<peer>"
  double states;     ///< states computed by one step
  std::function<std::function<void()>()> prepare;
};

/// All cases of a robot ("chain_7", "tree_30" or a URDF file).
std::vector<Case> cases_of(const std::string & robot);

}  // namespace hod::speed

#endif  // HOD__BENCHMARK__CASES_HPP_
