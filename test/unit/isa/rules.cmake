# Tests of models, messages, effects and rules of lib/isa; included by this folder's CMakeLists.txt.
cmc_unit_test(test_isa_model SOURCES test_model.c LIBS cmc_isa)
cmc_unit_test(test_isa_msg SOURCES test_msg.c msg_rows_hdc.c msg_rows_lsc.c LIBS cmc_isa)
