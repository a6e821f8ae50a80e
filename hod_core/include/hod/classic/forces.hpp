// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__CLASSIC__FORCES_HPP_
#define HOD__CLASSIC__FORCES_HPP_

#include "hod/classic/mechanism.hpp"
#include "hod/types.hpp"

namespace hod::classic
{

// Generalized inertia forces Q = ∫ r'' · ∂r/∂q dm and their time derivatives, computed without the
// energies. Row k of a result is Q⁽ᵏ⁾ [N m/sᵏ or N/sᵏ]; row k of `motion` is q⁽ᵏ⁾, and order + 3
// rows are needed. No order may be above 60.

/// Q⁽ᵏ⁾ = Σ_b C(k, b) Σ_i tr(T_i⁽ᵏ⁺²⁻ᵇ⁾ I_ps Dᵇ(∂T_i/∂q_j)ᵀ), by the Leibniz rule (000 (161)–(163),
/// 001 (123)).
RowMatrix forces_by_leibniz(const Mechanism & mechanism, const RowMatrix & motion, int order);

/// Same with differential matrices: Σ_b C(k, b) Σ Σ c_λ c_μ G(e_j, q^μ; q^λ) over the partitions λ
/// of k + 2 − b and μ of b. For k = 0: M q'' + V(q', q'). Throws hod::Error where that would take
/// minutes: beyond 1e8 products of matrices.
RowMatrix forces_by_matrices(const Mechanism & mechanism, const RowMatrix & motion, int order);

/// The forces that balance the weight, Q_g⁽ᵏ⁾ = Σ_i M_i ḡ · Dᵏ(∂r_C/∂q_j), with ḡ minus the gravity
/// vector (000 (113)–(116)); only q … q⁽ᵏ⁾ are needed. Add them to the inertia forces.
RowMatrix gravity_forces(const Mechanism & mechanism, const RowMatrix & motion, int order);

}  // namespace hod::classic

#endif  // HOD__CLASSIC__FORCES_HPP_
