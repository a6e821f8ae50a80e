// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__BATCH_SCRATCH_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__BATCH_SCRATCH_HPP_

#include "batch_arguments.hpp"
#include "batch_forward.hpp"

namespace hod::detail::HOD_KERNEL_NAMESPACE
{

/// A joint's position and the Taylor coefficients of its velocity.
template <int K>
struct JointLanes
{
  Lane position;
  Lane rate[K + 1];
};

/// The force across a joint's axis.
template <int K>
struct PressureLanes
{
  Lane x[K], y[K];
};

/// Data specific to the state of each lane.
struct StateLanes
{
  Lane base[9 + 6 * kMaxCoefficients];  ///< see BatchBase::table
  Lane world_turn[3][3];                ///< world's axes to the base's kernel axes
};

/// Rows of a load's wrench during the transformation to the axes of its body; one in the world's
/// axes is rotated from body to body along the path.
struct LoadLanes
{
  Lane wrench[6 * kLoadRows];  ///< Taylor coefficients, see BatchLoad::table
  long steps;                  ///< completed steps of the path
  char padding[sizeof(Lane) - sizeof(long)];
};

/// Scratch of one group of HOD_LANES states.
template <int K>
struct BatchScratch
{
  BatchWrench<K> * wrenches;
  BatchMotion<K> * motions;  ///< of the base, and of bodies whose motion is needed again later
  Lane * motion;             ///< K + 2 rows of dof
  Lane * force;              ///< K rows of dof
  // For the pass with terms:
  Lane * terms;               ///< K rows of dof for each
  VectorSeries<K> * upwards;  ///< minus gravity in the axes of every body
  VectorSeries<K> * moments;  ///< mass · centre of mass of every body with its descendants
  StateLanes * own;
  LoadLanes * loads;
  PressureLanes<K> * pressure;  ///< of every entry of the friction
};

/// Layout of the given memory.
template <int K>
HOD_INLINE BatchScratch<K> lay_out_scratch(const BatchArguments & arguments)
{
  BatchScratch<K> scratch{};
  scratch.wrenches = reinterpret_cast<BatchWrench<K> *>(arguments.scratch);
  scratch.motions = reinterpret_cast<BatchMotion<K> *>(scratch.wrenches + arguments.bodies);
  scratch.motion = reinterpret_cast<Lane *>(scratch.motions + arguments.bodies);
  scratch.force = scratch.motion + (K + 2) * arguments.dof;
  scratch.terms = scratch.force + K * arguments.dof;
  scratch.upwards =
    reinterpret_cast<VectorSeries<K> *>(scratch.terms + kBatchTerms * K * arguments.dof);
  scratch.moments = scratch.upwards + arguments.bodies;
  scratch.own = reinterpret_cast<StateLanes *>(scratch.moments + arguments.bodies);
  scratch.loads = reinterpret_cast<LoadLanes *>(scratch.own + 1);
  scratch.pressure = reinterpret_cast<PressureLanes<K> *>(scratch.loads + arguments.load_count);
  static_assert(
    sizeof(BatchMotion<K>) + sizeof(BatchWrench<K>) == (23 * K + 5) * sizeof(Lane) &&
      sizeof(StateLanes) == kBatchStateLanes * sizeof(Lane) &&
      sizeof(LoadLanes) == kBatchLoadLanes * sizeof(Lane),
    "batch_scratch_doubles() counts otherwise");
  return scratch;
}

/// `count` doubles of each of HOD_LANES states to lanes, transposed in squares as far as possible.
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

/// The inverse of gather().
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

/// State of a lane. The last group may be incomplete: its last state stands in for the missing
/// ones, whose lanes compute and write the same values.
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

/// Rows of forces or of a term to where the states have them.
template <int K>
HOD_INLINE void store_rows(
  const BatchArguments & arguments, long first, const Lane * rows, double * target)
{
  double * states[HOD_LANES];
  for (int lane = 0; lane < HOD_LANES; ++lane)
  {
    states[lane] = target + state_of_lane(arguments, first, lane) * arguments.force_stride;
  }
  scatter(rows, K * arguments.dof, states);
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
