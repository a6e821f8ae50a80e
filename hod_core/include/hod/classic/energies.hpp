// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__CLASSIC__ENERGIES_HPP_
#define HOD__CLASSIC__ENERGIES_HPP_

#include <Eigen/Core>

#include "hod/classic/mechanism.hpp"
#include "hod/types.hpp"

namespace hod::classic
{

// Acceleration energies E⁽ᵖ⁾ = ½ ∫ |r⁽ᵖ⁺¹⁾|² dm [kg m²/s²⁽ᵖ⁺¹⁾] in every form that the papers give.
// In all functions row k of `motion` is q⁽ᵏ⁾; p + 2 rows are needed (hod::Error states this if
// there are fewer). No order may be above 60. A vector result has one entry per moving body, in the
// order of Mechanism::bodies().

/// ½ tr(T⁽ᵖ⁺¹⁾ I_ps T⁽ᵖ⁺¹⁾ᵀ), any p (000 (92), 001 (107), 002 (2), (36), (45), 003 (73), complete).
Eigen::VectorXd energy_by_trace(const Mechanism & mechanism, const RowMatrix & motion, int p);

/// Same in parts about the origin of the body's frame: ½ M |p⁽ᵖ⁺¹⁾|² + ½ tr(R⁽ᵖ⁺¹⁾ I_p R⁽ᵖ⁺¹⁾ᵀ) + M
/// p⁽ᵖ⁺¹⁾ · R⁽ᵖ⁺¹⁾ r_C. The papers omit the last term, which is correct only where r_C = 0 or the
/// origin is at rest to that order.
/// @param mixed_term false gives the printed form
Eigen::VectorXd energy_by_parts(
  const Mechanism & mechanism, const RowMatrix & motion, int p, bool mixed_term = true);

/// ½ M |r_C⁽ᵖ⁺¹⁾|² + ½ tr(A_p+1 I_p* A_p+1ᵀ), any p, in body axes with R⁽ᵏ⁾ = R A_k, A_1 = ω̂,
/// A_k+1 = A_k' + ω̂ A_k.
Eigen::VectorXd energy_by_rotation(const Mechanism & mechanism, const RowMatrix & motion, int p);

/// The explicit forms in ω and its absolute derivatives, p = 1 … 4, after König: ½ M |r_C⁽ᵖ⁺¹⁾|²
/// plus explicit_rotational_energy (001 (104)–(106), 002 (4), (21), (37), 003 (97)–(99),
/// (106)–(109)).
Eigen::VectorXd energy_explicit(const Mechanism & mechanism, const RowMatrix & motion, int p);

/// The rotational part of E⁽ᵖ⁾, p = 1 … 4.
///
/// @param rates  columns ω, ω', …, ω⁽ᵖ⁾, at least p + 1: absolute derivatives in any one frame
/// @param planar I_p* about the centre of mass in the same frame
double explicit_rotational_energy(
  int p, const Eigen::Matrix<double, 3, Eigen::Dynamic> & rates, const Eigen::Matrix3d & planar);

/// The matrix forms in M, V, D, H, K, K*, N, p = 1 … 4 (000 (93), (102), 002 (6), (22), (39)–(43),
/// and the terms the papers abbreviate); the sum over all bodies.
double energy_by_matrices(const Mechanism & mechanism, const RowMatrix & motion, int p);

/// ½ Σ Σ c_λ c_μ G(q^λ; q^μ) over the partitions λ, μ of p + 1, any p (002 (46) and similar); the
/// sum over all bodies. Throws hod::Error where that would take minutes: beyond 1e8 products of
/// matrices.
double energy_by_partitions(const Mechanism & mechanism, const RowMatrix & motion, int p);

/// E⁽ᵖ⁾, DE⁽ᵖ⁾, …, Dᵃ E⁽ᵖ⁾ of all bodies together, a = 0 … order, from the traces by the Leibniz
/// rule; p + order + 2 rows are needed.
Eigen::VectorXd energy_derivatives(
  const Mechanism & mechanism, const RowMatrix & motion, int p, int order);

}  // namespace hod::classic

#endif  // HOD__CLASSIC__ENERGIES_HPP_
