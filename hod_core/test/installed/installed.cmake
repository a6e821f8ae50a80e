# SPDX-License-Identifier: Apache-2.0
# Installs what was built into SCRATCH and tries the package as its users do:
# cmake -DBUILD=… -DSCRATCH=… -DPREFIX_PATH=… -DSIMULATION=ON|OFF -DTOOLS=… -P installed.cmake
set(prefix "${SCRATCH}/prefix")
file(REMOVE_RECURSE "${SCRATCH}")
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)

# try(<name> [REFUSED <sentence>] <argument>…): configures, builds and runs the project beside this file.
function(try name)
  cmake_parse_arguments(ARG "" "REFUSED" "" ${ARGN})
  set(build "${SCRATCH}/${name}")
  execute_process(
    COMMAND ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_FUNCTION_LIST_DIR} -B ${build} ${TOOLS}
            "-DCMAKE_PREFIX_PATH=${prefix};${PREFIX_PATH}" ${ARG_UNPARSED_ARGUMENTS}
    RESULT_VARIABLE status
    OUTPUT_VARIABLE said
    ERROR_VARIABLE said)
  if(ARG_REFUSED)
    string(REGEX REPLACE "[ \n]+" " " said "${said}")
    string(FIND "${said}" "${ARG_REFUSED}" place)
    if(status EQUAL 0 OR place EQUAL -1)
      message(FATAL_ERROR "${name}: found status ${status} and\n${said}\nexpected '${ARG_REFUSED}'")
    endif()
    return()
  endif()
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${name}: found\n${said}\nexpected a project that can be configured")
  endif()
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${build} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${build}/user COMMAND_ERROR_IS_FATAL ANY)
  message(STATUS "${name}: good")
endfunction()

set(beyond "hod_pinocchio hod_simulation")
set(all "hod_core hod_classic hod_simulation")
try(alone "-DEXPECTED=hod_core hod_classic" "-DUNEXPECTED=${beyond}")
try(classic "-DCOMPONENTS=COMPONENTS classic" "-DEXPECTED=hod_core hod_classic" "-DUNEXPECTED=${beyond}")
try(unknown "-DCOMPONENTS=COMPONENTS simulator" REFUSED "hod_core")
set(perhaps "-DCOMPONENTS=OPTIONAL_COMPONENTS simulation")
try(without_pinocchio "${perhaps}" -DCMAKE_DISABLE_FIND_PACKAGE_pinocchio=ON
    "-DEXPECTED=hod_core hod_classic" "-DUNEXPECTED=${beyond}")
if(SIMULATION)
  try(asked "-DCOMPONENTS=COMPONENTS simulation" "-DEXPECTED=${all}")
  try(optional "${perhaps}" "-DEXPECTED=${all}")
  try(found_before "-DFIRST=Boost pinocchio" "-DEXPECTED=${all} hod_pinocchio")
  file(GLOB targets "${prefix}/share/hod_core/cmake/hod_simulation*")
  file(REMOVE ${targets})
endif()
try(not_installed "-DCOMPONENTS=COMPONENTS simulation"
    REFUSED "found no component simulation in ${prefix}/share/hod_core/cmake, expected a hod_core built where Pinocchio and Boost are")
