// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__FUZZ__CLASSIC_FORCES_HPP_
#define HOD__TEST__FUZZ__CLASSIC_FORCES_HPP_

#include <vector>

#include "classic_session.hpp"
#include "hod/classic/forces.hpp"
#include "hod/dynamics/forces/forces.hpp"

namespace hod::fuzz
{

inline void compare_kernel_forces(
  const Session & session, const RowMatrix & expected, const RoundingBounds & bounds_here)
{
  const int k = static_cast<int>(expected.rows()) - 1;
  Workspace workspace(session.subject().robot, kMaxOrder);
  require(forces(workspace, session.motion(), k) == Result::ok, "forces of the kernel");
  for (int i = 0; i <= k; ++i)
  {
    const double bound = kRounding * (bounds_here.force(i) + bounds_here.gravity(i));
    require_near(
      workspace.force().row(i).transpose(), expected.row(i).transpose(), bound, "the kernel");
  }
}

inline void add_matrix_forces(Session & session, int k, bool valid, const RowMatrix * expected)
{
  const double joints = session.dof() + 1.0;
  const bool cheap =
    k >= 0 && k <= 5 &&
    session.affords(session.tuples(k + 2) * joints * 20.0 * static_cast<double>(k + 1));
  const bool hopeless = k > kMostDivided - 2;
  if (valid && !cheap && !hopeless)
  {
    return;
  }
  RowMatrix found;
  answered(
    valid && cheap, [&] { found = forces_by_matrices(session.mechanism(), session.motion(), k); },
    "by matrices");
  if (valid && cheap && expected != nullptr)
  {
    const RoundingBounds bounds_here = session.bounds(k + 3);
    for (int i = 0; i <= k; ++i)
    {
      require_near(
        found.row(i).transpose(), expected->row(i).transpose(), kRounding * bounds_here.force(i),
        "forces by matrices");
    }
  }
}

inline void compute_forces(Session & session)
{
  const int k = session.order(0, 4);
  const bool valid = k >= 0 && k <= kHighest && session.fits(k + 3);
  if (valid && !session.affords(session.dual_cost(k + 3)))
  {
    return;
  }
  RowMatrix found;
  answered(
    valid, [&] { found = forces_by_leibniz(session.mechanism(), session.motion(), k); },
    "by Leibniz");
  RowMatrix gravity;
  const bool has_gravity = k >= 0 && k <= kHighest && session.fits(k + 1);
  if (!has_gravity || session.affords(session.dual_cost(k + 1)))
  {
    answered(
      has_gravity, [&] { gravity = gravity_forces(session.mechanism(), session.motion(), k); },
      "weights");
  }
  if (!valid || !session.moderate())
  {
    add_matrix_forces(session, k, valid, nullptr);
    return;
  }
  const RoundingBounds bounds_here = session.bounds(k + 3);
  const auto exact = session.precise().force();
  for (int i = 0; i <= k; ++i)
  {
    const Eigen::VectorXd expected = exact.row(i).transpose().cast<double>();
    require_near(
      found.row(i).transpose(), expected, kRounding * bounds_here.force(i), "Leibniz's forces");
  }
  if (k <= kMaxOrder && gravity.size() > 0)
  {
    compare_kernel_forces(session, found + gravity, bounds_here);
  }
  add_matrix_forces(session, k, valid, &found);
}

}  // namespace hod::fuzz

#endif  // HOD__TEST__FUZZ__CLASSIC_FORCES_HPP_
