# SPDX-License-Identifier: MIT
"""groups.py CMC SOURCE: a program for each group of lib/driver/warnings.def, compiled with each form of its option."""
import os
import re
import subprocess
import sys

PROGRAMS = {  # group: options, body of a kernel (or a file, when it has one of its own)
    "cm-deprecated": ("-Qxcm_jit_target=tgl", ""),
    "cm-ignored": ("", """_GENX_FLOAT_CONTROL_(CM_RTZ) static int twice(int n) { return 2 * n; }
_GENX_MAIN_ void k(svmptr_t p, int n) { vector<int, 16> v = twice(n); cm_svm_block_write(p, v); }"""),
    "cm-inline": ("", """struct chain { chain *next; int n; };
CM_NOINLINE int follow(chain *c) { return c->n; }
_GENX_MAIN_ void k(svmptr_t p, int n) { chain c = {nullptr, n}; vector<int, 16> v = follow(&c); cm_svm_block_write(p, v); }"""),
    "cm-iselect": ("", "v = v.iselect(v);"),
    "cm-format": ("", "matrix<char, 2, 8> m = v.format<char, 2, 8>(); v = m(0, 0);"),
    "cm-spill": ("", """vector<int, 480> a, b, c;
cm_svm_block_read(p, a); cm_svm_block_read(p + 4096, b); cm_svm_block_read(p + 8192, c);
cm_svm_block_write(p, a + b); cm_svm_block_write(p + 4096, b ^ c); cm_svm_block_write(p + 8192, c - a); v = a(0) + b(1) + c(2);"""),
    "cm-private": ("", "int a[3000];\nfor (int i = 0; i < 3000; i++) a[i] = i * n;\nv = a[n & 1023];"),
    "cm-slm-fence": ("", "cm_slm_init(1024); vector<uint, 16> at(n); cm_slm_write(0, at, v); cm_barrier(); cm_slm_read(0, at, v);"),
    "cm-slm-size": ("", """#include <sycl/ext/intel/esimd.hpp>
extern "C" SYCL_ESIMD_KERNEL void k(unsigned *p) {
    unsigned n = 64;
    if (p[0] > 3) n = p[1];
    sycl::ext::intel::esimd::slm_init(n);
}"""),
    "cm-simd": ("", "vector<int, 32> w = n; int s = 0; SIMD_IF_BEGIN(v > 3) { s = cm_sum<int>(w); } SIMD_IF_END; v(0) = s;"),
    "cm-unroll": ("", "#pragma unroll\nfor (int i = 0; i < n; i++) v += i * v;"),
    "cm-double": ("-march=skl", "vector<float, 16> f = n; f = f * 0.5; v = f;"),
    "cm-access": ("", """_GENX_MAIN_ void k(SurfaceIndex s [[type("buffer_t read_only")]]) { vector<int, 16> v; read(s, 0, v); write(s, 64, v); }"""),
    "cm-bounds": ("", "#pragma unroll\nfor (int i = 0; i < 5; i++) if (i < n) v.select<4, 1>(i * 4) = i;"),
    "cm-no-kernel": ("", "// _GENX_MAIN_\nint f() { return 1; }"),
    "cm-mask": ("", "char c = n; v.merge(1, c);"),
    "cm-asm": ("", 'vector<int, 16> w; asm("mov (8|M0) %0 %1" : "=r"(w) : "r"(v)); v = w;'),
    "cm-width": ("", "vector<float, 47> f = n; f = f * f; v = f(3);"),
    "cm-left-out": ("-march=tgl,bmg", """template <class T> void twice(svmptr_t p) { vector<T, 8> v; cm_svm_block_read(p, v); v += v; cm_svm_block_write(p, v); }
_GENX_MAIN_ void f(svmptr_t p) { twice<float>(p); }
_GENX_MAIN_ void d(svmptr_t p) { twice<double>(p); }"""),
    "cm-narrow": ("", "vector<float, 4> f = v.select<4, 1>(0); f = f * f; v.select<4, 1>(0) = f;"),
    "cm-indirect": ("", "v(n) = 3;"),
}
KERNEL = "_GENX_MAIN_ void k(svmptr_t p, int n) {\nvector<int, 16> v;\ncm_svm_block_read(p, v);\n%s\ncm_svm_block_write(p, v);\n}\n"


def run(cmc, source, options):
    r = subprocess.run([cmc, "-march=tgl", source, "-o", "k.bin"] + options, capture_output=True, text=True, check=False)
    return r.returncode, r.stderr + r.stdout


def faults(cmc, group, on):
    extra, body = PROGRAMS[group]
    esimd = "SYCL_ESIMD_KERNEL" in body
    source = "k.cpp" if esimd else "k.cm"
    with open(source, "w") as f:
        f.write(body if esimd else "#include <cm/cm.h>\n" + (body if "_GENX_MAIN_" in body else KERNEL % body))
    base, show = extra.split(), [] if on else ["-W" + group]
    warned, fatal = "warning: ", "error: "
    for options, status, text in (
            (show, 0, (warned, "[-W%s]" % group)),
            (["-Werror=" + group], 1, (fatal, "[-Werror,-W%s]" % group)),
            (show + ["-Werror"], 1, (fatal, "[-Werror,-W%s]" % group)),
            (show + ["-Werror", "-Wno-error=" + group], 0, (warned, "[-W%s]" % group)),
            (["-Werror=" + group, "-Wno-" + group], 0, None),
            (show + ["-w"], 0, None)):
        code, out = run(cmc, source, base + options)
        lines = [x for x in out.splitlines() if group + "]" in x]
        good = code == status and (any(text[0] in x and text[1] in x for x in lines) if text else not lines)
        if not good:
            yield "wrong: %s %s: exit status %d\n%s" % (group, " ".join(options), code, out)


def main():
    cmc, source = sys.argv[1:3]
    with open(os.path.join(source, "lib/driver/warnings.def")) as f:
        groups = re.findall(r'^DRV_GROUP\("([^"]+)",\s*(true|false)', f.read(), re.M)
    help_text = subprocess.run([cmc, "--help-all"], capture_output=True, text=True, check=True).stdout
    with open(os.path.join(source, "docs/man/cmc.1")) as f:
        manual = f.read().replace("\\-", "-")
    for group, on in groups:
        if group not in PROGRAMS:
            print("wrong: no program makes a warning of", group)
            continue
        if "-W" + group not in help_text or group not in manual:
            print("wrong: --help-all and the manual name", group, "not both")
        for fault in faults(cmc, group, on == "true"):
            print(fault)
    print("all groups have been seen")


main()
