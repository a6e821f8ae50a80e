#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Everything that the command hod needs; safe and quick to run again.
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
source "$ROOT/tools/install.sh"
source "$ROOT/tools/build.sh"
use_clean_environment

install_group main "$@"
build_python_package
say "ready"
