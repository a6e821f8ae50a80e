# SPDX-License-Identifier: Apache-2.0
"""The policy of SROS 2 knows every process of the launch files, and sros2 takes it."""

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from hod_bringup.security import environment

PACKAGE = Path(__file__).parents[1]
POLICY = PACKAGE / "security" / "policy.xml"
PERSONS = {"operator"}
"""Enclaves of none of the launch files."""


def enclaves() -> dict[str, ElementTree.Element]:
    found = ElementTree.parse(POLICY).getroot().find("enclaves")
    return {enclave.get("path", ""): enclave for enclave in found}


def test_every_process_has_its_enclave() -> None:
    sources = "".join(path.read_text() for path in (PACKAGE / "hod_bringup").glob("*.py"))
    started = set(re.findall(r'environment\([\w.\["\]]+, "(\w+)"\)', sources))
    assert {"forces_node", "controller_manager", "player"} < started
    assert {f"/hod/{name}" for name in started | PERSONS} == set(enclaves())


def test_who_only_watches_commands_nothing() -> None:
    for name in ("forces_node", "robot_state_publisher", "viewer"):
        for tag, attribute in (("actions", "call"), ("services", "request")):
            assert not enclaves()[f"/hod/{name}"].findall(f".//{tag}[@{attribute}]"), name
    assert not enclaves()["/hod/viewer"].findall(".//topics[@publish]")


def test_enclaves_are_said_by_the_environment() -> None:
    said = {"ROS_SECURITY_ENCLAVE_OVERRIDE": "/cell/arm/forces_node"}
    assert environment("/cell/arm", "forces_node") == environment("/cell/arm/", "forces_node")
    assert environment("/cell/arm", "forces_node") == said
    assert environment("", "forces_node") == {}


def test_sros2_takes_the_policy(tmp_path: Path) -> None:
    generation = pytest.importorskip("sros2.api._artifact_generation")
    generation.generate_artifacts(tmp_path / "keys", [], [POLICY])
    for name in enclaves():
        permissions = tmp_path / "keys" / "enclaves" / name[1:] / "permissions.xml"
        topics = {topic.text for topic in ElementTree.parse(permissions).iter("topic")}
        assert "rt/rosout" in topics  # which node.xml has
        assert "ros_discovery_info" in topics
