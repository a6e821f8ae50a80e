// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__BATCH_BASE_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__BATCH_BASE_HPP_

#include "batch_scratch.hpp"

namespace hod::detail::HOD_KERNEL_NAMESPACE
{

/// Coefficients of a vector that is the same in all lanes.
template <int count>
HOD_INLINE void spread(const double (*source)[4], VectorSeries<count> & target)
{
  for (int k = 0; k < count; ++k)
  {
    target.x[k] = all_lanes(source[k][0]);
    target.y[k] = all_lanes(source[k][1]);
    target.z[k] = all_lanes(source[k][2]);
  }
}

template <int K>
HOD_INLINE void store_gradients(BatchMotion<K> & state)
{
  for (int k = 0; k < K; ++k)
  {
    store(gradient<K>(state.angular_velocity, k), k, state);
  }
}

/// A base with the same motion in all states, accelerated upwards by gravity.
template <int K>
HOD_INLINE void base_step(const BaseSeries & base, BatchMotion<K> & state)
{
  spread(base.angular_velocity, state.angular_velocity);
  spread(base.proper_acceleration, state.acceleration);
  store_gradients(state);
}

/// Further data of such a base: the upward direction, and the orientation of the world's axes.
template <int K>
HOD_INLINE void base_upwards(const BatchArguments & arguments, const BatchScratch<K> & scratch)
{
  spread(arguments.base->upwards, scratch.upwards[0]);
  for (int row = 0; row < 3; ++row)
  {
    for (int column = 0; column < 3; ++column)
    {
      scratch.own->world_turn[row][column] = all_lanes(arguments.world_turn[row][column]);
    }
  }
}

/// A matrix times a vector.
template <class Number>
HOD_INLINE Vector turn(const Number (&matrix)[3][3], const Vector & v)
{
  return {
    matrix[0][0] * v.x + matrix[0][1] * v.y + matrix[0][2] * v.z,
    matrix[1][0] * v.x + matrix[1][1] * v.y + matrix[1][2] * v.z,
    matrix[2][0] * v.x + matrix[2][1] * v.y + matrix[2][2] * v.z};
}

/// Series of the components, in axes that turn with ω, of a vector whose k-th derivative in the
/// world has the components derivative[k] at t = 0: with b_j those of the j-th derivative,
///   b_j' = b_{j+1} − ω × b_j.
template <int K>
HOD_INLINE void turning_components(
  const VectorSeries<K + 1> & omega, const VectorSeries<K> & derivative, VectorSeries<K> & b)
{
  VectorSeries<K> next{};
  for (int level = K - 1; level >= 0; --level)
  {
    b.x[0] = derivative.x[level];
    b.y[0] = derivative.y[level];
    b.z[0] = derivative.z[level];
    for (int k = 0; k + 1 < K - level; ++k)
    {
      const double factor = 1.0 / (k + 1);
      b.x[k + 1] = factor * (next.x[k] - product(omega.y, b.z, k) + product(omega.z, b.y, k));
      b.y[k + 1] = factor * (next.y[k] - product(omega.z, b.x, k) + product(omega.x, b.z, k));
      b.z[k + 1] = factor * (next.z[k] - product(omega.x, b.y, k) + product(omega.y, b.x, k));
    }
    next = b;
  }
}

/// Row k of a table of vectors, zero where there is none.
HOD_INLINE Vector row_or_zero(const Lane * rows, int count, int k)
{
  return k < count ? Vector{rows[3 * k], rows[3 * k + 1], rows[3 * k + 2]} : Vector{};
}

template <int count>
HOD_INLINE void set(const Vector & v, int k, VectorSeries<count> & series)
{
  series.x[k] = v.x;
  series.y[k] = v.y;
  series.z[k] = v.z;
}

/// The base's axes in the group's states: from the world's to its kernel's.
HOD_INLINE void turn_from_world(const BatchBase & base, StateLanes & lanes)
{
  for (int row = 0; row < 3; ++row)
  {
    for (int column = 0; column < 3; ++column)
    {
      lanes.world_turn[row][column] = base.frame[row][0] * lanes.base[column] +
                                      base.frame[row][1] * lanes.base[3 + column] +
                                      base.frame[row][2] * lanes.base[6 + column];
    }
  }
}

/// Minus gravity as a series in the base's axes.
template <int K>
HOD_INLINE void step_upwards(
  const BatchBase & base, const VectorSeries<K + 1> & omega, const StateLanes & lanes,
  VectorSeries<K> & upwards)
{
  const Vector up{
    all_lanes(-base.gravity[0]), all_lanes(-base.gravity[1]), all_lanes(-base.gravity[2])};
  VectorSeries<K> derivative{};
  set(turn(lanes.world_turn, up), 0, derivative);
  turning_components<K>(omega, derivative, upwards);
}

/// Bases with their own motion.
template <int K>
HOD_INLINE void step_base_of_states(
  const BatchArguments & arguments, long first, const BatchScratch<K> & scratch)
{
  const BatchBase & base = arguments.base_table;
  StateLanes & lanes = *scratch.own;
  const double * states[HOD_LANES];
  for (int lane = 0; lane < HOD_LANES; ++lane)
  {
    states[lane] = base.table + state_of_lane(arguments, first, lane) * base.stride;
  }
  gather(states, 9 + 6 * base.rows, lanes.base);
  turn_from_world(base, lanes);

  BatchMotion<K> & state = scratch.motions[0];
  double inverse_factorial = 1.0;
  for (int k = 0; k <= K; ++k)
  {
    inverse_factorial /= k > 1 ? k : 1;
    const Vector omega = turn(base.frame, row_or_zero(lanes.base + 9, base.rows, k));
    set(
      {inverse_factorial * omega.x, inverse_factorial * omega.y, inverse_factorial * omega.z}, k,
      state.angular_velocity);
  }
  VectorSeries<K> derivative;
  for (int k = 0; k < K; ++k)
  {
    Vector a = row_or_zero(lanes.base + 9 + 3 * base.rows, base.rows, k);
    if (k == 0)
    {
      a.x -= base.counted_gravity[0];
      a.y -= base.counted_gravity[1];
      a.z -= base.counted_gravity[2];
    }
    set(turn(lanes.world_turn, a), k, derivative);
  }
  turning_components<K>(state.angular_velocity, derivative, state.acceleration);
  store_gradients(state);
  if (arguments.apart)
  {
    step_upwards<K>(base, state.angular_velocity, lanes, scratch.upwards[0]);
  }
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__BATCH_BASE_HPP_
