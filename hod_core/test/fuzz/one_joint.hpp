// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__TEST__FUZZ__ONE_JOINT_HPP_
#define HOD__TEST__FUZZ__ONE_JOINT_HPP_

#include <complex>
#include <vector>

#include "classic_session.hpp"
#include "hod/classic/revolute.hpp"

namespace hod::fuzz
{

/// r = exp(i q(t)) turns with the joint: E⁽ᵖ⁾ = ½ J |r⁽ᵖ⁺¹⁾|².
inline void turn_one_joint(Session & session)
{
  using Complex = std::complex<long double>;
  const Eigen::VectorXd motion = session.next_vector(session.bytes().integer(1, 8));
  const int p = session.order(0, 5);
  const double inertia = session.bytes().number();
  const double weight = session.bytes().number();
  const double phase = session.bytes().number();
  const bool has_energy = p >= 1 && p <= 4 && motion.size() >= p + 2;
  const bool has_force = p >= 0 && p <= 3 && motion.size() >= p + 3;
  double energy = 0.0;
  double force = 0.0;
  answered(has_energy, [&] { energy = classic::revolute_energy(inertia, motion, p); }, "one joint");
  answered(
    has_force, [&] { force = classic::revolute_force(inertia, weight, phase, motion, p); },
    "one force");
  const Eigen::Vector3d numbers(inertia, weight, phase);
  if (!is_moderate(motion) || !is_moderate(numbers) || p < 0 || p > 5)
  {
    return;
  }
  const Eigen::VectorXd sizes = motion.cwiseAbs();
  std::vector<Complex> turning{
    std::polar(1.0L, static_cast<long double>(motion.size() > 0 ? motion[0] + phase : 0.0))};
  std::vector<double> bound{1.0};
  for (int n = 0; n + 1 < static_cast<int>(motion.size()); ++n)
  {
    Complex next = 0.0L;
    double most = 0.0;
    for (int i = 0; i <= n; ++i)
    {
      const auto choices = static_cast<long double>(binomial(n, i));
      next +=
        Complex(0.0L, choices * static_cast<long double>(motion[i + 1])) * turning[place(n - i)];
      most += binomial(n, i) * sizes[i + 1] * bound[place(n - i)];
    }
    turning.push_back(next);
    bound.push_back(most);
  }
  if (has_energy)
  {
    const auto expected = static_cast<double>(std::norm(turning[place(p + 1)])) * 0.5 * inertia;
    const double most = bound[place(p + 1)] * bound[place(p + 1)] * std::abs(inertia);
    require_near(energy, expected, 1e-13 * most + 1e-300, "the energy of one joint");
  }
  if (has_force)
  {
    const double expected =
      inertia * motion[p + 2] + weight * static_cast<double>(turning[place(p)].real());
    const double most = std::abs(inertia * motion[p + 2]) + std::abs(weight) * bound[place(p)];
    require_near(force, expected, 1e-13 * most + 1e-300, "the force of one joint");
  }
}

}  // namespace hod::fuzz

#endif  // HOD__TEST__FUZZ__ONE_JOINT_HPP_
