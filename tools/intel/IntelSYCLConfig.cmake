# SPDX-License-Identifier: MIT
# find_package(IntelSYCL) for projects that know Intel's compiler only: the target IntelSYCL::SYCL_CXX and the function
# add_sycl_to_target(TARGET name SOURCES file...). The C++ compiler must be cmc's icpx, beside this file:
#   cmake -DCMAKE_CXX_COMPILER=.../icpx -DIntelSYCL_DIR=...

if(TARGET IntelSYCL::SYCL_CXX)
  return()
endif()
execute_process(COMMAND ${CMAKE_CXX_COMPILER} --version OUTPUT_VARIABLE IntelSYCL_text ERROR_QUIET)
if(NOT IntelSYCL_text MATCHES "^cmc ([0-9.]+)")
  set(IntelSYCL_FOUND FALSE)
  set(IntelSYCL_NOT_FOUND_MESSAGE "CMAKE_CXX_COMPILER is not cmc; set it to ${CMAKE_CURRENT_LIST_DIR}/icpx")
  return()
endif()
set(SYCL_COMPILER_VERSION ${CMAKE_MATCH_1})
set(SYCL_LANGUAGE_VERSION 202001)
set(SYCL_FLAGS -fsycl)
set(IntelSYCL_FOUND TRUE)
set(SYCL_FOUND TRUE)

add_library(IntelSYCL::SYCL_CXX INTERFACE IMPORTED)
target_compile_options(IntelSYCL::SYCL_CXX INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fsycl>)
target_link_options(IntelSYCL::SYCL_CXX INTERFACE -fsycl)

# Every file may have kernels; SOURCES is of no account.
function(add_sycl_to_target)
  cmake_parse_arguments(ARG "" "TARGET" "SOURCES" ${ARGN})
  if(NOT ARG_TARGET)
    message(FATAL_ERROR "add_sycl_to_target needs TARGET")
  endif()
  target_link_libraries(${ARG_TARGET} PRIVATE IntelSYCL::SYCL_CXX)
endfunction()
