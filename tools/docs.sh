#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The documentation as a static site that needs no network; a warning or a link that leads nowhere is an error.
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
source "$ROOT/tools/install.sh"
source "$ROOT/tools/build.sh"
use_clean_environment
install_group main docs
build_python_package
cd "$ROOT"
site="build/docs/html"
mkdir -p build/docs
rm -rf "$site"
logged docs-cpp doxygen docs/Doxyfile
logged docs "$PYTHON" -m sphinx -b html -c docs -d build/docs/doctrees -W --keep-going -q . "$site"
logged docs-links "$PYTHON" tools/check_site.py "$site"
say "the documentation is in $site/index.html"
