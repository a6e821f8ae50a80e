# SPDX-License-Identifier: Apache-2.0
# Sets HOD_HAS_PINOCCHIO, and HOD_HAS_SIMULATION if Boost is there too. Included from the top, so that
# tests, benchmarks and Python see the targets too.
# Only pinocchio::pinocchio_default is used: its precompiled algorithms, no parsers, no collisions.

set(HOD_HAS_PINOCCHIO OFF)
set(HOD_HAS_SIMULATION OFF)
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
if(HOD_HAS_PINOCCHIO)
  find_package(Boost QUIET)
  set(HOD_HAS_SIMULATION ${Boost_FOUND})
  message(STATUS "hod_core::hod_simulation: ${HOD_HAS_SIMULATION}")
endif()
