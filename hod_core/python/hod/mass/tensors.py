# SPDX-License-Identifier: Apache-2.0
"""Mass tensors of a robot's links in three frames, at a configuration.

{j} has its origin at the centre of mass and the link's axes, {i} is the link's frame, {0} the root
link's. The transformations are I = R I* R^T + m [r x][r x]^T (004 (81)), I_p = R I_p* R^T + m r r^T
(004 (86)), I_ps = T I_ps* T^T (004 (89), (92)).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._core import Error, MassProperties, Robot
from ..arrays import Numbers


@dataclass(frozen=True)
class FrameTensors:
    """The tensors of a body about the origin of one frame, in its axes."""

    center: Numbers
    """Centre of mass in this frame [m]."""
    axial: Numbers
    """I, axial-centrifugal [kg m^2] (000 (34), 004 (39), (45))."""
    planar: Numbers
    """I_p, planar-centrifugal [kg m^2] (004 (52))."""
    pseudo: Numbers
    """I_ps, 4x4 [kg m^2, kg m, kg] (002 (11), 004 (87), (88), (103))."""

    @property
    def polar(self) -> float:
        """Polar moment about the origin, tr(I_p) = tr(I) / 2 [kg m^2]."""
        return float(np.trace(self.planar))


@dataclass(frozen=True)
class LinkTensors:
    """The tensors of one link, or of the whole robot, whose own frame is the root link's."""

    mass: float
    central: FrameTensors
    """{j}"""
    link: FrameTensors
    """{i}"""
    root: FrameTensors
    """{0}"""


def link_tensors(robot: Robot, position: ArrayLike | None = None) -> dict[str, LinkTensors]:
    """Return the tensors of every link in {j}, {i} and {0} at a configuration.

    Parameters
    ----------
    robot
        The robot; payloads are not included.
    position
        One entry per joint [rad or m]; zeros by default.

    Examples
    --------
    >>> tensors = hod.mass.link_tensors(hod.example_robot())
    >>> round(tensors["link_3"].mass, 4)
    4.1659
    >>> bool(np.isclose(tensors["link_3"].root.polar, np.trace(tensors["link_3"].root.axial) / 2))
    True

    """
    from ..kinematics import orientation, point_motion

    given = np.zeros(robot.dof) if position is None else np.asarray(position, dtype=float)
    if given.shape != (robot.dof,) or not np.isfinite(given).all():
        raise Error(
            f"position: found shape {given.shape}, expected {robot.dof} finite numbers, one per "
            "joint"
        )
    state = given[None]
    return {
        name: _of_link(
            properties,
            orientation(robot, state, name, 0)[0],
            point_motion(robot, state, name, 0)[0],
        )
        for name, properties in robot.masses.items()
    }


def robot_tensors(links: dict[str, LinkTensors]) -> LinkTensors:
    """Return the tensors of all links together, at the configuration of `link_tensors`.

    About one point they add up (004 (95), (98), (102)); about centres of mass they do not.
    """
    pseudo = np.sum([link.root.pseudo for link in links.values()], axis=0)
    return _of_link(MassProperties.from_pseudo(pseudo), np.eye(3), np.zeros(3))


def _of_link(properties: MassProperties, rotation: Numbers, origin: Numbers) -> LinkTensors:
    mass, center = properties.mass, properties.center
    return LinkTensors(
        mass,
        _in_frame(properties, np.eye(3), -center),
        _in_frame(properties, np.eye(3), np.zeros(3)),
        _in_frame(properties, rotation, origin),
    )


def _in_frame(properties: MassProperties, rotation: Numbers, origin: Numbers) -> FrameTensors:
    """Return the tensors in a frame in which the link's frame has this rotation and origin."""
    mass = properties.mass
    center = rotation @ properties.center + origin
    planar = rotation @ properties.planar @ rotation.T + mass * np.outer(center, center)
    axial = rotation @ properties.inertia @ rotation.T
    axial = axial + mass * (center @ center * np.eye(3) - np.outer(center, center))
    moment = mass * center[:, None]
    return FrameTensors(
        center, axial, planar, np.block([[planar, moment], [moment.T, np.array([[mass]])]])
    )


def tensors_json(links: dict[str, LinkTensors]) -> dict[str, Any]:
    """Return the output of `hod mass --urdf F --json`."""
    everything = robot_tensors(links)
    return {
        "links": {name: _json(link) for name, link in links.items()},
        "robot": {"mass": everything.mass, "root": _frame_json(everything.root)},
    }


def _json(link: LinkTensors) -> dict[str, Any]:
    frames = {"central": link.central, "link": link.link, "root": link.root}
    return {"mass": link.mass, **{name: _frame_json(frame) for name, frame in frames.items()}}


def _frame_json(frame: FrameTensors) -> dict[str, Any]:
    return {
        "com": frame.center.tolist(),
        "inertia": frame.axial.tolist(),
        "planar": frame.planar.tolist(),
        "pseudo": frame.pseudo.tolist(),
        "polar": frame.polar,
    }


def tensors_table(links: dict[str, LinkTensors]) -> str:
    """Return the tensors as a table of text."""
    lines: list[str] = []
    for name, link in links.items():
        lines += [f"{name}: {link.mass:.6g} kg"]
        if link.mass > 0.0:
            lines += _lines("{j}, centre of mass, link axes", link.central)
            lines += _lines("{i}, link frame", link.link)
            lines += _lines("{0}, root frame", link.root)
        lines.append("")
    everything = robot_tensors(links)
    lines.append(f"all {len(links)} links: {everything.mass:.6g} kg")
    lines += _lines("{0}, root frame", everything.root)
    return "\n".join(lines) + "\n"


def _lines(title: str, frame: FrameTensors) -> Iterator[str]:
    center = "  ".join(f"{value:.6g}" for value in frame.center)
    yield f"  in {title}: centre of mass {center} m, polar moment {frame.polar:.6g} kg m²"
    yield f"  {'I [kg m²]':<39}{'I_p [kg m²]':<39}I_ps [kg m², kg m, kg]"
    for row in range(4):
        three = [_row(frame.axial[row]), _row(frame.planar[row])] if row < 3 else [" " * 36] * 2
        yield f"  {'   '.join([*three, _row(frame.pseudo[row])])}".rstrip()


def _row(values: Numbers) -> str:
    return "".join(f"{value:>12.5g}" for value in values)
