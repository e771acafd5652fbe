# SPDX-License-Identifier: MIT
# The Debian packages, one for each component: ./build.sh package.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME cmc)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_VENDOR "The cmc authors")
set(CPACK_PACKAGE_CONTACT "The cmc authors <cmc@cmc.invalid>")
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/packages)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
                                                WORLD_READ WORLD_EXECUTE)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_LIBRARY_OUTPUT_DIRECTORY})
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY "=")

# Packages of libraries tell the dynamic linker.
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/triggers "activate-noawait ldconfig\n")
foreach(library CMRT CMCISA LIBCMC)
  set(CPACK_DEBIAN_${library}_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_BINARY_DIR}/triggers)
endforeach()

# cmc_package(COMPONENT NAME SECTION SUMMARY DESCRIPTION [DEPENDS text] [RECOMMENDS text] [SUGGESTS text])
function(cmc_package component name section summary description)
  cmake_parse_arguments(ARG "" "DEPENDS;RECOMMENDS;SUGGESTS" "" ${ARGN})
  string(TOUPPER ${component} upper)
  set(values PACKAGE_NAME ${name} PACKAGE_SECTION ${section} DESCRIPTION "${summary}\n${description}")
  foreach(field DEPENDS RECOMMENDS SUGGESTS)
    if(ARG_${field})
      list(APPEND values PACKAGE_${field} "${ARG_${field}}")
    endif()
  endforeach()
  while(values)
    list(POP_FRONT values field value)
    set(CPACK_DEBIAN_${upper}_${field} "${value}" PARENT_SCOPE)
  endwhile()
  set(CPACK_COMPONENTS_ALL ${CPACK_COMPONENTS_ALL} ${component} PARENT_SCOPE)
  if(CMC_RELEASE)
    install(FILES ${CMAKE_CURRENT_SOURCE_DIR}/debian/copyright ${CMAKE_CURRENT_BINARY_DIR}/changelog.gz
            DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name} COMPONENT ${component})
  endif()
endfunction()

set(CPACK_COMPONENTS_ALL)
set(same "(= ${PROJECT_VERSION})")
if(CMC_RELEASE)
  execute_process(COMMAND gzip -9nc ${CMAKE_CURRENT_SOURCE_DIR}/debian/changelog
    OUTPUT_FILE ${CMAKE_CURRENT_BINARY_DIR}/changelog.gz COMMAND_ERROR_IS_FATAL ANY)
endif()
if(CMC_LLVM)
  cmc_package(cmc cmc devel "compiler of explicit-SIMD kernels for Intel GPUs"
    "cmc compiles C-for-Metal and ESIMD kernels to machine code. LLVM is inside.\nThe package also has an assembler, a disassembler and the headers of the\nkernel languages."
    RECOMMENDS "libcmrt-dev, g++" SUGGESTS "xesim, ccache")
  cmc_package(libcmc libcmc1 libs "compiler of kernels as a library"
    "Compiles C-for-Metal kernels in a program that runs them. LLVM is inside.")
  cmc_package(libcmc-dev libcmc-dev libdevel "compiler of kernels as a library (development files)"
    "The header of libcmc." DEPENDS "libcmc1 ${same}")
endif()
cmc_package(cmrt libcmrt1 libs "runtime of kernels compiled by cmc"
  "Loads kernels and launches them on an Intel GPU, on the simulator of the\npackage xesim or on the CPU."
  RECOMMENDS "libze1" SUGGESTS "xesim, libcmc1")
cmc_package(cmrt-dev libcmrt-dev libdevel "runtime of kernels compiled by cmc (development files)"
  "The header of libcmrt, its description for pkg-config, and the CMake package\nCMC with the function cmc_add_kernel."
  DEPENDS "libcmrt1 ${same}" RECOMMENDS "cmc")
cmc_package(cmcisa libcmcisa1 libs "instructions of Intel GPUs"
  "Encodes, decodes, prints, parses and checks the instructions of Intel GPUs.")
cmc_package(cmcisa-dev libcmcisa-dev libdevel "instructions of Intel GPUs (development files)"
  "The headers of libcmcisa and its description for pkg-config."
  DEPENDS "libcmcisa1 ${same}")
cmc_package(xesim xesim devel "simulator of Intel GPUs"
  "A Level Zero driver that runs kernels on a simulated Intel GPU and finds\nmistakes in them. With it the program cmrun, which runs a kernel from the\ncommand line."
  DEPENDS "libcmrt1 ${same}, libze1")
include(CPack)
