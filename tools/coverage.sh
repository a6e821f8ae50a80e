#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Line coverage of C++ and Python by all tests but those of ROS; pages in build/coverage/html.
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
source "$ROOT/tools/install.sh"
source "$ROOT/tools/build.sh"
use_clean_environment
install_group main test coverage
BUILD="$ROOT/build/coverage"
build_target all -DHOD_BUILD_TESTS=ON -DCMAKE_CXX_FLAGS=--coverage -DCMAKE_BUILD_TYPE=Coverage

say "running ctest and pytest"
find "$BUILD" -name '*.gcda' -delete
failed=0
logged coverage-ctest ctest --test-dir "$BUILD" -j "$JOBS" --output-on-failure || failed=1
mkdir -p "$BUILD/html"
PYTHONPATH="$BUILD/python" COVERAGE_FILE="$BUILD/python.coverage" logged coverage-pytest "$PYTHON" -m pytest -q \
  --rootdir "$ROOT" -c "$ROOT/pyproject.toml" --cov "$ROOT/hod_core/python/hod" --cov-report "term" \
  --cov-report "html:$BUILD/html/python" "$ROOT/hod_core/test/python" || failed=1

logged coverage-gcovr gcovr --root "$ROOT/hod_core" --object-directory "$BUILD" --filter "$ROOT/hod_core/(src|include)/" \
  --exclude-throw-branches --print-summary --html-details "$BUILD/html/cpp.html"
grep -E '^(lines|branches):' "$LOG/coverage-gcovr.log" | sed 's/^/C++ /'
grep -E '^TOTAL' "$LOG/coverage-pytest.log" | awk '{ print "Python lines: " $NF }'
say "pages in build/coverage/html"
exit "$failed"
