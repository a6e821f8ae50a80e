#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Formats C++ and Python in place.
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
source "$ROOT/tools/install.sh"
source "$ROOT/tools/sources.sh"
use_clean_environment
install_group main lint
cd "$ROOT"

sources '*.cpp' '*.hpp' | xargs --no-run-if-empty clang-format -i
ruff check --quiet --fix || true
ruff format --quiet
say "formatted"
