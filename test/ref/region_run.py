#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""64-bit operations whose operands are regions and whose results go to regions, compiled and run on xesim, against what genx_eval
says that they mean. Nothing may be refused: IR from elsewhere holds any region, and a target without such instructions works on
halves, whose regions have twice the stride.
usage: region_run.py CMC CMRUN GENX_EVAL ZE_XESIM TARGET FIRST COUNT [-O0] [KEEP_FOLDER]

A case is one operation with random shapes: every count of lanes, stride, width and start that fits, also starts between
elements and starts that are not known; results as a whole, into a region, under a mask, over their own source. Cases are
tried many in one kernel; when such a kernel fails, each alone."""
import random
import sys
import tempfile

from operation_run import LANES, SUFFIX, attempt, vector

COUNTS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 20, 24, 31, 32, 40]
GROUP = 12


class Shape:
    """n elements of a vector of size: rows of w, vs apart, hs between neighbours, from element off on."""

    def __init__(self, r, n, size, distinct=False):
        self.n = n
        lanes = n or 1
        for _ in range(200):
            self.w = r.choice([w for w in range(1, lanes + 1) if lanes % w == 0])
            self.hs = r.choice([0, 1, 1, 2, 2, 3, 4, 5, 8, 16]) if self.w > 1 else r.choice([0, 1])
            self.vs = r.choice([0, 1, 2, 3, 4, 5, 8, 16, 32, self.w * self.hs])
            at = [k // self.w * self.vs + k % self.w * self.hs for k in range(lanes)]
            if max(at) < size and (not distinct or len(set(at)) == lanes):
                break
        else:
            self.w, self.hs, self.vs, at = lanes, 1, lanes, list(range(lanes))
        self.off = r.randrange(size - max(at))

    def text(self, off):
        return ["i32 %d" % self.vs, "i32 %d" % self.w, "i32 %d" % self.hs, "i16 %s" % off, "i32 undef"]


def pairs(args):
    return [tuple(a.rsplit(" ", 1)) for a in args]


class Case:
    """A row for operation_run: what it does is drawn from its seed when the kernel is built."""

    def __init__(self, seed):
        self.seed, self.args, self.data, self.widths = seed, ["i64", "i64", "i32"], "edges", (None,)
        self.error = 2.0 ** -20
        self.absolute = 0.0
        self.name = "case %d" % seed

    def unknown(self, k, s, size):
        """An offset that the compiler does not know: that of s, or one element less."""
        if s.off == 0:
            return "0"
        x = k.let("extractelement <%d x i32> %s, i32 %d" % (LANES, self.column["i32"], self.r.randrange(LANES)))
        less = k.let("mul i32 %s, %d" % (k.let("lshr i32 %s, 31" % x), size))
        return k.let("sub i16 %d, %s" % (s.off * size, k.let("trunc i32 %s to i16" % less)))

    def read(self, k, ty, n):
        """n elements of a column; 0 = a scalar."""
        size = {"i64": 8, "i32": 4, "i16": 2, "i8": 1}[ty]
        whole, lanes, v = LANES * {"i64": 8, "i32": 4}.get(ty, 8) // size, n or 1, self.column.get(ty)
        if ty in ("i16", "i8"):
            v = k.let("bitcast <%d x i64> %s to %s" % (LANES, self.column["i64"], vector(ty, whole)))
        how = self.r.choice(["region"] * 5 + ["between"] * (ty == "i64") + ["indirect"] * 2)
        if how == "between" and 2 * lanes < 2 * LANES:
            at = self.r.randrange(0, 2 * (LANES - lanes))
            d = k.let("bitcast <%d x i64> %s to <%d x i32>" % (LANES, v, 2 * LANES))
            return self.as_scalar(k, ty, n, k.let("bitcast <%d x i32> %s to <%d x i64>" % (
                2 * lanes, self.region(k, "i32", 2 * LANES, d, 2 * lanes, ["i32 %d" % (2 * lanes), "i32 %d" % (2 * lanes), "i32 1",
                                                                           "i16 %d" % (4 * at), "i32 undef"]), lanes)))
        s = Shape(self.r, lanes, whole)
        off = s.off * size if how != "indirect" else self.unknown(k, s, size)
        return self.as_scalar(k, ty, n, self.region(k, ty, whole, v, lanes, s.text(off)))

    def region(self, k, ty, whole, v, n, shape):
        fn = "llvm.genx.rdregioni.v%d%s.v%d%s.i16" % (n, SUFFIX[ty], whole, SUFFIX[ty])
        return k.let(k.call(vector(ty, n), fn, (vector(ty, whole), v), *pairs(shape)))

    def as_scalar(self, k, ty, n, v):
        return v if n else k.let("extractelement <1 x %s> %s, i32 0" % (ty, v))

    def splat(self, ty, n, x):
        return "<%s>" % ", ".join(["%s %d" % (ty, x)] * n) if n else "%d" % x

    def second(self, k, n):
        """Another operand: a region, a constant, a narrower one extended."""
        how = self.r.choice(["region", "region", "constant", "extended", "extended"])
        if how == "constant":
            return self.splat("i64", n, self.r.choice([0, 1, -1, 5, 63, 1 << 31, 1 << 32, (1 << 63) - 1, -(1 << 40), 0xffffffff, 0x123456789]))
        if how == "extended":
            ty = self.r.choice(["i32", "i32", "i16", "i8"])
            return k.let("%s %s %s to %s" % (self.r.choice(["sext", "zext"]), vector(ty, n), self.read(k, ty, n), vector("i64", n)))
        return self.read(k, "i64", n)

    def compute(self, k, n):
        """(type, value)"""
        r, t = self.r, vector("i64", n)
        a = self.read(k, "i64", n)
        op = r.choice(["add", "sub", "sub", "add", "mul", "and", "or", "xor", "shift", "shift", "const shift", "icmp", "icmp", "minmax",
                       "minmax", "extend", "trunc", "abs", "neg", "sat", "select", "move", "sat trunc", "float", "swap"])
        self.name = "case %d: %s of %d" % (self.seed, op, n)
        if op in ("add", "sub", "mul", "and", "or", "xor"):
            b = self.second(k, n)
            a, b = (b, a) if r.random() < 0.3 else (a, b)
            return "i64", k.let("%s %s %s, %s" % (op, t, a, b))
        if op == "shift":
            b = k.let("and %s %s, %s" % (t, self.second(k, n), self.splat("i64", n, 63)))
            return "i64", k.let("%s %s %s, %s" % (r.choice(["shl", "lshr", "ashr"]), t, a, b))
        if op == "const shift":
            return "i64", k.let("%s %s %s, %s" % (r.choice(["shl", "lshr", "ashr"]), t, a, self.splat("i64", n, r.choice([0, 1, 5, 31, 32, 33, 63]))))
        if op == "icmp":
            p = r.choice(["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"])
            c = k.let("icmp %s %s %s, %s" % (p, t, a, self.second(k, n)))
            if r.random() < 0.5:
                return "i64", k.let("select %s %s, %s %s, %s %s" % (vector("i1", n), c, t, self.read(k, "i64", n), t, self.second(k, n)))
            return "i64", k.let("zext %s %s to %s" % (vector("i1", n), c, t))
        if op in ("minmax", "sat"):
            f = r.choice(["smin", "smax", "umin", "umax"] if op == "minmax" else ["sadd.sat", "uadd.sat", "ssub.sat", "usub.sat"])
            name = "llvm.%s.%si64" % (f, "v%d" % n if n else "")
            return "i64", k.let(k.call(t, name, (t, a), (t, self.second(k, n))))
        if op == "extend":
            ty = r.choice(["i32", "i32", "i16", "i8"])
            return "i64", k.let("%s %s %s to %s" % (r.choice(["sext", "zext"]), vector(ty, n), self.read(k, ty, n), t))
        if op == "trunc":
            return "i32", k.let("trunc %s %s to %s" % (t, a, vector("i32", n)))
        if op == "sat trunc":
            name = "llvm.genx.%strunc.sat.%si32.%si64" % ((r.choice(["ss", "su", "us", "uu"]),) + ("v%d" % n if n else "",) * 2)
            return "i32", k.let(k.call(vector("i32", n), name, (t, a)))
        if op == "abs":
            return "i64", k.let(k.call(t, "llvm.abs.%si64" % ("v%d" % n if n else ""), (t, a), ("i1", "false")))
        if op == "neg":
            return "i64", k.let("sub %s %s, %s" % (t, "zeroinitializer" if n else "0", a))
        if op == "select":
            c = k.let("icmp sgt %s %s, %s" % (vector("i32", n), self.read(k, "i32", n), self.read(k, "i32", n)))
            return "i64", k.let("select %s %s, %s %s, %s %s" % (vector("i1", n), c, t, a, t, self.second(k, n)))
        if op == "float":
            f = k.let("%s %s %s to %s" % (r.choice(["sitofp", "uitofp"]), t, a, vector("float", n)))
            return "i32", k.let("bitcast %s %s to %s" % (vector("float", n), f, vector("i32", n)))
        if op == "swap":
            return "i64", k.let(k.call(t, "llvm.fshl.%si64" % ("v%d" % n if n else ""), (t, a), (t, self.read(k, "i64", n)),
                                       (t, self.splat("i64", n, r.choice([8, 32, 40])))))
        return "i64", a

    def build(self, k, n, columns):
        self.r = random.Random(self.seed)
        self.column = {"i64": columns[0], "i32": columns[2]}
        if self.r.random() < 0.5: # random numbers with the edges
            self.column["i64"] = k.let("xor <%d x i64> %s, %s" % (LANES, columns[0], columns[1]))
        n = self.r.choice(COUNTS)
        ty, v = self.compute(k, n)
        how = self.r.choice(["whole", "region", "region", "region", "indirect", "mask", "mask", "between"])
        if how == "whole" or (how == "between" and ty != "i64"):
            return [(ty, v, n)] if n else [(ty, k.let("insertelement <1 x %s> undef, %s %s, i32 0" % (ty, ty, v)), 1)]
        if not n:
            v = k.let("insertelement <1 x %s> undef, %s %s, i32 0" % (ty, ty, v))
        return [(ty, self.write(k, ty, n or 1, v, columns, how), LANES)]

    def write(self, k, ty, n, v, columns, how):
        size = 8 if ty == "i64" else 4
        old = self.column[ty] if self.r.random() < 0.6 else columns[1 if ty == "i64" else 2] # the first is over the source
        s = Shape(self.r, n, LANES, True)
        mask, kind = ("i1", "true"), "i1"
        if how == "mask":
            c = k.let("icmp slt %s %s, %s" % (vector("i32", n), self.read(k, "i32", n), self.read(k, "i32", n)))
            mask, kind = (vector("i1", n), c), "v%di1" % n
        if how == "between":
            at = self.r.randrange(0, 2 * (LANES - n) + 1)
            d = k.let("bitcast <%d x i64> %s to <%d x i32>" % (LANES, old, 2 * LANES))
            x = k.let("bitcast <%d x i64> %s to <%d x i32>" % (n, v, 2 * n))
            shape = ["i32 %d" % (2 * n), "i32 %d" % (2 * n), "i32 1", "i16 %d" % (4 * at), "i32 undef"]
            fn = "llvm.genx.wrregioni.v%di32.v%di32.i16.i1" % (2 * LANES, 2 * n)
            w = k.let(k.call(vector("i32", 2 * LANES), fn, (vector("i32", 2 * LANES), d), (vector("i32", 2 * n), x), *pairs(shape), mask))
            return k.let("bitcast <%d x i32> %s to <%d x i64>" % (2 * LANES, w, LANES))
        off = s.off * size if how != "indirect" else self.unknown(k, s, size)
        fn = "llvm.genx.wrregioni.v%d%s.v%d%s.i16.%s" % (LANES, ty, n, ty, kind)
        return k.let(k.call(vector(ty, LANES), fn, (vector(ty, LANES), old), (vector(ty, n), v), *pairs(s.text(off)), mask))


def main(cmc, cmrun, genx_eval, driver, target, first, count, *more):
    tools, bad = (cmc, cmrun, genx_eval, driver), 0
    level = more[0] if more and more[0].startswith("-O") else "-O2"
    keep = [m for m in more if not m.startswith("-O")]
    with tempfile.TemporaryDirectory() as folder:
        folder = keep[0] if keep else folder
        cases = [Case(int(first) + k) for k in range(int(count))]
        for k in range(0, len(cases), GROUP):
            if not attempt(tools, target, cases[k:k + GROUP], folder, cases[k].seed, level):
                continue
            for c in cases[k:k + GROUP]:
                error = attempt(tools, target, [c], folder, c.seed, level)
                if error:
                    bad += 1
                    print("%s on %s: %s: %s" % (c.name, target, *error), flush=True)
    print("%s cases on %s, %d failures" % (count, target, bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
