#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# arm64.sh [PROGRAMS]: the core cross-compiled for arm64 with Debian's compiler; its tests, replays of the
# fuzz corpus and examples run by qemu-user. PROGRAMS is an expression for their names. What each printed is
# in build/log; HOD_ARM64_SECONDS is how long each may take.
# Libraries come from Debian's own arm64 packages, unpacked below build/arm64: the system stays as it is.
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
source "$ROOT/tools/install.sh"
source "$ROOT/tools/build.sh"
use_clean_environment
filter="${1:-}" limit="${HOD_ARM64_SECONDS:-600}"
BUILD="$ROOT/build/arm64" sysroot="$ROOT/build/arm64/sysroot"
packages=(libeigen3-dev libpugixml-dev libpugixml1v5 libyaml-cpp-dev libyaml-cpp0.7 libgtest-dev libgmock-dev
  libbenchmark-dev libbenchmark1debian)

install_debian_packages g++-aarch64-linux-gnu qemu-user-static ninja-build cmake

# An apt of its own, for the other architecture, with the keys and sources of the system's.
foreign_apt() {
  local state="$BUILD/apt"
  mkdir -p "$state/lists/partial" "$state/cache/archives/partial" "$state/dpkg"
  touch "$state/dpkg/status"
  apt-get -o APT::Architecture=arm64 -o APT::Architectures::=arm64 -o Dir::State="$state" \
    -o Dir::State::status="$state/dpkg/status" -o Dir::Cache="$state/cache" -o APT::Sandbox::User=root "$@"
}

unpack_libraries() {
  say "unpacking arm64 libraries into build/arm64/sysroot"
  logged arm64-update foreign_apt update
  (cd "$BUILD" && logged arm64-download foreign_apt download "${packages[@]}")
  mkdir -p "$sysroot"
  local package
  for package in "$BUILD"/*.deb; do
    dpkg-deb -x "$package" "$sysroot"
  done
}

[ -d "$sysroot/usr/include/benchmark" ] || unpack_libraries
emulator="$(command -v qemu-aarch64-static);-L;/usr/aarch64-linux-gnu"
options=()
[ -z "$(command -v ccache)" ] || options+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
say "configuring build/arm64"
logged cmake-arm64 cmake -S "$ROOT/hod_core" -B "$BUILD" -G Ninja -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++ \
  -DCMAKE_LIBRARY_ARCHITECTURE=aarch64-linux-gnu -DCMAKE_FIND_ROOT_PATH="$sysroot" \
  -DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY -DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY \
  -DCMAKE_FIND_ROOT_PATH_MODE_PACKAGE=ONLY -DCMAKE_CROSSCOMPILING_EMULATOR="$emulator" \
  -DCMAKE_EXE_LINKER_FLAGS="-Wl,-rpath-link,$sysroot/usr/lib/aarch64-linux-gnu" \
  -DHOD_BUILD_TESTS=ON -DHOD_WERROR=ON -DHOD_WITH_PINOCCHIO=OFF "${options[@]}"
say "building for arm64"
export LD_LIBRARY_PATH=""
export QEMU_SET_ENV="LD_LIBRARY_PATH=$sysroot/usr/lib/aarch64-linux-gnu"
targets=(all)
if [ -n "$filter" ]; then
  mapfile -t targets < <(ninja -C "$BUILD" -t targets all | grep -oE '^(test|fuzz|example)_[a-z_0-9]+: phony' |
    cut -d: -f1 | grep -E "$filter" || true)
  [ "${#targets[@]}" -gt 0 ] || { say "no program matches $filter" && exit 2; }
fi
logged build-arm64 ninja -C "$BUILD" -j "$JOBS" "${targets[@]}"

programs_named() {
  find "$BUILD/test" -type f -name "$1" -perm -u+x | awk -F/ -v filter="$filter" '$NF ~ filter' | sort
}

emulated() {
  nice -n 5 timeout "$limit" qemu-aarch64-static -L /usr/aarch64-linux-gnu "$@" 2>&1
}

ending() {
  case "$1" in
    0 | 1) ;;
    124) echo ", did not end in $limit s" ;;
    *) echo ", ended with code $1" ;;
  esac
}

# count NAME PASSED FAILED SKIPPED STATUS: a program that was stopped, or failed without a case, is a failure more.
count() {
  local failed="$3"
  if [ "$5" -gt 1 ] || { [ "$5" -eq 1 ] && [ "$failed" -eq 0 ]; }; then
    failed=$((failed + 1))
  fi
  echo "$1: $2 passed, $failed failed, $4 skipped$(ending "$5")"
  passed=$((passed + $2)) failures=$((failures + failed)) skipped=$((skipped + $4))
}

# cases NAME RESULT: how many of a program's cases ended so.
cases() {
  grep -cE "^\[ +$2 +\] .* \([0-9]+ ms\)$" "$LOG/arm64-$1.log" || true
}

run_tests() {
  local program name status
  for program in $(programs_named 'test_*'); do
    name="$(basename "$program")" status=0
    emulated "$program" >"$LOG/arm64-$name.log" || status=$?
    count "$name" "$(cases "$name" OK)" "$(cases "$name" FAILED)" "$(cases "$name" SKIPPED)" "$status"
  done
}

# once NAME COMMAND…: a program without cases.
once() {
  local name="$1" status=0
  shift
  emulated "$@" >"$LOG/arm64-$name.log" || status=$?
  count "$name" "$((status == 0))" 0 0 "$status"
}

run_others() {
  local program name
  for program in $(programs_named 'fuzz_*'); do
    name="$(basename "$program")"
    once "$name" "$program" "$ROOT/hod_core/test/fuzz/corpus/${name#fuzz_}" 5
  done
  for program in $(programs_named 'example_*'); do
    once "$(basename "$program")" "$program" "$ROOT/hod_bringup/urdf/fanuc_lrmate.urdf"
  done
}

say "running the programs under qemu-user"
passed=0 failures=0 skipped=0
run_tests
run_others
echo "$passed passed, $failures failed, $skipped skipped"
[ "$failures" -eq 0 ]
