#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# fuzz.sh [TARGET [SECONDS]]: libFuzzer on one target; without one it names them all.
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
source "$ROOT/tools/install.sh"
source "$ROOT/tools/build.sh"
source "$ROOT/tools/sanitize.sh"
use_clean_environment
target="${1:-}" seconds="${2:-60}"
corpora="$ROOT/hod_core/test/fuzz/corpus"

if [ ! -d "$corpora/$target" ] || [ -z "$target" ] || ! [[ "$seconds" =~ ^[0-9]+$ ]]; then
  say "usage: ./dev fuzz TARGET [SECONDS]; targets are $(cd "$corpora" && echo *)"
  exit 2
fi
configure_sanitized address
say "building fuzz_$target"
logged "build-fuzz-$target" ninja -C "$BUILD" -j "$JOBS" "fuzz_$target"

# What it finds on the way is kept here and not in the repository: only findings are worth that.
found="$ROOT/build/fuzz/$target"
mkdir -p "$found/corpus" "$found/findings"
dictionary="$ROOT/hod_core/test/fuzz/dictionaries/$target.dict" words=()
[ ! -f "$dictionary" ] || words=("-dict=$dictionary")
export ASAN_OPTIONS="detect_stack_use_after_return=1:strict_string_checks=1"
export UBSAN_OPTIONS="print_stacktrace=1"
status=0
# Without the schedule by entropy, which takes half of the time where inputs have many features.
"$BUILD/test/fuzz/fuzz_$target" "$found/corpus" "$corpora/$target" "${words[@]}" \
  -max_total_time="$seconds" -max_len=8192 -timeout=20 -rss_limit_mb=2048 -entropic=0 -print_final_stats=1 \
  -artifact_prefix="$found/findings/" >"$found/log.txt" 2>&1 || status=$?
grep -E '^stat::(number_of_executed_units|average_exec_per_sec|new_units_added|peak_rss_mb)' "$found/log.txt" || true
if [ "$status" -ne 0 ]; then
  tail -n 60 "$found/log.txt" >&2
  say "fuzz_$target has a finding, see build/fuzz/$target/findings"
fi
exit "$status"
