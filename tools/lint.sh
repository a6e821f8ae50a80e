#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# All checkers, changing nothing; each says whether it passed, and the exit code is 1 if one did not.
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
source "$ROOT/tools/install.sh"
source "$ROOT/tools/build.sh"
source "$ROOT/tools/sources.sh"
use_clean_environment
install_group main test lint
cd "$ROOT"
failed=0

# check NAME COMMAND…
check() {
  local name="$1"
  shift
  if logged "lint-$name" "$@"; then
    say "$name: good"
  else
    failed=1
  fi
}

# Pinocchio's headers take minutes to analyse; the folders that include them are left to the compiler.
tidy_sources() {
  sources '*.cpp' | grep -E '^hod_core/src/' | grep -Ev '^hod_core/src/(pinocchio|simulation)/'
}

run_tidy() {
  [ -f "$BUILD/compile_commands.json" ] || configure
  tidy_sources | xargs -P "$JOBS" -n 4 clang-tidy -p "$BUILD" --quiet
}

ros_build="$ROOT/build/ros/build/hod_ros"
# Those that were built: a plugin whose interface is not installed cannot be analysed either.
run_tidy_ros() {
  sources '*.cpp' | grep -E '^hod_ros/src/' |
    grep -Fxf <(grep -o 'hod_ros/src/[^"]*\.cpp' "$ros_build/compile_commands.json") |
    xargs -P "$JOBS" -n 2 clang-tidy -p "$ros_build" --quiet
}

mapfile -t cpp < <(sources '*.cpp' '*.hpp')
mapfile -t manifests < <(sources package.xml)
mapfile -t scripts < <(shell_scripts)
mapfile -t licensed < <(sources '*.cpp' '*.hpp' '*.py' '*.sh' '*.cmake' CMakeLists.txt)

check clang-format clang-format --dry-run --Werror "${cpp[@]}"
check ruff ruff check
check ruff-format ruff format --check
check mypy mypy
build_python_package
check stubs "$PYTHON" tools/make_stubs.py --check
check sources "$PYTHON" tools/check_sources.py "${licensed[@]}"
check shellcheck shellcheck "${scripts[@]}"
check xmllint xmllint --noout "${manifests[@]}"
check clang-tidy run_tidy
if [ -f "$ros_build/compile_commands.json" ]; then
  check clang-tidy-ros run_tidy_ros
else
  say "clang-tidy-ros: left out, hod_ros has not been built here"
fi
exit "$failed"
