#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Coverage of C++ (lines, branches) and of Python (lines) by all tests but those of ROS: the files least
# covered, the sums, and what failed; pages in build/coverage/html.
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
source "$ROOT/tools/install.sh"
source "$ROOT/tools/build.sh"
use_clean_environment
install_group main test coverage
BUILD="$ROOT/build/coverage"
HTML="$BUILD/html"
runs="$LOG/runs-coverage.txt"
little=90 # per cent of lines: files with less are named

# -O1, since tests of recordings take hours without; with more, gcov cannot tell what lines ran.
# Counting in functions that are inlined everywhere takes the compiler minutes, as in sanitizers' builds.
build_counting() {
  build_target all -DHOD_BUILD_TESTS=ON -DHOD_WERROR=OFF -DCMAKE_BUILD_TYPE=Coverage \
    "-DCMAKE_CXX_FLAGS=--coverage -O1 -DNDEBUG -DHOD_INLINE=inline"
}

# run NAME RESULTS COMMAND…: goes on after a failure, which the summary counts.
run() {
  local name="$1" results="$2" status=0
  shift 2
  say "running $name"
  rm -f "$results"
  "$@" </dev/null 2>&1 | tee "$LOG/$name.log" || status=$?
  printf '%s\t%s\t%s\n' "$name" "$status" "$results" >>"$runs"
}

run_ctest() {
  find "$BUILD" -name '*.gcda' -delete
  run coverage-ctest "$LOG/coverage-ctest.xml" ctest --progress --test-dir "$BUILD" -j "$JOBS" --output-on-failure \
    --no-tests=error --output-junit "$LOG/coverage-ctest.xml"
}

# The command as a process of its own is not counted: its tests interrupt it, and one that counts does not end as
# it should. Where no file may grow, counts cannot be written either. Examples of pages link the library that counts.
run_pytest() {
  CXXFLAGS=--coverage PYTHONPATH="$BUILD/python" COVERAGE_FILE="$BUILD/python.coverage" \
    run coverage-pytest "$LOG/coverage-pytest.xml" "$PYTHON" -m pytest -q --rootdir "$ROOT" -c "$ROOT/pyproject.toml" \
    --junitxml "$LOG/coverage-pytest.xml" --cov "$ROOT/hod_core/python/hod" --cov-report "json:$BUILD/python.json" \
    --cov-report "html:$HTML/python" -k "not a_disk_that_is_full" "$ROOT/hod_core/test/python"
}

# A line counts once however often its template is instantiated. Threads that count it at once lose counts,
# at worst to a negative sum; inner loops run more often than gcovr believes. CMake's own trial of the compiler
# counts, too, and its source is gone.
count_lines() {
  logged coverage-gcovr gcovr --root "$ROOT/hod_core" --object-directory "$BUILD" -j "$JOBS" \
    --filter "$ROOT/hod_core/(src|include)/" --exclude-throw-branches --merge-lines \
    --exclude-directories '.*/CompilerIdCXX' \
    --gcov-ignore-parse-errors=negative_hits.warn_once_per_file --gcov-suspicious-hits-threshold=0 \
    --merge-mode-functions=merge-use-line-min \
    --print-summary --json-summary "$BUILD/cpp.json" --html-details "$HTML/cpp.html" "$BUILD"
}

build_counting
mkdir -p "$HTML"
: >"$runs"
run_ctest
run_pytest
count_lines
echo
"$PYTHON" "$ROOT/tools/coverage_summary.py" "$BUILD/cpp.json" "$BUILD/python.json" "$little"
say "pages in build/coverage/html"
exec "$PYTHON" "$ROOT/tools/summary.py" "$runs"
