// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__DYNAMICS__ENERGIES_HPP_
#define HOD__DYNAMICS__ENERGIES_HPP_

#include "hod/dynamics/forces.hpp"
#include "hod/dynamics/workspace.hpp"
#include "hod/types.hpp"

namespace hod
{

/// Acceleration energies E⁽ᵖ⁾ = ½ ∫ |r⁽ᵖ⁺¹⁾|² dm, p = 0 (kinetic energy) … max_order, of every
/// body, written to `workspace.energy` (row: body, column: p). The total is the sum of its rows.
///
/// @param motion row k is q⁽ᵏ⁾, at least max_order + 2 rows
/// @note order 0 equals pinocchio::computeKineticEnergy in total.
[[nodiscard]] Result energies(
  const Model & model, Workspace & workspace, const ConstRowMatrixRef & motion, int max_order);

/// forces() and energies() in one pass; rows as the more demanding of the two needs.
[[nodiscard]] Result forces_and_energies(
  const Model & model, Workspace & workspace, const ConstRowMatrixRef & motion, int order,
  int max_energy_order);

}  // namespace hod

#endif  // HOD__DYNAMICS__ENERGIES_HPP_
