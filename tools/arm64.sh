#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# arm64.sh [PROGRAMS]: the core cross-compiled for arm64 with Debian's compiler, its tests run by qemu-user.
# Libraries come from Debian's own arm64 packages, unpacked below build/arm64: the system stays as it is.
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
source "$ROOT/tools/install.sh"
source "$ROOT/tools/build.sh"
use_clean_environment
filter="${1:-}"
BUILD="$ROOT/build/arm64" sysroot="$ROOT/build/arm64/sysroot"
packages=(libeigen3-dev libpugixml-dev libpugixml1v5 libyaml-cpp-dev libyaml-cpp0.7 libgtest-dev libgmock-dev)

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

[ -d "$sysroot/usr/include/eigen3" ] || unpack_libraries
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
[ -z "$filter" ] ||
  mapfile -t targets < <(ninja -C "$BUILD" -t targets all | grep -oE '^test_[a-z_0-9]+: phony' | cut -d: -f1 | grep -E "$filter")
logged build-arm64 ninja -C "$BUILD" -j "$JOBS" "${targets[@]}"
say "running the tests under qemu-user"
status=0
for program in $(find "$BUILD/test" -type f -name 'test_*' -perm -u+x | grep -E "${filter:-.}" | sort); do
  result="$(nice -n 5 qemu-aarch64-static -L /usr/aarch64-linux-gnu "$program" --gtest_brief=1 2>&1)" || status=1
  echo "$(basename "$program"): $(tail -n 1 <<<"$result")"
done
exit "$status"
