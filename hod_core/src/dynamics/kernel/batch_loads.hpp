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

/// Reads a load; the wrench on the base is not needed.
template <int K>
HOD_INLINE int rows_of(const BatchLoad & load)
{
  const int rows = load.body > 0 ? load.rows : 0;
  return rows < K ? rows : K;
}

HOD_INLINE Vector vector_at(const Lane * lanes)
{
  return {lanes[0], lanes[1], lanes[2]};
}

HOD_INLINE void store(const Vector & v, Lane * lanes)
{
  lanes[0] = v.x;
  lanes[1] = v.y;
  lanes[2] = v.z;
}

/// All loads times `scale`, in the axes of their links or of the base.
template <int K>
void start_loads(
  const BatchArguments & arguments, long first, double scale, const BatchScratch<K> & scratch)
{
  for (int index = 0; index < arguments.load_count; ++index)
  {
    const BatchLoad & load = arguments.loads[index];
    LoadLanes & lanes = scratch.loads[index];
    const int rows = rows_of<K>(load);
    given_wrench(arguments, load, first, rows, lanes.wrench);
    lanes.steps = 0;
    double factor = scale;
    for (int item = 0; item < 2 * rows; ++item)
    {
      factor /= item % 2 == 0 && item > 2 ? item / 2 : 1;
      const Vector given = vector_at(lanes.wrench + 3 * item);
      const Vector scaled{factor * given.x, factor * given.y, factor * given.z};
      store(
        load.world ? turn(scratch.own->world_turn, scaled) : turn(load.turn, scaled),
        lanes.wrench + 3 * item);
    }
  }
}

/// Rotates loads in the world's axes from the axes of a body's parent to its own.
template <int K>
HOD_INLINE void turn_loads(
  const BatchArguments & arguments, const BatchScratch<K> & scratch, int body)
{
  const BatchLink & link = arguments.links[body];
  for (int index = 0; index < arguments.load_count; ++index)
  {
    const BatchLoad & load = arguments.loads[index];
    LoadLanes & lanes = scratch.loads[index];
    if (!load.world || lanes.steps == load.path_length || load.path[lanes.steps] != body)
    {
      continue;
    }
    ++lanes.steps;
    const BatchWrench<K> & joint = scratch.wrenches[body];
    const Lane cosine = link.prismatic ? all_lanes(link.cos_theta) : joint.cosine[0];
    const Lane sine = link.prismatic ? all_lanes(link.sin_theta) : joint.sine[0];
    for (int item = 0; item < 2 * rows_of<K>(load); ++item)
    {
      const Vector v = turn_by_constants<JointKind::any>(link, vector_at(lanes.wrench + 3 * item));
      store({cosine * v.x + sine * v.y, cosine * v.y - sine * v.x, v.z}, lanes.wrench + 3 * item);
    }
  }
}

/// The series of a constant vector in axes that rotate with ω: v' = −ω × v.
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

/// A load in the world's axes, in those of its body and about its point.
template <int K>
HOD_INLINE void world_wrench(
  const Lane * values, int rows, const VectorSeries<K + 1> & omega, VectorSeries<K> & force,
  VectorSeries<K> & moment)
{
  still_vector<K>(vector_at(values), omega, force);
  still_vector<K>(vector_at(values + 3), omega, moment);
  for (int k = 1; k < rows; ++k)
  {
    VectorSeries<K> series;
    still_vector<K>(vector_at(values + 6 * k), omega, series);
    add_shifted(series, k, force);
    still_vector<K>(vector_at(values + 6 * k + 3), omega, series);
    add_shifted(series, k, moment);
  }
}

/// The same for a load in the axes of its link.
template <int K>
HOD_INLINE void link_wrench(
  const Lane * values, int rows, VectorSeries<K> & force, VectorSeries<K> & moment)
{
  for (int k = 0; k < K; ++k)
  {
    set(k < rows ? vector_at(values + 6 * k) : Vector{}, k, force);
    set(k < rows ? vector_at(values + 6 * k + 3) : Vector{}, k, moment);
  }
}

/// Adds a wrench about a point of a body to what moves that body.
template <int K>
HOD_INLINE void add_at_point(
  const double (&p)[3], const VectorSeries<K> & force, const VectorSeries<K> & moment,
  BatchWrench<K> & own)
{
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

/// Adds every load to the wrench of the body that carries it.
template <int K>
void add_loads(const BatchArguments & arguments, const BatchScratch<K> & scratch)
{
  for (int index = 0; index < arguments.load_count; ++index)
  {
    const BatchLoad & load = arguments.loads[index];
    const Lane * values = scratch.loads[index].wrench;
    const int rows = rows_of<K>(load);
    if (rows == 0)
    {
      continue;
    }
    VectorSeries<K> force, moment;
    if (load.world)
    {
      world_wrench(values, rows, scratch.motions[load.body].angular_velocity, force, moment);
    }
    else
    {
      link_wrench(values, rows, force, moment);
    }
    add_at_point(load.point, force, moment, scratch.wrenches[load.body]);
  }
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__BATCH_LOADS_HPP_
