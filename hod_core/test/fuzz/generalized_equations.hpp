// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__FUZZ__GENERALIZED_EQUATIONS_HPP_
#define HOD__TEST__FUZZ__GENERALIZED_EQUATIONS_HPP_

#include <algorithm>
#include <vector>

#include "classic_session.hpp"
#include "hod/classic/forces.hpp"
#include "hod/classic/generalized_equation.hpp"

namespace hod::fuzz
{

inline Eigen::VectorXd exact_force(const Session & session, int k)
{
  return session.precise().force().row(k).transpose().cast<double>();
}

inline void compare_equation(
  const Session & session, int k, int m, const Eigen::VectorXd * force,
  const Eigen::VectorXd * momentum)
{
  if (force != nullptr)
  {
    const RoundingBounds bounds_here = session.bounds(k + m + 2);
    const double bound = kRounding * bounds_here.sum_of_gradients(k, m, 1);
    require_near(*force, exact_force(session, k - 1), bound, "the generalized equation");
  }
  if (momentum != nullptr && k >= 1)
  {
    // Lagrange's equation, derived: D commutes with ∂/∂q.
    const RoundingBounds bounds_here = session.bounds(k + m + 2);
    const Eigen::VectorXd other =
      energy_gradient(session.mechanism(), session.motion(), 0, k - 1, 0);
    const double bound =
      kRounding * (bounds_here.sum_of_gradients(k, m, 0) + bounds_here.gradient(0, k - 1, 0));
    require_near(*momentum - other, exact_force(session, k - 1), bound, "the generalized momentum");
  }
}

inline void use_other_equations(Session & session, int k, int m)
{
  Eigen::VectorXd found;
  const auto compare = [&](bool valid, const auto & call, int row, double bound, auto what) {
    if (answered(valid, [&] { found = call(); }, what) && session.moderate() && m <= 12 && k <= 8)
    {
      require_near(found, exact_force(session, row), bound, what);
    }
  };
  const bool counts = m >= 1 && m <= kHighest && session.fits(3);
  const double tsenov = counts ? kRounding * (session.bounds(m + 3).gradient(0, m, m) +
                                              session.bounds(m + 3).gradient(0, 0, 0))
                               : 0;
  compare(
    counts, [&] { return force_by_tsenov_mangeron(session.mechanism(), session.motion(), m); }, 0,
    tsenov, "Tsenov and Mangeron");
  const bool is_one = k >= 1 && k <= 3 && session.fits(k + 2);
  const double partial = is_one ? kRounding * (session.bounds(8).gradient(k, 0, k + 1) +
                                               session.bounds(8).gradient(k - 1, 0, k - 1) +
                                               session.bounds(8).gradient(1, 0, 0))
                                : 0.0;
  compare(
    is_one, [&] { return force_by_partial_derivatives(session.mechanism(), session.motion(), k); },
    std::max(k, 1) - 1, partial, "partial derivatives alone");
  const bool weighs = k >= 1 && m >= 1 && k <= kHighest && m <= kHighest && session.fits(k);
  if (!answered(
        weighs,
        [&] { found = gravity_force_by_lemma(session.mechanism(), session.motion(), k, m); },
        "the lemma"))
  {
    return;
  }
  if (session.moderate() && k <= 8 && m <= 12)
  {
    const RowMatrix expected = gravity_forces(session.mechanism(), session.motion(), k - 1);
    const double bound = kRounding * session.bounds(k + m).gravity(k - 1);
    require_near(found, expected.row(k - 1).transpose(), bound, "the lemma");
  }
}

inline void use_generalized_equation(Session & session)
{
  const int k = session.order(1, 4);
  const int m = session.order(2, 8);
  const bool known = k <= kHighest && m <= kHighest;
  const bool valid = known && k >= 1 && m > k && session.fits(k + 2);
  if (known && k >= 0 && m >= 1 && !session.affords(6.0 * session.dual_cost(k + m + 2)))
  {
    return;
  }
  Eigen::VectorXd force;
  answered(
    valid, [&] { force = generalized_force(session.mechanism(), session.motion(), k, m); },
    "forces");
  const std::vector<double> others(place(session.bytes().integer(0, 4)), 1.0);
  answered(
    valid && others.size() == place(k),
    [&] { generalized_force(session.mechanism(), session.motion(), k, m, others); },
    "other coefficients");
  Eigen::VectorXd momentum;
  const bool has_momentum = known && k >= 0 && m > k && session.fits(k + 2);
  answered(
    has_momentum,
    [&] { momentum = generalized_momentum(session.mechanism(), session.motion(), k, m); },
    "momenta");
  if (session.moderate() && k <= 8 && m <= 12)
  {
    compare_equation(session, k, m, valid ? &force : nullptr, has_momentum ? &momentum : nullptr);
  }
  use_other_equations(session, k, m);
}

}  // namespace hod::fuzz

#endif  // HOD__TEST__FUZZ__GENERALIZED_EQUATIONS_HPP_
