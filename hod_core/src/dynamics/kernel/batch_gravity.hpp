// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__BATCH_GRAVITY_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__BATCH_GRAVITY_HPP_

#include "batch_recursion.hpp"

namespace hod::detail::HOD_KERNEL_NAMESPACE
{

/// The upward direction (minus gravity) in every body's axes.
template <int K>
HOD_INLINE void forward_upwards(const BatchArguments & arguments, const BatchScratch<K> & scratch)
{
  for (int body = 1; body < arguments.bodies; ++body)
  {
    const BatchLink & link = arguments.links[body];
    const VectorSeries<K> & parent = scratch.upwards[link.parent];
    VectorSeries<K> & own = scratch.upwards[body];
    Lane x[K], y[K];
#pragma GCC unroll 8
    for (int k = 0; k < K; ++k)
    {
      const Vector up =
        turn_by_constants<JointKind::any>(link, {parent.x[k], parent.y[k], parent.z[k]});
      x[k] = up.x;
      y[k] = up.y;
      own.z[k] = up.z;
    }
    turn_by_joint<JointKind::any>(link, scratch.wrenches[body], x, y, own);
  }
}

/// The gravity force of a joint: the carried mass along a slide, and about an axis (c × up)_z with
/// c = mass · centre of mass of everything that the joint carries.
template <int K>
HOD_INLINE void hold_up(
  const BatchLink & link, const VectorSeries<K> & c, const VectorSeries<K> & up, Lane (&force)[K])
{
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    force[k] =
      link.prismatic ? link.carried_mass * up.z[k] : product(c.x, up.y, k) - product(c.y, up.x, k);
  }
}

/// `c` of a body about its parent's origin and in its parent's axes.
template <int K>
HOD_INLINE void hand_down_moment(
  const BatchArguments & arguments, const BatchScratch<K> & scratch, int body, VectorSeries<K> & c)
{
  const BatchLink & link = arguments.links[body];
  if (link.prismatic)
  {
    JointLanes<K> joint;
    body_joint(link, arguments, scratch, joint);
    c.z[0] += link.carried_mass * joint.position;
    for (int k = 1; k < K; ++k)
    {
      c.z[k] += (link.carried_mass / k) * joint.rate[k - 1];
    }
  }
  turn_back<JointKind::any>(link, scratch.wrenches[body], c);
  c.x[0] += link.carried_mass * link.translation[0];
  c.y[0] += link.carried_mass * link.translation[1];
  c.z[0] += link.carried_mass * link.translation[2];
}

/// The contribution of gravity to the force on a joint's bearing.
template <int K>
HOD_INLINE void press_by_weight(
  const BatchLink & link, const VectorSeries<K> & up, PressureLanes<K> & pressure)
{
  const double mass = link.carried_mass + link.axis_mass;
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    pressure.x[k] += mass * up.x[k];
    pressure.y[k] += mass * up.y[k];
  }
}

/// The gravity term alone, from the potential −g · Σ m c: only first moments of mass are needed.
template <int K>
void add_gravity(const BatchArguments & arguments, const BatchScratch<K> & scratch, Lane * rows)
{
  forward_upwards(arguments, scratch);
  for (int body = 1; body < arguments.bodies; ++body)
  {
    const double * moment = arguments.links[body].moment;
    scratch.moments[body] = {};
    scratch.moments[body].x[0] += moment[0];
    scratch.moments[body].y[0] += moment[1];
    scratch.moments[body].z[0] += moment[2];
  }
  for (int body = arguments.bodies - 1; body > 0; --body)
  {
    const BatchLink & link = arguments.links[body];
    VectorSeries<K> & c = scratch.moments[body];
    Lane force[K];
    hold_up(link, c, scratch.upwards[body], force);
    add_to_column(arguments, link, 1.0, force, rows);
    if (presses_on_bearing(arguments, body))
    {
      press_by_weight(
        link, scratch.upwards[body], scratch.pressure[arguments.friction_entry[body]]);
    }
    if (link.parent > 0)
    {
      hand_down_moment(arguments, scratch, body, c);
      add(c, scratch.moments[link.parent]);
    }
  }
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__BATCH_GRAVITY_HPP_
