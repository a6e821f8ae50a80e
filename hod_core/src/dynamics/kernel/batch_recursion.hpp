// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__BATCH_RECURSION_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__BATCH_RECURSION_HPP_

#include "batch_bodies.hpp"
#include "batch_friction.hpp"
#include "batch_loads.hpp"

namespace hod::detail::HOD_KERNEL_NAMESPACE
{

HOD_INLINE bool presses_on_bearing(const BatchArguments & arguments, int body)
{
  return rubs(arguments, body) && arguments.friction->has_bearing;
}

/// The contribution of the mass that is counted with the parent to the bearing force: m A + U c.
template <int K>
HOD_INLINE void press_by_axis(
  const BatchLink & link, const BatchMotion<K> & state, PressureLanes<K> & pressure)
{
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    pressure.x[k] = link.axis_mass * state.acceleration.x[k] + link.axis_moment * state.xz[k];
    pressure.y[k] = link.axis_mass * state.acceleration.y[k] + link.axis_moment * state.yz[k];
  }
}

template <int K>
HOD_INLINE void press(const VectorSeries<K> & force, PressureLanes<K> & pressure)
{
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    pressure.x[k] += force.x[k];
    pressure.y[k] += force.y[k];
  }
}

template <int K>
HOD_INLINE void step_by_kind(
  const BatchLink & link, const BatchMotion<K> & parent, const JointLanes<K> & joint,
  BatchWrench<K> & wrench, BatchMotion<K> & state)
{
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

/// Along a chain, the motion is passed from body to body in memory that stays in the cache.
template <int K, bool with_terms>
void forward(const BatchArguments & arguments, const BatchScratch<K> & scratch)
{
  BatchMotion<K> along_chain[2];
  const BatchMotion<K> * previous = &scratch.motions[0];
  for (int body = 1; body < arguments.bodies; ++body)
  {
    const BatchLink & link = arguments.links[body];
    BatchWrench<K> & wrench = scratch.wrenches[body];
    const BatchMotion<K> & parent =
      link.parent == body - 1 ? *previous : scratch.motions[link.parent];
    BatchMotion<K> & state = link.is_kept ? scratch.motions[body] : along_chain[body % 2];
    previous = &state;
    JointLanes<K> joint;
    body_joint(link, arguments, scratch, joint);
    if (!link.prismatic)
    {
      start_rotation(link, joint, wrench);
    }
    if (with_terms)
    {
      turn_loads(arguments, scratch, body);
    }
    const bool presses = with_terms && presses_on_bearing(arguments, body);
    if (link.parent == 0 && !link.prismatic && (!with_terms || arguments.base_at_rest))
    {
      first_body(link, parent, joint, presses, wrench, state);
    }
    else
    {
      step_by_kind(link, parent, joint, wrench, state);
    }
    if (presses)
    {
      press_by_axis(link, state, scratch.pressure[arguments.friction_entry[body]]);
    }
  }
}

/// Adds the derivatives of a series, times the joint's multiplier and `scale`, to its column.
template <int K>
HOD_INLINE void add_to_column(
  const BatchArguments & arguments, const BatchLink & link, double scale, const Lane (&value)[K],
  Lane * rows)
{
  double factor = link.multiplier * scale;
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    factor *= k > 1 ? k : 1;
    rows[k * arguments.dof + link.dof] += factor * value[k];
  }
}

/// Along a chain, the wrench is passed from body to body instead of being added in memory.
template <int K, bool with_terms>
void backward(
  const BatchArguments & arguments, const BatchScratch<K> & scratch, double scale, Lane * rows)
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
    add_to_column(arguments, link, scale, link.prismatic ? f.z : n.z, rows);
    if (with_terms && presses_on_bearing(arguments, body))
    {
      press(f, scratch.pressure[arguments.friction_entry[body]]);
    }
    carried = link.parent == body - 1 && link.parent > 0;
    if (link.parent == 0)
    {
      continue;  // the wrench on the base is not needed
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

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__BATCH_RECURSION_HPP_
