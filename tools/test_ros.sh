#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# test_ros.sh RUNS PART FILTER: colcon build and test of the five packages, if there is a ROS 2.
# The caller's environment is kept: it may have sourced a ROS installation or an overlay.
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
source "$ROOT/tools/install.sh"
source "$ROOT/tools/build.sh"
runs="$1" filter="$3"
base="$ROOT/build/ros"

# An installation counts as sourced if packages are in reach; an image may set only ROS_DISTRO.
source_ros() {
  local distribution setup
  [ -z "${AMENT_PREFIX_PATH:-}" ] || return 0
  for distribution in ${ROS_DISTRO:-} jazzy kilted lyrical rolling; do
    setup="/opt/ros/$distribution/setup.bash"
    if [ -f "$setup" ]; then
      set +u
      # shellcheck disable=SC1090 # which one is there is known only now
      source "$setup"
      set -u
      return 0
    fi
  done
  return 1
}

# has PACKAGE PREFIX...: whether CMake finds a package in one of them.
has() {
  local package="$1" prefix
  shift
  for prefix in "$@"; do
    [ -z "$(find "$prefix"/lib*/ -maxdepth 3 \( -path "*/cmake/$package" -o -path "*/$package/cmake" \) \
      -print -quit 2>/dev/null)" ] || return 0
  done
  return 1
}

skip() {
  local count
  count="$(find "$ROOT"/hod_{ros,bringup,tests} -path '*/test/test_*' -type f | wc -l)"
  printf 'skipped\t%s\t%s\n' "$count" "test files of the ROS packages, $1" >>"$runs"
  say "ROS tests left out: $1"
}

if ! source_ros; then
  skip "no ROS 2 is sourced or in /opt/ros"
  exit 0
fi
if ! command -v colcon >/dev/null; then
  skip "ROS 2 $ROS_DISTRO has no colcon (package python3-colcon-common-extensions)"
  exit 0
fi

# ROS belongs to the system's Python; nothing may leave this machine, nor meet another run.
export PATH="/usr/bin:/bin:$PATH"
export ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST
export ROS_DOMAIN_ID="${HOD_ROS_DOMAIN_ID:-$((30 + $$ % 70))}"
export ROS_HOME="$base/home" ROS_LOG_DIR="$base/ros_log"
export CMAKE_BUILD_PARALLEL_LEVEL="$JOBS"
export MAKEFLAGS="-j$JOBS" # otherwise colcon adds -l, and on a busy machine one job is left
[ -z "$(command -v ccache)" ] || export CMAKE_CXX_COMPILER_LAUNCHER=ccache CMAKE_C_COMPILER_LAUNCHER=ccache
# Pinocchio, for the simulated arm: the distribution's if it is installed, or what PyPI's pin brings
# along; last in the path, so that all else is ROS's own.
mapfile -t prefixes < <(tr : '\n' <<<"$AMENT_PREFIX_PATH")
if ! has pinocchio "${prefixes[@]}" /usr; then
  (use_clean_environment && install_group main test)
fi
if [ -x "$PYTHON" ]; then
  pinocchio="$(site_packages)/cmeel.prefix"
  # An installation names itself in AMENT_PREFIX_PATH alone, which CMake would ask last.
  export CMAKE_PREFIX_PATH="$AMENT_PREFIX_PATH:${CMAKE_PREFIX_PATH:+$CMAKE_PREFIX_PATH:}$pinocchio"
  # It brings a tinyxml2 along, too; pluginlib was built with the system's.
  export tinyxml2_ROOT=/usr TinyXML2_ROOT=/usr
  # And a urdfdom: ROS's own where it has one, else the system's, never two in a process.
  has urdfdom "${prefixes[@]}" || export urdfdom_ROOT=/usr
fi
packages=(hod_core hod_msgs hod_ros hod_bringup hod_tests)
places=(--build-base "$base/build" --install-base "$base/install")
mkdir -p "$base"
cd "$base"

say "colcon build with ROS 2 $ROS_DISTRO"
logged colcon-build colcon --log-base "$base/log" build --base-paths "$ROOT" "${places[@]}" \
  --packages-select "${packages[@]}" --event-handlers console_cohesion+ \
  --cmake-args -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
  -DPython3_EXECUTABLE=/usr/bin/python3

options=()
[ -z "$filter" ] || options+=(--ctest-args -R "$filter" --pytest-args -k "$filter")
say "colcon test"
find "$base/build" -path '*/test_results/*.xml' -delete
status=0
colcon --log-base "$base/log" test --base-paths "$ROOT" "${places[@]}" --return-code-on-test-failure \
  --packages-select hod_msgs hod_ros hod_bringup hod_tests --executor sequential \
  --event-handlers console_direct- console_cohesion- "${options[@]}" </dev/null 2>&1 |
  tee "$LOG/colcon-test.log" || status=$?
[ "$status" -eq 0 ] || colcon test-result --test-result-base "$base/build" --verbose | tail -n 100 || true
printf 'colcon test\t%s\t%s\n' "$status" "$base/build/*/test_results/**/*.xml" >>"$runs"
