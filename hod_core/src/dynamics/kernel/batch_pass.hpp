// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__BATCH_PASS_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__BATCH_PASS_HPP_

#include "batch_terms.hpp"

namespace hod::detail::HOD_KERNEL_NAMESPACE
{

constexpr long kCacheLine = 8;  ///< doubles

/// Prefetches the memory of the next states during work on these: a table of many states is in no
/// cache, and each state's rows are a separate stream. Forces are only written, but a cache line
/// must be loaded before part of it can be written.
HOD_INLINE void fetch_ahead(const BatchArguments & arguments, long first)
{
  const long last = first + HOD_LANES < arguments.states ? first + HOD_LANES : arguments.states;
  const double * motion_end = arguments.motion + last * arguments.motion_stride;
  for (const double * line = arguments.motion + first * arguments.motion_stride; line < motion_end;
       line += kCacheLine)
  {
    __builtin_prefetch(line);
  }
  if (arguments.force == nullptr)
  {
    return;
  }
  double * force_end = arguments.force + last * arguments.force_stride;
  for (double * line = arguments.force + first * arguments.force_stride; line < force_end;
       line += kCacheLine)
  {
    __builtin_prefetch(line, 1);
  }
}

template <int K>
HOD_INLINE void load_group(
  const BatchArguments & arguments, long first, const BatchScratch<K> & scratch)
{
  load_motion(arguments, first, scratch);
  fetch_ahead(arguments, first + HOD_LANES);
}

/// Forces with K coefficients of many states, HOD_LANES at a time: inertia and gravity of a robot
/// whose base is at rest.
template <int K>
void batch_pass(const BatchArguments & arguments)
{
  const BatchScratch<K> scratch = lay_out_scratch<K>(arguments);
  base_step(*arguments.base, scratch.motions[0]);
  for (long first = 0; first < arguments.states; first += HOD_LANES)
  {
    load_group(arguments, first, scratch);
    clear(K * arguments.dof, scratch.force);
    forward<K, false>(arguments, scratch);
    backward<K, false>(arguments, scratch, 1.0, scratch.force);
    store_rows<K>(arguments, first, scratch.force, arguments.force);
  }
}

/// Same with every term.
template <int K>
void batch_terms_pass(const BatchArguments & arguments)
{
  const BatchScratch<K> scratch = lay_out_scratch<K>(arguments);
  base_step(*arguments.base, scratch.motions[0]);
  base_upwards(arguments, scratch);
  for (long first = 0; first < arguments.states; first += HOD_LANES)
  {
    load_group(arguments, first, scratch);
    if (arguments.base_table.table != nullptr)
    {
      step_base_of_states(arguments, first, scratch);
    }
    if (arguments.apart)
    {
      compute_terms(arguments, first, scratch);
      store_terms(arguments, first, scratch);
    }
    else
    {
      sum_in_one_pass(arguments, first, scratch);
    }
    if (arguments.force != nullptr)
    {
      store_rows<K>(arguments, first, scratch.force, arguments.force);
    }
  }
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__BATCH_PASS_HPP_
