#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# test_sanitized.sh address|thread [FILTER]: the C++ tests under sanitizers; the last line sums them up.
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
source "$ROOT/tools/install.sh"
source "$ROOT/tools/build.sh"
source "$ROOT/tools/sanitize.sh"
use_clean_environment
sanitizer="${1:-}" filter="${2:-}"

configure_sanitized "$sanitizer"
say "building build/$sanitizer"
logged "build-$sanitizer" ninja -C "$BUILD" -j "$JOBS"

export ASAN_OPTIONS="detect_leaks=1:detect_stack_use_after_return=1:strict_string_checks=1:allocator_may_return_null=1"
export UBSAN_OPTIONS="print_stacktrace=1"
export TSAN_OPTIONS="halt_on_error=1:second_deadlock_stack=1"
results="$LOG/ctest-$sanitizer.xml" runs="$LOG/runs-$sanitizer.txt" status=0
rm -f "$results"
options=(--test-dir "$BUILD" -j "$JOBS" --output-on-failure --output-junit "$results" --no-tests=error)
[ -z "$filter" ] || options+=(-R "$filter")
ctest --progress "${options[@]}" </dev/null 2>&1 | tee "$LOG/ctest-$sanitizer.log" || status=$?
printf 'ctest-%s\t%s\t%s\n' "$sanitizer" "$status" "$results" >"$runs"
exec /usr/bin/python3 "$ROOT/tools/summary.py" "$runs"
