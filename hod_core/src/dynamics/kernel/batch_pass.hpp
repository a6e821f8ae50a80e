// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__BATCH_PASS_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__BATCH_PASS_HPP_

#include "batch_backward.hpp"
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
  BatchState<K> * bodies;
  Lane * motion;  ///< K + 2 rows of dof
  Lane * force;   ///< K rows of dof
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

template <int K>
HOD_INLINE void start_rotation(
  const BatchLink & link, const JointLanes<K> & joint, BatchState<K> & state)
{
  Lane sine, cosine;
  sin_cos(joint.position, sine, cosine);
  state.cosine[0] = cosine * link.cos_theta - sine * link.sin_theta;
  state.sine[0] = sine * link.cos_theta + cosine * link.sin_theta;
  continue_rotation<Lane, K + 1>(joint.rate, state.cosine, state.sine);
}

template <int K>
HOD_INLINE void forward(const BatchArguments & arguments, const BatchScratch<K> & scratch)
{
  for (int body = 1; body < arguments.bodies; ++body)
  {
    const BatchLink & link = arguments.links[body];
    BatchState<K> & state = scratch.bodies[body];
    const BatchState<K> & parent = scratch.bodies[link.parent];
    JointLanes<K> joint;
    body_joint(link, arguments, scratch, joint);
    if (!link.prismatic)
    {
      start_rotation(link, joint, state);
    }
    if (link.from_rest && !link.prismatic)
    {
      first_step(link, parent, joint.rate, state);
    }
    else
    {
      forward_step(link, parent, joint.position, joint.rate, state);
    }
    if (link.parent == 0 && !link.whole)
    {
      own_moment_about_axis(link, state);
      clear_other_components(state);
      continue;
    }
    own_wrench(link, state);
    if (link.whole)
    {
      add_mass_on_axis(link, state);
    }
  }
}

template <int K>
HOD_INLINE void backward(const BatchArguments & arguments, const BatchScratch<K> & scratch)
{
  for (int body = arguments.bodies - 1; body > 0; --body)
  {
    const BatchLink & link = arguments.links[body];
    const BatchState<K> & state = scratch.bodies[body];
    const Lane * value = link.prismatic ? state.force.z : state.moment.z;
    double factor = link.multiplier;
#pragma GCC unroll 8
    for (int k = 0; k < K; ++k)
    {
      factor *= k > 1 ? k : 1;
      scratch.force[k * arguments.dof + link.dof] += factor * value[k];
    }
    if (link.parent > 0)
    {
      JointLanes<K> joint;
      if (link.prismatic)
      {
        body_joint(link, arguments, scratch, joint);
      }
      backward_step(link, joint.position, joint.rate, state, scratch.bodies[link.parent]);
    }
  }
}

/// A base at rest, pushed upwards by gravity.
template <int K>
HOD_INLINE void base_step(const BatchArguments & arguments, BatchState<K> & state)
{
  const double * a = arguments.proper_acceleration;
  const Lane zero = {};
  for (int k = 0; k <= K; ++k)
  {
    state.angular_velocity.x[k] = state.angular_velocity.y[k] = state.angular_velocity.z[k] = zero;
  }
  for (int k = 0; k < K; ++k)
  {
    state.acceleration.x[k] = k == 0 ? zero + a[0] : zero;
    state.acceleration.y[k] = k == 0 ? zero + a[1] : zero;
    state.acceleration.z[k] = k == 0 ? zero + a[2] : zero;
  }
  square_angular_velocity(state);
}

/// Forces with K coefficients of many states, HOD_LANES at a time.
template <int K>
void batch_pass(const BatchArguments & arguments)
{
  static_assert(sizeof(BatchState<K>) <= kBatchDoubles * sizeof(double), "scratch too small");
  static_assert(
    (2 * K + 2) * sizeof(Lane) <= kBatchMotionDoubles * sizeof(double), "scratch too small");
  BatchScratch<K> scratch{};
  scratch.bodies = reinterpret_cast<BatchState<K> *>(arguments.scratch);
  scratch.motion = reinterpret_cast<Lane *>(scratch.bodies + arguments.bodies);
  scratch.force = scratch.motion + (K + 2) * arguments.dof;
  base_step(arguments, scratch.bodies[0]);
  for (long first = 0; first < arguments.states; first += HOD_LANES)
  {
    load_motion(arguments, first, scratch);
    for (int item = 0; item < K * arguments.dof; ++item)
    {
      scratch.force[item] = Lane{};
    }
    forward(arguments, scratch);
    backward(arguments, scratch);
    store_force(arguments, first, scratch);
  }
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__BATCH_PASS_HPP_
