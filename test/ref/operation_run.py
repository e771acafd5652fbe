#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every arithmetic operation on edge data, compiled and run on xesim, against what genx_eval says that it means.
usage: operation_run.py CMC CMRUN GENX_EVAL ZE_XESIM TARGET [--share=K/N] [FILTER] [KEEP_FOLDER]

An operation is a row of operations.py: IR text with types. Rows are tried many in one kernel; when such a kernel fails,
each of its rows alone, so that the message names the row. A row that a target lacks must be refused by cmc with an error that
names the target or the operation."""
import os
import random
import struct
import subprocess
import sys
import tempfile

import operations
from random_ir import TEMPLATE

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../run"))
import share  # noqa: E402

LANES = 64
SIZE = {"i1": 1, "i8": 1, "i16": 2, "i32": 4, "i64": 8, "float": 4, "half": 2, "double": 8, "bfloat": 2}
SUFFIX = {"i8": "i8", "i16": "i16", "i32": "i32", "i64": "i64", "float": "f32", "half": "f16", "double": "f64", "i1": "i1",
          "bfloat": "bf16"}
EDGES = {
    "i8": [0, 1, 0xff, 0x7f, 0x80, 2, 0x55, 0xfe],
    "i16": [0, 1, 0xffff, 0x7fff, 0x8000, 255, 0x1234, 0xff00],
    "i32": [0, 1, 0xffffffff, 0x7fffffff, 0x80000000, 0x10000, 0x12345678, 0xfffffff0],
    "i64": [0, 1, (1 << 64) - 1, (1 << 63) - 1, 1 << 63, 1 << 32, 0x123456789abcdef0, 0xffffffff],
    "float": [0, 0x80000000, 0x3f800000, 0xbfc00000, 0x7f800000, 0xff800000, 0x7fc00000, 0x42f6e979],
    "half": [0, 0x8000, 0x3c00, 0xbe00, 0x7c00, 0xfc00, 0x7e00, 0x5640],
    "bfloat": [0, 0x8000, 0x3f80, 0xbfc0, 0x7f80, 0xff80, 0x7fc0, 0x42f7],
    "double": [0, 1 << 63, 0x3ff0000000000000, 0xbff8000000000000, 0x7ff0000000000000, 0xfff0000000000000,
               0x7ff8000000000000, 0x405edd2f1a9fbe77],
}
PACK = {1: "<B", 2: "<H", 4: "<I", 8: "<Q"}


def ordinary(r, ty):
    """A random value: for floats a number near 1."""
    bits = SIZE[ty] * 8
    if ty in ("float", "half", "double", "bfloat"):
        mantissa = {"float": 23, "half": 10, "double": 52, "bfloat": 7}[ty]
        bias = {"float": 127, "half": 15, "double": 1023, "bfloat": 127}[ty]
        return r.randrange(2) << bits - 1 | bias + r.randrange(-4, 5) << mantissa | r.randrange(1 << mantissa)
    return r.randrange(1 << r.randrange(1, bits + 1))


def column(r, ty, position, how):
    """Values of one argument for all lanes: the first two go through all pairs of edges."""
    e = EDGES[ty]
    if callable(how):
        return [how(r, lane) for lane in range(LANES)]
    out = []
    for lane in range(LANES):
        k = lane % 8 if position == 0 else lane // 8 if position == 1 else r.randrange(8)
        out.append(e[k] if how == "edges" else ordinary(r, ty))
    return out


def vector(ty, n):
    return "<%d x %s>" % (n, ty) if n else ty


class Kernel:
    """One kernel with several rows; each gets its arguments from its own part of the input."""

    def __init__(self, rows, seed):
        self.r = random.Random(seed)
        self.lines, self.declarations, self.data, self.results = [], set(), bytearray(), []
        self.count = self.out = 0
        for row in rows:
            self.add(row)

    def name(self):
        self.count += 1
        return "%%v%d" % self.count

    def let(self, text):
        name = self.name()
        self.lines.append("  %s = %s" % (name, text))
        return name

    def call(self, ret, fn, *args):
        """args: (type, value)"""
        self.declarations.add("declare %s @%s(%s)" % (ret, fn, ", ".join(t for t, _ in args)))
        return "call %s @%s(%s)" % (ret, fn, ", ".join("%s %s" % a for a in args))

    def load(self, ty, off):
        per, parts = 128 // SIZE[ty], []
        for k in range(0, LANES * SIZE[ty], 128):
            n = min(per, LANES)
            p = self.let("add i64 %%in, %d" % (off + k))
            t = "i16" if ty == "bfloat" else ty
            v = self.let(self.call(vector(t, n), "llvm.genx.svm.block.ld.v%d%s.i64" % (n, SUFFIX[t]), ("i64", p)))
            if t != ty:
                v = self.let("bitcast %s %s to %s" % (vector(t, n), v, vector(ty, n)))
            parts.append((v, n))
        while len(parts) > 1:
            (a, n), (b, _) = parts[:2]
            mask = ", ".join("i32 %d" % i for i in range(2 * n))
            v = self.let("shufflevector %s %s, %s %s, <%d x i32> <%s>" % (vector(ty, n), a, vector(ty, n), b, 2 * n, mask))
            parts = parts[2:] + [(v, 2 * n)]
        return parts[0][0]

    def narrow(self, ty, v, n):
        """The first n lanes, or one lane as a scalar."""
        if n == LANES:
            return v
        if n == 0:
            return self.let("extractelement %s %s, i32 11" % (vector(ty, LANES), v))
        mask = ", ".join("i32 %d" % (i + 3) for i in range(n))
        return self.let("shufflevector %s %s, %s undef, <%d x i32> <%s>" % (vector(ty, LANES), v, vector(ty, LANES), n, mask))

    def add(self, row):
        columns = []
        for k, ty in enumerate(row.args):
            off = len(self.data)
            for x in column(self.r, ty, k, row.data[k] if isinstance(row.data, (list, tuple)) else row.data):
                self.data += struct.pack(PACK[SIZE[ty]], x & (1 << SIZE[ty] * 8) - 1)
            columns.append(self.load(ty, off))
        for n in row.widths:
            n = LANES if n is None else n
            values = [self.narrow(ty, v, n) for ty, v in zip(row.args, columns)]
            self.first = columns[0] # for whole() and source()
            for part, (ty, v, *lanes) in enumerate(row.build(self, n, values)):
                self.store(row, lanes[0] if lanes else n, part, ty, v)

    def whole(self, n):
        return self.narrow("i32", self.first, n)

    def source(self, n):
        """Two scalars."""
        return [self.let("extractelement <%d x i32> %s, i32 %d" % (LANES, self.first, (n + k) % LANES)) for k in (3, 12)]

    def store(self, row, n, part, ty, v):
        if ty == "i1":
            ones, zeros = ("<%s>" % ", ".join(["i32 %d" % b] * n) if n else "%d" % b for b in (1, 0))
            v = self.let("select %s %s, %s %s, %s %s" % (vector("i1", n), v, vector("i32", n), ones, vector("i32", n), zeros))
            ty = "i32"
        if ty == "bfloat":
            v, ty = self.let("bitcast %s %s to %s" % (vector(ty, n), v, vector("i16", n))), "i16"
        if n == 0:
            v, n = self.let("insertelement %s undef, %s %s, i32 0" % (vector(ty, 1), ty, v)), 1
        self.results.append((row, n, part, self.out, ty))
        unit = 16 // SIZE[ty]
        whole = (n + unit - 1) // unit * unit
        if whole != n:
            mask = ", ".join("i32 %d" % min(i, n) for i in range(whole))
            v = self.let("shufflevector %s %s, %s zeroinitializer, <%d x i32> <%s>"
                         % (vector(ty, n), v, vector(ty, n), whole, mask))
        at = 0
        while at < whole:
            size = 128 // SIZE[ty]
            while size > whole - at:
                size //= 2
            piece = v
            if size != whole:
                mask = ", ".join("i32 %d" % (at + i) for i in range(size))
                piece = self.let("shufflevector %s %s, %s undef, <%d x i32> <%s>" % (vector(ty, whole), v, vector(ty, whole), size, mask))
            p = self.let("add i64 %%out, %d" % (self.out + at * SIZE[ty]))
            self.lines.append("  " + self.call("void", "llvm.genx.svm.block.st.i64.v%d%s" % (size, SUFFIX[ty]), ("i64", p),
                                               (vector(ty, size), piece)))
            at += size
        self.out += whole * SIZE[ty]

    def text(self):
        return TEMPLATE % ("\n".join(self.lines + ["  ret void"]), "\n".join(sorted(self.declarations)))


def number(ty, data):
    v = int.from_bytes(data, "little")
    if ty == "half":
        return struct.unpack("<e", data)[0]
    if ty == "bfloat":
        return struct.unpack("<f", struct.pack("<I", v << 16))[0]
    if ty == "float":
        return struct.unpack("<f", data)[0]
    return struct.unpack("<d", data)[0]


def same(row, ty, want, got):
    if want == got:
        return True
    if ty not in ("float", "half", "double"):
        return False
    w, g = number(ty, want), number(ty, got)
    if w != w or g != g:
        return w != w and g != g
    tiny = {"float": 2.0 ** -126, "half": 2.0 ** -14, "double": 2.0 ** -1022}[ty]
    if abs(w) < tiny and abs(g) < tiny:
        return True
    if abs(w) == float("inf") or abs(g) == float("inf"):
        return w == g
    return abs(w - g) <= row.error * abs(w) + row.absolute


def run(arguments, env=None):
    done = subprocess.run(arguments, capture_output=True, text=True, env=env, timeout=120)
    lines = done.stderr.strip().splitlines() or ["exit status %d" % done.returncode]
    return " ".join([l for l in lines if "error" in l][:1] or lines[:3])[:300] if done.returncode else None


def attempt(tools, target, rows, folder, seed, level="-O2"):
    """None, or (stage, message)."""
    cmc, cmrun, genx_eval, driver = tools
    on_host = target == "host"
    kernel = Kernel(rows, seed)
    path = {k: os.path.join(folder, "op." + k) for k in ("ll", "in", "bin", "want", "undef", "got")}
    with open(path["ll"], "w", encoding="utf-8") as f:
        f.write(kernel.text())
    with open(path["in"], "wb") as f:
        f.write(kernel.data)
    size = "buf:%d" % max(kernel.out, 16)
    error = run([genx_eval, path["ll"], "--ftz", "--arg", "buf:%d:file=%s" % (len(kernel.data), path["in"]), "--arg", size,
                 "--print", "1:file=" + path["want"], "--print", "1:undef=" + path["undef"]])
    if error:
        return "genx_eval", error
    error = run([cmc, path["ll"], level, "-march=" + target, "-o", path["bin"]])
    if error:
        return "cmc", error
    env = dict(os.environ, ZE_ENABLE_ALT_DRIVERS=driver, XESIM_DEVICES=target)
    device = [] if on_host else ["--check", "--device", "xesim:" + target] # on the host, cmrun is host_run
    error = run([cmrun, path["bin"]] + device + ["--arg", "svm:%d:file=%s" % (len(kernel.data), path["in"]),
                                             "--arg", "svm:%d:zero" % max(kernel.out, 16), "--dump", "1:file=" + path["got"]], env)
    if error:
        return "cmrun", error
    want, undef, got = (open(path[k], "rb").read() for k in ("want", "undef", "got"))
    for row, n, part, off, ty in kernel.results:
        for lane in range(n):
            at, e = off + lane * SIZE[ty], SIZE[ty]
            if any(undef[at:at + e]) or same(row, ty, want[at:at + e], got[at:at + e]):
                continue
            return "value", "%s: result %d of %d lanes, lane %d is %s, expected %s" % (
                row.name, part, n, lane, got[at:at + e][::-1].hex(), want[at:at + e][::-1].hex())
    return None


def refused(row, target, error):
    """Is this the clear error that this target owes? The CPU may have what GPUs lack, when its results are right."""
    if target == "host" and not error:
        return True
    return error and error[0] == "cmc" and "error" in error[1] and (target in error[1] or row.short in error[1])


def main(cmc, cmrun, genx_eval, driver, target, *rest):
    what, keep = ([x for x in rest if not x.startswith(share.OPTION)] + ["", ""])[:2]
    tools = (cmc, cmrun, genx_eval, driver)
    rows = share.taken([r for r in operations.ROWS if what in r.name], rest)
    bad, seed = 0, 1
    with tempfile.TemporaryDirectory() as folder:
        folder = keep or folder
        there = [r for r in rows if r.on(target)]
        for k in range(0, len(there), 24):
            group, seed = there[k:k + 24], seed + 1
            if not attempt(tools, target, group, folder, seed):
                continue
            for row in group:
                error = attempt(tools, target, [row], folder, seed)
                if error:
                    bad += 1
                    print("%s on %s: %s: %s" % (row.name, target, *error))
        for row in rows:
            if not row.on(target) and "dpas" not in row.name: # a dpas of other targets has other sizes
                error = attempt(tools, target, [row], folder, seed)
                if not refused(row, target, error):
                    bad += 1
                    print("%s on %s: should be refused with a clear error: %s" % (row.name, target, error))
    print("%d operations on %s, %d failures" % (len(rows), target, bad))
    return 1 if bad or not rows else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
