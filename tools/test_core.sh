#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# test_core.sh RUNS PART FILTER: ctest and pytest, each leaving one line in the file RUNS.
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
source "$ROOT/tools/install.sh"
source "$ROOT/tools/build.sh"
use_clean_environment
runs="$1" part="$2" filter="$3"

wanted() { [ "$part" = all ] || [ "$part" = "$1" ]; }

# record NAME RESULTS COMMAND…
record() {
  local name="$1" results="$2" status=0
  shift 2
  rm -f "$results"
  say "running $name"
  "$@" </dev/null 2>&1 | tee "$LOG/$name.log" || status=$?
  # A filter that matches none of this runner's tests is not a failure of the runner.
  if [ -n "$filter" ] && [ "$name" != ctest ] && [ "$status" -eq 5 ]; then
    status=0
  fi
  printf '%s\t%s\t%s\n' "$name" "$status" "$results" >>"$runs"
}

run_ctest() {
  local options=(--test-dir "$BUILD" -j "$JOBS" --output-on-failure --output-junit "$LOG/ctest.xml")
  [ -n "$filter" ] && options+=(-R "$filter") || options+=(--no-tests=error)
  record ctest "$LOG/ctest.xml" ctest --progress "${options[@]}"
}

run_pytest() {
  local name="$1" folder="$2" options=()
  [ -z "$filter" ] || options+=(-k "$filter")
  record "$name" "$LOG/$name.xml" "$PYTHON" -m pytest -q --rootdir "$ROOT" -c "$ROOT/pyproject.toml" \
    --junitxml "$LOG/$name.xml" "${options[@]}" "$folder"
}

install_group main test
if wanted core || wanted python; then
  build_python_package
fi
if wanted core; then
  build_target all -DHOD_BUILD_TESTS=ON
  run_ctest
fi
! wanted python || run_pytest pytest "$ROOT/hod_core/test/python"
! wanted tools || run_pytest tools "$ROOT/tools/test"
