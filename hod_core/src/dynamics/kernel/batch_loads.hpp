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
      given[item] = all_lanes(load.wrench[item / 6][item % 6]);
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

/// Force and moment.
struct Wrench
{
  Vector force, moment;
};

/// The value of a wrench at t = 0, from the base's axes to those of the body that bears it.
template <int K>
HOD_INLINE void turn_along_path(
  const BatchArguments & arguments, const BatchScratch<K> & scratch, const BatchLoad & load,
  Wrench & w)
{
  for (int step = 0; step < load.path_length; ++step)
  {
    const BatchLink & link = arguments.links[load.path[step]];
    const BatchWrench<K> & joint = scratch.wrenches[load.path[step]];
    const Lane cosine = link.prismatic ? all_lanes(link.cos_theta) : joint.cosine[0];
    const Lane sine = link.prismatic ? all_lanes(link.sin_theta) : joint.sine[0];
    const Vector f = turn_by_constants<JointKind::any>(link, w.force);
    const Vector n = turn_by_constants<JointKind::any>(link, w.moment);
    w.force = {cosine * f.x + sine * f.y, cosine * f.y - sine * f.x, f.z};
    w.moment = {cosine * n.x + sine * n.y, cosine * n.y - sine * n.x, n.z};
  }
}

/// The series of a vector that stands still, seen from axes that turn with ω: v' = −ω × v.
template <int K>
HOD_INLINE void still_vector(
  const Vector & value, const VectorSeries<K + 1> & w, VectorSeries<K> & v)
{
  set(value, 0, v);
#pragma GCC unroll 8
  for (int k = 1; k < K; ++k)
  {
    Lane x{}, y{}, z{};
#pragma GCC unroll 8
    for (int j = 0; j < k; ++j)
    {
      x += w.z[j] * v.y[k - 1 - j];
      x -= w.y[j] * v.z[k - 1 - j];
      y += w.x[j] * v.z[k - 1 - j];
      y -= w.z[j] * v.x[k - 1 - j];
      z += w.y[j] * v.x[k - 1 - j];
      z -= w.x[j] * v.y[k - 1 - j];
    }
    set({1.0 / k * x, 1.0 / k * y, 1.0 / k * z}, k, v);
  }
}

/// target += tʲ source.
template <int K>
HOD_INLINE void add_shifted(const VectorSeries<K> & source, int power, VectorSeries<K> & target)
{
  for (int k = 0; k + power < K; ++k)
  {
    target.x[k + power] += source.x[k];
    target.y[k + power] += source.y[k];
    target.z[k + power] += source.z[k];
  }
}

/// `factor` times row k of a load, in the axes in which it is given.
HOD_INLINE Wrench row_of_load(const Lane * given, int k, double factor)
{
  const Lane * row = given + 6 * k;
  return {
    {factor * row[0], factor * row[1], factor * row[2]},
    {factor * row[3], factor * row[4], factor * row[5]}};
}

/// A load in the world's axes, times `scale`, in those of its body and about its point.
template <int K>
HOD_INLINE void world_wrench(
  const BatchArguments & arguments, const BatchScratch<K> & scratch, const BatchLoad & load,
  double scale, VectorSeries<K> & force, VectorSeries<K> & moment)
{
  const Lane * given = scratch.own->wrench;
  const VectorSeries<K + 1> & omega = scratch.motions[load.body].angular_velocity;
  double factor = scale;
  for (int k = 0; k < K && k < load.rows; ++k)
  {
    factor /= k > 1 ? k : 1;
    Wrench w = row_of_load(given, k, factor);
    w = {turn(scratch.own->world_turn, w.force), turn(scratch.own->world_turn, w.moment)};
    turn_along_path(arguments, scratch, load, w);
    if (k == 0)
    {
      still_vector<K>(w.force, omega, force);
      still_vector<K>(w.moment, omega, moment);
      continue;
    }
    VectorSeries<K> series;
    still_vector<K>(w.force, omega, series);
    add_shifted(series, k, force);
    still_vector<K>(w.moment, omega, series);
    add_shifted(series, k, moment);
  }
}

/// A load in the axes of its link, times `scale`, in those of its body and about its point.
template <int K>
HOD_INLINE void link_wrench(
  const BatchScratch<K> & scratch, const BatchLoad & load, double scale, VectorSeries<K> & force,
  VectorSeries<K> & moment)
{
  double factor = scale;
  for (int k = 0; k < K; ++k)
  {
    factor /= k > 1 ? k : 1;
    const Wrench w = k < load.rows ? row_of_load(scratch.own->wrench, k, factor) : Wrench{};
    set(turn(load.turn, w.force), k, force);
    set(turn(load.turn, w.moment), k, moment);
  }
}

/// Adds a load, times `scale`, to the wrench of the body that bears it.
template <int K>
HOD_INLINE void add_load(
  const BatchArguments & arguments, long first, double scale, const BatchScratch<K> & scratch,
  const BatchLoad & load)
{
  VectorSeries<K> force, moment;
  given_wrench(arguments, load, first, load.rows < K ? load.rows : K, scratch.own->wrench);
  if (load.world)
  {
    world_wrench(arguments, scratch, load, scale, force, moment);
  }
  else
  {
    link_wrench(scratch, load, scale, force, moment);
  }
  BatchWrench<K> & own = scratch.wrenches[load.body];
  const double * p = load.point;
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    own.force.x[k] += force.x[k];
    own.force.y[k] += force.y[k];
    own.force.z[k] += force.z[k];
    own.moment.x[k] += moment.x[k] + p[1] * force.z[k] - p[2] * force.y[k];
    own.moment.y[k] += moment.y[k] + p[2] * force.x[k] - p[0] * force.z[k];
    own.moment.z[k] += moment.z[k] + p[0] * force.y[k] - p[1] * force.x[k];
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
    if (load.body > 0 && load.rows > 0)  // nobody asks what the base bears
    {
      add_load(arguments, first, scale, scratch, load);
    }
  }
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__BATCH_LOADS_HPP_
