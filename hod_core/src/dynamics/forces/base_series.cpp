// SPDX-License-Identifier: Apache-2.0
#include "base_series.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>

namespace hod::detail
{
namespace
{

using Eigen::Vector3d;

using AngularSeries = std::array<Vector3d, kMaxCoefficients>;
using VectorSeries = std::array<Vector3d, kMaxForceCoefficients>;

/// Series of the base-axes components of a vector whose k-th derivative in the world has the
/// base-axes components derivatives[k] at t = 0: with b_j those of the j-th derivative,
///   b_j' = b_{j+1} − ω × b_j.
VectorSeries turning_components(const VectorSeries & derivatives, const AngularSeries & omega)
{
  VectorSeries next;
  VectorSeries current;
  for (int level = kMaxForceCoefficients - 1; level >= 0; --level)
  {
    const auto first = static_cast<std::size_t>(level);
    current[0] = derivatives[first];
    for (std::size_t k = 0; k + 1 < current.size() - first; ++k)
    {
      Vector3d rate = next[k];
      for (std::size_t j = 0; j <= k; ++j)
      {
        rate -= omega[j].cross(current[k - j]);
      }
      current[k + 1] = rate / static_cast<double>(k + 1);
    }
    next = current;
  }
  return current;
}

void write(const Vector3d & value, double (&target)[4])
{
  std::copy_n(value.data(), 3, target);
  target[3] = 0.0;
}

}  // namespace

BaseSeries make_base_series(
  const BaseMotion & motion, const Vector3d & gravity, const Eigen::Matrix3d & frame)
{
  static_assert(BaseMotion::kOrders >= kMaxCoefficients, "a base needs as many rows as a pass");
  BaseSeries base{};
  AngularSeries omega;
  double inverse_factorial = 1.0;
  for (std::size_t k = 0; k < omega.size(); ++k)
  {
    inverse_factorial /= k > 1 ? static_cast<double>(k) : 1.0;
    omega[k] = inverse_factorial * motion.angular_velocity[k];
    write(frame.transpose() * omega[k], base.angular_velocity[k]);
  }
  VectorSeries derivatives;
  for (std::size_t k = 0; k < derivatives.size(); ++k)
  {
    const Vector3d proper = k == 0 ? motion.acceleration[k] - gravity : motion.acceleration[k];
    derivatives[k] = motion.rotation.transpose() * proper;
  }
  const VectorSeries proper_acceleration = turning_components(derivatives, omega);
  for (std::size_t k = 0; k < proper_acceleration.size(); ++k)
  {
    write(frame.transpose() * proper_acceleration[k], base.proper_acceleration[k]);
  }
  write(frame.transpose() * (motion.rotation.transpose() * motion.velocity), base.velocity);
  write(frame.transpose() * (motion.rotation.transpose() * gravity), base.gravity);
  base.at_rest = is_at_rest(motion);
  return base;
}

}  // namespace hod::detail
