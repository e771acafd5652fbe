#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How compile time from source grows with the kernel: seconds of cmc at several sizes, for kernels of many shapes.

usage: source_scaling.py CMC [SHAPE...] [--sizes=300,1000,3000,10000] [--passes] [-march=TARGET]

A size is about the number of machine instructions. The ratio after each time is the growth from the previous size, followed
by that of linear growth. --passes adds the passes that take the most time at the largest size and how they grew. Seconds
depend on the machine; nothing is asserted here."""
import re
import subprocess
import sys
import tempfile
import time

HEAD = "#include <cm/cm.h>\n%s\nextern \"C\" _GENX_MAIN_ void k(svmptr_t in [[type(\"svmptr_t\")]], svmptr_t out [[type(\"svmptr_t\")]])\n{\n"
READ = ["vector<int, 64> v, w;", "cm_svm_block_read(in, v);", "cm_svm_block_read(in + 256, w);",
        "vector<int, 16> a = v.select<16, 1>(0), b = v.select<16, 1>(16);"]
WRITE = ["cm_svm_block_write(out, v);", "cm_svm_block_write(out + 256, w);", "cm_svm_block_write(out + 512, a);"]


def kernel(body, before=""):
    return HEAD % before + "\n".join(READ + body + WRITE) + "\n}\n"


def straight(n):
    """Arithmetic on vectors and numbers, each step needs the one before."""
    ops = ["a = a * 3 + b;", "b ^= a >> 2;", "a += v(%d);", "b = b - a * v(%d);"]
    return kernel([ops[i % 4].replace("%d", str(i * 7 % 64)) for i in range(n * 4 // 6)])


def selects(n):
    """Parts of large vectors read and written, whole vectors in registers."""
    return kernel(["v.select<8, %d>(%d) += w.select<8, 1>(%d);" % (1 + i % 3, i * 5 % 40, i * 11 % 56) for i in range(n)])


def merges(n):
    """Parts of large vectors written under a mask."""
    return kernel(["a.merge(a + %d, a > b);\nv.select<16, 1>(%d) = a;" % (i, i * 8 % 48) for i in range(n // 4)])


def rows(n):
    """Rows and columns of a matrix by constant numbers, as unrolled code has them."""
    body = ["matrix<int, 8, 8> m = v, o = w;"]
    for i in range(n):
        body.append(["m.row(%d) += o.row(%d);", "o.column(%d) -= m.column(%d);"][i % 2] % (i * 3 % 8, i * 5 % 8))
    return kernel(body + ["v = m;", "w = o;"])


def unrolled(n):
    """A loop over a matrix that the compiler unrolls fully, again and again."""
    body = ["matrix<int, 8, 8> m = v, o = w;"]
    for i in range(n // 16):
        body.append("#pragma unroll\nfor (int i = 0; i < 8; i++) { m.row(i) += o.row((i + %d) & 7); o.row(i) ^= %d; }" % (i, i))
    return kernel(body + ["v = m;", "w = o;"])


def loops(n):
    """Small loops, one after the other."""
    return kernel(["for (int i = 0; i < v(%d); i++) { a = a * 3 + b; b += i; }" % (i % 64) for i in range(n // 6)])


def ifs(n):
    """Branches of the whole thread."""
    return kernel(["if (v(%d) > %d) { a = a * 5 + b; w(%d) = %d; }" % (i % 64, i, i * 3 % 64, i) for i in range(n // 5)])


def anys(n):
    """Branches on any lane of a mask."""
    return kernel(["if ((a > %d).any()) { a = a * 5 + b; b(%d) += %d; }" % (i, i % 16, i) for i in range(n // 5)])


def cases(n):
    """One switch of many cases."""
    body = ["case %d: a = a * %d + b; s += %d; break;" % (3 * i, i + 2, i) for i in range(n // 8)]
    return kernel(["int s = v(0);", "switch (v(5)) {"] + body + ["default: s = 1; }", "w(0) = s;"])


def simdifs(n):
    """Branches of single channels."""
    return kernel(["SIMD_IF_BEGIN (a > %d) { b = b * 3 + a; } SIMD_ELSE { b -= a; } SIMD_IF_END;" % i for i in range(n // 8)])


def simdloops(n):
    """Loops of single channels."""
    return kernel(["SIMD_DO_WHILE_BEGIN { b += a; a -= %d; } SIMD_DO_WHILE_END (a > %d);" % (i % 5 + 1, i) for i in range(n // 8)])


def calls(n):
    """Calls of one subroutine."""
    before = "CM_NOINLINE vector<int, 16> f(vector<int, 16> x, int k) { return x * k + 1; }"
    return kernel(["a = f(a, v(%d)) ^ b;" % (i % 64) for i in range(n // 5)], before)


def functions(n):
    """Many functions that are inlined, each called once."""
    count = n // 5
    before = "\n".join("_GENX_ vector<int, 16> f%d(vector<int, 16> x, vector_ref<int, 16> y) { y += x * %d; return x ^ y; }" %
                       (i, i + 3) for i in range(count))
    return kernel(["a = f%d(a, b);" % i for i in range(count)], before)


def subroutines(n):
    """Many subroutines, each called once."""
    count = n // 8
    before = "\n".join("CM_NOINLINE vector<int, 16> f%d(vector<int, 16> x) { return x * %d + 1; }" % (i, i + 3) for i in range(count))
    return kernel(["a = f%d(a) ^ b;" % i for i in range(count)], before)


def arrays(n):
    """Local arrays with constant and with computed indices."""
    body = ["vector<int, 16> t[4];", "int s[16];", "for (int i = 0; i < 4; i++) t[i] = a + i;", "for (int i = 0; i < 16; i++) s[i] = v(i);"]
    body += [["t[%d] += b * s[%d];", "s[(s[%d] + %d) & 15] += 3;", "a ^= t[s[%d] & 3] + %d;"][i % 3] % (i % 4, i * 5 % 16) for i in range(n // 5)]
    return kernel(body)


def indirect(n):
    """Elements and parts at computed places."""
    return kernel([["v(w(%d) & 63) += %d;", "a += v.select<16, 1>(w(%d) & 31) + %d;"][i % 2] % (i % 64, i) for i in range(n // 5)])


def memory(n):
    """Block reads and writes, gathers and scatters."""
    ops = ["cm_svm_block_read(in + %d, a);", "cm_svm_block_write(out + %d, b);", "b = b + a * %d;"]
    return kernel([ops[i % 3] % (64 * i) for i in range(n * 3 // 5)])


def globals_(n):
    """Variables of the file, and tables of constants."""
    before = "_GENX_ vector<int, 16> g, h;\nstatic const int tab[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};"
    return kernel(["g += a * tab[%d];\nh ^= g;\na = h + v(%d);" % (i % 16, i % 64) for i in range(n // 4)], before)


SHAPES = {f.__name__.rstrip("_"): f for f in (straight, selects, merges, rows, unrolled, loops, ifs, anys, cases, simdifs, simdloops, calls,
                                              functions, subroutines, arrays, indirect, memory, globals_)}


def compile_kernel(cmc, text, *options):
    with tempfile.NamedTemporaryFile("w", suffix=".cm") as f:
        f.write(text)
        f.flush()
        start = time.perf_counter()
        run = subprocess.run([cmc, f.name, "-o", "/dev/null", *options], capture_output=True, text=True)
        seconds = time.perf_counter() - start
    if run.returncode:
        sys.exit(run.stderr[:2000])
    return seconds, run.stderr


def pass_times(report):
    times = {}
    for name, ms in re.findall(r"// (\w+)\s+([\d.]+) ms", report):
        times[name] = times.get(name, 0) + float(ms) / 1e3
    for wall, name in re.findall(r"([\d.]+) \([ \d.]+%\)  (\w+)$", report, re.M):
        times[name] = times.get(name, 0) + float(wall)
    times.pop("Total", None)
    return times


def main(cmc, *arguments):
    options = [a for a in arguments if a.startswith("-march")]
    sizes = next((a[8:] for a in arguments if a.startswith("--sizes=")), "300,1000,3000,10000").split(",")
    want_passes = "--passes" in arguments
    for shape in [a for a in arguments if not a.startswith("-")] or SHAPES:
        line, last, tables = "%-12s" % shape, None, []
        for n in map(int, sizes):
            seconds, report = compile_kernel(cmc, SHAPES[shape](n), *options, *(["--time-passes"] if want_passes else []))
            line += " %8.2f s" % seconds + (" (%4.1f of %4.1f)" % (seconds / last[1], n / last[0]) if last else "")
            last = n, seconds
            tables.append(pass_times(report))
        print(line, flush=True)
        worst = sorted(tables[-1], key=tables[-1].get, reverse=True)[:12] if want_passes else []
        for name in worst:
            print("    %-28s %s" % (name, " ".join("%8.3f" % t.get(name, 0) for t in tables)), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
