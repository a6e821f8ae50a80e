// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__DYNAMICS__ENERGIES__ENERGIES_HPP_
#define HOD__DYNAMICS__ENERGIES__ENERGIES_HPP_

#include "hod/dynamics/forces/forces.hpp"
#include "hod/dynamics/workspace.hpp"
#include "hod/types.hpp"

namespace hod
{

/// Acceleration energies E⁽ᵖ⁾ = ½ ∫ |r⁽ᵖ⁺¹⁾|² dm, p = 0 (kinetic energy) … max_order, of every
/// body, written to `workspace.energy()` (row: body, column: p). The total is the sum of its rows.
/// On request, their time derivatives DᵃE⁽ᵖ⁾ = ½ Σ C(a, l) ∫ r⁽ᵖ⁺¹⁺ˡ⁾ · r⁽ᵖ⁺¹⁺ᵃ⁻ˡ⁾ dm, a = 1 …
/// derivatives, are written to `workspace.energy_derivative()`.
///
/// Payloads are included, and so are rotors: ½ B |q⁽ᵖ⁺¹⁾|² is added to the body that the rotor's
/// joint moves. The motors of elastic robots, which may move differently from the links, are
/// excluded.
///
/// @param motion row k is q⁽ᵏ⁾, at least max_order + derivatives + 2 rows
/// @param derivatives together with max_order at most one more than the workspace's order
/// @note The total of order 0 equals pinocchio::computeKineticEnergy.
[[nodiscard]] Result energies(
  Workspace & workspace, const ConstRowMatrixRef & motion, int max_order, int derivatives = 0);

/// forces() and energies() in one pass; `motion` needs as many rows as the more demanding of the
/// two.
[[nodiscard]] Result forces_and_energies(
  Workspace & workspace, const ConstRowMatrixRef & motion, int order, int max_energy_order,
  int energy_derivatives = 0);

}  // namespace hod

#endif  // HOD__DYNAMICS__ENERGIES__ENERGIES_HPP_
