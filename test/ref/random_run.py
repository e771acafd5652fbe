#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random genx IR, compiled and run on xesim, against what genx_eval says that it means.
usage: random_run.py CMC CMRUN GENX_EVAL ZE_XESIM TARGET FIRST_SEED COUNT [KEEP_FOLDER] [-O0 or another option of cmc ...]

Without a level, every other program is compiled at -O0. Every byte that the evaluator defines must be the same. Inputs hold
no NaN, infinity or denormal in any reading, and integers are never read as floats, so that what is left open (payloads of
NaNs, denormals that a move keeps) does not appear; a NaN that arithmetic makes may be any NaN."""
import os
import random
import struct
import subprocess
import sys
import tempfile

import random_ir

SIZE_B = 16384


class Program(random_ir.Program):
    """Without reading integers as floats; remembers what it stores where."""

    def __init__(self, seed):
        super().__init__(seed)
        self.stored = []

    def op_bitcast(self):
        a = self.pick(self.r.choice(random_ir.INTS))
        size = random_ir.SIZE
        fits = [t for t in random_ir.INTS if t != a[1] and a[2] * size[a[1]] % size[t] == 0]
        if fits:
            to = self.r.choice(fits)
            n = a[2] * size[a[1]] // size[to]
            if n <= 80:
                self.emit(to, n, "bitcast %s %s to %s" % (self.vec(a[1], a[2]), a[0], self.vec(to, n)))

    def store(self, v, off):
        size = super().store(v, off)
        self.stored.append((off, size, v[1]))
        return size


def inputs(seed):
    """Bytes whose 16- and 32-bit readings are ordinary numbers near 1: exponents 12 to 18 of half."""
    r = random.Random(seed)
    data = bytearray()
    for _ in range(SIZE_B // 2):
        sign, exponent = r.randrange(2) << 15, r.randrange(12, 19) << 10
        data += struct.pack("<H", sign | exponent | r.randrange(1024))
    return bytes(data)


def is_nan(kind, data):
    if kind == "half":
        v = struct.unpack("<H", data)[0]
        return v & 0x7c00 == 0x7c00 and v & 0x3ff
    v = struct.unpack("<I", data)[0]
    return v & 0x7f800000 == 0x7f800000 and v & 0x7fffff


def is_tiny(kind, data):
    """Denormal or zero: what a flushed result may be."""
    if kind == "half":
        return struct.unpack("<H", data)[0] & 0x7c00 == 0
    return struct.unpack("<I", data)[0] & 0x7f800000 == 0


def difference(program, want, undef, got):
    for off, size, kind in program.stored:
        step = random_ir.SIZE[kind]
        for at in range(off, off + size, step):
            w, g = want[at:at + step], got[at:at + step]
            if w == g or any(undef[at:at + step]):
                continue
            if kind in random_ir.FLOATS and (is_nan(kind, w) and is_nan(kind, g) or is_tiny(kind, w) and is_tiny(kind, g)):
                continue
            return "%s at byte %d is %s, expected %s" % (kind, at, g[::-1].hex(), w[::-1].hex())
    return None


def run(arguments, env=None):
    done = subprocess.run(arguments, capture_output=True, text=True, env=env, timeout=120)
    return done.stderr.strip()[:500] if done.returncode else None


def check(tools, target, seed, folder, options):
    cmc, cmrun, genx_eval, driver = tools
    program = Program(seed)
    text = program.text(4 + seed % 20)
    path = {k: os.path.join(folder, "r%d.%s" % (seed, k)) for k in ("ll", "in", "bin", "want", "undef", "got")}
    with open(path["ll"], "w", encoding="utf-8") as f:
        f.write(text)
    with open(path["in"], "wb") as f:
        f.write(inputs(seed))
    error = run([genx_eval, path["ll"], "--ftz", "--arg", "buf:%d:file=%s" % (SIZE_B, path["in"]), "--arg", "buf:%d" % SIZE_B,
                 "--print", "1:file=" + path["want"], "--print", "1:undef=" + path["undef"]])
    if error:
        return "genx_eval: " + error
    error = run([cmc, path["ll"], "-march=" + target, "-o", path["bin"]] + options)
    if error:
        return "cmc: " + error
    env = dict(os.environ, ZE_ENABLE_ALT_DRIVERS=driver, XESIM_DEVICES=target)
    error = run([cmrun, path["bin"], "--check", "--device", "xesim:" + target, "--arg", "svm:%d:file=%s" % (SIZE_B, path["in"]),
                 "--arg", "svm:%d:zero" % SIZE_B, "--dump", "1:file=" + path["got"]], env)
    if error:
        return "cmrun: " + error
    data = [open(path[k], "rb").read() for k in ("want", "undef", "got")]
    return difference(program, *data)


def main(cmc, cmrun, genx_eval, driver, target, first, count, *rest):
    bad, keep = 0, next((x for x in rest if not x.startswith("-")), None)
    options = [x for x in rest if x.startswith("-")]
    level = any(x.startswith("-O") for x in options)
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(int(first), int(first) + int(count)):
            error = check((cmc, cmrun, genx_eval, driver), target, seed, keep or folder,
                          options + ([] if level or seed // 3 % 2 == 0 else ["-O0"]))
            if error:
                bad += 1
                print("seed %d: %s" % (seed, error))
    print("%s programs, %d failures" % (count, bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
