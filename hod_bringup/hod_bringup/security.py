# SPDX-License-Identifier: Apache-2.0
"""SROS 2: each process has an enclave of its own, as security/policy.xml has them."""

from __future__ import annotations

from .arguments import NONE, Argument

ENCLAVES = Argument(
    "enclaves",
    "SROS 2: where the enclaves of the processes are in the keystore, as /hod for "
    "/hod/forces_node; none: all have the same, that of the environment",
    NONE,
    may_be_none=True,
)


def environment(enclaves: str, name: str) -> dict[str, str]:
    """Return what a process has to find in its environment to be in its enclave."""
    return {"ROS_SECURITY_ENCLAVE_OVERRIDE": f"{enclaves.rstrip('/')}/{name}"} if enclaves else {}
