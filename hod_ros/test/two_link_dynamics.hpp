// SPDX-License-Identifier: Apache-2.0
#ifndef TWO_LINK_DYNAMICS_HPP_
#define TWO_LINK_DYNAMICS_HPP_

#include <Eigen/Core>
#include <cmath>
#include <functional>

/// Torques of two_link_arm.hpp by Lagrange's equations, written out: the independent route of the
/// tests. Nothing of hod_core is used.
namespace two_link
{

constexpr double kGravity = 9.81;

struct State
{
  Eigen::Vector2d q;    ///< shoulder, elbow [rad]
  Eigen::Vector2d d1q;  ///< [rad/s]
  Eigen::Vector2d d2q;  ///< [rad/s²]
};

struct Torques
{
  Eigen::Vector2d inertia;
  Eigen::Vector2d gravity;
};

inline Torques torques(const State & state)
{
  constexpr double m1 = 2.0, r1 = 0.5, l1 = 1.0, m2 = 1.0, r2 = 0.4;
  const double coupling = m2 * l1 * r2;
  const double c2 = std::cos(state.q[1]);
  const double s2 = std::sin(state.q[1]);
  const double m12 = m2 * r2 * r2 + coupling * c2;
  const double m11 = m1 * r1 * r1 + m2 * l1 * l1 + coupling * c2 + m12;
  const double m22 = m2 * r2 * r2;
  const auto & v = state.d1q;
  const auto & a = state.d2q;
  const double outer = m2 * r2 * std::cos(state.q[0] + state.q[1]);
  return {
    {m11 * a[0] + m12 * a[1] - coupling * s2 * (2 * v[0] * v[1] + v[1] * v[1]),
     m12 * a[0] + m22 * a[1] + coupling * s2 * v[0] * v[0]},
    {kGravity * ((m1 * r1 + m2 * l1) * std::cos(state.q[0]) + outer), kGravity * outer}};
}

/// First and second time derivative of a function of time, by differences of fourth order.
inline double d1(const std::function<double(double)> & f, double t, double h = 1e-3)
{
  return (f(t - 2 * h) - 8 * f(t - h) + 8 * f(t + h) - f(t + 2 * h)) / (12 * h);
}
inline double d2(const std::function<double(double)> & f, double t, double h = 1e-3)
{
  return (-f(t - 2 * h) + 16 * f(t - h) - 30 * f(t) + 16 * f(t + h) - f(t + 2 * h)) / (12 * h * h);
}

/// A smooth motion: derivative k of joint j at time t.
inline double motion(int joint, int order, double time)
{
  constexpr double kPi = 3.14159265358979323846;
  const double amplitude = joint == 0 ? 0.8 : 1.1;
  const double omega = joint == 0 ? 1.7 : 2.3;
  const double offset = (joint == 0 && order == 0) ? 0.2 : 0.0;
  return offset + amplitude * std::pow(omega, order) * std::sin(omega * time + order * kPi / 2);
}

inline State state_at(double time)
{
  State state;
  for (int joint = 0; joint < 2; ++joint)
  {
    const auto j = static_cast<std::size_t>(joint);
    state.q[j] = motion(joint, 0, time);
    state.d1q[j] = motion(joint, 1, time);
    state.d2q[j] = motion(joint, 2, time);
  }
  return state;
}

}  // namespace two_link

#endif  // TWO_LINK_DYNAMICS_HPP_
