#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The reference of the C++ headers, the README and the pages in docs/, as static HTML.
source "$(dirname "${BASH_SOURCE[0]}")/environment.sh"
source "$ROOT/tools/install.sh"
use_clean_environment
install_group docs
cd "$ROOT"
mkdir -p build/docs
logged docs doxygen docs/Doxyfile
say "the documentation is in build/docs/html/index.html"
