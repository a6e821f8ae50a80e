// SPDX-License-Identifier: Apache-2.0
#ifndef HOD__DYNAMICS__TERMS_HPP_
#define HOD__DYNAMICS__TERMS_HPP_

#include "hod/dynamics/forces.hpp"
#include "hod/dynamics/term_scales.hpp"
#include "hod/dynamics/workspace.hpp"

namespace hod
{

/// Everything an actuator has to supply, Σ scale · term over all terms that the workspace was told
/// of (loads, friction, rotors), with derivatives, written to `workspace.force` (000 (150), (160),
/// (167)). As fast as forces() where only inertia, gravity and loads are scaled, and inertia not
/// by zero; bearing friction, which needs the unscaled reactions, then takes a second pass.
///
/// @param motion row k is q⁽ᵏ⁾, one column per joint; at least order + 3 rows [rad/sᵏ or m/sᵏ]
[[nodiscard]] Result driving_forces(
  const Model & model, Workspace & workspace, const ConstRowMatrixRef & motion, int order);

/// driving_forces(), and besides them every term by itself and unscaled, written to
/// `workspace.terms`: row k of a term is its k-th derivative. Terms that the workspace was not told
/// of are zero.
[[nodiscard]] Result force_terms(
  const Model & model, Workspace & workspace, const ConstRowMatrixRef & motion, int order);

}  // namespace hod

#endif  // HOD__DYNAMICS__TERMS_HPP_
