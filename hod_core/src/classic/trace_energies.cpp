// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "hod/classic/energies.hpp"
#include "pose_series.hpp"

namespace hod::classic
{
namespace
{

std::string name(int p)
{
  return "energy of order " + std::to_string(p);
}

/// T_i⁽ⁿ⁾, n ≤ p + 1 + more, of every body.
std::vector<MatrixDerivatives<double>> poses_for(
  const Mechanism & mechanism, const RowMatrix & motion, int p, int more = 0)
{
  if (p < 0)
  {
    throw Error(name(p) + " was requested, expected 0 or more");
  }
  check_orders({p, more}, name(p));
  check_motion(mechanism, motion, p + more + 2, name(p));
  return pose_derivatives<double>(mechanism, motion, p + more + 2);
}

template <typename PerBody>
Eigen::VectorXd for_each_body(const Mechanism & mechanism, const PerBody & energy)
{
  Eigen::VectorXd energies(mechanism.bodies().size());
  for (std::size_t i = 0; i < mechanism.bodies().size(); ++i)
  {
    energies[static_cast<Eigen::Index>(i)] = energy(mechanism.bodies()[i], i);
  }
  return energies;
}

/// A_1 … A_count with R⁽ᵏ⁾ = R A_k in body axes. The table A_k⁽ⁿ⁾ is filled by
/// A_k+1⁽ⁿ⁾ = A_k⁽ⁿ⁺¹⁾ + Σ C(n, i) ω̂⁽ⁱ⁾ A_k⁽ⁿ⁻ⁱ⁾.
Eigen::Matrix3d rotation_polynomial(const std::vector<Eigen::Matrix3d> & rate, int count)
{
  std::vector<Eigen::Matrix3d> current = rate;
  for (int k = 1; k < count; ++k)
  {
    std::vector<Eigen::Matrix3d> next(current.size() - 1);
    for (std::size_t n = 0; n < next.size(); ++n)
    {
      next[n] = current[n + 1];
      for (std::size_t i = 0; i <= n; ++i)
      {
        next[n] += binomial(static_cast<int>(n), static_cast<int>(i)) * rate[i] * current[n - i];
      }
    }
    current = next;
  }
  return current[0];
}

/// ω̂ = Rᵀ R' in body axes and its plain derivatives, as many as the rotations given allow.
std::vector<Eigen::Matrix3d> body_rates(const MatrixDerivatives<double> & pose)
{
  std::vector<Eigen::Matrix3d> rates;
  for (std::size_t k = 0; k + 1 < pose.size(); ++k)
  {
    Eigen::Matrix3d sum = Eigen::Matrix3d::Zero();
    for (std::size_t i = 0; i <= k; ++i)
    {
      sum += binomial(static_cast<int>(k), static_cast<int>(i)) *
             pose[i].topLeftCorner<3, 3>().transpose() * pose[k - i + 1].topLeftCorner<3, 3>();
    }
    rates.push_back(sum);
  }
  return rates;
}

}  // namespace

Eigen::VectorXd energy_by_trace(const Mechanism & mechanism, const RowMatrix & motion, int p)
{
  const auto poses = poses_for(mechanism, motion, p);
  return for_each_body(mechanism, [&](const MovingBody & body, std::size_t i) {
    const Eigen::Matrix4d & derivative = poses[i].back();
    return 0.5 * weighted_trace<double>(derivative, body.pseudo_inertia, derivative);
  });
}

Eigen::VectorXd energy_derivatives(
  const Mechanism & mechanism, const RowMatrix & motion, int p, int order)
{
  if (order < 0)
  {
    throw Error(
      "derivatives of an energy: found order " + std::to_string(order) + ", expected 0 or more");
  }
  const auto poses = poses_for(mechanism, motion, p, order);
  Eigen::VectorXd derivatives(order + 1);
  for (int a = 0; a <= order; ++a)
  {
    derivatives[a] = energy_derivative<double>(mechanism, poses, p, a);
  }
  return derivatives;
}

Eigen::VectorXd energy_by_parts(
  const Mechanism & mechanism, const RowMatrix & motion, int p, bool mixed_term)
{
  const auto poses = poses_for(mechanism, motion, p);
  return for_each_body(mechanism, [&](const MovingBody & body, std::size_t i) {
    const Eigen::Matrix3d rotation = poses[i].back().topLeftCorner<3, 3>();
    const Eigen::Vector3d origin = poses[i].back().topRightCorner<3, 1>();
    const Eigen::Matrix3d planar = planar_about_origin(body.mass);
    double energy = 0.5 * body.mass.mass * origin.squaredNorm() +
                    0.5 * (rotation * planar * rotation.transpose()).trace();
    if (mixed_term)
    {
      energy += body.mass.mass * origin.dot(rotation * body.mass.center);
    }
    return energy;
  });
}

Eigen::VectorXd energy_by_rotation(const Mechanism & mechanism, const RowMatrix & motion, int p)
{
  const auto poses = poses_for(mechanism, motion, p);
  return for_each_body(mechanism, [&](const MovingBody & body, std::size_t i) {
    const Eigen::Vector3d center = poses[i].back().topLeftCorner<3, 3>() * body.mass.center +
                                   poses[i].back().topRightCorner<3, 1>();
    const Eigen::Matrix3d polynomial = rotation_polynomial(body_rates(poses[i]), p + 1);
    const Eigen::Matrix3d planar = planar_from_axial(body.mass.inertia);
    return 0.5 * body.mass.mass * center.squaredNorm() +
           0.5 * (polynomial * planar * polynomial.transpose()).trace();
  });
}

Eigen::VectorXd energy_explicit(const Mechanism & mechanism, const RowMatrix & motion, int p)
{
  if (p < 1 || p > 4)
  {
    throw Error("explicit energy: found order " + std::to_string(p) + ", expected 1 to 4");
  }
  const auto poses = poses_for(mechanism, motion, p);
  return for_each_body(mechanism, [&](const MovingBody & body, std::size_t i) {
    const Eigen::Matrix3d rotation = poses[i][0].topLeftCorner<3, 3>();
    const Eigen::Vector3d center = poses[i].back().topLeftCorner<3, 3>() * body.mass.center +
                                   poses[i].back().topRightCorner<3, 1>();
    // ω̂ = R' Rᵀ in the root link's axes, where absolute and plain derivatives are the same.
    Eigen::Matrix<double, 3, Eigen::Dynamic> rates(3, p + 1);
    for (int k = 0; k <= p; ++k)
    {
      Eigen::Matrix3d sum = Eigen::Matrix3d::Zero();
      for (int n = 0; n <= k; ++n)
      {
        sum += binomial(k, n) * nth(poses[i], k - n + 1).topLeftCorner<3, 3>() *
               nth(poses[i], n).topLeftCorner<3, 3>().transpose();
      }
      rates.col(k) << sum(2, 1), sum(0, 2), sum(1, 0);
    }
    const Eigen::Matrix3d planar =
      rotation * planar_from_axial(body.mass.inertia) * rotation.transpose();
    return 0.5 * body.mass.mass * center.squaredNorm() +
           explicit_rotational_energy(p, rates, planar);
  });
}

}  // namespace hod::classic
