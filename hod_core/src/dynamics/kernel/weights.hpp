// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__WEIGHTS_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__WEIGHTS_HPP_

#include "single_backward.hpp"

namespace hod::detail::HOD_KERNEL_NAMESPACE
{

/// What holds a body up, −m g and −c × g, in place of its wrench. `up` is −g in its axes, twice.
template <int K>
HOD_INLINE void own_weight(
  const InertiaConstants & inertia, const PairSeries<K> & up, PairSeries<K> & wrench)
{
  const Quad c_yzx = load_quad(inertia.moment.yzx);
  const Quad c_zxy = load_quad(inertia.moment.zxy);
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    const Quad vector = join_low(up.plane[k], up.axis[k]);
    const Pair pair = split(inertia.mass * vector, c_yzx * zxy(vector) - c_zxy * yzx(vector));
    wrench.plane[k] = pair.plane;
    wrench.axis[k] = pair.axis;
  }
}

/// The wrenches that hold every body up against gravity alone, in place of those that move it. The
/// direction upwards is carried along chains in registers.
template <int K, class Scratch>
void weigh(const PassArguments & arguments, const JointTable<K + 1> & table, Scratch * bodies)
{
  PairSeries<K> up;
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    const Quad value = load_quad(arguments.base->upwards[k]);
    const Pair pair = split(value, value);
    up.plane[k] = pair.plane;
    up.axis[k] = pair.axis;
  }
  copy(up, bodies[0].upwards);
  for (int body = 1; body < arguments.bodies; ++body)
  {
    const LinkConstants & link = arguments.links[body];
    if (link.parent != body - 1)
    {
      copy(bodies[link.parent].upwards, up);
    }
#pragma GCC unroll 8
    for (int k = 0; k < K; ++k)
    {
      const Pair pair = turn_by_constants(link, {up.plane[k], up.axis[k]});
      up.plane[k] = pair.plane;
      up.axis[k] = pair.axis;
    }
    turn_by_joint(link, table, body, 1.0, up.plane);
    if (link.has_branches)
    {
      copy(up, bodies[body].upwards);
    }
    own_weight(arguments.inertias[body], up, bodies[body].state.wrench);
  }
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__WEIGHTS_HPP_
