# SPDX-License-Identifier: MIT
# cmc_add_kernel(TARGET FILE.cm [MARCH target...] [OPTIONS option...] [EMBED ARRAY|OBJECT] [OUTPUT_VARIABLE variable])
#
#   foo, blur.cm  ->  <binary folder of foo>/blur.bin, made before foo
#
# MARCH    the targets, tgl without it; with several the file holds code for each
# OPTIONS  further options of cmc
# EMBED    puts the bytes into foo: blur_bin.h declares blur_bin[] and blur_bin_size. ARRAY makes an array in C, OBJECT has
#          the assembler include the file, which is quicker for files of megabytes
# OUTPUT_VARIABLE  receives the path of blur.bin
#
# A changed header compiles the kernel again. With ccache as CMake's launcher, kernels are cached too.

set(CMC_EMBED_SCRIPT "${CMAKE_CURRENT_LIST_DIR}/CMCEmbed.cmake")

# Sets out to the words that run the compiler: with ccache if this is the launcher for C++ or C.
function(cmc_compiler_words out)
  set(words "$<TARGET_FILE:CMC::cmc>")
  foreach(launcher IN LISTS CMAKE_CXX_COMPILER_LAUNCHER CMAKE_C_COMPILER_LAUNCHER)
    get_filename_component(name "${launcher}" NAME)
    if(name STREQUAL ccache)
      set(words ${CMAKE_COMMAND} -E env CCACHE_COMPILERTYPE=clang "${launcher}" "$<TARGET_FILE:CMC::cmc>")
      break()
    endif()
  endforeach()
  set(${out} "${words}" PARENT_SCOPE)
endfunction()

# The bytes of bin become a source of target, and a header in its binary folder declares them.
function(cmc_embed_kernel target bin how name)
  get_target_property(dir ${target} BINARY_DIR)
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if("C" IN_LIST languages)
    set(source "${dir}/${name}_bin.c")
  elseif("CXX" IN_LIST languages)
    set(source "${dir}/${name}_bin.cpp")
  else()
    message(FATAL_ERROR "cmc_add_kernel: EMBED needs C or C++ among the project's languages")
  endif()
  add_custom_command(OUTPUT "${source}" "${dir}/${name}_bin.h"
    COMMAND ${CMAKE_COMMAND} -DBIN=${bin} -DNAME=${name} -DHOW=${how} -DSOURCE=${source} -DHEADER=${dir}/${name}_bin.h
            -P "${CMC_EMBED_SCRIPT}"
    DEPENDS "${bin}" "${CMC_EMBED_SCRIPT}" COMMENT "Embedding ${name}.bin" VERBATIM)
  add_custom_target(${target}_${name}_embed DEPENDS "${source}" "${dir}/${name}_bin.h")
  add_dependencies(${target}_${name}_embed ${target}_${name}_kernel)
  add_dependencies(${target} ${target}_${name}_embed)
  set_source_files_properties("${source}" TARGET_DIRECTORY ${target} PROPERTIES GENERATED ON OBJECT_DEPENDS "${bin}")
  target_sources(${target} PRIVATE "${source}")
  target_include_directories(${target} PRIVATE "${dir}")
endfunction()

function(cmc_add_kernel target file)
  cmake_parse_arguments(PARSE_ARGV 2 ARG "" "EMBED;OUTPUT_VARIABLE" "MARCH;OPTIONS")
  if(ARG_UNPARSED_ARGUMENTS OR ARG_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "cmc_add_kernel: unexpected '${ARG_UNPARSED_ARGUMENTS}${ARG_KEYWORDS_MISSING_VALUES}'; expected "
      "MARCH target..., OPTIONS option..., EMBED ARRAY|OBJECT or OUTPUT_VARIABLE variable")
  elseif(ARG_EMBED AND NOT ARG_EMBED MATCHES "^(ARRAY|OBJECT)$")
    message(FATAL_ERROR "cmc_add_kernel: EMBED ${ARG_EMBED}: expected ARRAY or OBJECT")
  elseif(NOT TARGET ${target})
    message(FATAL_ERROR "cmc_add_kernel: there is no target '${target}'; add_executable or add_library comes first")
  elseif(NOT TARGET CMC::cmc)
    message(FATAL_ERROR "cmc_add_kernel: found no compiler; install the package cmc, or set CMC_COMPILER")
  endif()
  get_filename_component(source "${file}" ABSOLUTE)
  get_filename_component(name "${file}" NAME_WE)
  get_target_property(dir ${target} BINARY_DIR)
  set(bin "${dir}/${name}.bin")
  list(JOIN ARG_MARCH "," march)
  if(march)
    set(march "-march=${march}")
  endif()
  cmc_compiler_words(cmc)
  add_custom_command(OUTPUT "${bin}"
    COMMAND ${cmc} -x c++ -c ${march} ${ARG_OPTIONS} -MD -MF "${bin}.d" -MT "${bin}" -o "${bin}" "${source}"
    DEPENDS "${source}" CMC::cmc DEPFILE "${bin}.d" COMMENT "Compiling kernel ${name}.bin" VERBATIM COMMAND_EXPAND_LISTS)
  add_custom_target(${target}_${name}_kernel DEPENDS "${bin}")
  add_dependencies(${target} ${target}_${name}_kernel)
  if(ARG_EMBED)
    cmc_embed_kernel(${target} "${bin}" ${ARG_EMBED} ${name})
  endif()
  if(ARG_OUTPUT_VARIABLE)
    set(${ARG_OUTPUT_VARIABLE} "${bin}" PARENT_SCOPE)
  endif()
endfunction()
