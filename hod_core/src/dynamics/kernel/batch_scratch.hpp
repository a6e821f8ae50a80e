// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__BATCH_SCRATCH_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__BATCH_SCRATCH_HPP_

#include "batch_forward.hpp"
#include "pass_arguments.hpp"

namespace hod::detail::HOD_KERNEL_NAMESPACE
{

/// A joint's position and the Taylor coefficients of its velocity.
template <int K>
struct JointLanes
{
  Lane position;
  Lane rate[K + 1];
};

/// Scratch of one group of HOD_LANES states.
template <int K>
struct BatchScratch
{
  BatchWrench<K> * wrenches;
  BatchMotion<K> * motions;  ///< of the base, and of bodies whose motion is asked for again later
  Lane * motion;             ///< K + 2 rows of dof
  Lane * force;              ///< K rows of dof
};

/// `count` doubles of each of HOD_LANES states to lanes, in squares as far as they go.
HOD_INLINE void gather(const double * const (&states)[HOD_LANES], int count, Lane * lanes)
{
  int item = 0;
  for (; item + HOD_LANES <= count; item += HOD_LANES)
  {
    Lane square[HOD_LANES];
#pragma GCC unroll 8
    for (int lane = 0; lane < HOD_LANES; ++lane)
    {
      square[lane] = load_lanes(states[lane] + item);
    }
    transpose(square);
#pragma GCC unroll 8
    for (int lane = 0; lane < HOD_LANES; ++lane)
    {
      lanes[item + lane] = square[lane];
    }
  }
  for (; item < count; ++item)
  {
#pragma GCC unroll 8
    for (int lane = 0; lane < HOD_LANES; ++lane)
    {
      lanes[item][lane] = states[lane][item];
    }
  }
}

/// The way back.
HOD_INLINE void scatter(const Lane * lanes, int count, double * const (&states)[HOD_LANES])
{
  int item = 0;
  for (; item + HOD_LANES <= count; item += HOD_LANES)
  {
    Lane square[HOD_LANES];
#pragma GCC unroll 8
    for (int lane = 0; lane < HOD_LANES; ++lane)
    {
      square[lane] = lanes[item + lane];
    }
    transpose(square);
#pragma GCC unroll 8
    for (int lane = 0; lane < HOD_LANES; ++lane)
    {
      store_lanes(states[lane] + item, square[lane]);
    }
  }
  for (; item < count; ++item)
  {
#pragma GCC unroll 8
    for (int lane = 0; lane < HOD_LANES; ++lane)
    {
      states[lane][item] = lanes[item][lane];
    }
  }
}

/// State of a lane. The last group may be short: its last state stands in for the missing ones,
/// which then compute and write the same as it does.
HOD_INLINE long state_of_lane(const BatchArguments & arguments, long first, int lane)
{
  return first + lane < arguments.states ? first + lane : arguments.states - 1;
}

template <int K>
HOD_INLINE void load_motion(
  const BatchArguments & arguments, long first, const BatchScratch<K> & scratch)
{
  const double * states[HOD_LANES];
  for (int lane = 0; lane < HOD_LANES; ++lane)
  {
    states[lane] =
      arguments.motion + state_of_lane(arguments, first, lane) * arguments.motion_stride;
  }
  gather(states, (K + 2) * arguments.dof, scratch.motion);
}

template <int K>
HOD_INLINE void store_force(
  const BatchArguments & arguments, long first, const BatchScratch<K> & scratch)
{
  double * states[HOD_LANES];
  for (int lane = 0; lane < HOD_LANES; ++lane)
  {
    states[lane] = arguments.force + state_of_lane(arguments, first, lane) * arguments.force_stride;
  }
  scatter(scratch.force, K * arguments.dof, states);
}

/// The joint of a body, from the column of the motion that drives it.
template <int K>
HOD_INLINE void body_joint(
  const BatchLink & link, const BatchArguments & arguments, const BatchScratch<K> & scratch,
  JointLanes<K> & joint)
{
  const Lane * column = scratch.motion + link.dof;
  joint.position = link.multiplier * column[0] + link.offset;
  double factor = link.multiplier;
#pragma GCC unroll 8
  for (int k = 0; k <= K; ++k)
  {
    factor *= k > 1 ? 1.0 / k : 1.0;
    joint.rate[k] = factor * column[(k + 1) * arguments.dof];
  }
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__BATCH_SCRATCH_HPP_
