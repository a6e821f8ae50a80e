# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Sourced: build_target TARGET [-DOPTION=VALUE…] configures if need be and builds into $BUILD.

site_packages() {
  "$PYTHON" -c 'import sysconfig; print(sysconfig.get_path("purelib"))'
}

# Whoever only wants to use HOD must not be stopped by what a newer compiler warns of.
warnings_are_errors() {
  case "$(c++ -dumpversion)" in
    12 | 12.*) echo ON ;;
    *) echo OFF ;;
  esac
}

configure() {
  local options=("$@")
  [ -z "$(command -v ccache)" ] || options+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  say "configuring build/${BUILD##*/}"
  logged cmake cmake -S "$ROOT/hod_core" -B "$BUILD" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_PREFIX_PATH="$(site_packages)/cmeel.prefix" -DPython_EXECUTABLE="$PYTHON" \
    -DPython3_EXECUTABLE="$PYTHON" -Dpybind11_DIR="$("$PYTHON" -m pybind11 --cmakedir)" \
    -DHOD_BUILD_PYTHON=ON -DHOD_WERROR="$(warnings_are_errors)" "${options[@]}"
}

has_options() {
  local option
  for option in "$@"; do
    grep -q "^${option#-D}$" <(sed 's/:[A-Z]*=/=/' "$BUILD/CMakeCache.txt" 2>/dev/null) || return 1
  done
}

build_target() {
  local target="$1"
  shift
  local rules="$BUILD/build.ninja"
  if [ ! -f "$rules" ] || [ "$LOCK" -nt "$rules" ] || ! has_options "$@"; then
    configure "$@"
  fi
  say "building $target"
  logged build ninja -C "$BUILD" -j "$JOBS" "$target"
}

# The package hod in the virtual environment: the sources themselves and the extension just built.
link_python_package() {
  local command="$VENV/bin/hod"
  echo "$BUILD/python" >"$(site_packages)/hod_development.pth"
  # Processes that the command starts import this file, too.
  cat >"$command" <<SCRIPT
#!$PYTHON
import sys

from hod_command import main

if __name__ == "__main__":
    sys.exit(main())
SCRIPT
  chmod +x "$command"
}

python_package_is_current() {
  local stamp="$BUILD/python_package.stamp"
  [ -f "$stamp" ] && [ "$LOCK" -ot "$stamp" ] &&
    [ -z "$(find "$ROOT"/hod_core/{CMakeLists.txt,cmake,include,src,python} \
      -newer "$stamp" -not -name '*.py' -not -name __pycache__ -print -quit)" ]
}

# One at a time, and only if a source changed since the last time.
build_python_package() {
  local stamp="$BUILD/python_package.stamp"
  mkdir -p "$BUILD"
  (
    flock 9
    ! python_package_is_current || exit 0
    touch "$stamp.new"
    build_target hod_python
    link_python_package
    mv "$stamp.new" "$stamp"
  ) 9>"$BUILD/lock"
}
