# SPDX-License-Identifier: Apache-2.0
# The few things every target of this package shares.

function(hod_compile_options target)
  target_compile_features(${target} PUBLIC cxx_std_17)
  target_compile_options(
    ${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion $<$<BOOL:${HOD_WERROR}>:-Werror>
                      $<$<CONFIG:Release>:-O3>)
endfunction()

# hod_add_test(<name> <source> [LIBRARIES <target>…]): one GoogleTest program, run by ctest.
function(hod_add_test name source)
  cmake_parse_arguments(ARG "" "" "LIBRARIES" ${ARGN})
  add_executable(${name} ${source})
  hod_compile_options(${name})
  # TYPED_TEST_SUITE and INSTANTIATE_TEST_SUITE_P may be used without their last argument.
  target_compile_options(
    ${name} PRIVATE $<$<CXX_COMPILER_ID:Clang>:-Wno-gnu-zero-variadic-macro-arguments>)
  target_link_libraries(${name} PRIVATE hod_core GTest::gmock_main ${ARG_LIBRARIES})
  # Values that are no numbers would stand in the tests' names as bytes, other ones in every run.
  gtest_discover_tests(${name} NO_PRETTY_VALUES DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 600)
endfunction()

# Each library has an export set of its own: who wants hod_core alone needs no Pinocchio.
function(hod_install_target target config_directory)
  hod_version(${target})
  install(
    TARGETS ${target}
    EXPORT ${target}Targets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(
    EXPORT ${target}Targets
    NAMESPACE hod_core::
    DESTINATION ${config_directory})
endfunction()

# Of shared libraries: 0.y may change what it exports with every y.
function(hod_version target)
  set_target_properties(
    ${target} PROPERTIES VERSION ${PROJECT_VERSION}
                         SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
endfunction()

function(hod_install)
  include(CMakePackageConfigHelpers)
  set(config_directory ${CMAKE_INSTALL_DATADIR}/hod_core/cmake)
  hod_install_target(hod_core ${config_directory})
  foreach(optional IN ITEMS hod_classic hod_pinocchio hod_simulation)
    if(TARGET ${optional})
      hod_install_target(${optional} ${config_directory})
    endif()
  endforeach()
  install(DIRECTORY include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/hod_core)
  configure_package_config_file(cmake/hod_coreConfig.cmake.in hod_coreConfig.cmake
                                INSTALL_DESTINATION ${config_directory})
  write_basic_package_version_file(hod_coreConfigVersion.cmake COMPATIBILITY SameMinorVersion)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/hod_coreConfig.cmake
                ${CMAKE_CURRENT_BINARY_DIR}/hod_coreConfigVersion.cmake
          DESTINATION ${config_directory})
  install(FILES package.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/hod_core)
endfunction()
