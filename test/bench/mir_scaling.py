#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How the machine passes grow with the kernel: time of each pass at N and at 10 N instructions, for a few shapes.

usage: mir_scaling.py CMC [N [TARGET [SHAPE...]]]   prints milliseconds and ratios; nothing is asserted"""
import re
import subprocess
import sys
import tempfile

HEAD = ["kernel \"k\" {", "  phase selected", "  var grf %h 32 :ud align=32 live_in fixed=r2+0"]
END = ["  (W) send.ts (8|M0) null r127 null 0x0 0x02000010 {EOT}", "}"]


def straight(n):
    """One block: loads, a chain of arithmetic over few live values, stores."""
    variables, code = [], ["entry:"]
    for i in range(n // 10):
        variables += ["  var grf %%a%d 32 :f align=32" % i] + ["  var grf %%t%d_%d 32 :f align=32" % (i, k) for k in range(8)]
        code.append("  (W) send.dc1 (1|M0) %%a%d %%h null 0x0 0x021D02FF" % i)
        last = "%%a%d" % i
        for k in range(8):
            code.append("  (W) add (8|M0) %%t%d_%d<1>:f %s<1;1,0>:f 0x3F800000:f" % (i, k, last))
            last = "%%t%d_%d" % (i, k)
        code.append("  (W) send.dc1 (1|M0) null %%h %s 0x40 0x020D42FF" % last)
    return variables, code


def regions(n):
    """One block: vectors that are written in parts, each part a copy of the whole first."""
    variables, code = [], ["entry:"]
    for i in range(n // 9):
        variables += ["  var grf %%v%d_%d 128 :f align=32" % (i, k) for k in range(5)]
        code.append("  (W) mov (16|M0) %%v%d_0<1>:f 0x0:f" % i)
        for k in range(4):
            code.append("  copy %%v%d_%d %%v%d_%d 128" % (i, k + 1, i, k))
            code.append("  (W) mov (8|M0) %%v%d_%d+%d<1>:f 0x3F800000:f" % (i, k + 1, 32 * k))
        code.append("  (W) send.dc1 (1|M0) null %%h %%v%d_4 0x80 0x020D43FF" % i)
    return variables, code


def chain(n):
    """One block: one matrix that is written part by part all the way, every version a variable of its own."""
    variables, code = ["  var grf %v0 512 :f align=32"], ["entry:"]
    code += ["  (W) mov (16|M0) %%v0+%d<1>:f 0x0:f" % (64 * k) for k in range(8)]
    for i in range(n // 2):
        variables.append("  var grf %%v%d 512 :f align=32" % (i + 1))
        code.append("  copy %%v%d %%v%d 512" % (i + 1, i))
        code.append("  (W) add (8|M0) %%v%d+%d<1>:f %%v%d+%d<1;1,0>:f 0x3F800000:f" %
                    (i + 1, 32 * (i % 16), i, 32 * (i * 7 % 16)))
    code += ["  (W) send.dc1 (1|M0) null %%h %%v%d+%d 0x80 0x020D43FF" % (n // 2, 64 * k) for k in range(8)]
    return variables, code


def blocks(n):
    """Many small loops one after another; a few values are live through all of them."""
    variables, code = ["  var grf %%g%d 32 :f align=32" % k for k in range(8)], ["entry:"]
    code += ["  (W) mov (8|M0) %%g%d<1>:f 0x0:f" % k for k in range(8)]
    for i in range(n // 9):
        variables += ["  var grf %%x%d 32 :f align=32" % i, "  var grf %%y%d 32 :f align=32" % i, "  var flag %%p%d 2" % i]
        code += ["  (W) mov (8|M0) %%x%d<1>:f 0x0:f" % i, "b%d:" % i]
        code += ["  (W) add (8|M0) %%y%d<1>:f %%x%d<1;1,0>:f %%g%d<1;1,0>:f" % (i, i, i % 8),
                 "  (W) mul (8|M0) %%g%d<1>:f %%y%d<1;1,0>:f %%y%d<1;1,0>:f" % (i % 8, i, i),
                 "  copy %%x%d %%y%d 32" % (i, i), "  undef %%p%d" % i,
                 "  (W) cmp (1|M0) (lt)%%p%d.0 null<1>:f %%x%d<0;1,0>:f 0x40000000:f" % (i, i),
                 "  (W&%%p%d.0) cbr (1|M0) b%d e%d" % (i, i, i), "e%d:" % i]
    code.append("  (W) send.dc1 (1|M0) null %h %g0 0x40 0x020D42FF")
    return variables, code


def calls(n):
    """Calls of a few subroutines; a value of its own lives over each."""
    variables = ["  var grf %s 8 :ud align=8 no_spill" % v for v in ("%r0", "%r1", "%r2", "%r3")]
    variables += ["  var grf %x 32 :ud align=32", "  var grf %t 32 :ud align=32"]
    code = ["entry:", "  (W) mov (8|M0) %x<1>:ud 0x0:ud"]
    for i in range(n // 3):
        variables.append("  var grf %%a%d 32 :ud align=32" % i)
        code += ["  (W) add (8|M0) %%a%d<1>:ud %%x<1;1,0>:ud 0x%x:ud" % (i, i),
                 "  (W) call (32|M0) %%r%d<1>:ud f%d b%d" % (i % 4, i % 4, i), "b%d:" % i,
                 "  (W) add (8|M0) %%x<1>:ud %%x<1;1,0>:ud %%a%d<1;1,0>:ud" % i]
    code += ["  (W) send.dc1 (1|M0) null %h %x 0x40 0x020D42FF", END[0]]
    for k in range(4):
        code += ["f%d:" % k, "  (W) add (8|M0) %%t<1>:ud %%x<1;1,0>:ud 0x%x:ud" % k,
                 "  (W) add (8|M0) %x<1>:ud %t<1;1,0>:ud %t<1;1,0>:ud", "  ret (32|M0) %%r%d<0;1,0>:ud f%d" % (k, k)]
    return variables, code + ["nobody:"]


def busy(n, count):
    """One block: so many values live all the way, and every sixty instructions need thirty more."""
    variables = ["  var grf %%g%d 32 :f align=32" % k for k in range(count)]
    code = ["entry:"] + ["  (W) send.dc1 (1|M0) %%g%d %%h null 0x0 0x021D02FF" % k for k in range(count)]
    for i in range(n // 60):
        variables += ["  var grf %%t%d_%d 32 :f align=32" % (i, k) for k in range(30)] + ["  var grf %%s%d 32 :f align=32" % i]
        code.append("  (W) mov (8|M0) %%t%d_0<1>:f %%g%d<1;1,0>:f" % (i, i * 7 % count))
        code += ["  (W) mul (8|M0) %%t%d_%d<1>:f %%t%d_%d<1;1,0>:f 0x3F800001:f" % (i, k + 1, i, k) for k in range(29)]
        code.append("  (W) mov (8|M0) %%s%d<1>:f %%t%d_29<1;1,0>:f" % (i, i))
        code += ["  (W) add (8|M0) %%s%d<1>:f %%s%d<1;1,0>:f %%t%d_%d<1;1,0>:f" % (i, i, i, 28 - k) for k in range(29)]
        code.append("  (W) send.dc1 (1|M0) null %%h %%s%d 0x40 0x020D42FF" % i)
    return variables, code + ["  (W) send.dc1 (1|M0) null %%h %%g%d 0x40 0x020D42FF" % k for k in range(count)]


def full(n):
    """The registers do not suffice: some values are spilled."""
    return busy(n, 110)


def spilling(n):
    """The same with two hundred values too many."""
    return busy(n, 290)


def roomy(n):
    """The same without any."""
    return busy(n, 90)


SHAPES = {"straight": straight, "regions": regions, "chain": chain, "blocks": blocks, "calls": calls, "full": full,
          "spilling": spilling, "roomy": roomy}


def times(cmc, target, shape, n):
    variables, code = SHAPES[shape](n)
    with tempfile.NamedTemporaryFile("w", suffix=".mir") as f:
        f.write("\n".join(["target " + target] + HEAD + variables + code + END) + "\n")
        f.flush()
        run = subprocess.run([cmc, f.name, "-march=" + target, "--time-passes", "-o", "/dev/null"], capture_output=True, text=True)
    if run.returncode:
        sys.exit(run.stderr[:2000])
    return {m[1]: float(m[2]) for m in re.finditer(r"// (\w+)\s+([\d.]+) ms", run.stderr)}


def main(cmc, n=10000, target="tgl", *shapes):
    n = int(n)
    for shape in shapes or SHAPES:
        small, large = times(cmc, target, shape, n), times(cmc, target, shape, 10 * n)
        print("%s, %s: ms at %d and at %d instructions, ratio" % (shape, target, n, 10 * n))
        for name in small:
            print("  %-12s %9.1f %9.1f %7.1f" % (name, small[name], large[name], large[name] / max(small[name], 0.1)))
        a, b = sum(small.values()), sum(large.values())
        print("  %-12s %9.1f %9.1f %7.1f" % ("all", a, b, b / a))


if __name__ == "__main__":
    main(*sys.argv[1:])
