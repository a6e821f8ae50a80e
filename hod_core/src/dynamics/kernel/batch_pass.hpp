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
  JointLanes<K> * joints;  ///< per column of the motion
  Lane * force;            ///< K × dof
};

template <int K>
HOD_INLINE void load_motion(
  const BatchArguments & arguments, long first, const BatchScratch<K> & scratch)
{
  const double * states[HOD_LANES];
  for (int lane = 0; lane < HOD_LANES; ++lane) {
    // The last group may be short: its last state stands in for the missing ones.
    const long state = first + lane < arguments.states ? first + lane : arguments.states - 1;
    states[lane] = arguments.motion + state * arguments.motion_stride;
  }
  double factor = 1.0;
  for (int row = 0; row <= K + 1; ++row) {
    factor /= row > 2 ? row - 1 : 1;
    for (int column = 0; column < arguments.dof; ++column) {
      const long offset = static_cast<long>(row) * arguments.dof + column;
      Lane value;
#pragma GCC unroll 8
      for (int lane = 0; lane < HOD_LANES; ++lane) {
        value[lane] = states[lane][offset];
      }
      JointLanes<K> & joint = scratch.joints[column];
      (row == 0 ? joint.position : joint.rate[row - 1]) = value * factor;
    }
  }
}

template <int K>
HOD_INLINE void store_force(
  const BatchArguments & arguments, long first, const BatchScratch<K> & scratch)
{
  for (int lane = 0; lane < HOD_LANES && first + lane < arguments.states; ++lane) {
    double * force = arguments.force + (first + lane) * arguments.force_stride;
    for (int item = 0; item < K * arguments.dof; ++item) {
      force[item] = scratch.force[item][lane];
    }
  }
}

/// The joint of a body, which may be a multiple of its column.
template <int K>
HOD_INLINE void body_joint(
  const BatchLink & link, const JointLanes<K> & column, JointLanes<K> & joint)
{
  joint.position = link.multiplier * column.position + link.offset;
#pragma GCC unroll 8
  for (int k = 0; k <= K; ++k) {
    joint.rate[k] = link.multiplier * column.rate[k];
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
  for (int body = 1; body < arguments.bodies; ++body) {
    const BatchLink & link = arguments.links[body];
    BatchState<K> & state = scratch.bodies[body];
    const BatchState<K> & parent = scratch.bodies[link.parent];
    JointLanes<K> joint;
    body_joint(link, scratch.joints[link.dof], joint);
    if (!link.prismatic) {
      start_rotation(link, joint, state);
    }
    if (link.from_rest && !link.prismatic) {
      first_step(link, parent, joint.rate, state);
    } else {
      forward_step(link, parent, joint.position, joint.rate, state);
    }
    own_wrench(link, state);
    if (link.whole) {
      add_mass_on_axis(link, state);
    }
  }
}

template <int K>
HOD_INLINE void backward(const BatchArguments & arguments, const BatchScratch<K> & scratch)
{
  for (int body = arguments.bodies - 1; body > 0; --body) {
    const BatchLink & link = arguments.links[body];
    const BatchState<K> & state = scratch.bodies[body];
    const Lane * value = link.prismatic ? state.force.z : state.moment.z;
    double factor = link.multiplier;
#pragma GCC unroll 8
    for (int k = 0; k < K; ++k) {
      factor *= k > 1 ? k : 1;
      scratch.force[k * arguments.dof + link.dof] += factor * value[k];
    }
    if (link.parent > 0) {
      JointLanes<K> joint;
      if (link.prismatic) {
        body_joint(link, scratch.joints[link.dof], joint);
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
  for (int k = 0; k <= K; ++k) {
    state.angular_velocity.x[k] = state.angular_velocity.y[k] = state.angular_velocity.z[k] = zero;
  }
  for (int k = 0; k < K; ++k) {
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
    sizeof(JointLanes<K>) + K * sizeof(Lane) <= kBatchMotionDoubles * sizeof(double),
    "scratch too small");
  BatchScratch<K> scratch{};
  scratch.bodies = reinterpret_cast<BatchState<K> *>(arguments.scratch);
  scratch.joints = reinterpret_cast<JointLanes<K> *>(scratch.bodies + arguments.bodies);
  scratch.force = reinterpret_cast<Lane *>(scratch.joints + arguments.dof);
  base_step(arguments, scratch.bodies[0]);
  for (long first = 0; first < arguments.states; first += HOD_LANES) {
    load_motion(arguments, first, scratch);
    for (int item = 0; item < K * arguments.dof; ++item) {
      scratch.force[item] = Lane{};
    }
    forward(arguments, scratch);
    backward(arguments, scratch);
    store_force(arguments, first, scratch);
  }
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__BATCH_PASS_HPP_
