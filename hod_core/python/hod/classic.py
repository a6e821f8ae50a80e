# SPDX-License-Identifier: Apache-2.0
"""The papers' own forms: slow, explicit, with their equation numbers. A second opinion.

000 is the review of generalized forces and acceleration energies (2026), 001 and 002 the papers on
equations of higher order (2025, 2016), 003 the one on energies, 004 the one on mass distribution;
numbers in brackets are equations in them, corrected where the errata say so. Row k of a motion is
q's k-th derivative. Energies leave the base out, which does not move.
"""

from __future__ import annotations

from collections.abc import Sequence

from numpy.typing import ArrayLike

from . import _core
from ._core import Error, Robot
from .arrays import Numbers

__all__ = [
    "d_matrix",
    "differential_matrix",
    "energy_by_matrices",
    "energy_by_partitions",
    "energy_by_parts",
    "energy_by_rotation",
    "energy_by_trace",
    "energy_derivatives",
    "energy_explicit",
    "energy_gradient",
    "exact_coefficients",
    "explicit_rotational_energy",
    "force_by_partial_derivatives",
    "force_by_tsenov_mangeron",
    "forces_by_leibniz",
    "forces_by_matrices",
    "generalized_force",
    "generalized_momentum",
    "gravity_force_by_lemma",
    "gravity_forces",
    "h_matrix",
    "k_column",
    "k_star_column",
    "mass_matrix",
    "n_matrix",
    "printed_coefficients",
    "revolute_energy",
    "revolute_force",
    "revolute_inertia",
    "v_column",
]


def differential_matrix(
    robot: Robot, position: ArrayLike, link: str, joints: Sequence[int | str] = ()
) -> Numbers:
    """A_ij, A_ijk, A_ijkm, ...: the pose of a link differentiated with respect to joints.

    000 (71)-(89), 002 (12)-(35): products of matrix exponentials from the zero configuration, with
    the twist of a joint put in once for every time it is in `joints` (names or columns, in any
    order). Without joints the pose itself, 4x4.
    """
    columns = [_column(robot, joint) for joint in joints]
    return _core.classic_differential_matrix(robot, position, link, columns)


def _column(robot: Robot, joint: int | str) -> int:
    if not isinstance(joint, str):
        return joint
    if joint not in robot.joint_names:
        raise Error(f"joints: found '{joint}', expected names of joints of the robot")
    return robot.joint_names.index(joint)


def mass_matrix(robot: Robot, position: ArrayLike) -> Numbers:
    """M_ij = sum of tr(A_i I_ps A_j^T) (000 (94), 002 (7)); Pinocchio's `crba`."""
    return _core.classic_mass_matrix(robot, position, [])


def v_column(robot: Robot, position: ArrayLike, x: ArrayLike, y: ArrayLike) -> Numbers:
    """V_i(x, y) = G(e_i; x, y) (000 (95), 002 (8)); V(q', q') are the velocity forces."""
    return _core.classic_v_column(robot, position, [x, y])


def d_matrix(robot: Robot, position: ArrayLike, x: ArrayLike, y: ArrayLike) -> Numbers:
    """D_ij(x, y) = G(e_i, e_j; x, y) (000 (97), 002 (10))."""
    return _core.classic_d_matrix(robot, position, [x, y])


def h_matrix(robot: Robot, position: ArrayLike, x: ArrayLike, y: ArrayLike) -> Numbers:
    """H_ij(x, y) = G(e_i; e_j, x, y) (000 (101), 002 (24), index list corrected)."""
    return _core.classic_h_matrix(robot, position, [x, y])


def k_column(robot: Robot, position: ArrayLike, velocity: ArrayLike) -> Numbers:
    """K_i = G(e_i, q'; q', q', q') of the second energy (002 (26), corrected)."""
    return _core.classic_k_column(robot, position, [velocity])


def k_star_column(robot: Robot, position: ArrayLike, velocity: ArrayLike) -> Numbers:
    """K*_i = G(e_i; q', q', q', q') of the third energy (002 (44))."""
    return _core.classic_k_star_column(robot, position, [velocity])


def n_matrix(robot: Robot, position: ArrayLike, velocity: ArrayLike) -> Numbers:
    """N_ij = G(e_i, q', q'; e_j, q', q') of the second energy (002 (27))."""
    return _core.classic_n_matrix(robot, position, [velocity])


def energy_by_trace(robot: Robot, motion: ArrayLike, p: int) -> Numbers:
    """Energies of the moving bodies, tr(T I_ps T^T) / 2 with T of order p + 1 (000 (92)).

    Any p; needs p + 2 rows, as all energies here.
    """
    return _core.classic_energy_by_trace(robot, motion, p)


def energy_by_parts(robot: Robot, motion: ArrayLike, p: int, *, mixed_term: bool = True) -> Numbers:
    """Return the same by translation, rotation and the term that mixes them, about body origins.

    000 (92), 001 (107), 002 (2), (36), (45), 003 (73) print it without the mixed term, which is
    wrong unless the centre of mass is the origin; `mixed_term=False` shows that.
    """
    return _core.classic_energy_by_parts(robot, motion, p, mixed_term)


def energy_by_rotation(robot: Robot, motion: ArrayLike, p: int) -> Numbers:
    """Return the same after König, rotation by A_1 = [w x], A_k+1 = A_k' + [w x] A_k. Any p."""
    return _core.classic_energy_by_rotation(robot, motion, p)


def energy_explicit(robot: Robot, motion: ArrayLike, p: int) -> Numbers:
    """Return the same in w and its derivatives, p = 1 ... 4.

    001 (104)-(106), 002 (4), (21), (37), 003 (97)-(99), (106)-(109), with 1 for the printed 3
    before w''.(w''' x I_p w).
    """
    return _core.classic_energy_explicit(robot, motion, p)


def explicit_rotational_energy(p: int, rates: ArrayLike, planar: ArrayLike) -> float:
    """Rotational part for rows w, w', ... and the tensor I_p* in the same axes, p = 1 ... 4."""
    return _core.classic_explicit_rotational_energy(p, rates, planar)


def energy_by_matrices(robot: Robot, motion: ArrayLike, p: int) -> float:
    """Total energy of order p = 1 ... 4 in M, V, D, H, K, K*, N (000 (93), 002 (22), (40))."""
    return _core.classic_energy_by_matrices(robot, motion, p)


def energy_by_partitions(robot: Robot, motion: ArrayLike, p: int) -> float:
    """Total energy of any order by partial Bell polynomials (002 (46) and its likes)."""
    return _core.classic_energy_by_partitions(robot, motion, p)


def energy_derivatives(robot: Robot, motion: ArrayLike, p: int, order: int = 2) -> Numbers:
    """Total energy of order p and its time derivatives up to `order`; needs p + order + 2 rows."""
    return _core.classic_energy_derivatives(robot, motion, p, order)


def forces_by_leibniz(robot: Robot, motion: ArrayLike, order: int = 2) -> Numbers:
    """Inertia forces and derivatives by Leibniz's rule (000 (161)-(163), 001 (123))."""
    return _core.classic_forces_by_leibniz(robot, motion, order)


def forces_by_matrices(robot: Robot, motion: ArrayLike, order: int = 2) -> Numbers:
    """Return the same in differential matrices; for order 0, M q'' + V(q', q')."""
    return _core.classic_forces_by_matrices(robot, motion, order)


def gravity_forces(robot: Robot, motion: ArrayLike, order: int = 2) -> Numbers:
    """Forces that hold the weight, and derivatives (000 (113)-(116)); needs order + 1 rows."""
    return _core.classic_gravity_forces(robot, motion, order)


def energy_gradient(robot: Robot, motion: ArrayLike, p: int, a: int, m: int) -> Numbers:
    """Differentiate the a-th time derivative of the energy of order p by q of order m, exactly."""
    return _core.classic_energy_gradient(robot, motion, p, a, m)


def generalized_force(
    robot: Robot,
    motion: ArrayLike,
    k: int,
    m: int | None = None,
    coefficients: Sequence[float] | None = None,
) -> Numbers:
    """Inertia forces of order k - 1 from energies.

    000 (164)-(167), 001 (132)-(135), 002 (71)-(78): (k-1)! m! / (m+k-1)! d/dq(m) sum over
    p = 1 ... k of C_p D^(m+k-2p-1) E(p), k at least 1 and m at least k + 1 (the default), all with
    the same result. The coefficients are the Catalan numbers unless others are given, such as
    `printed_coefficients(k)`. Needs k + 2 rows.
    """
    chosen = exact_coefficients(k) if coefficients is None else list(coefficients)
    return _core.classic_generalized_force(robot, motion, k, k + 1 if m is None else m, chosen)


def exact_coefficients(k: int) -> list[float]:
    """1, 2, 5, 14, 42, ...: the Catalan numbers, for which alone the generalized equation holds."""
    return _core.classic_exact_coefficients(k)


def printed_coefficients(k: int) -> list[float]:
    """1, 2, 5, 9, 14, ... as printed (002 (74), (78), 001 (132), (134), 000 (164), (165)).

    WRONG from k = 4 on, where 9 stands for 14: -8.9 % of the leading term for one revolute joint.
    For comparison only.
    """
    return _core.classic_printed_coefficients(k)


def generalized_momentum(robot: Robot, motion: ArrayLike, k: int, m: int | None = None) -> Numbers:
    """k-th derivative of dT/dq' from energies of order 0 ... k, m at least k + 1 (the default)."""
    return _core.classic_generalized_momentum(robot, motion, k, k + 1 if m is None else m)


def force_by_tsenov_mangeron(robot: Robot, motion: ArrayLike, m: int = 1) -> Numbers:
    """Inertia forces (dT(m)/dq(m) - (m+1) dT/dq) / m, any m of at least 1 (002 (70), 001 (127))."""
    return _core.classic_force_by_tsenov_mangeron(robot, motion, m)


def force_by_partial_derivatives(robot: Robot, motion: ArrayLike, k: int) -> Numbers:
    """Inertia forces of order k - 1, k = 1, 2, 3, without time derivatives of energies.

    dE1/dq''; dE2/dq''' + dE1/dq' / 2 (001 (130)); dE3/dq'''' + 2/3 dE2/dq'' + dE1/dq (001 (131),
    which prints 1/3).
    """
    return _core.classic_force_by_partial_derivatives(robot, motion, k)


def gravity_force_by_lemma(robot: Robot, motion: ArrayLike, k: int, m: int = 1) -> Numbers:
    """Weight's forces of order k - 1 from the potential energy (002 (75)-(79), force terms)."""
    return _core.classic_gravity_force_by_lemma(robot, motion, k, m)


def revolute_inertia(mass: float, distance: float, central_moment: float) -> float:
    """Moment of inertia about the axis, with the central moment in it (002 (86), corrected)."""
    return mass * distance**2 + central_moment


def revolute_energy(inertia: float, motion: ArrayLike, p: int) -> float:
    """Energy of one revolute joint in closed form, p = 1 ... 4 (002 (86)-(88), corrected).

    `motion` is q, q', q'', ...
    """
    return _core.classic_revolute_energy(inertia, motion, p)


def revolute_force(
    inertia: float, weight_moment: float, phase: float, motion: ArrayLike, k: int
) -> float:
    """Torque of one revolute joint and its derivatives, k = 0 ... 3 (002 (89)-(91), with gravity).

    `weight_moment` is M g L, the height of the centre of mass L sin(q + phase).
    """
    return _core.classic_revolute_force(inertia, weight_moment, phase, motion, k)
