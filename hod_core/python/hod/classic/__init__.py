# SPDX-License-Identifier: Apache-2.0
"""The papers' own forms: slow and explicit, with their equation numbers, as a second opinion.

000 is the review of generalized forces and acceleration energies (2026), 001 and 002 are the papers
on equations of higher order (2025, 2016), 003 is the one on energies, 004 the one on mass
distribution; numbers in brackets are their equations, corrected where the errata say so. Row k of a
motion is the k-th derivative of q. The base may have any orientation; a moving base is rejected,
and energies do not include the base. Rotors count in `energy_components` only.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .components import EnergyComponents, energy_components, first_energy_about
from .energies import (
    energy_by_matrices,
    energy_by_partitions,
    energy_by_parts,
    energy_by_rotation,
    energy_by_trace,
    energy_derivatives,
    energy_explicit,
    explicit_rotational_energy,
)
from .forces import (
    forces_by_leibniz,
    forces_by_matrices,
    gravity_forces,
)
from .free_body import with_free_joints
from .generalized_equation import (
    energy_gradient,
    exact_coefficients,
    force_by_partial_derivatives,
    force_by_tsenov_mangeron,
    generalized_force,
    generalized_momentum,
    gravity_force_by_lemma,
    printed_coefficients,
)
from .jacobians import JacobianFactors, jacobian_factors, screw_jacobian
from .matrices import (
    d_matrix,
    differential_matrix,
    h_matrix,
    k_column,
    k_star_column,
    mass_matrix,
    n_matrix,
    v_column,
)
from .mechanism import MovingBody, body_of, carried_bodies, moving_bodies
from .orientation import (
    ANGLE_SETS,
    angle_jacobian,
    angle_motion,
    angles_of,
    angular_velocity,
    rotation_matrix,
)
from .revolute import (
    revolute_energy,
    revolute_force,
    revolute_inertia,
)
from .theorems import BodyTheorems, body_theorems, joint_reactions, reduced_wrenches

if TYPE_CHECKING:
    from . import equations

__all__ = [
    "ANGLE_SETS",
    "BodyTheorems",
    "EnergyComponents",
    "JacobianFactors",
    "MovingBody",
    "angle_jacobian",
    "angle_motion",
    "angles_of",
    "angular_velocity",
    "body_of",
    "body_theorems",
    "carried_bodies",
    "d_matrix",
    "differential_matrix",
    "energy_by_matrices",
    "energy_by_partitions",
    "energy_by_parts",
    "energy_by_rotation",
    "energy_by_trace",
    "energy_components",
    "energy_derivatives",
    "energy_explicit",
    "energy_gradient",
    "equations",
    "exact_coefficients",
    "explicit_rotational_energy",
    "first_energy_about",
    "force_by_partial_derivatives",
    "force_by_tsenov_mangeron",
    "forces_by_leibniz",
    "forces_by_matrices",
    "generalized_force",
    "generalized_momentum",
    "gravity_force_by_lemma",
    "gravity_forces",
    "h_matrix",
    "jacobian_factors",
    "joint_reactions",
    "k_column",
    "k_star_column",
    "mass_matrix",
    "moving_bodies",
    "n_matrix",
    "printed_coefficients",
    "reduced_wrenches",
    "revolute_energy",
    "revolute_force",
    "revolute_inertia",
    "rotation_matrix",
    "screw_jacobian",
    "v_column",
    "with_free_joints",
]


def __getattr__(name: str) -> Any:
    if name != "equations":  # needs SymPy
        raise AttributeError(f"module 'hod.classic' has no attribute '{name}'")
    return import_module("hod.classic.equations")
