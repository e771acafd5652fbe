#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kernels' printf against the C library's: random conversions and values, printed by kernels on xesim and by a C program
that the host's compiler makes of the same calls; lines of many threads; a buffer that overflows.
usage: printf.py CMC CMRUN CC TARGET"""
import os
import random
import struct
import subprocess
import sys
import tempfile

CALLS = 60
# Threads fill the buffer of 4 MB with records of 8 + VALUES * 8 bytes.
VALUES, BUFFER_B, THREADS, TURNS = 60, 4 << 20, 4, 2300
RECORD_B = 8 + VALUES * 8


def run(command):
    r = subprocess.run(command, capture_output=True, check=False)
    if r.returncode != 0:
        sys.exit("%s: exit %d\n%s%s" % (" ".join(command), r.returncode, r.stdout.decode(), r.stderr.decode()))
    return r.stdout.decode()


def integer(r, bits):
    return r.choice((0, 1, -1, (1 << (bits - 1)) - 1, -(1 << (bits - 1)), r.getrandbits(bits) - (1 << (bits - 1))))


def flags(r, allowed):
    out = "".join(f for f in allowed if r.random() < 0.25)
    return (out + (str(r.randint(1, 20)) if r.random() < 0.4 else "")).replace("-0", "-")


def conversion(r):
    """(conversion, kernel argument, C argument)"""
    kind = r.choice("iiilfffddcsh%")
    if kind == "%":
        return "%%", None, None
    if kind in "il":
        letter = r.choice("diuxXo")
        v = integer(r, 32 if kind == "i" else 64)
        allowed = "-0" + ("+ " if letter in "di" else "#" if letter in "xXo" else "")
        size = r.choice(("", "", "hh", "h")) if kind == "i" else r.choice(("l", "ll"))
        if kind == "i":
            text = "(%s)%d" % ("int" if letter in "di" else "unsigned", v if letter in "di" else v & 0xffffffff)
            text = text.replace("-2147483648", "(-2147483647 - 1)") + ("" if letter in "di" else "u")
        else:
            word = ("" if letter in "di" else "unsigned ") + ("long" if size == "l" else "long long")
            text = "(%s)0x%xULL" % (word, v & (2 ** 64 - 1))
        return "%" + flags(r, allowed) + size + letter, text, text
    if kind in "fdh":
        v = r.choice((0.0, 1.0, -1.5, 0.1, 1e-3, 65504.0, r.uniform(-100, 100)))
        v = struct.unpack({"f": "f", "d": "d", "h": "e"}[kind], struct.pack({"f": "f", "d": "d", "h": "e"}[kind], v))[0]
        precision = ".%d" % r.randint(0, 9) if r.random() < 0.5 else ""
        c = "%" + flags(r, "-+ 0#") + precision + r.choice("fFeEgGaA")
        return c, {"f": "%sf", "d": "%s", "h": "(half)%sf"}[kind] % v.hex(), v.hex()
    if kind == "c":
        v = r.choice("azAZ09 _")
        return "%c", "'%s'" % v, "'%s'" % v
    v = r.choice(('""', '"x"', '"a longer text, with comma"'))
    c = "%" + flags(r, "-") + (".%d" % r.randint(0, 9) if r.random() < 0.3 else "") + "s"
    return c, v, v


def calls(r):
    """The calls of printf, for the kernel and for C. Values are computed where the compiler cannot see them: zero is an
    argument of the kernel."""
    kernel, c = [], []
    for n in range(CALLS):
        parts = [conversion(r) for _ in range(r.randint(0, 6))]
        text = "%d" % n + "".join("|" + p[0] for p in parts)
        here = [p for p in parts if p[1] is not None]
        hidden = [p[1] + " + zero" if p[1][0] == "(" and "half" not in p[1] and r.random() < 0.7 else p[1] for p in here]
        kernel.append('    printf("%s\\n"%s);' % (text, "".join(", " + x for x in hidden)))
        c.append('    printf("%s\\n"%s);' % (text, "".join(", " + p[2] for p in here)))
    return "\n".join(kernel), "\n".join(c)


def compare(name, got, want):
    for g, w in zip(got, want):
        if g != w:
            sys.exit("%s: printed  %s\nexpected %s" % (name, g, w))
    if len(got) != len(want):
        sys.exit("%s: %d lines, expected %d" % (name, len(got), len(want)))


def values(seed, tools, scratch):
    kernel, c = calls(random.Random(seed))
    source, binary, host = (os.path.join(scratch, n) for n in ("v.cm", "v.bin", "v"))
    with open(source, "w", encoding="utf-8") as f:
        f.write('#include <cm/cm.h>\nextern "C" _GENX_MAIN_ void k(int zero) {\n%s\n}\n' % kernel)
    with open(host + ".c", "w", encoding="utf-8") as f:
        f.write("#include <stdio.h>\nint main(void) {\n%s\n    return 0;\n}\n" % c)
    run([tools["cc"], "-w", "-O0", host + ".c", "-o", host])
    want = run([host]).split("\n")
    for level in ("-O0", "-O2"):
        run([tools["cmc"], source, level, "-march=" + tools["target"], "-o", binary])
        got = run([tools["cmrun"], binary, "--device", tools["target"], "--check", "--arg", "i32:0"]).split("\n")
        compare("values, seed %d, %s" % (seed, level), got, want)


THREADS_CM = """#include <cm/cm.h>
extern "C" _GENX_MAIN_ void k(int limit) {
    vector<int, 16> v;
    for (int i = 0; i < 16; i++)
        v(i) = i + cm_group_id(0);
    for (int i = 0; i < 3; i++) {
        SIMD_IF_BEGIN(v > limit) {
            printf("group %u of 16, local %u, turn %d\\n", cm_group_id(0), cm_local_id(0), i);
        } SIMD_IF_END;
    }
}
extern "C" _GENX_MAIN_ void other(int x) {
    printf("the other kernel prints %d\\n", x);
}
"""


def threads(tools, scratch):
    """Every line of every thread, whole, once; none where no channel is on."""
    source, binary = os.path.join(scratch, "t.cm"), os.path.join(scratch, "t.bin")
    with open(source, "w", encoding="utf-8") as f:
        f.write(THREADS_CM)
    run([tools["cmc"], source, "-march=" + tools["target"], "-o", binary])
    common = [tools["cmrun"], binary, "--device", tools["target"], "--check"]
    got = run(common + ["-k", "k", "--groups", "16", "--local", "4", "--arg", "i32:20"])
    want = ["group %u of 16, local %u, turn %d" % (g, t, i) for g in range(16) if g + 15 > 20 for t in range(4)
            for i in range(3)]
    compare("threads", sorted(got.split("\n")[:-1]), sorted(want))
    compare("other", run(common + ["-k", "other", "--arg", "i32:-5"]).split("\n"), ["the other kernel prints -5", ""])


def overflow(tools, scratch):
    """Records that do not fit are not written, and the call reports it; nothing after the buffer is touched."""
    source, binary = os.path.join(scratch, "o.cm"), os.path.join(scratch, "o.bin")
    with open(source, "w", encoding="utf-8") as f:
        f.write('#include <cm/cm.h>\nextern "C" _GENX_MAIN_ void k(SurfaceIndex s) {\n'
                "    int printed = 0, full = 0, other = 0;\n    for (int i = 0; i < %d; i++) {\n"
                '        int r = printf("%s\\n"%s);\n        printed += r == %d;\n        full += r == -1;\n'
                "    }\n    vector<int, 4> v = 0;\n    v(0) = printed; v(1) = full;\n"
                "    write(s, cm_group_id(0) * 16, v);\n}\n" % (TURNS, "%d" * VALUES, ", i" * VALUES, RECORD_B))
    run([tools["cmc"], source, "-march=" + tools["target"], "-o", binary])
    out = run([tools["cmrun"], binary, "--device", tools["target"], "--groups", str(THREADS), "--arg",
               "buf:%d" % (16 * THREADS), "--dump", "0:d"]).split("\n")
    lines = [x for x in out if x and not x.startswith("arg ")]
    dump = [int(x) for x in next(x for x in out if x.startswith("arg 0:")).split(":")[1].split()]
    fits = (BUFFER_B - 4) // RECORD_B
    if sum(dump[0::4]) != fits or sum(dump[1::4]) != THREADS * TURNS - fits or len(lines) != fits:
        sys.exit("overflow: %d records fit, %d lines, results %s" % (fits, len(lines), dump))
    if any(x != x[:len(x) // VALUES] * VALUES for x in lines):
        sys.exit("overflow: a line is not one number repeated")


def main(cmc, cmrun, cc, target):
    tools = {"cmc": cmc, "cmrun": cmrun, "cc": cc, "target": target}
    with tempfile.TemporaryDirectory() as scratch:
        for seed in range(4):
            values(seed, tools, scratch)
        threads(tools, scratch)
        overflow(tools, scratch)
    print("printf on %s: %d calls, %d threads, a full buffer" % (target, 4 * CALLS, 16 * 4))


if __name__ == "__main__":
    main(*sys.argv[1:])
