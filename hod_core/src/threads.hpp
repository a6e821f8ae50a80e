// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__THREADS_HPP_
#define HOD__SRC__DYNAMICS__THREADS_HPP_

#include <algorithm>
#include <cstddef>
#include <exception>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "hod/error.hpp"

namespace hod::detail
{

/// Calls work(first, last) for parts of 0 … count, each in its own thread, and rethrows the first
/// exception. `smallest` is the size of a part for which a thread pays off, `wanted` the largest
/// number of threads, 0: one per core; throws hod::Error for fewer.
template <class Work>
void in_threads(std::size_t count, std::size_t smallest, int wanted, const Work & work)
{
  if (wanted < 0)
  {
    throw Error(
      "threads: found " + std::to_string(wanted) + ", expected 0, one per core, or how many");
  }
  const std::size_t most = wanted > 0 ? static_cast<std::size_t>(wanted)
                                      : std::max(1U, std::thread::hardware_concurrency());
  const std::size_t parts = std::clamp<std::size_t>(count / smallest, 1, most);
  std::vector<std::exception_ptr> failures(parts);
  const auto part = [&](std::size_t index) {
    try
    {
      work(count * index / parts, count * (index + 1) / parts);
    }
    catch (...)
    {
      failures[index] = std::current_exception();
    }
  };
  std::vector<std::thread> workers;
  workers.reserve(parts - 1);
  for (std::size_t index = 1; index < parts; ++index)
  {
    try
    {
      workers.emplace_back(part, index);
    }
    catch (const std::system_error &)
    {
      part(index);  // no more threads available: this one does the work then
    }
  }
  part(0);
  for (auto & worker : workers)
  {
    worker.join();
  }
  for (const auto & failure : failures)
  {
    if (failure)
    {
      std::rethrow_exception(failure);
    }
  }
}

}  // namespace hod::detail

#endif  // HOD__SRC__DYNAMICS__THREADS_HPP_
