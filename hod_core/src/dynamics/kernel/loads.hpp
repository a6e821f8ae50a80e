// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__LOADS_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__LOADS_HPP_

#include "single_backward.hpp"

namespace hod::detail::HOD_KERNEL_NAMESPACE
{

/// Values of all loads in the world's axes, rotated into the axes of the bodies that carry them.
/// This depends only on the joints' sines, so it is best done before the forward steps.
template <int K>
void turn_world_loads(const PassArguments & arguments, const JointTable<K + 1> & table)
{
  for (int index = 0; index < arguments.load_count; ++index)
  {
    LoadConstants & load = arguments.loads[index];
    for (int row = 0; load.world && row < K && row < load.rows; ++row)
    {
      Pair pair{load_quad(load.plane[row]), load_quad(load.axis[row])};
      for (int step = 0; step < load.path_length; ++step)
      {
        const int body = load.path[step];
        pair = turn_to_child(arguments.links[body], table, body, pair);
      }
      store_quad(load.turned[row][0], pair.plane);
      store_quad(load.turned[row][1], pair.axis);
    }
  }
}

/// Adds tʲ times the series of a constant vector in axes that rotate with ω:
template <int K>
HOD_INLINE void add_still_vector(
  const Quad & value, const Quad (&angular_velocity)[K], int power, Quad (&sum)[K])
{
  Quad v[K];
  v[0] = value;
  sum[power] += value;
  for (int k = 1; k + power < K; ++k)
  {
    Quad rate = cross(v[k - 1], angular_velocity[0]);
    for (int j = 1; j < k; ++j)
    {
      rate += cross(v[k - 1 - j], angular_velocity[j]);
    }
    v[k] = (1.0 / k) * rate;
    sum[k + power] += v[k];
  }
}

/// A load in the world's axes, in those of its body and about the body's origin.
template <int K>
HOD_INLINE void world_wrench(
  const LoadConstants & load, const BodyState<K> & state, PairSeries<K> & wrench)
{
  Quad angular_velocity[K], force[K], moment[K];
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    angular_velocity[k] = join_low(state.motion.plane[k], state.motion.axis[k]);
    force[k] = moment[k] = all(0.0);
  }
  for (int row = 0; row < K && row < load.rows; ++row)
  {
    const Quad plane = load_quad(load.turned[row][0]);
    const Quad axis = load_quad(load.turned[row][1]);
    add_still_vector(join_low(plane, axis), angular_velocity, row, force);
    add_still_vector(join_high(plane, axis), angular_velocity, row, moment);
  }
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    const Pair pair = with_lever(split(force[k], moment[k]), load.lever);
    wrench.plane[k] = pair.plane;
    wrench.axis[k] = pair.axis;
  }
}

/// Adds every load, times `scale`, to the wrench of the body that carries it.
template <int K, class Scratch>
void add_loads(const PassArguments & arguments, double scale, Scratch * bodies)
{
  for (int index = 0; index < arguments.load_count; ++index)
  {
    const LoadConstants & load = arguments.loads[index];
    BodyState<K> & state = bodies[load.body].state;
    PairSeries<K> wrench;
    if (load.world)
    {
      world_wrench(load, state, wrench);
    }
    else
    {
#pragma GCC unroll 8
      for (int k = 0; k < K; ++k)
      {
        wrench.plane[k] = load_quad(load.plane[k]);
        wrench.axis[k] = load_quad(load.axis[k]);
      }
    }
#pragma GCC unroll 8
    for (int k = 0; k < K; ++k)
    {
      state.wrench.plane[k] += scale * wrench.plane[k];
      state.wrench.axis[k] += scale * wrench.axis[k];
    }
  }
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__LOADS_HPP_
