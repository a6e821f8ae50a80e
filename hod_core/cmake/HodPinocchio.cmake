# SPDX-License-Identifier: Apache-2.0
# Sets HOD_HAS_PINOCCHIO. Included from the top, so that tests and benchmarks see the targets too.
# Only pinocchio::pinocchio_default is used: its precompiled algorithms, no parsers, no collisions.

set(HOD_HAS_PINOCCHIO OFF)
set(Boost_NO_WARN_NEW_VERSIONS ON)
if(HOD_WITH_PINOCCHIO STREQUAL "AUTO")
  find_package(pinocchio 3.5 QUIET)
elseif(HOD_WITH_PINOCCHIO)
  find_package(pinocchio 3.5 REQUIRED)
endif()
if(TARGET pinocchio::pinocchio_default)
  set(HOD_HAS_PINOCCHIO ON)
  message(STATUS "hod_core::hod_pinocchio: with Pinocchio ${pinocchio_VERSION}")
else()
  message(STATUS "hod_core::hod_pinocchio: left out, HOD_WITH_PINOCCHIO is ${HOD_WITH_PINOCCHIO}")
endif()
