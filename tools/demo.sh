#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The FANUC LR Mate experiment: acceleration recording in, torques and their rates out, with plots.
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
report="$ROOT/demo_report"
bash "$ROOT/tools/hod.sh" experiment fanuc_lrmate --out "$report" "$@"
say "the report is in $report/report.html"
