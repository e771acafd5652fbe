# SPDX-License-Identifier: MIT
"""The rooms that mutants are drawn from, and the tests that judge a mutant, quickest first.

A step is ("ctest", REGEX of names) or ("lit", filter). After a room's own steps come those of COMMON.
"""

COMMON = [
    ("ctest", r"^run_kernels(_pvc)?$"),
    ("ctest", r"^ref_random_200$"),
    ("lit", ""),
]

ROOMS = {
    "lib/base": (["lib/base"], [("ctest", "^test_(base|graph)$"), ("ctest", "^unit_codegen|^test_zebin")]),
    "lib/isa": (["lib/isa"], [("ctest", "^test_isa_(golden|text|roundtrip|model|validate|effects|msg)$"),
                              ("ctest", "^oracle_iga64_(words_)?(tgl|skl|pvc|dg2)$|^isa_tools_(skl|pvc)$"),
                              ("ctest", "^test_isa_|^isa_")]),
    "lib/zebin": (["lib/zebin"], [("ctest", "^test_zebin_"), ("ctest", "^oracle_driver$|^isa_tools_tgl$")]),
    "lib/sim": (["lib/sim"], [("ctest", "^unit_sim_"), ("ctest", "^unit_ze_|^test_cmrt|^run_messages_(tgl|pvc)$"),
                              ("ctest", "^check_(silent|mutate)_tgl$|^ocl_corpus_(tgl|pvc)$")]),
    "lib/genx": (["lib/genx"], [("ctest", "^test_genx$"), ("lit", "passes|select")]),
    "lib/driver": (["lib/driver"], [("lit", "cmc|options|diag")]),
    "frontend": (["frontend"], [("ctest", "^test_(frontend|headers)$"), ("lit", "frontend|errors|diag"),
                                ("ctest", "^cm_rows_(tgl|pvc)$|^fuzz_cm_(compile|errors)$")]),
    "include/cm": (["include/cm"], [("ctest", "^test_headers$"), ("lit", "frontend|errors"), ("ctest", "^cm_rows_(tgl|pvc)$")]),
    "passes": (["passes"], [("lit", "passes"), ("ctest", "^ref_passes_"), ("ctest", "^cm_rows_(tgl|pvc)$|^ref_run_random_dg2$")]),
    "codegen": (["codegen"], [("ctest", "^unit_codegen_"), ("lit", "mir|select|codegen"),
                              ("ctest", "^run_messages_(skl|dg2)$|^ref_run_operations_(skl|pvc)$"),
                              ("ctest", "^ref_run_regions_dg2$|^check_stalls_pvc$|^ref_random_(xe2|crowds|grf)")]),
    "runtime": (["runtime"], [("ctest", "^test_cmrt|^unit_ze_"), ("ctest", "^run_(ocl|driver|abuse)_(tgl|pvc)$|^foreign_.*_tgl$")]),
    "tools": (["tools"], [("lit", "cmc|cmrun|isa|options"), ("ctest", "^isa_(tools_tgl|man_)")]),
}
