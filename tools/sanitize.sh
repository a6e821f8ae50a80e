# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Sourced: configure_sanitized address|thread sets BUILD to build/address or build/thread, all of it
# built by clang: gcc's own macro for its address sanitizer changes how Eigen allocates, and what
# the prebuilt Pinocchio allocated could then not be freed here.

configure_sanitized() {
  local sanitizer="$1"
  case "$sanitizer" in
    address | thread) ;;
    *)
      say "found the sanitizer '$sanitizer', expected address or thread"
      exit 2
      ;;
  esac
  install_group main test sanitize
  BUILD="$ROOT/build/$sanitizer"
  local options=(-DHOD_SANITIZE="$sanitizer" -DHOD_BUILD_TESTS=ON -DHOD_WERROR=ON -DCMAKE_BUILD_TYPE=Sanitize
    -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_PREFIX_PATH="$(site_packages)/cmeel.prefix")
  [ -z "$(command -v ccache)" ] || options+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  [ -f "$BUILD/build.ninja" ] && [ "$LOCK" -ot "$BUILD/build.ninja" ] && return
  say "configuring build/$sanitizer"
  logged "cmake-$sanitizer" cmake -S "$ROOT/hod_core" -B "$BUILD" -G Ninja "${options[@]}"
}
