// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__BATCH_BODIES_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__BATCH_BODIES_HPP_

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

/// A body with any kind of joint.
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

/// A revolute body next to the base, which is at rest. Only the moment about the axis is needed,
/// and the bearing force if the joint has bearing friction.
template <int K>
HOD_INLINE void first_body(
  const BatchLink & link, const BatchMotion<K> & base, const JointLanes<K> & joint, bool presses,
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
  for (int k = 0; presses && k < K; ++k)
  {
    wrench.force.x[k] = mass.c_y * state.xy[k] - mass.c_x * state.xx[k];
    wrench.force.y[k] = mass.c_x * state.yx[k] - mass.c_y * state.yy[k];
  }
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__BATCH_BODIES_HPP_
