# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Sourced by every script here: where things are, and an environment that neither a sourced ROS
# installation nor another Python changes.
set -euo pipefail

ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
HOD_PINOCCHIO="${HOD_PINOCCHIO:-4}"
case "$HOD_PINOCCHIO" in
  4) VENV="$ROOT/.venv" BUILD="$ROOT/build/dev" LOCK="$ROOT/requirements.lock" ;;
  3)
    VENV="$ROOT/.venv-pinocchio3" BUILD="$ROOT/build/pinocchio3"
    LOCK="$ROOT/requirements-pinocchio3.lock"
    ;;
  *)
    echo "HOD_PINOCCHIO is '$HOD_PINOCCHIO'; it must be 3 or 4" >&2
    exit 2
    ;;
esac
LOG="$ROOT/build/log"
JOBS="$(nproc)"
PYTHON="$VENV/bin/python"
mkdir -p "$LOG"
touch "$ROOT/build/COLCON_IGNORE" # copies of sources in it are no packages
# Another clone of the same sources finds what this one has compiled.
export CCACHE_BASEDIR="$ROOT" CCACHE_NOHASHDIR=1

say() { echo "hod: $*" >&2; }

use_clean_environment() {
  unset PYTHONPATH PYTHONHOME LD_LIBRARY_PATH PKG_CONFIG_PATH LIBRARY_PATH CPATH CMAKE_PREFIX_PATH AMENT_PREFIX_PATH \
    COLCON_PREFIX_PATH VIRTUAL_ENV CXXFLAGS CFLAGS LDFLAGS
  # uv brings its own certificates; a machine's own authority is only in the system's.
  local certificates=/etc/ssl/certs/ca-certificates.crt
  [ ! -f "$certificates" ] || export SSL_CERT_FILE="${SSL_CERT_FILE:-$certificates}"
  export PATH="$VENV/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"
}

# logged NAME COMMAND...: runs quietly into build/log/NAME.log and shows its end if it fails.
logged() {
  local name="$1" status=0
  shift
  "$@" >"$LOG/$name.log" 2>&1 || status=$?
  if [ "$status" -ne 0 ]; then
    tail -n 60 "$LOG/$name.log" >&2
    say "$name failed; all of it is in build/log/$name.log"
  fi
  return "$status"
}
