#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# All tests that this machine can run, or a part of them; the last line sums them up.
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"

if [ "${1:-}" = --sanitize ]; then
  shift
  exec bash "$ROOT/tools/test_sanitized.sh" "$@"
fi
part="${1:-all}"
case "$part" in
  all | core | python | tools | ros) [ $# -eq 0 ] || shift ;;
  *) part=all ;;
esac
filter="${1:-}"
if [ $# -gt 1 ]; then
  say "found '$2' after '$1', expected ./dev test [PART] [FILTER]"
  exit 2
fi
runs="$LOG/runs.txt"
rm -f "$runs"
touch "$runs"

runners=()
[ "$part" = ros ] || runners+=(test_core)
[ "$part" != all ] && [ "$part" != ros ] || runners+=(test_ros)
for runner in "${runners[@]}"; do
  status=0
  bash "$ROOT/tools/$runner.sh" "$runs" "$part" "$filter" || status=$?
  [ "$status" -eq 0 ] || printf '%s\t%s\t%s\n' "$runner" "$status" "" >>"$runs"
done

echo
exec /usr/bin/python3 "$ROOT/tools/summary.py" "$runs"
