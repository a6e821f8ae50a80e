// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__BATCH_LOADS_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__BATCH_LOADS_HPP_

#include "batch_backward.hpp"
#include "batch_base.hpp"

namespace hod::detail::HOD_KERNEL_NAMESPACE
{

/// Rows of a load's wrench as they are given: the same for all states, or from their table.
HOD_INLINE void given_wrench(
  const BatchArguments & arguments, const BatchLoad & load, long first, int rows, Lane * given)
{
  if (load.table == nullptr)
  {
    for (int item = 0; item < 6 * rows; ++item)
    {
      given[item] = Lane{} + load.wrench[item / 6][item % 6];
    }
    return;
  }
  const double * states[HOD_LANES];
  for (int lane = 0; lane < HOD_LANES; ++lane)
  {
    states[lane] = load.table + state_of_lane(arguments, first, lane) * load.stride;
  }
  gather(states, 6 * rows, given);
}

/// A vector's value at t = 0, from the base's axes to those of the body that bears a load.
template <int K>
HOD_INLINE Vector turn_along_path(
  const BatchArguments & arguments, const BatchScratch<K> & scratch, const BatchLoad & load,
  Vector v)
{
  for (int step = 0; step < load.path_length; ++step)
  {
    const BatchLink & link = arguments.links[load.path[step]];
    const BatchWrench<K> & joint = scratch.wrenches[load.path[step]];
    const Lane cosine = link.prismatic ? Lane{} + link.cos_theta : joint.cosine[0];
    const Lane sine = link.prismatic ? Lane{} + link.sin_theta : joint.sine[0];
    v = turn_by_constants<JointKind::any>(link, v);
    v = {cosine * v.x + sine * v.y, cosine * v.y - sine * v.x, v.z};
  }
  return v;
}

/// Adds tʲ times the series of a vector that stands still, seen from axes that turn with ω:
///   v' = −ω × v.
template <int K>
HOD_INLINE void add_still_vector(
  const Vector & value, const VectorSeries<K + 1> & w, int power, VectorSeries<K> & sum)
{
  VectorSeries<K> v;
  set(value, 0, v);
  for (int k = 0; k + power < K; ++k)
  {
    if (k > 0)
    {
      const double factor = 1.0 / k;
      v.x[k] = factor * (product(w.z, v.y, k - 1) - product(w.y, v.z, k - 1));
      v.y[k] = factor * (product(w.x, v.z, k - 1) - product(w.z, v.x, k - 1));
      v.z[k] = factor * (product(w.y, v.x, k - 1) - product(w.x, v.y, k - 1));
    }
    sum.x[k + power] += v.x[k];
    sum.y[k + power] += v.y[k];
    sum.z[k + power] += v.z[k];
  }
}

/// Adds tᵏ times a vector of a load as given, in the axes of the body.
template <int K>
HOD_INLINE void add_load_vector(
  const BatchArguments & arguments, const BatchScratch<K> & scratch, const BatchLoad & load,
  const Vector & given, int k, VectorSeries<K> & sum)
{
  if (load.world)
  {
    const Vector value =
      turn_along_path(arguments, scratch, load, turn(scratch.base->world_turn, given));
    add_still_vector(value, scratch.motions[load.body].angular_velocity, k, sum);
    return;
  }
  const Vector value = turn(load.turn, given);
  sum.x[k] += value.x;
  sum.y[k] += value.y;
  sum.z[k] += value.z;
}

/// A load's force and moment about the body's origin, in the body's axes.
template <int K>
HOD_INLINE void load_wrench(
  const BatchArguments & arguments, const BatchScratch<K> & scratch, const BatchLoad & load,
  long first, VectorSeries<K> & force, VectorSeries<K> & moment)
{
  Lane given[6 * kLoadRows];
  const int rows = load.rows < K ? load.rows : K;
  given_wrench(arguments, load, first, rows, given);
  double factor = 1.0;
  for (int k = 0; k < rows; ++k)
  {
    factor /= k > 1 ? k : 1;
    const Lane * row = given + 6 * k;
    add_load_vector(
      arguments, scratch, load, {factor * row[0], factor * row[1], factor * row[2]}, k, force);
    add_load_vector(
      arguments, scratch, load, {factor * row[3], factor * row[4], factor * row[5]}, k, moment);
  }
  const double * p = load.point;
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    moment.x[k] += p[1] * force.z[k] - p[2] * force.y[k];
    moment.y[k] += p[2] * force.x[k] - p[0] * force.z[k];
    moment.z[k] += p[0] * force.y[k] - p[1] * force.x[k];
  }
}

template <int K>
HOD_INLINE void add_scaled(double scale, const VectorSeries<K> & source, VectorSeries<K> & target)
{
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    target.x[k] += scale * source.x[k];
    target.y[k] += scale * source.y[k];
    target.z[k] += scale * source.z[k];
  }
}

/// Adds every load, times `scale`, to the wrench of the body that bears it.
template <int K>
void add_loads(
  const BatchArguments & arguments, long first, double scale, const BatchScratch<K> & scratch)
{
  for (int index = 0; index < arguments.load_count; ++index)
  {
    const BatchLoad & load = arguments.loads[index];
    if (load.body == 0)
    {
      continue;  // nobody asks what the base bears
    }
    VectorSeries<K> force{}, moment{};
    load_wrench(arguments, scratch, load, first, force, moment);
    add_scaled(scale, force, scratch.wrenches[load.body].force);
    add_scaled(scale, moment, scratch.wrenches[load.body].moment);
  }
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__BATCH_LOADS_HPP_
