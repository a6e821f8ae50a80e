# SPDX-License-Identifier: Apache-2.0
"""`hod mass`: shapes in, the tensors of every link out, as a table, JSON, pictures or a URDF."""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import sys
from typing import TYPE_CHECKING

from ..output import output
from .arguments import Parser, check_outputs, positive, refuse_one_for_two
from .positions import add_positions, configuration
from .report import say
from .verb import Verb

if TYPE_CHECKING:
    from ..mass import Distribution


def _add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "file", nargs="?", metavar="FILE.yaml", help="the mass distribution (- for stdin)"
    )
    parser.add_argument(
        "--from-urdf", metavar="F", help="in place of FILE.yaml: the shapes of this URDF"
    )
    parser.add_argument(
        "--density",
        type=positive,
        metavar="RHO",
        help="density of those shapes [kg/m³], such as 2700",
    )
    parser.add_argument(
        "--geometry",
        choices=("collision", "visual"),
        default="collision",
        help="which of the URDF's shapes (default: collision)",
    )
    parser.add_argument(
        "--package-path",
        action="append",
        default=[],
        metavar="DIR",
        help="folder of the packages in package:// names; may be repeated",
    )
    parser.add_argument(
        "--urdf",
        metavar="F",
        help="the robot that has these links; on its own or with --at, the robot to print",
    )
    add_positions(parser, "print the tensors in link and root frames at these joint positions")
    parser.add_argument(
        "--out-urdf",
        metavar="F",
        help="write the robot with these inertials, everything else as in --urdf; without --urdf, "
        "the robot that FILE.yaml itself describes (- for stdout, without the table)",
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument(
        "--plot", metavar="DIR", help="write a picture of every link, DIR/<link>.png"
    )


def run(arguments: argparse.Namespace) -> int:
    if arguments.urdf is not None and (arguments.at or not (arguments.file or arguments.from_urdf)):
        return _print_tensors(arguments)
    _check_usage(arguments)
    check_outputs(arguments, ["out_urdf"])
    distribution = _read(arguments)
    _refuse_meshes(arguments, distribution)
    for warning in distribution.warnings:
        say(f"warning: {warning}")
    urdf = _urdf(arguments, distribution)
    if arguments.plot is not None:
        from ..mass.picture import write_pictures

        write_pictures(distribution, arguments.plot)
    if arguments.out_urdf is not None and urdf is not None:
        with output(arguments.out_urdf) as file:
            file.write(urdf)
    if arguments.out_urdf != "-":
        with output(None) as file:
            file.write(_text(distribution, arguments.json).encode())
    return 0


def _print_tensors(arguments: argparse.Namespace) -> int:
    """Print the tensors of a robot at a configuration."""
    from .. import Robot
    from ..mass.tensors import link_tensors, tensors_json, tensors_table

    for name in ("from_urdf", "density", "out_urdf", "plot"):
        if getattr(arguments, name) is not None:
            option = f"--{name.replace('_', '-')}"
            arguments.usage(
                f"found {option} beside --urdf for the tensors of a robot, expected none"
            )
    robot = Robot.from_urdf(arguments.urdf, mass_distribution=arguments.file)
    for warning in robot.warnings:
        say(f"warning: {warning}")
    links = link_tensors(robot, configuration(arguments, robot))
    with output(None) as file:
        text = json.dumps(tensors_json(links), indent=1) + "\n" if arguments.json else None
        file.write((text or tensors_table(links)).encode())
    return 0


def _text(distribution: Distribution, is_json: bool) -> str:
    from ..mass.report import as_json, as_table

    if is_json:
        return json.dumps(as_json(distribution), indent=1) + "\n"
    return as_table(distribution)


def _check_usage(arguments: argparse.Namespace) -> None:
    if arguments.at:
        arguments.usage("found --at without --urdf, expected the robot whose joints those are")
    if (arguments.file is None) == (arguments.from_urdf is None):
        arguments.usage("found both or neither of FILE.yaml and --from-urdf, expected one of them")
    if (arguments.from_urdf is None) != (arguments.density is None):
        arguments.usage("found one of --from-urdf and --density, expected both or neither")


def _read(arguments: argparse.Namespace) -> Distribution:
    from ..mass import Distribution, from_urdf

    if arguments.file == "-":
        return Distribution.from_string(sys.stdin.buffer.read().decode("utf-8", "replace"), "stdin")
    if arguments.file is not None:
        return Distribution.from_yaml(arguments.file)
    return from_urdf(
        arguments.from_urdf, arguments.density, arguments.geometry, arguments.package_path
    )


def _refuse_meshes(arguments: argparse.Namespace, distribution: Distribution) -> None:
    """Reject an output URDF that would replace a mesh named by --from-urdf."""
    if arguments.from_urdf is None or arguments.out_urdf in (None, "-"):
        return
    bodies = [body for link in distribution.links.values() for body in link.bodies]
    meshes = [str(body.dimensions["file"]) for body in bodies if "file" in body.dimensions]
    places = {os.path.realpath(mesh): "--from-urdf (which reads it)" for mesh in meshes}
    refuse_one_for_two(arguments, places, arguments.out_urdf, "--out-urdf")


def _urdf(arguments: argparse.Namespace, distribution: Distribution) -> bytes | None:
    """Return the URDF to write; reading --urdf also checks that it has all links."""
    from ..mass import replace_inertials, robot_urdf

    source = arguments.urdf or arguments.from_urdf
    if source is not None:
        text = pathlib.Path(source).read_bytes()
        masses = {name: link.properties for name, link in distribution.links.items()}
        return replace_inertials(text, masses, distribution.source, source)
    if arguments.out_urdf is not None:
        return robot_urdf(arguments.file).encode()
    return None


VERB = Verb(
    summary="the mass, centre of mass and inertia tensors of links",
    description="Reads a mass distribution (YAML), or fills a URDF's own shapes with a density, "
    "and prints the tensors of every link in SI units. With --urdf alone, prints those of the "
    "URDF: about the centre of mass, in the link's frame and, at a configuration, in the root "
    "link's frame, with polar moments.",
    examples=(
        ("the tensors of links made of shapes", "mass masses.yaml"),
        ("the tensors of a robot at a configuration", "mass --urdf arm.urdf --at joint_2=0.5"),
        ("a URDF that carries them", "mass masses.yaml --urdf arm.urdf --out-urdf better.urdf"),
    ),
    add_arguments=_add_arguments,
    run=run,
)
