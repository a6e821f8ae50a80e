// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__EACH_STATE_HPP_
#define HOD__SRC__DYNAMICS__EACH_STATE_HPP_

#include <cstddef>
#include <string>

#include "hod/dynamics/forces/batch.hpp"
#include "hod/dynamics/workspace.hpp"
#include "hod/error.hpp"
#include "io/text.hpp"
#include "threads.hpp"

namespace hod::detail
{

/// Below this many states a thread costs more than it saves.
constexpr std::size_t kStatesPerThread = 512;

/// Runs a call for every state, with one workspace per thread: call(workspace, motion), then
/// store(workspace, index). Throws hod::Error for a state that the call rejects.
template <class Call, class Store>
void for_each_state(
  const Robot & robot, const States & states, int order, int threads, const Call & call,
  const Store & store)
{
  const auto part = [&](std::size_t first, std::size_t last) {
    Workspace workspace(robot, order);
    const auto size = static_cast<std::size_t>(states.rows) * static_cast<std::size_t>(robot.dof());
    for (std::size_t index = first; index < last; ++index)
    {
      Result result = Result::ok;
      if (robot.depends_on_time())
      {
        result = workspace.set_time(states.times[index]);
      }
      if (result == Result::ok && states.bases != nullptr)
      {
        result = workspace.set_base_motion(states.bases[index]);
      }
      if (result == Result::ok)
      {
        result = call(
          workspace, ConstRowMatrixMap(states.motion + index * size, states.rows, robot.dof()));
      }
      if (result != Result::ok)
      {
        throw Error(
          "state " + std::to_string(index) +
          (states.times == nullptr ? "" : " at " + shortest(states.times[index]) + " s") + ": " +
          to_text(result));
      }
      store(workspace, index);
    }
  };
  in_threads(states.count, kStatesPerThread, threads, part);
}

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__EACH_STATE_HPP_
