# cmc_ocl_kernel(var source device): compiles an OpenCL file with Intel's ocloc when the tests are built and gives
# the path of the zebin in var. The caller makes its target depend on that file.
find_program(OCLOC ocloc REQUIRED)
function(cmc_ocl_kernel var source device)
  get_filename_component(name ${source} NAME_WE)
  set(dir ${CMAKE_BINARY_DIR}/test/ocl)
  set(out ${dir}/${name}.${device})
  if(NOT TARGET ocl_${name}_${device})
    file(MAKE_DIRECTORY ${dir})
    add_custom_command(OUTPUT ${out}
      COMMAND ${OCLOC} -q compile -file ${source} -device ${device} -options -cl-std=CL3.0
        -internal_options "-cl-intel-allow-zebin -cl-ext=+all" -out_dir ${dir} -output_no_suffix
        -output ${name}.${device}
      DEPENDS ${source}
      COMMENT "ocloc ${name}.cl for ${device}"
      VERBATIM)
    add_custom_target(ocl_${name}_${device} DEPENDS ${out})
  endif()
  set(${var} ${out} PARENT_SCOPE)
endfunction()

# cmc_ze_test(name SOURCES... KERNELS name.device... DEVICES a,b ENV X=Y...): a cmocka program that talks to
# ze_xesim through the system's loader, with Intel's validation layer in between.
function(cmc_ze_test name)
  cmake_parse_arguments(ARG "" "DEVICES" "SOURCES;LIBS;KERNELS;ENV" ${ARGN})
  find_library(ZE_LOADER ze_loader REQUIRED)
  cmc_unit_test(${name} SOURCES ${ARG_SOURCES} ${PROJECT_SOURCE_DIR}/test/run/ocl/ze_test.c
    LIBS ${ARG_LIBS} ${ZE_LOADER})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/test/run/ocl)
  target_compile_definitions(${name} PRIVATE OCL_DIR="${CMAKE_BINARY_DIR}/test/ocl")
  add_dependencies(${name} ze_xesim)
  foreach(kernel ${ARG_KERNELS})
    string(REGEX MATCH "^(.*)[.]([a-z0-9]+)$" _ ${kernel})
    set(device ${CMAKE_MATCH_2})
    cmc_ocl_kernel(file ${PROJECT_SOURCE_DIR}/test/run/ocl/${CMAKE_MATCH_1}.cl ${device})
    add_dependencies(${name} ocl_${CMAKE_MATCH_1}_${device})
  endforeach()
  set(env ZE_ENABLE_ALT_DRIVERS=$<TARGET_FILE:ze_xesim> ZE_ENABLE_VALIDATION_LAYER=1
    ZE_ENABLE_PARAMETER_VALIDATION=1 ${ARG_ENV})
  if(ARG_DEVICES)
    list(APPEND env XESIM_DEVICES=${ARG_DEVICES})
  endif()
  set_tests_properties(${name} PROPERTIES ENVIRONMENT "${env}")
endfunction()
