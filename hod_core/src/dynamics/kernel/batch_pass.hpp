// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__BATCH_PASS_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__BATCH_PASS_HPP_

#include "batch_backward.hpp"
#include "batch_scratch.hpp"

namespace hod::detail::HOD_KERNEL_NAMESPACE
{

template <int K>
HOD_INLINE void start_rotation(
  const BatchLink & link, const JointLanes<K> & joint, BatchWrench<K> & wrench)
{
  Lane sine, cosine;
  sin_cos(joint.position, sine, cosine);
  wrench.cosine[0] = cosine * link.cos_theta - sine * link.sin_theta;
  wrench.sine[0] = sine * link.cos_theta + cosine * link.sin_theta;
  continue_rotation<Lane, K + 1>(joint.rate, wrench.cosine, wrench.sine);
}

template <JointKind kind, int K>
HOD_INLINE void step_body(
  const BatchLink & link, const BatchMotion<K> & parent, const JointLanes<K> & joint,
  BatchWrench<K> & wrench, BatchMotion<K> & state)
{
  step_acceleration<kind>(link, parent, wrench, state.acceleration);
  step_angular_velocity<kind, K>(
    link, parent.angular_velocity, joint.rate, wrench, state.angular_velocity);
}

template <JointKind kind, int K>
HOD_INLINE void turning_body(
  const BatchLink & link, const BatchMotion<K> & parent, const JointLanes<K> & joint,
  BatchWrench<K> & wrench, BatchMotion<K> & state)
{
  step_body<kind>(link, parent, joint, wrench, state);
  const MassLanes mass = mass_lanes(link);
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    const Gradient u = gradient<K>(state.angular_velocity, k);
    store(u, k, state);
    own_wrench(mass, u, state.acceleration, k, wrench);
  }
}

/// A body of any kind of joint.
template <int K>
HOD_INLINE void general_body(
  const BatchLink & link, const BatchMotion<K> & parent, const JointLanes<K> & joint,
  BatchWrench<K> & wrench, BatchMotion<K> & state)
{
  step_body<JointKind::any>(link, parent, joint, wrench, state);
  for (int k = 0; k < K; ++k)
  {
    store(gradient<K>(state.angular_velocity, k), k, state);
  }
  if (link.prismatic)
  {
    slide(state, joint.position, joint.rate);
  }
  const MassLanes mass = mass_lanes(link);
  for (int k = 0; k < K; ++k)
  {
    own_wrench(mass, load(state, k), state.acceleration, k, wrench);
  }
  if (link.prismatic)
  {
    add_mass_on_axis(link, state, wrench);
  }
}

/// A revolute body next to the base, which is at rest.
template <int K>
HOD_INLINE void first_body(
  const BatchLink & link, const BatchMotion<K> & base, const JointLanes<K> & joint,
  BatchWrench<K> & wrench, BatchMotion<K> & state)
{
  first_step(link, base, joint.rate, wrench, state);
  const MassLanes mass = mass_lanes(link);
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    wrench.moment.z[k] = own_moment_about_axis(mass, load(state, k), state.acceleration, k);
  }
  clear_other_components(wrench);
}

template <int K>
HOD_INLINE void forward(const BatchArguments & arguments, const BatchScratch<K> & scratch)
{
  BatchMotion<K> along_chain[2];
  const BatchMotion<K> * previous = &scratch.motions[0];
  for (int body = 1; body < arguments.bodies; ++body)
  {
    const BatchLink & link = arguments.links[body];
    BatchWrench<K> & wrench = scratch.wrenches[body];
    const BatchMotion<K> & parent =
      link.parent == body - 1 ? *previous : scratch.motions[link.parent];
    BatchMotion<K> & state = link.has_branches ? scratch.motions[body] : along_chain[body % 2];
    previous = &state;
    JointLanes<K> joint;
    body_joint(link, arguments, scratch, joint);
    if (!link.prismatic)
    {
      start_rotation(link, joint, wrench);
    }
    if (link.parent == 0 && !link.prismatic)
    {
      first_body(link, parent, joint, wrench, state);
      continue;
    }
    switch (link.kind)
    {
      case JointKind::turning_at_xy:
        turning_body<JointKind::turning_at_xy>(link, parent, joint, wrench, state);
        break;
      case JointKind::turning_at_xz:
        turning_body<JointKind::turning_at_xz>(link, parent, joint, wrench, state);
        break;
      case JointKind::any:
        general_body(link, parent, joint, wrench, state);
    }
  }
}

template <int K>
HOD_INLINE void project(
  const BatchArguments & arguments, const BatchScratch<K> & scratch, const BatchLink & link,
  const Lane (&value)[K])
{
  double factor = link.multiplier;
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    factor *= k > 1 ? k : 1;
    scratch.force[k * arguments.dof + link.dof] += factor * value[k];
  }
}

/// Along a chain the wrench is carried from body to body instead of being added in memory.
template <int K>
HOD_INLINE void backward(const BatchArguments & arguments, const BatchScratch<K> & scratch)
{
  VectorSeries<K> f, n;
  bool carried = false;
  for (int body = arguments.bodies - 1; body > 0; --body)
  {
    const BatchLink & link = arguments.links[body];
    const BatchWrench<K> & own = scratch.wrenches[body];
    if (carried)
    {
      add(own.force, f);
      add(own.moment, n);
    }
    else
    {
      copy(own.force, f);
      copy(own.moment, n);
    }
    project(arguments, scratch, link, link.prismatic ? f.z : n.z);
    carried = link.parent == body - 1 && link.parent > 0;
    if (link.parent == 0)
    {
      continue;  // nobody asks what the base bears
    }
    switch (link.kind)
    {
      case JointKind::turning_at_xy:
        backward_step<JointKind::turning_at_xy>(link, own, f, n);
        break;
      case JointKind::turning_at_xz:
        backward_step<JointKind::turning_at_xz>(link, own, f, n);
        break;
      case JointKind::any:
        if (link.prismatic)
        {
          JointLanes<K> joint;
          body_joint(link, arguments, scratch, joint);
          slide_back(joint.position, joint.rate, f, n);
        }
        backward_step<JointKind::any>(link, own, f, n);
    }
    if (!carried)
    {
      add(f, scratch.wrenches[link.parent].force);
      add(n, scratch.wrenches[link.parent].moment);
    }
  }
}

/// A base at rest, pushed upwards by gravity.
template <int K>
HOD_INLINE void base_step(const BatchArguments & arguments, BatchMotion<K> & state)
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
  for (int k = 0; k < K; ++k)
  {
    store(Gradient{}, k, state);
  }
}

constexpr long kCacheLine = 8;  ///< doubles

/// Asks for the memory of states that come next while these are worked on: a table of many states
/// is in no cache, and each state's rows are a stream of their own. Forces are only written, but a
/// line has to be there before part of it can be.
HOD_INLINE void fetch_ahead(const BatchArguments & arguments, long first)
{
  const long last = first + HOD_LANES < arguments.states ? first + HOD_LANES : arguments.states;
  const double * motion_end = arguments.motion + last * arguments.motion_stride;
  for (const double * line = arguments.motion + first * arguments.motion_stride; line < motion_end;
       line += kCacheLine)
  {
    __builtin_prefetch(line);
  }
  double * force_end = arguments.force + last * arguments.force_stride;
  for (double * line = arguments.force + first * arguments.force_stride; line < force_end;
       line += kCacheLine)
  {
    __builtin_prefetch(line, 1);
  }
}

/// Forces with K coefficients of many states, HOD_LANES at a time.
template <int K>
void batch_pass(const BatchArguments & arguments)
{
  static_assert(
    sizeof(BatchMotion<K>) + sizeof(BatchWrench<K>) <= kBatchDoubles * sizeof(double),
    "scratch too small");
  static_assert(
    (2 * K + 2) * sizeof(Lane) <= kBatchMotionDoubles * sizeof(double), "scratch too small");
  BatchScratch<K> scratch{};
  scratch.wrenches = reinterpret_cast<BatchWrench<K> *>(arguments.scratch);
  scratch.motions = reinterpret_cast<BatchMotion<K> *>(scratch.wrenches + arguments.bodies);
  scratch.motion = reinterpret_cast<Lane *>(scratch.motions + arguments.bodies);
  scratch.force = scratch.motion + (K + 2) * arguments.dof;
  base_step(arguments, scratch.motions[0]);
  for (long first = 0; first < arguments.states; first += HOD_LANES)
  {
    load_motion(arguments, first, scratch);
    fetch_ahead(arguments, first + HOD_LANES);
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
