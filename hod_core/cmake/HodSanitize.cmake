# SPDX-License-Identifier: Apache-2.0
# HOD_SANITIZE=address: addresses, leaks and undefined behaviour; with clang also what libFuzzer counts,
# so that tests and fuzzers share one library. HOD_SANITIZE=thread: data races.
# The first finding ends the program.

set(hod_sanitizers_address "address,undefined")
set(hod_sanitizers_thread "thread")
if(NOT DEFINED hod_sanitizers_${HOD_SANITIZE})
  message(FATAL_ERROR "HOD_SANITIZE is '${HOD_SANITIZE}', expected address or thread")
endif()
set(hod_sanitizers ${hod_sanitizers_${HOD_SANITIZE}})

add_compile_options(-O1 -g1 -fno-omit-frame-pointer -fno-sanitize-recover=all -fsanitize=${hod_sanitizers})
add_link_options(-fsanitize=${hod_sanitizers})
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND HOD_SANITIZE STREQUAL "address")
  add_compile_options(-fsanitize=fuzzer-no-link)
  set(HOD_HAS_LIBFUZZER ON)
endif()
