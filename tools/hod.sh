#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The command hod in the project's own environment; stdout is the command's alone.
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
source "$ROOT/tools/install.sh"
source "$ROOT/tools/build.sh"
use_clean_environment

{
  install_group main
  python_package_is_current || build_python_package
} >&2
exec "$VENV/bin/hod" "$@"
