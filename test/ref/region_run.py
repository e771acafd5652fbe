#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Operations whose operands are regions and whose results go to regions, compiled and run on xesim, against what genx_eval says
that they mean. Nothing may be refused: IR from elsewhere holds any region. Every second case is of 64-bit integers, for a
target without such instructions works on halves, whose regions have twice the stride.
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


INTS, FLOATS = ["i64", "i32", "i16", "i8"], ["float", "half"]
SIZE = {"i64": 8, "i32": 4, "i16": 2, "i8": 1, "float": 4, "half": 2}
BYTES = LANES * 8 # of a column


class Case:
    """A row for operation_run: what it does is drawn from its seed when the kernel is built."""

    def __init__(self, seed):
        self.seed, self.args, self.data, self.widths = seed, ["i64", "i64", "i32"], "edges", (None,)
        self.error, self.absolute, self.name = 2.0 ** -20, 0.0, "case %d" % seed

    # Reading

    def unknown(self, k, s, size):
        """An offset that the compiler does not know: that of s, or one element less."""
        if s.off == 0:
            return "0"
        x = k.let("extractelement <%d x i32> %s, i32 %d" % (LANES, self.numbers, self.r.randrange(LANES)))
        less = k.let("mul i32 %s, %d" % (k.let("lshr i32 %s, 31" % x), size))
        return k.let("sub i16 %d, %s" % (s.off * size, k.let("trunc i32 %s to i16" % less)))

    def kind(self, ty):
        return "f" if ty in FLOATS else "i"

    def region(self, k, ty, whole, v, n, shape):
        fn = "llvm.genx.rdregion%s.v%d%s.v%d%s.i16" % (self.kind(ty), n, SUFFIX[ty], whole, SUFFIX[ty])
        return k.let(k.call(vector(ty, n), fn, (vector(ty, whole), v), *pairs(shape)))

    def as_type(self, k, v, ty):
        return v if ty == "i64" else k.let("bitcast <%d x i64> %s to <%d x %s>" % (LANES, v, BYTES // SIZE[ty], ty))

    def read(self, k, ty, n):
        """n elements of the column; 0 = a scalar."""
        size, lanes = SIZE[ty], n or 1
        whole, v = BYTES // size, self.as_type(k, self.column, ty)
        how = self.r.choice(["region"] * 5 + ["between"] * (size > 2) + ["indirect"] * 2)
        if how == "between": # starts at any dword, or word
            half = "i32" if size == 8 else "i16"
            at = self.r.randrange(0, 2 * (whole - lanes) + 1)
            d = self.as_type(k, self.column, half)
            shape = ["i32 %d" % (2 * lanes), "i32 %d" % (2 * lanes), "i32 1", "i16 %d" % (size // 2 * at), "i32 undef"]
            x = self.region(k, half, 2 * whole, d, 2 * lanes, shape)
            v = k.let("bitcast <%d x %s> %s to %s" % (2 * lanes, half, x, vector(ty, lanes)))
        else:
            s = Shape(self.r, lanes, whole)
            v = self.region(k, ty, whole, v, lanes, s.text(s.off * size if how == "region" else self.unknown(k, s, size)))
        return v if n else k.let("extractelement <1 x %s> %s, i32 0" % (ty, v))

    def splat(self, ty, n, x):
        return "<%s>" % ", ".join(["%s %s" % (ty, x)] * n) if n else "%s" % x

    def second(self, k, ty, n):
        """Another operand: a region, a constant, a narrower one extended."""
        how = self.r.choice(["region", "region", "constant", "extended", "extended"])
        if how == "constant" and ty in FLOATS:
            return self.splat(ty, n, self.r.choice(["0.0", "1.0", "-2.5"]))
        if how == "constant":
            x = self.r.choice([0, 1, -1, 5, 63, 1 << 31, 1 << 32, (1 << 63) - 1, -(1 << 40), 0xffffffff, 0x123456789, 1000])
            bits = SIZE[ty] * 8
            return self.splat(ty, n, (x + (1 << bits - 1)) % (1 << bits) - (1 << bits - 1))
        narrow = {"float": ["half"], "half": []}.get(ty, INTS[INTS.index(ty) + 1:] if ty in INTS else [])
        if how == "extended" and narrow:
            of = self.r.choice(narrow)
            op = "fpext" if ty in FLOATS else self.r.choice(["sext", "zext"])
            return k.let("%s %s %s to %s" % (op, vector(of, n), self.read(k, of, n), vector(ty, n)))
        return self.read(k, ty, n)

    def mask(self, k, n):
        ty = self.r.choice(INTS[1:])
        return k.let("icmp slt %s %s, %s" % (vector(ty, n), self.read(k, ty, n), self.read(k, ty, n)))

    # Computing: each gives (type, value)

    def compute(self, k, n):
        ty = "i64" if self.r.random() < 0.5 else self.r.choice(INTS[1:] + FLOATS)
        ops = ["plain"] * 6 + ["compare"] * 2 + ["select", "move", "narrow", "extend"] + ["minmax"] * 2
        op = self.r.choice(ops + (["shift"] * 4 + ["sat", "abs", "neg", "funnel", "to_float"] if ty in INTS else ["sign"]))
        self.name = "case %d: %s %s of %d" % (self.seed, op, ty, n)
        return getattr(self, op)(k, ty, n, vector(ty, n))

    def call(self, k, fn, ty, n, *args):
        t = vector(ty, n)
        name = "llvm.%s.%s%s" % (fn, "v%d" % n if n else "", SUFFIX[ty])
        return ty, k.let(k.call(t, name, *[a if isinstance(a, tuple) else (t, a) for a in args]))

    def plain(self, k, ty, n, t):
        a, b = self.read(k, ty, n), self.second(k, ty, n)
        a, b = (b, a) if self.r.random() < 0.3 else (a, b)
        ops = ["add", "sub", "sub", "add", "mul", "and", "or", "xor"] if ty in INTS else ["fadd", "fsub", "fmul"]
        return ty, k.let("%s %s %s, %s" % (self.r.choice(ops), t, a, b))

    def shift(self, k, ty, n, t):
        bits = SIZE[ty] * 8
        by = self.splat(ty, n, self.r.choice([0, 1, 5, bits // 2 - 1, bits // 2, bits // 2 + 1, bits - 1]))
        if self.r.random() < 0.5:
            by = k.let("and %s %s, %s" % (t, self.second(k, ty, n), self.splat(ty, n, bits - 1)))
        return ty, k.let("%s %s %s, %s" % (self.r.choice(["shl", "lshr", "ashr"]), t, self.read(k, ty, n), by))

    def compare(self, k, ty, n, t):
        p = self.r.choice(["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"] if ty in INTS else
                          ["oeq", "olt", "ole", "ogt", "oge", "une", "ult", "uno"])
        c = k.let("%s %s %s %s, %s" % ("icmp" if ty in INTS else "fcmp", p, t, self.read(k, ty, n), self.second(k, ty, n)))
        if self.r.random() < 0.5:
            return ty, k.let("select %s %s, %s %s, %s %s" % (vector("i1", n), c, t, self.read(k, ty, n), t, self.second(k, ty, n)))
        return "i32", k.let("zext %s %s to %s" % (vector("i1", n), c, vector("i32", n)))

    def minmax(self, k, ty, n, t):
        fn = self.r.choice(["smin", "smax", "umin", "umax"] if ty in INTS else ["minnum", "maxnum"])
        return self.call(k, fn, ty, n, self.read(k, ty, n), self.second(k, ty, n))

    def sat(self, k, ty, n, t):
        fn = self.r.choice(["sadd.sat", "uadd.sat", "ssub.sat", "usub.sat"])
        return self.call(k, fn, ty, n, self.read(k, ty, n), self.second(k, ty, n))

    def abs(self, k, ty, n, t):
        return self.call(k, "abs", ty, n, self.read(k, ty, n), ("i1", "false"))

    def funnel(self, k, ty, n, t):
        by = self.splat(ty, n, self.r.choice([1, SIZE[ty] * 4, SIZE[ty] * 8 - 1]))
        return self.call(k, self.r.choice(["fshl", "fshr"]), ty, n, self.read(k, ty, n), self.read(k, ty, n), by)

    def neg(self, k, ty, n, t):
        return ty, k.let("sub %s %s, %s" % (t, "zeroinitializer" if n else "0", self.read(k, ty, n)))

    def sign(self, k, ty, n, t):
        if self.r.random() < 0.5:
            return ty, k.let("fneg %s %s" % (t, self.read(k, ty, n)))
        return self.call(k, "fabs", ty, n, self.read(k, ty, n))

    def select(self, k, ty, n, t):
        return ty, k.let("select %s %s, %s %s, %s %s" % (vector("i1", n), self.mask(k, n), t, self.read(k, ty, n), t, self.second(k, ty, n)))

    def move(self, k, ty, n, t):
        return ty, self.read(k, ty, n)

    def narrow(self, k, ty, n, t):
        if ty in FLOATS:
            return "half", k.let("fptrunc %s %s to %s" % (vector("float", n), self.read(k, "float", n), vector("half", n)))
        less = INTS[INTS.index(ty) + 1:] or ["i8"]
        to = self.r.choice(less)
        if ty == "i8":
            return self.move(k, ty, n, t)
        if self.r.random() < 0.5:
            return to, k.let("trunc %s %s to %s" % (t, self.read(k, ty, n), vector(to, n)))
        lanes = "v%d" % n if n else ""
        name = "llvm.genx.%strunc.sat.%s%s.%s%s" % (self.r.choice(["ss", "su", "us", "uu"]), lanes, to, lanes, ty)
        return to, k.let(k.call(vector(to, n), name, (t, self.read(k, ty, n))))

    def extend(self, k, ty, n, t):
        if ty == "i8":
            return self.move(k, ty, n, t)
        if ty in FLOATS:
            return "float", k.let("fpext %s %s to %s" % (vector("half", n), self.read(k, "half", n), vector("float", n)))
        of = self.r.choice(INTS[INTS.index(ty) + 1:])
        return ty, k.let("%s %s %s to %s" % (self.r.choice(["sext", "zext"]), vector(of, n), self.read(k, of, n), t))

    def to_float(self, k, ty, n, t):
        return "float", k.let("%s %s %s to %s" % (self.r.choice(["sitofp", "uitofp"]), t, self.read(k, ty, n), vector("float", n)))

    # Writing

    def build(self, k, n, columns):
        self.r = random.Random(self.seed)
        self.column, self.other, self.numbers = columns
        if self.r.random() < 0.5: # random numbers with the edges
            self.column = k.let("xor <%d x i64> %s, %s" % (LANES, columns[0], columns[1]))
        n = self.r.choice(COUNTS)
        ty, v = self.compute(k, n)
        how = self.r.choice(["whole", "region", "region", "region", "indirect", "mask", "mask", "between"])
        if not n:
            v = k.let("insertelement <1 x %s> undef, %s %s, i32 0" % (ty, ty, v))
        if how == "whole" or (how == "between" and SIZE[ty] < 4):
            return [(ty, v, n or 1)]
        return [(ty, self.write(k, ty, n or 1, v, how), BYTES // SIZE[ty])]

    def write(self, k, ty, n, v, how):
        size, old = SIZE[ty], self.column if self.r.random() < 0.6 else self.other # the first is over the source
        whole = BYTES // size
        mask, kind = ("i1", "true"), "i1"
        if how == "mask":
            mask, kind = (vector("i1", n), self.mask(k, n)), "v%di1" % n
        if how == "between":
            half = "i32" if size == 8 else "i16"
            at = self.r.randrange(0, 2 * (whole - n) + 1)
            x = k.let("bitcast %s %s to <%d x %s>" % (vector(ty, n), v, 2 * n, half))
            shape = ["i32 %d" % (2 * n), "i32 %d" % (2 * n), "i32 1", "i16 %d" % (size // 2 * at), "i32 undef"]
            w = self.put(k, half, 2 * whole, old, 2 * n, x, shape, mask, kind)
            return k.let("bitcast <%d x %s> %s to %s" % (2 * whole, half, w, vector(ty, whole)))
        s = Shape(self.r, n, whole, True)
        off = s.off * size if how != "indirect" else self.unknown(k, s, size)
        return self.put(k, ty, whole, old, n, v, s.text(off), mask, kind)

    def put(self, k, ty, whole, old, n, v, shape, mask, kind):
        fn = "llvm.genx.wrregion%s.v%d%s.v%d%s.i16.%s" % (self.kind(ty), whole, SUFFIX[ty], n, SUFFIX[ty], kind)
        return k.let(k.call(vector(ty, whole), fn, (vector(ty, whole), self.as_type(k, old, ty)), (vector(ty, n), v), *pairs(shape), mask))


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
    print("%s cases on %s at %s, %d failures" % (count, target, level, bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
