#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# wheel_libraries.sh [PREFIX]: what the core needs, built static into a manylinux container, whose own
# packages are too old. Sources are Debian's, by version and checksum.
set -euo pipefail
prefix="${1:-/usr/local}"
pool=https://deb.debian.org/debian/pool/main

# build ARCHIVE CHECKSUM [-DOPTION=VALUE…]
build() {
  local archive="$1" checksum="$2" folder
  shift 2
  folder="$(mktemp -d)"
  curl --fail --silent --show-error --location --output "$folder/source.tar" "$pool/$archive"
  echo "$checksum  $folder/source.tar" | sha256sum --check --quiet
  mkdir "$folder/source"
  tar --extract --strip-components=1 --directory "$folder/source" --file "$folder/source.tar"
  cmake -S "$folder/source" -B "$folder/build" -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$prefix" \
    -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DBUILD_SHARED_LIBS=OFF -DBUILD_TESTING=OFF \
    -DCMAKE_POLICY_VERSION_MINIMUM=3.5 "$@"
  cmake --build "$folder/build" --parallel --target install
  rm -r "$folder"
}

build e/eigen3/eigen3_3.4.0.orig.tar.bz2 b4c198460eba6f28d34894e3a5710998818515104d6e74e5cc331ce31e46e626 \
  -DEIGEN_BUILD_DOC=OFF
build p/pugixml/pugixml_1.13.orig.tar.gz 5c5ad5d7caeb791420408042a7d88c2c6180781bf218feca259fd9d840a888e1
build y/yaml-cpp/yaml-cpp_0.7.0+dfsg.orig.tar.xz dc63708605404e0b963e0ca3a9619d1c8270eda2839603e6fa0384e5e51e5312 \
  -DYAML_CPP_BUILD_TESTS=OFF -DYAML_CPP_BUILD_TOOLS=OFF -DYAML_CPP_BUILD_CONTRIB=OFF
