#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the benchmarks and runs `hod bench` with the given arguments, in the caller's folder.
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
source "$ROOT/tools/install.sh"
source "$ROOT/tools/build.sh"
use_clean_environment
{
  install_group main test bench
  build_python_package
  build_target all -DHOD_BUILD_BENCHMARKS=ON
} >&2
export HOD_BUILD_DIRECTORY="$BUILD"
exec "$VENV/bin/hod" bench "$@"
