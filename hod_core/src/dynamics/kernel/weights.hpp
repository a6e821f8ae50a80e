// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__WEIGHTS_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__WEIGHTS_HPP_

#include "single_backward.hpp"

namespace hod::detail::HOD_KERNEL_NAMESPACE
{

// The gravity term alone, from the potential −g · Σ m c. Instead of a wrench, one vector goes up
// the tree and one comes down: the upward direction (−g) in every body's axes, and mass · centre of
// mass of everything that a joint carries, with the mass itself in the fourth place. Each depends
// on its neighbour's, so both run alongside the motion and the wrenches, which fill the waiting
// time.

/// Rotates x and y about z, the rest is unchanged.
template <int K>
HOD_INLINE void turn_vector_by_joint(
  const LinkConstants & link, const JointTable<K + 1> & table, int body, double direction,
  Quad (&v)[K])
{
  Quad turned[K];
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    turned[k] = v[k];
  }
  turn_by_joint(link, table, body, direction, turned);
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    v[k] = join_ends(turned[k], v[k]);
  }
}

/// A vector in a body's axes instead of its parent's.
template <int K>
HOD_INLINE void turn_vector(
  const LinkConstants & link, const JointTable<K + 1> & table, int body, Quad (&v)[K])
{
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    if (link.has_beta)
    {
      v[k] = join_ends(turn_about_z(v[k], link.cos_beta, link.sin_beta), v[k]);
    }
    v[k] = v[k] * load_quad(link.vector_keep) + swap_middle(v[k]) * load_quad(link.vector_mix);
  }
  turn_vector_by_joint(link, table, body, 1.0, v);
}

/// The inverse.
template <int K>
HOD_INLINE void turn_vector_back(
  const LinkConstants & link, const JointTable<K + 1> & table, int body, Quad (&v)[K])
{
  turn_vector_by_joint(link, table, body, -1.0, v);
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    v[k] = v[k] * load_quad(link.vector_keep) - swap_middle(v[k]) * load_quad(link.vector_mix);
    if (link.has_beta)
    {
      v[k] = join_ends(turn_about_z(v[k], link.cos_beta, -link.sin_beta), v[k]);
    }
  }
}

template <int K>
HOD_INLINE void copy(const Quad (&source)[K], Quad (&target)[K])
{
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    target[k] = source[k];
  }
}

/// The upward direction in the base's axes.
template <int K>
HOD_INLINE void base_upwards(const BaseSeries & base, Quad (&up)[K])
{
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    up[k] = load_quad(base.upwards[k]);
  }
}

/// Adds the gravity force of a joint: the carried mass along a slide, and about an axis (c × up)_z.
template <int K>
HOD_INLINE void project_weight(
  const PassArguments & arguments, const LinkConstants & link, const Quad (&c)[K],
  const Quad (&up)[K])
{
  Quad swapped[K];
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    swapped[k] = swap_pairs(up[k]);
  }
  double factor = link.multiplier * arguments.force_scale;
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    if (k == arguments.force_rows)
    {
      return;
    }
    factor *= k > 1 ? k : 1;
    Quad products = c[0] * swapped[k];
#pragma GCC unroll 8
    for (int j = 1; j <= k; ++j)
    {
      products += c[j] * swapped[k - j];
    }
    const double value = link.prismatic ? c[0][3] * up[k][2] : products[0] - products[1];
    arguments.gravity[k * arguments.force_stride + link.dof] += factor * value;
  }
}

/// Adds the weight of a constant mass to the force on a joint's bearing.
template <int K>
HOD_INLINE void press_by_weight(
  const PassArguments & arguments, int body, double mass, const Quad (&up)[K])
{
  const int entry = arguments.friction_entry[body];
  for (int k = 0; entry >= 0 && k < K; ++k)
  {
    double * target = arguments.pressure + k * arguments.pressure_stride + 2 * entry;
    target[0] += mass * up[k][0];
    target[1] += mass * up[k][1];
  }
}

/// Mass and moment of everything that a joint carries, about the parent's origin and in its axes.
template <int K>
HOD_INLINE void hand_down_moment(
  const LinkConstants & link, const JointTable<K + 1> & table, int body, Quad (&c)[K])
{
  const double mass = c[0][3];
  if (link.prismatic)
  {
    c[0] += make_quad(0.0, 0.0, mass * table.position()[body], 0.0);
    for (int k = 1; k < K; ++k)
    {
      c[k] += make_quad(0.0, 0.0, mass * table.rate(k - 1)[body] / k, 0.0);
    }
  }
  turn_vector_back(link, table, body, c);
  c[0] += mass * load_quad(link.translation.xyz);
}

/// Adds a body's own mass to what it carries in `c`, and the weight of all to its column.
template <int K>
HOD_INLINE void add_weight(
  const PassArguments & arguments, int body, const Quad (&up)[K], Quad (&c)[K])
{
  const InertiaConstants & inertia = arguments.inertias[body];
  c[0] += load_quad(inertia.moment.xyz) + make_quad(0.0, 0.0, 0.0, inertia.mass);
  project_weight(arguments, arguments.links[body], c, up);
  if (arguments.pressure != nullptr)
  {
    press_by_weight(arguments, body, c[0][3], up);
  }
}

template <int K>
HOD_INLINE void add(const Quad (&term)[K], Quad (&sum)[K])
{
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    sum[k] += term[k];
  }
}

template <int K>
HOD_INLINE void clear(Quad (&v)[K])
{
#pragma GCC unroll 8
  for (int k = 0; k < K; ++k)
  {
    v[k] = all(0.0);
  }
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__WEIGHTS_HPP_
