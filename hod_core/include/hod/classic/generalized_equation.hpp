// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__CLASSIC__GENERALIZED_EQUATION_HPP_
#define HOD__CLASSIC__GENERALIZED_EQUATION_HPP_

#include <Eigen/Core>
#include <vector>

#include "hod/classic/mechanism.hpp"
#include "hod/types.hpp"

namespace hod::classic
{

// Generalized inertia forces from energies, one entry per column of the joint motion. Partial
// derivatives are taken with dual numbers, so they are exact up to rounding. Row k of `motion` is
// q⁽ᵏ⁾; if there are too few rows, hod::Error states how many are needed. No order may be above 60.

/// ∂(Dᵃ E⁽ᵖ⁾)/∂q⁽ᵐ⁾, p = 0 being the kinetic energy.
Eigen::VectorXd energy_gradient(
  const Mechanism & mechanism, const RowMatrix & motion, int p, int a, int m);

/// The generalized equation of higher order (000 (164)–(167), 001 (132)–(135), 002 (71)–(78)):
///
///   Q⁽ᵏ⁻¹⁾ = (k−1)! m! / (m+k−1)!  ∂/∂q⁽ᵐ⁾  Σ_{p=1..k} C_p D⁽ᵐ⁺ᵏ⁻²ᵖ⁻¹⁾ E⁽ᵖ⁾,  k ≥ 1, m ≥ k + 1,
///
/// with the same result for every such m. k + 2 rows are needed.
Eigen::VectorXd generalized_force(
  const Mechanism & mechanism, const RowMatrix & motion, int k, int m);

/// Same with other coefficients of E⁽¹⁾ … E⁽ᵏ⁾, such as printed_coefficients().
Eigen::VectorXd generalized_force(
  const Mechanism & mechanism, const RowMatrix & motion, int k, int m,
  const std::vector<double> & coefficients);

/// Its complement with the kinetic energy: Dᵏ(∂T/∂q') = k! m! / (m+k)! ∂/∂q⁽ᵐ⁾ Σ_{p=0..k} C_p
/// D⁽ᵐ⁺ᵏ⁻¹⁻²ᵖ⁾ E⁽ᵖ⁾, k ≥ 0, m ≥ k + 1.
Eigen::VectorXd generalized_momentum(
  const Mechanism & mechanism, const RowMatrix & motion, int k, int m);

/// Tsenov–Mangeron: Q = (1/m) [∂T⁽ᵐ⁾/∂q⁽ᵐ⁾ − (m+1) ∂T/∂q], m ≥ 1 (002 (70), 001 (127)).
Eigen::VectorXd force_by_tsenov_mangeron(
  const Mechanism & mechanism, const RowMatrix & motion, int m);

/// Forms without a time derivative of an energy, for k = 1, 2, 3: Q = ∂E⁽¹⁾/∂q'' (Gibbs–Appell), Q'
/// = ∂E⁽²⁾/∂q''' + ½ ∂E⁽¹⁾/∂q' (001 (130)) and Q'' = ∂E⁽³⁾/∂q⁗ + ⅔ ∂E⁽²⁾/∂q'' + ∂E⁽¹⁾/∂q (001
/// (131), which prints ⅓). There is no such form for k ≥ 4.
Eigen::VectorXd force_by_partial_derivatives(
  const Mechanism & mechanism, const RowMatrix & motion, int k);

/// Q_g⁽ᵏ⁻¹⁾ = (k−1)! m! / (m+k−1)! ∂U⁽ᵐ⁺ᵏ⁻¹⁾/∂q⁽ᵐ⁾, any k, m ≥ 1, with the potential energy U: the
/// lemma (000 (135)–(137), 001 (50)–(52), 002 (63), (64), (66), (68)) applied to the force term of
/// 002 (75)–(79) alone; the moment terms there count it twice.
Eigen::VectorXd gravity_force_by_lemma(
  const Mechanism & mechanism, const RowMatrix & motion, int k, int m);

}  // namespace hod::classic

#endif  // HOD__CLASSIC__GENERALIZED_EQUATION_HPP_
