// SPDX-License-Identifier: Apache-2.0
#ifndef SIMULATED_TWO_LINK_HPP_
#define SIMULATED_TWO_LINK_HPP_

#include <Eigen/Core>
#include <Eigen/LU>

#include "two_link_dynamics.hpp"

/// two_link_arm.hpp moving as its torques make it, by Lagrange's equations and the classic
/// Runge–Kutta method; nothing of hod_core. Either rigid, rotors turning with the links, or with
/// motors behind springs.
class SimulatedTwoLink
{
public:
  struct Drives
  {
    bool elastic = false;
    Eigen::Vector2d stiffness{2e3, 1e3};  ///< [N m/rad]
    Eigen::Vector2d inertia{0.5, 0.3};    ///< of the rotors behind the gears [kg m²]
  };

  /// At rest at a position, torque and springs holding the weight.
  SimulatedTwoLink(const Drives & drives, const Eigen::Vector2d & position) : drives_(drives)
  {
    const Eigen::Vector2d weight = two_link::torques({position, {0, 0}, {0, 0}}).gravity;
    state_ << position, Eigen::Vector2d::Zero(), position, Eigen::Vector2d::Zero();
    if (drives_.elastic)
    {
      state_.segment<2>(4) += weight.cwiseQuotient(drives_.stiffness);
    }
  }

  Eigen::Vector2d position() const { return state_.head<2>(); }
  Eigen::Vector2d velocity() const { return state_.segment<2>(2); }
  /// What encoders on the motors see.
  Eigen::Vector2d motor_position() const
  {
    return drives_.elastic ? state_.segment<2>(4) : position();
  }
  Eigen::Vector2d motor_velocity() const { return drives_.elastic ? state_.tail<2>() : velocity(); }

  void hold(const Eigen::Vector2d & torque, double duration, int steps)
  {
    const double h = duration / steps;
    for (int i = 0; i < steps; ++i)
    {
      const State k1 = rate(state_, torque);
      const State k2 = rate(state_ + 0.5 * h * k1, torque);
      const State k3 = rate(state_ + 0.5 * h * k2, torque);
      const State k4 = rate(state_ + h * k3, torque);
      state_ += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
    }
  }

private:
  using State = Eigen::Matrix<double, 8, 1>;  ///< q, q', θ, θ'

  State rate(const State & state, const Eigen::Vector2d & torque) const
  {
    const Eigen::Vector2d q = state.head<2>();
    const Eigen::Vector2d v = state.segment<2>(2);
    const auto still = two_link::torques({q, v, {0, 0}});
    const Eigen::Vector2d bias = still.inertia + still.gravity;
    Eigen::Matrix2d mass;
    for (int joint = 0; joint < 2; ++joint)
    {
      mass.col(joint) = two_link::torques({q, {0, 0}, Eigen::Vector2d::Unit(joint)}).inertia;
    }
    State result;
    if (drives_.elastic)
    {
      const Eigen::Vector2d spring = drives_.stiffness.cwiseProduct(state.segment<2>(4) - q);
      result << v, mass.inverse() * (spring - bias), state.tail<2>(),
        (torque - spring).cwiseQuotient(drives_.inertia);
    }
    else
    {
      mass.diagonal() += drives_.inertia;
      const Eigen::Vector2d acceleration = mass.inverse() * (torque - bias);
      result << v, acceleration, v, acceleration;
    }
    return result;
  }

  Drives drives_;
  State state_;
};

#endif  // SIMULATED_TWO_LINK_HPP_
