#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random kernels of plain LLVM IR (plain_ir.py), compiled and run on xesim, against the same IR compiled by LLVM for this machine.
usage: plain_run.py CMC CMRUN CLANG ZE_XESIM FIRST_SEED COUNT [KEEP_FOLDER]

Each program runs on two targets, at a level that its seed picks. Nothing of ours takes part in what is expected."""
import os
import random
import subprocess
import sys
import tempfile

from plain_ir import IN_B, OUT_B, Program, data

TARGETS = ["skl", "icl", "tgl", "dg2", "pvc", "mtl", "arlh", "lnl", "bmg", "ptl"]
FP64 = ("skl", "pvc", "mtl", "arlh", "lnl", "bmg", "ptl")
OPTIONS = [[], [], [], ["--spill-all"], ["--verify-each"]]
CALL = """import ctypes, sys
def aligned(size):
    whole = ctypes.create_string_buffer(size + 64)
    return whole, ctypes.addressof(whole) + -ctypes.addressof(whole) % 64
a, into = aligned({0})
b, out = aligned({1})
ctypes.memmove(into, open(sys.argv[2], "rb").read(), {0})
ctypes.CDLL(sys.argv[1]).k(ctypes.c_void_p(into), ctypes.c_void_p(out))
open(sys.argv[3], "wb").write(ctypes.string_at(out, {1}))
""".format(IN_B, OUT_B)


def run(arguments, env=None):
    done = subprocess.run(arguments, capture_output=True, text=True, env=env, timeout=300)
    return (done.stderr + done.stdout).strip()[:400] or "exit status %d" % done.returncode if done.returncode else None


def expected(clang, native, path):
    """Runs the machine's own code for the text `native`; its output goes to path["want"]. The error, or None."""
    with open(path["native"], "w", encoding="utf-8") as f:
        f.write(native)
    error = run([clang, "-O0", "-w", "-mfma", "-mf16c", "-shared", "-fPIC", "-o", path["so"], path["native"]])
    return error or run([sys.executable, "-c", CALL, path["so"], path["in"], path["want"]])


def execute(cmrun, driver, path, target):
    """Runs path["bin"] on xesim and compares its output with path["want"]. What went wrong, or a false value."""
    env = dict(os.environ, ZE_ENABLE_ALT_DRIVERS=driver, XESIM_DEVICES=target)
    error = run([cmrun, path["bin"], "--check", "--device", "xesim:" + target, "--arg", "in:" + path["in"],
                 "--arg", "out:%d:%s" % (OUT_B, path["got"])], env)
    if error:
        return error
    want, got = (open(path[k], "rb").read() for k in ("want", "got"))
    at = next((i for i in range(OUT_B) if want[i] != got[i]), None)
    return at is not None and "byte %d is 0x%02x, expected 0x%02x" % (at, got[at], want[at])


def paths(folder, name):
    """The files of one program: what is compiled, what the machine compiles and runs, input and outputs."""
    ends = {"ll": "ll", "native": "native.ll", "so": "so", "in": "in", "bin": "bin", "want": "want", "got": "got"}
    return {k: os.path.join(folder, name + "." + end) for k, end in ends.items()}


def check(tools, seed, folder):
    """Messages of what went wrong."""
    cmc, cmrun, clang, driver = tools
    r = random.Random(seed * 3)
    targets = r.sample(TARGETS, 2)
    program = Program(seed, all(t in FP64 for t in targets))
    path = paths(folder, "plain")
    with open(path["ll"], "w", encoding="utf-8") as f:
        f.write(program.text())
    with open(path["in"], "wb") as f:
        f.write(data(seed))
    error = expected(clang, program.native(), path)
    if error:
        return ["LLVM: " + error]
    found = []
    for target in targets:
        options = [r.choice(["-O0", "-O2", "-O2"])] + r.choice(OPTIONS)
        error = run([cmc, path["ll"], "-march=" + target, "-o", path["bin"]] + options) or \
            execute(cmrun, driver, path, target)
        if error:
            found.append("%s %s: %s" % (target, " ".join(options), error))
    return found


def main(cmc, cmrun, clang, driver, first, count, keep=None):
    bad = 0
    for seed in range(int(first), int(first) + int(count)):
        with tempfile.TemporaryDirectory() as folder:
            for message in check((cmc, cmrun, clang, driver), seed, keep or folder):
                bad += 1
                print("seed %d on %s" % (seed, message))
    print("%s programs, %d failures" % (count, bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
