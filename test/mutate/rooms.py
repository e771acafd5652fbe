# SPDX-License-Identifier: MIT
"""The rooms that mutants are drawn from, and the tests that judge a mutant, quickest first.

A step is ("ctest", REGEX of names), ("lit", filter) or ("run", a program of build/bin and its arguments). The lit tests whose
folder or name is that of the mutant's file come before a room's own steps, those of COMMON after them. LAST is for survivors.
"""

RANDOM = ("run", "random_programs --no-reduce --count 40")
UNDER_TEST = "^test_isa_(golden|text|roundtrip|model|validate|effects|msg)$"

COMMON = [
    RANDOM,
    ("ctest", r"^run_kernels(_pvc)?$"),
    ("run", "random_programs --no-reduce --first 41 --count 160"),
    ("lit", ""),
]

# All tests that can see a change of the code: lints, growth and speed cannot.
LAST = ("ctest", "^(?!lint_|release_|mir_growth|source_growth|run_two_cores|math_table|lit$|cm_language_page|cm_hints_page)")

ROOMS = {
    "lib/base": (["lib/base"], [("ctest", "^test_(base|graph)"), ("ctest", "^unit_codegen_[^r]|^test_zebin_[^o]"),
                                ("ctest", "^test_isa_(text|roundtrip)$"), RANDOM, ("lit", "diag")]),
    "lib/isa": (["lib/isa"], [("ctest", UNDER_TEST),
                              ("ctest", "^oracle_iga64_words_(tgl|skl|pvc|dg2)$|^isa_tools_(skl|pvc)$|^test_isa_msg_iga"),
                              ("ctest", "^oracle_iga64_(tgl|skl|pvc|dg2)$"), RANDOM,
                              ("ctest", "^test_isa_(effects_iga|effects_ocloc|validate_ocloc)|^isa_")]),
    "lib/zebin": (["lib/zebin"], [("ctest", "^test_zebin_[^o]"), ("ctest", "^oracle_driver$|^isa_tools_tgl$"),
                                  ("ctest", "^test_zebin_o|^test_cmrt|^unit_ze_|^run_driver_(tgl|pvc)$")]),
    "lib/sim": (["lib/sim"], [("ctest", "^unit_sim_(?!ocl|image|broken|macro|check_(order|mutate|handover))"), RANDOM,
                              ("ctest", "^unit_sim_(image|broken|macro|check_(order|mutate|handover))"),
                              ("ctest", "^ocl_corpus_(tgl|pvc)$|^check_(silent|mutate)_tgl$"),
                              ("ctest", "^unit_sim_ocl|^unit_ze_|^test_cmrt|^run_messages_(tgl|pvc)$")]),
    "lib/genx": (["lib/genx"], [("ctest", "^test_genx$"), RANDOM, ("lit", "passes|select")]),
    "lib/driver": (["lib/driver"], [("lit", "cmc/|options|diag")]),
    "frontend": (["frontend"], [("ctest", "^test_(frontend|headers)$"), ("lit", "frontend|errors|diag"),
                                ("ctest", "^cm_rows_(tgl|pvc)$|^fuzz_cm_(compile|errors)$")]),
    "include/cm": (["include/cm"], [("ctest", "^test_headers$"), ("lit", "frontend|errors"), ("ctest", "^cm_rows_(tgl|pvc)$")]),
    "passes": (["passes"], [RANDOM, ("lit", "passes"), ("ctest", "^ref_passes_random$|^ref_run_random_dg2$"),
                            ("ctest", "^cm_rows_tgl$|^ref_passes_kernels$")]),
    "codegen": (["codegen"], [("ctest", "^unit_codegen_"), RANDOM, ("lit", "mir/|select"),
                              ("ctest", "^run_messages_(skl|dg2)$|^ref_run_regions_dg2$|^ref_random_(xe2|crowds|grf)"),
                              ("lit", "codegen/"), ("ctest", "^ref_run_operations_(skl|pvc)$|^check_stalls_pvc$")]),
    "runtime": (["runtime"], [("ctest", "^test_cmrt|^unit_ze_"), ("ctest", "^run_(ocl|driver|abuse)_(tgl|pvc)$|^foreign_.*_tgl$"),
                              ("lit", "cmrun")]),
    "tools": (["tools"], [("lit", "cmc/|cmrun/|isa/|options"), ("ctest", "^isa_(tools_tgl|man_)")]),
}
