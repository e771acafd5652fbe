# Tests of models, messages, effects and rules of lib/isa; included by this folder's CMakeLists.txt.
cmc_unit_test(test_isa_model SOURCES test_model.c LIBS cmc_isa)
cmc_unit_test(test_isa_validate SOURCES test_validate.c LIBS cmc_isa)
cmc_unit_test(test_isa_effects SOURCES test_effects.c LIBS cmc_isa)
cmc_unit_test(test_isa_msg SOURCES test_msg.c msg_rows_hdc.c msg_rows_lsc.c LIBS cmc_isa)

# isa_inst_effects against iga64's own dependency print.
add_executable(effects_iga effects_iga.c ${gen}/iga.c ${gen}/gen.c ${gen}/gen_alu.c ${gen}/gen_flow.c)
target_include_directories(effects_iga PRIVATE ${gen})
target_link_libraries(effects_iga PRIVATE cmc_isa cmc_common)
foreach(target skl icl tgl dg2 pvc)
  add_test(NAME test_isa_effects_iga_${target} COMMAND effects_iga ${target} 6000)
  if(NOT target STREQUAL dg2)
    cmc_long_under_sanitizers(test_isa_effects_iga_${target})
  endif()
endforeach()

# Intel's offline compiler's output passes the validator, and iga64 agrees on what it touches.
file(GLOB ISA_CORPUS CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/corpus/*.cl
  ${CMAKE_CURRENT_SOURCE_DIR}/corpus/*.ll)
# One cache for all presets: what ocloc makes does not depend on ours.
set(ISA_CORPUS_CACHE ${PROJECT_SOURCE_DIR}/build-cache/validate)
add_executable(validate_corpus validate_corpus.c)
target_link_libraries(validate_corpus PRIVATE cmc_isa cmc_common)
foreach(target skl icl tgl dg2 pvc)
  add_test(NAME test_isa_validate_ocloc_${target}
    COMMAND validate_corpus ${target} ${ISA_CORPUS_CACHE} ${ISA_CORPUS})
  set_tests_properties(test_isa_validate_ocloc_${target} PROPERTIES FIXTURES_SETUP isa_ocloc_${target})
  add_test(NAME test_isa_effects_ocloc_${target}
    COMMAND sh -c "exec $<TARGET_FILE:effects_iga> ${target} 0 ${ISA_CORPUS_CACHE}/${target}/*.text")
  set_tests_properties(test_isa_effects_ocloc_${target} PROPERTIES FIXTURES_REQUIRED isa_ocloc_${target})
  if(NOT target STREQUAL pvc)
    cmc_long_under_sanitizers(test_isa_validate_ocloc_${target} test_isa_effects_ocloc_${target})
  endif()
  cmc_long_on_older(${target} test_isa_validate_ocloc_${target} test_isa_effects_ocloc_${target})
endforeach()

# isa_send_describe against the comment that iga64 prints after a send.
add_executable(msg_iga msg_iga.c)
target_link_libraries(msg_iga PRIVATE cmc_isa cmc_common)
foreach(target skl icl tgl dg2 pvc)
  add_test(NAME test_isa_msg_iga_${target} COMMAND msg_iga ${target} 6000)
endforeach()
