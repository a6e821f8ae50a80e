#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Writes the two lock files anew from requirements/*.in, with the newest versions that fit together.
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
cd "$ROOT"

lock() {
  "$VENV/bin/uv" pip compile --quiet --upgrade --universal --python-version 3.10 --no-annotate \
    --custom-compile-command "tools/lock.sh" --output-file "$2" "$1"
  say "wrote $2"
}

lock requirements/pinocchio4.in requirements.lock
lock requirements/pinocchio3.in requirements-pinocchio3.lock
