# Tests of models, messages, effects and rules of lib/isa; included by this folder's CMakeLists.txt.
cmc_unit_test(test_isa_model SOURCES test_model.c LIBS cmc_isa)
cmc_unit_test(test_isa_effects SOURCES test_effects.c LIBS cmc_isa)
cmc_unit_test(test_isa_msg SOURCES test_msg.c msg_rows_hdc.c msg_rows_lsc.c LIBS cmc_isa)

# isa_inst_effects against iga64's own dependency print.
add_executable(effects_iga effects_iga.c)
target_link_libraries(effects_iga PRIVATE cmc_isa cmc_common)
foreach(target skl icl tgl dg2 pvc)
  add_test(NAME test_isa_effects_iga_${target} COMMAND effects_iga ${target} 6000)
endforeach()
