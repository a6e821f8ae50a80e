// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__FUZZ__CLASSIC_ENERGIES_HPP_
#define HOD__TEST__FUZZ__CLASSIC_ENERGIES_HPP_

#include <optional>
#include <vector>

#include "classic_session.hpp"
#include "hod/classic/coefficients.hpp"
#include "hod/classic/energies.hpp"
#include "hod/classic/generalized_equation.hpp"
#include "hod/dynamics/energies/energies.hpp"

namespace hod::fuzz
{

inline Eigen::VectorXd exact_energies(const Session & session, int p)
{
  const std::vector<long double> all = session.precise().energy(place(p));
  Eigen::VectorXd energies(session.mechanism().bodies().size());
  for (Eigen::Index i = 0; i < energies.size(); ++i)
  {
    energies[i] = static_cast<double>(all[static_cast<std::size_t>(i) + 1]);
  }
  return energies;
}

inline void compare_kernel_energies(
  const Session & session, int p, const Eigen::VectorXd & expected, double bound)
{
  Workspace workspace(session.subject().robot, kMaxOrder);
  require(energies(workspace, session.motion(), p) == Result::ok, "energies of the kernel");
  require_near(workspace.energy().col(p).tail(expected.size()), expected, bound, "the kernel");
}

/// Σ over partitions of p + 1 of their tuples, and their pairs.
inline double partition_cost(const Session & session, int p)
{
  const std::vector<classic::BellTerm> terms = classic::bell_terms(p + 1);
  const auto count = static_cast<double>(terms.size());
  double cost = count * count * static_cast<double>(session.mechanism().bodies().size());
  for (const classic::BellTerm & term : terms)
  {
    cost += session.tuples(static_cast<int>(term.orders.size()));
  }
  return cost;
}

inline void add_matrix_energies(
  Session & session, int p, bool valid, double expected,
  const std::optional<RoundingBounds> & bounds_here)
{
  double found = 0.0;
  const bool has_matrices = valid && p >= 1 && p <= 4;
  if (!has_matrices || session.affords(session.tuples(p + 1) * (session.dof() + 4.0)))
  {
    answered(
      has_matrices, [&] { found = energy_by_matrices(session.mechanism(), session.motion(), p); },
      "by matrices");
    if (has_matrices && bounds_here)
    {
      require_near(found, expected, kRounding * bounds_here->energy(p), "energy by matrices");
    }
  }
  const bool is_listed = valid && p < kMostDivided && session.affords(p > 15 ? 1e5 : 10.0);
  const double cost = is_listed ? partition_cost(session, p) : valid ? kMostTuples * 20.0 : 0.0;
  if (cost > kMostTuples / 10.0 ? cost < kMostTuples * 10.0 : !session.affords(cost))
  {
    return;
  }
  const bool possible = valid && cost < kMostTuples;
  answered(
    possible, [&] { found = energy_by_partitions(session.mechanism(), session.motion(), p); },
    "by partitions");
  if (possible && bounds_here)
  {
    require_near(found, expected, kRounding * bounds_here->energy(p), "energy by partitions");
  }
}

inline void compute_energies(Session & session)
{
  const int p = session.order(0, 5);
  const bool valid = p >= 0 && p <= kHighest && session.fits(p + 2);
  if (valid && !session.affords(4.0 * session.series_cost(p + 2)))
  {
    return;
  }
  Eigen::VectorXd trace;
  Eigen::VectorXd other;
  answered(
    valid, [&] { trace = energy_by_trace(session.mechanism(), session.motion(), p); }, "traces");
  std::optional<RoundingBounds> bounds_here;
  std::optional<Eigen::VectorXd> exact;
  const bool checked = valid && session.moderate();
  if (checked)
  {
    bounds_here = session.bounds(p + 2);
    exact = exact_energies(session, p);
    require_near(trace, *exact, kRounding * bounds_here->energy(p), "energy by traces");
  }
  const auto compare = [&](bool valid_form, const auto & call, const char * what) {
    if (answered(valid_form, [&] { other = call(); }, what) && checked)
    {
      require_near(other, *exact, kRounding * bounds_here->energy(p), what);
    }
  };
  const bool is_explicit = valid && p >= 1 && p <= 4;
  compare(
    valid, [&] { return energy_by_parts(session.mechanism(), session.motion(), p); },
    "energy by parts");
  compare(
    valid, [&] { return energy_by_rotation(session.mechanism(), session.motion(), p); },
    "by rotation");
  compare(
    is_explicit, [&] { return energy_explicit(session.mechanism(), session.motion(), p); },
    "explicitly");
  taken([&] { energy_by_parts(session.mechanism(), session.motion(), p, false); });
  if (checked && p <= kMaxOrder)
  {
    compare_kernel_energies(session, p, trace, kRounding * bounds_here->energy(p));
  }
  add_matrix_energies(session, p, valid, checked ? trace.sum() : NAN, bounds_here);
}

inline void compute_energy_derivatives(Session & session)
{
  const int p = session.order(0, 4);
  const int a = session.order(0, 4);
  const bool known = p >= 0 && p <= kHighest && a >= 0 && a <= kHighest;
  const bool valid = known && session.fits(p + a + 2);
  if (valid && !session.affords(2.0 * session.series_cost(p + a + 2)))
  {
    return;
  }
  Eigen::VectorXd found;
  answered(
    valid, [&] { found = energy_derivatives(session.mechanism(), session.motion(), p, a); },
    "rates of energies");
  if (!valid || !session.moderate())
  {
    return;
  }
  const RoundingBounds bounds_here = session.bounds(p + a + 2);
  Eigen::VectorXd expected = Eigen::VectorXd::Zero(a + 1);
  const reference::Precise exact = session.precise();
  for (std::size_t body = 1; body <= session.mechanism().bodies().size(); ++body)
  {
    const std::vector<long double> rates = exact.energy_derivatives(body, place(p));
    for (int k = 0; k <= a; ++k)
    {
      expected[k] += static_cast<double>(rates[place(k)]);
    }
  }
  for (int k = 0; k <= a; ++k)
  {
    const double bound = kRounding * bounds_here.energy_derivative(p, k);
    require_near(found[k], expected[k], bound, "rates of energies");
  }
}

constexpr double kStep = 1e-4;  // of differences

inline void differentiate_energies(Session & session)
{
  const int p = session.order(0, 3);
  const int a = session.order(0, 4);
  const int m = session.order(0, 6);
  const bool known = p >= 0 && p <= kHighest && a >= 0 && a <= kHighest && m >= 0 && m <= kHighest;
  const int highest = known ? std::max(0, std::min(p + 1 + a, 2 * p + 2 + a - m)) : 0;
  const bool valid = known && session.fits(highest + 1);
  if (valid && !session.affords(session.dual_cost(p + a + 2)))
  {
    return;
  }
  Eigen::VectorXd found;
  answered(
    valid, [&] { found = energy_gradient(session.mechanism(), session.motion(), p, a, m); },
    "gradients");
  if (!valid || !session.moderate() || p + a > 8 || m > 8)
  {
    return;
  }
  RowMatrix whole = RowMatrix::Zero(
    std::max<Eigen::Index>(session.motion().rows(), std::max(p + a + 2, m + 1)),
    session.motion().cols());
  whole.topRows(session.motion().rows()) = session.motion();
  const RoundingBounds bounds_here(session.subject(), whole, p + a + 2);
  Eigen::VectorXd expected(session.dof());
  for (int j = 0; j < session.dof(); ++j)
  {
    RowMatrix there = whole;
    there(m, j) += kStep;
    RowMatrix back = whole;
    back(m, j) -= kStep;
    expected[j] = (energy_derivatives(session.mechanism(), there, p, a)[a] -
                   energy_derivatives(session.mechanism(), back, p, a)[a]) /
                  (2.0 * kStep);
  }
  const double rounding = kRounding / kStep * bounds_here.energy_derivative(p, a);
  require_near(
    found, expected, rounding + 1e-5 * (1.0 + bounds_here.gradient(p, a, m)), "gradients");
}

/// Whatever the rates of an explicit form are, they are as many as it asks for.
inline void try_rates(Bytes & bytes)
{
  const int p = bytes.integer(-1, 6);
  const RowMatrix rates = bytes.matrix(3, bytes.integer(0, 6));
  if (rates.rows() != 3)
  {
    return;
  }
  double energy = 0.0;
  const bool valid = p >= 1 && p <= 4 && rates.cols() >= p + 1;
  const Eigen::Matrix3d planar = Eigen::Vector3d(1.0, 2.0, 3.0).asDiagonal();
  require(
    taken([&] { energy = classic::explicit_rotational_energy(p, rates, planar); }) == valid,
    "rates: taken or not, wrongly");
  require(!valid || !is_moderate(rates) || energy >= -1e-3, "a negative energy");
}

}  // namespace hod::fuzz

#endif  // HOD__TEST__FUZZ__CLASSIC_ENERGIES_HPP_
