// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__SRC__DYNAMICS__KERNEL__JOINT_SERIES_HPP_
#define HOD__SRC__DYNAMICS__KERNEL__JOINT_SERIES_HPP_

#include "pass_arguments.hpp"
#include "sin_cos.hpp"

namespace hod::detail::HOD_KERNEL_NAMESPACE
{

/// cos θ(t) and sin θ(t) as series from their values at t = 0 and the series of θ':
///   c' = −θ' s, s' = θ' c.
template <class Number, int count>
HOD_INLINE void continue_rotation(const Number * rate, Number * cosine, Number * sine)
{
#pragma GCC unroll 8
  for (int k = 1; k < count; ++k)
  {
    Number c = rate[0] * sine[k - 1];
    Number s = rate[0] * cosine[k - 1];
#pragma GCC unroll 8
    for (int j = 1; j < k; ++j)
    {
      c += rate[j] * sine[k - 1 - j];
      s += rate[j] * cosine[k - 1 - j];
    }
    cosine[k] = c * (-1.0 / k);
    sine[k] = s * (1.0 / k);
  }
}

/// Table of all joints' series, joints side by side: position, rate[0…], cosine[0…], sine[0…]
/// with `count` coefficients each. Row r of the table starts at r * padded_bodies.
template <int count>
struct JointTable
{
  double * rows;
  long stride;

  HOD_INLINE double * position() const { return rows; }
  HOD_INLINE double * rate(int k) const { return rows + (1 + k) * stride; }
  HOD_INLINE double * cosine(int k) const { return rows + (1 + count + k) * stride; }
  HOD_INLINE double * sine(int k) const { return rows + (1 + 2 * count + k) * stride; }
};

/// Taylor coefficients of position and rate of every body's joint, mimic factors applied.
template <int count>
HOD_INLINE void gather_motion(const PassArguments & arguments, const JointTable<count> & table)
{
  double inverse_factorial = 1.0;
  for (int k = 0; k < count; ++k)
  {
    inverse_factorial /= k > 1 ? k : 1;
    double * rate = table.rate(k);
    if (k + 1 >= arguments.motion_rows)
    {
      for (int body = 1; body < arguments.bodies; ++body)
      {
        rate[body] = 0.0;
      }
      continue;
    }
    const double * row = arguments.motion + (k + 1) * arguments.motion_stride;
    for (int body = 1; body < arguments.bodies; ++body)
    {
      const LinkConstants & link = arguments.links[body];
      rate[body] = row[link.dof] * (link.multiplier * inverse_factorial);
    }
  }
  for (int body = 1; body < arguments.bodies; ++body)
  {
    const LinkConstants & link = arguments.links[body];
    table.position()[body] = arguments.motion[link.dof] * link.multiplier + link.offset;
  }
}

/// Rotation series of HOD_LANES joints, the first of them that of a body, from their motion.
/// Prismatic joints are given theirs here too, and do not use it.
template <int count>
HOD_INLINE void fill_rotation(
  const PassArguments & arguments, const JointTable<count> & table, int body, const Lane & position,
  const Lane (&rate)[count])
{
  Lane cosine[count], sine[count];
  Lane s, c;
  sin_cos(position, s, c);
  // The constant rotation is applied afterwards: adding it to a large angle would cost digits.
  const Lane zero_cosine = load_lanes(arguments.zero_cosine + body);
  const Lane zero_sine = load_lanes(arguments.zero_sine + body);
  cosine[0] = c * zero_cosine - s * zero_sine;
  sine[0] = s * zero_cosine + c * zero_sine;
  continue_rotation<Lane, count>(rate, cosine, sine);
#pragma GCC unroll 8
  for (int k = 0; k < count; ++k)
  {
    store_lanes(table.cosine(k) + body, cosine[k]);
    store_lanes(table.sine(k) + body, sine[k]);
  }
}

/// Same directly from the motion, where each body has its own column. The last group overlaps the
/// previous one instead of being incomplete.
template <int count>
HOD_INLINE void fill_from_columns(const PassArguments & arguments, const JointTable<count> & table)
{
  for (int first = 0; first < arguments.dof; first += HOD_LANES)
  {
    const int last_start = arguments.dof - HOD_LANES;
    const int column = first < last_start ? first : last_start;
    const int body = column + 1;
    const Lane position = load_lanes(arguments.motion + column);
    store_lanes(table.position() + body, position);
    Lane rate[count];
    double inverse_factorial = 1.0;
#pragma GCC unroll 8
    for (int k = 0; k < count; ++k)
    {
      inverse_factorial /= k > 1 ? k : 1;
      rate[k] = Lane{};
      if (k + 1 < arguments.motion_rows)
      {
        rate[k] = inverse_factorial *
                  load_lanes(arguments.motion + (k + 1) * arguments.motion_stride + column);
      }
      store_lanes(table.rate(k) + body, rate[k]);
    }
    fill_rotation(arguments, table, body, position, rate);
  }
}

/// Position, rate and rotation of every joint.
template <int count>
HOD_INLINE void fill_joint_table(const PassArguments & arguments, const JointTable<count> & table)
{
  if (arguments.own_columns && arguments.dof >= HOD_LANES)
  {
    fill_from_columns(arguments, table);
    return;
  }
  gather_motion(arguments, table);
  for (int body = 0; body < arguments.bodies; body += HOD_LANES)
  {
    Lane rate[count];
#pragma GCC unroll 8
    for (int k = 0; k < count; ++k)
    {
      rate[k] = load_lanes(table.rate(k) + body);
    }
    fill_rotation(arguments, table, body, load_lanes(table.position() + body), rate);
  }
}

}  // namespace hod::detail::HOD_KERNEL_NAMESPACE

#endif  // HOD__SRC__DYNAMICS__KERNEL__JOINT_SERIES_HPP_
