# SPDX-License-Identifier: Apache-2.0
"""Counts the instructions of a call of `forces` by the portable passes.

python instructions.py PROGRAM [EMULATOR]: PROGRAM is `hod_calls` (CMake option
HOD_BUILD_BENCHMARKS). Valgrind counts; with EMULATOR `qemu-aarch64-static` that one does, for a
program of arm64. Counts do not depend on what else the machine does. Valgrind 3.19 lacks an
instruction of the AVX2 passes, so theirs are not counted.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys

JOINTS = (1, 7, 30)
ORDERS = (0, 2, 6)


def counted_by_valgrind(command: list[str]) -> int:
    finished = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command],
        env=os.environ | {"HOD_INSTRUCTION_SET": "baseline"},
        capture_output=True,
        text=True,
        check=False,
    )
    found = re.search(r"Collected : (\d+)", finished.stderr)
    if finished.returncode != 0 or found is None:
        sys.exit(f"valgrind: found '{finished.stderr[-200:]}', expected a count")
    return int(found.group(1))


def counted_by_emulator(command: list[str], emulator: str) -> int:
    """Blocks of one instruction, none chained to the next: a line on stderr for each that ran."""
    options = ["-singlestep", "-d", "exec,nochain", "-L", "/usr/aarch64-linux-gnu"]
    with subprocess.Popen([emulator, *options, *command], stderr=subprocess.PIPE) as emulated:
        count = sum(line.startswith(b"Trace") for line in emulated.stderr or ())
    if emulated.returncode != 0 or count == 0:
        sys.exit(f"{emulator}: code {emulated.returncode}, {count} instructions; expected a count")
    return count


def per_call(program: str, joints: int, order: int, emulator: str) -> float:
    """What a call costs once everything is made: the difference of two runs."""
    few, many = (10, 110) if not emulator else (2, 12)
    counts = []
    for calls in (few, many):
        command = [program, str(joints), str(order), str(calls)]
        counts.append(
            counted_by_emulator(command, emulator) if emulator else counted_by_valgrind(command)
        )
    return (counts[1] - counts[0]) / (many - few)


def main() -> None:
    program, emulator = sys.argv[1], (sys.argv[2:] or [""])[0]
    print("joints,order,instructions")
    for joints in JOINTS:
        for order in ORDERS:
            print(f"{joints},{order},{per_call(program, joints, order, emulator):.0f}", flush=True)


if __name__ == "__main__":
    main()
