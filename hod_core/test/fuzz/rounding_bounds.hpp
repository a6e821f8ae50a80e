// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__FUZZ__ROUNDING_BOUNDS_HPP_
#define HOD__TEST__FUZZ__ROUNDING_BOUNDS_HPP_

#include <algorithm>

#include "hod/series/combinatorics.hpp"
#include "plain_robots.hpp"

namespace hod::fuzz
{

constexpr double kRounding = 1e-11;  // of the largest that a sum may have in it

/// Bounds of what the forms sum up, by which their rounding is measured: all signs are positive.
class RoundingBounds
{
public:
  RoundingBounds(const PlainRobot & subject, const RowMatrix & motion, int count)
  : sums_(Eigen::VectorXd::Zero(count + 2)), poses_(Eigen::VectorXd::Zero(count + 1))
  {
    double reach = 3.0;
    double mass = 0.0;
    for (const classic::MovingBody & body : subject.mechanism.bodies())
    {
      const double size = std::abs(body.multiplier);
      for (Eigen::Index k = 0; k < std::min<Eigen::Index>(motion.rows(), sums_.size()); ++k)
      {
        sums_[k] += size * std::abs(motion(k, body.column));
      }
      reach += body.point.norm() + std::abs(body.offset) + body.mass.center.norm();
      mass += body.mass.mass;
    }
    reach += sums_[0];
    weight_ = mass * reach * reach;
    poses_[0] = 1.0;
    for (int n = 0; n < count; ++n)
    {
      for (int i = 0; i <= n; ++i)
      {
        poses_[n + 1] += binomial(n, i) * poses_[n - i] * sums_[i + 1];
      }
    }
  }

  double pose(int n) const { return (1.0 + weight_) * poses_[n]; }

  double energy(int p) const { return weight_ * poses_[p + 1] * poses_[p + 1]; }

  double energy_derivative(int p, int a) const
  {
    double sum = 0.0;
    for (int l = 0; l <= a; ++l)
    {
      sum += binomial(a, l) * poses_[p + 1 + l] * poses_[p + 1 + a - l];
    }
    return weight_ * sum;
  }

  double force(int k) const
  {
    double sum = 0.0;
    for (int b = 0; b <= k; ++b)
    {
      sum += binomial(k, b) * poses_[k + 2 - b] * poses_[b];
    }
    return weight_ * sum;
  }

  /// ∂T⁽ⁿ⁾/∂q⁽ᵐ⁾ = C(n, m) D⁽ⁿ⁻ᵐ⁾ ∂T/∂q.
  double gradient(int p, int a, int m) const
  {
    double sum = 0.0;
    for (int l = 0; l <= a; ++l)
    {
      const int n = p + 1 + l;
      sum +=
        n < m ? 0.0 : 2.0 * binomial(a, l) * binomial(n, m) * poses_[n - m] * poses_[p + 1 + a - l];
    }
    return weight_ * sum;
  }

  /// Of generalized_force (first = 1) and generalized_momentum (first = 0).
  double sum_of_gradients(int k, int m, int first) const
  {
    double sum = 0.0;
    for (int p = first; p <= k; ++p)
    {
      sum += catalan(p) * gradient(p, m + k - 1 - 2 * p, m);
    }
    const int lower = k - first;
    return factorial(lower) * factorial(m) / factorial(m + lower) * sum;
  }

  double gravity(int k) const { return 10.0 * weight_ * poses_[k]; }

private:
  Eigen::VectorXd sums_;   // of |q⁽ᵏ⁾| of all bodies
  Eigen::VectorXd poses_;  // |T⁽ⁿ⁾|: complete Bell polynomials of the sums
  double weight_ = 0.0;
};

inline void require_near(
  const Eigen::Ref<const Eigen::VectorXd> & found,
  const Eigen::Ref<const Eigen::VectorXd> & expected, double bound, const char * what)
{
  require(found.size() == expected.size(), "results of another size");
  if (bound > 1e200)
  {
    return;
  }
  const bool near =
    found.allFinite() &&
    ((found - expected).cwiseAbs().array() <= bound + 1e-300).all();  // what underflows
  if (!near)
  {
    std::fprintf(stderr, "by %g beyond %g\n", (found - expected).cwiseAbs().maxCoeff(), bound);
  }
  require(near, what);
}

inline void require_near(double found, double expected, double bound, const char * what)
{
  require_near(
    Eigen::VectorXd::Constant(1, found), Eigen::VectorXd::Constant(1, expected), bound, what);
}

}  // namespace hod::fuzz

#endif  // HOD__TEST__FUZZ__ROUNDING_BOUNDS_HPP_
