#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# From an accelerometer's bag to torques, their rates, energies and elastic drives, on one page.
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
report="$ROOT/demo_report"
bash "$ROOT/tools/hod.sh" experiment demo --out "$report" "$@"
say "the report is in $report/report.html"
