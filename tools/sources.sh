# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Sourced: the project's own files by kind, whether or not git is there.

# sources PATTERN…: one path per line, relative to the root.
sources() {
  local pattern expression=()
  for pattern in "$@"; do
    expression+=(-o -name "$pattern")
  done
  (cd "$ROOT" && find . \( -name build -o -name install -o -name log -o -name '.venv*' -o -name .git \
    -o -name '.*_cache' -o -name __pycache__ \) -prune -o -type f \( "${expression[@]:1}" \) -print |
    sed 's|^\./||' | sort)
}

shell_scripts() {
  sources '*.sh'
  printf '%s\n' dev .ci/run
}
