# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Sourced: install_group GROUP… gets the Debian packages and locked Python packages of those groups.
# A stamp keyed by everything that decides the outcome makes the second call quick.

debian_packages() {
  awk -v group="$1" '$1 == group { print $2 }' "$ROOT/tools/debian_packages.txt"
}

missing_debian_packages() {
  local package
  for package in "$@"; do
    dpkg-query --show --showformat='${db:Status-Abbrev}' "$package" 2>/dev/null | grep -q '^.i' ||
      echo "$package"
  done
}

install_debian_packages() {
  local missing sudo=()
  if ! command -v dpkg-query >/dev/null; then
    say "not Debian or Ubuntu: make sure that these are installed: $*"
    return
  fi
  mapfile -t missing < <(missing_debian_packages "$@")
  [ "${#missing[@]}" -gt 0 ] || return 0
  if [ "$(id -u)" -ne 0 ]; then
    if ! sudo -n true 2>/dev/null; then
      say "these packages are missing; install them and run this again:"
      echo "  sudo apt-get update && sudo apt-get install -y ${missing[*]}" >&2
      exit 1
    fi
    sudo=(sudo -n)
  fi
  say "installing Debian packages: ${missing[*]}"
  # On a machine just started, unattended upgrades often hold the lock.
  logged apt-update "${sudo[@]}" apt-get -o DPkg::Lock::Timeout=600 update ||
    say "going on with the package lists that are there"
  logged apt-install "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get \
    -o DPkg::Lock::Timeout=600 install -y --no-install-recommends "${missing[@]}"
}

make_virtual_environment() {
  [ ! -x "$PYTHON" ] || return 0
  say "making ${VENV#"$ROOT/"} with $(/usr/bin/python3 --version)"
  logged venv /usr/bin/python3 -m venv --clear "$VENV"
}

# uv is many times faster than pip; pip, which every virtual environment has, is the way without it.
install_python_packages() {
  local requirements=() group
  for group in "$@"; do
    [ ! -f "$ROOT/requirements/$group.in" ] || requirements+=(-r "$ROOT/requirements/$group.in")
  done
  [ "${#requirements[@]}" -gt 0 ] || return 0
  say "installing locked Python packages: $*"
  if [ ! -x "$VENV/bin/uv" ]; then
    logged pip-uv "$PYTHON" -m pip install --disable-pip-version-check -c "$LOCK" uv || true
  fi
  logged uv-install "$VENV/bin/uv" pip install --python "$PYTHON" -c "$LOCK" "${requirements[@]}" ||
    logged pip-install "$PYTHON" -m pip install --disable-pip-version-check -c "$LOCK" "${requirements[@]}"
}

group_key() {
  {
    cat "$LOCK" "$ROOT/tools/debian_packages.txt" "$ROOT/tools/install.sh"
    cat "$ROOT/requirements/$1.in" 2>/dev/null || true
    readlink -f /usr/bin/python3 || true
  } | sha256sum | cut -d' ' -f1
}

group_is_installed() {
  [ -x "$PYTHON" ] && [ "$(cat "$VENV/.hod-$1" 2>/dev/null)" = "$(group_key "$1")" ]
}

install_group() {
  local group pending=() packages=()
  for group in "$@"; do
    group_is_installed "$group" || pending+=("$group")
  done
  [ "${#pending[@]}" -gt 0 ] || return 0
  for group in "${pending[@]}"; do
    mapfile -t -O "${#packages[@]}" packages < <(debian_packages "$group")
  done
  install_debian_packages "${packages[@]}"
  make_virtual_environment
  install_python_packages "${pending[@]}"
  for group in "${pending[@]}"; do
    group_key "$group" >"$VENV/.hod-$group"
  done
}
