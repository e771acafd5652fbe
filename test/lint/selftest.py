#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plants one violation of each lint in a small tree and expects the script to report it, and silence without."""
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SPDX = "// SPDX-License-Identifier: MIT\n"
ROWS = "    X(TGL, tgl, XE_LP, \"12p1\", __VA_ARGS__)\n    X(DG2, dg2, XE_HPG, \"12p71\", __VA_ARGS__)\n"
HEADERS = {"include/cmc/%s.h" % name: SPDX for name in ("isa", "mir", "codegen")}
CLEAN = {**HEADERS, "include/cmc/targets.h": SPDX + ROWS, "README.md": "tgl dg2\n",
         **{"docs/man/%s.1" % page: "tgl dg2\n" for page in ("cmc", "cmrun", "xeas")},
         "lib/isa/a.c": SPDX + "#include <cmc/isa.h>\nint f(void) {\n    return 0;\n}\n",
         "passes/a.c": SPDX + "V g(B b, V x) {\n    V y = LLVMBuildNeg(b, x), z = LLVMBuildNot(b, y);\n    if (!LLVMBuildNeg(b, y))\n"
                              "        z = c && LLVMBuildNot(b, x) ? LLVMBuildNeg(b, z) : y;\n    return make(LLVMBuildNeg(b, z), x);\n}\n",
         "test/random/a.c": SPDX + "void g(G *g) {\n    const char *x = rn_let(g, \"a\"), *y = RN_PICK(g, ops);\n"
                                   "    rn_line(g, y, rn_chance(g, 50) ? rn_let(g, \"b\") : x);\n}\n"}

PLANTED = [
    ("includes.py", "lib/isa/b.c", SPDX + "#include <cmc/mir.h>\n", "may not use"),
    ("includes.py", "codegen/b.c", SPDX + "#include <llvm-c/Core.h>\n", "may not see"),
    ("includes.py", "lib/sim/b.c", SPDX + "#include <cmc/codegen.h>\n", "may not use"),
    ("order.py", "passes/b.c", SPDX + "static V one(B b, V x) {\n    return LLVMBuildNeg(b, x);\n}\n"
     "V two(B b, V x, V y) {\n    return make(one(b, x), one(b, y));\n}\n", "one and one"),
    ("order.py", "passes/b.c", SPDX + "V two(B b, V x) {\n    V a[2] = {c ? LLVMBuildNeg(b, x) : x, LLVMBuildNot(b, x)};\n}\n",
     "LLVMBuildNeg and LLVMBuildNot"),
    ("order.py", "passes/b.c", SPDX + "#define BUILD(name) V make_##name(B b)\nBUILD(neg) {\n    return LLVMBuildNeg(b, x);\n}\n"
     "V two(B b) {\n    return make(make_neg(b), make_neg(b));\n}\n", "make_neg and make_neg"),
    ("order.py", "codegen/b.c", SPDX + "static bool a(F *f) {\n    mir_inst_remove(f);\n}\nbool g(F *f) {\n"
     "    bool moved = a(f) | a(f), ok = a(f);\n}\n", "a and a"),
    ("order.py", "test/random/b.c", SPDX + "static int some(G *g) {\n    return rn_below(g, 3);\n}\nvoid h(G *g) {\n"
     "    rn_line(g, \"%s %d\", RN_PICK(g, ops), some(g));\n}\n", "RN_PICK and some are drawn"),
    ("includes.py", "codegen/live/b.c", SPDX + "#include \"../sched/x.h\"\n", "no such file"),
    ("includes.py", "passes/opt/b.c", SPDX + "#include <cmc/codegen.h>\n", "may not use codegen"),
    ("platforms.py", "codegen/b.c", SPDX + "int g(const isa_model *m) {\n    return m->target == ISA_TARGET_TGL;\n}\n",
     "ISA_TARGET_TGL"),
    ("platforms.py", "codegen/b.c", SPDX + "int g(const isa_model *m) {\n    return m->family >= ISA_XE_HPG;\n}\n",
     "ISA_XE_HPG"),
    ("targets.py", "docs/man/cmc.1", "tgl\n", "dg2 is not named"),
    ("words.py", "lib/isa/b.c", SPDX + "int x; // what is behind it\n", "'behind'"),
    ("words.py", "docs/b.md", "A pass that is none.\n", "'is none'"),
    ("sizes.py", "lib/isa/b.c", SPDX + "int g(void) {\n" + "    ;\n" * 120 + "}\n", "function of"),
    ("sizes.py", "lib/isa/b.c", SPDX + "int x;\n" * 1200, "lines (at most"),
    ("layout.py", "surprise/b.c", SPDX, "top level"),
    ("layout.py", "lib/isa/b.cpp", SPDX, "C++"),
    ("layout.py", "lib/isa/b.c", "int x;\n", "SPDX"),
    ("documents.py", "docs/b.md", "See `lib/isa/{a,b}.c` and lib/STAGE/NAME.c.\n", "there is no lib/isa/b.c"),
]


def run(script, files):
    with tempfile.TemporaryDirectory() as root:
        for path, text in files.items():
            os.makedirs(os.path.join(root, os.path.dirname(path)), exist_ok=True)
            with open(os.path.join(root, path), "w", encoding="utf-8") as f:
                f.write(text)
        return subprocess.run([sys.executable, os.path.join(HERE, script), root], capture_output=True, text=True)


def main():
    bad = 0
    for script in sorted({p[0] for p in PLANTED}):
        if run(script, CLEAN).returncode != 0:
            print("%s reports a clean tree" % script)
            bad += 1
    for script, path, text, expected in PLANTED:
        r = run(script, {**CLEAN, path: text})
        if r.returncode == 0 or expected not in r.stdout:
            print("%s misses the violation in %s (expected '%s'): %s" % (script, path, expected, r.stdout))
            bad += 1
    print("%d planted violation(s), %d missed" % (len(PLANTED), bad))
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
