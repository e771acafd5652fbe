# SPDX-License-Identifier: MIT
"""What the references of test/cm/rows use: data in, expected data out.

A row test is a kernel of test/cm/rows/FILE.cm, written as ROW(name) { ... } (see rows/row.h), and a function of the same
name in FILE.py, decorated with the rows of features.txt that it proves:

    @row("9.1.cm_min")
    def min_mixed(c):
        a, b = c.data("h", 47), c.data("B", 47)       # the kernel's get<short, 47>(in), get<uchar, 47>(in)
        c.out("i", map(min, a, b))                    # the kernel's put(out, v)

Type letters are those of module struct: bB hH iI qQ e f d. c.data mixes edge values into random ones. c.out wraps
integers to the type and rounds floats to it. Each kernel runs in GROUPS groups, each with data of its own, in one launch.

A kernel with a signature of its own describes its launch with c.arg instead:

    c.arg("buf", bytes_in)   c.arg("buf", bytes_in, expect=bytes_out)   c.arg("svm", ...)   c.arg("i32:7")
    c.arg("img:16x8:r8", bytes_in, expect=bytes_out)   c.arg("image3d:8x2x2:r32", bytes_in, expect=bytes_out)
      c.groups = (2, 1, 1)    c.local = (4, 1, 1)
"""
import math
import random
import struct

ROWS = {}  # kernel name -> (function, rows, targets, options)
GROUPS = 4
LSC = ("dg2", "pvc", "mtl", "arlh", "lnl", "bmg", "ptl")  # targets with the load/store cache
MEDIA = ("skl", "icl", "tgl", "dg2", "pvc", "mtl", "arlh")  # with media blocks and fields, which Xe2 lacks

INT_EDGES = [0, 1, -1, 2, 3, 7, 8, 127, 128, 255, 256, 32767, 32768, 65535, 65536, -128, -32768, (1 << 31) - 1, 1 << 31,
             (1 << 32) - 1, -(1 << 31), (1 << 63) - 1, -(1 << 63)]
FLOAT_EDGES = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 255.0, 256.0, 65504.0, 1e-3, 3.0e38, -3.0e38,
               math.inf, -math.inf, math.nan]


def row(*rows, targets=None, args=(), kernel=None, file=None):
    """targets: where the kernel exists (the .cm file guards it with the same CM_HAS_ macro); args: more cmc options."""
    def add(f):
        ROWS[kernel or f.__name__] = (f, rows, targets, args)
        return f
    return add


def bits(t):
    return struct.calcsize(t) * 8


def wrap(t, x):
    """The number x as an element of type t: integers modulo 2^n, floats to nearest even."""
    if t in "efd":
        return rounded(t, x)
    n = bits(t)
    x = int(x) & ((1 << n) - 1)
    return x - (1 << n) if t.islower() and x >> (n - 1) else x


def rounded(t, x):
    x = float(x)
    if t == "d" or math.isnan(x) or math.isinf(x):
        return x
    try:
        y = struct.unpack(t, struct.pack(t, x))[0]
    except OverflowError:
        y = math.copysign(math.inf, x)
    small = {"e": 2.0 ** -14, "f": 2.0 ** -126}[t]
    if abs(y) < small:  # denormals are flushed unless a kernel enables them
        y = math.copysign(0.0, y)
    return y


def sat(t, x):
    """The number x clamped to what type t holds; to [0, 1] for floats."""
    if t in "efd":
        return 0.0 if math.isnan(x) else min(max(float(x), 0.0), 1.0)
    lo, hi = (-(1 << (bits(t) - 1)), (1 << (bits(t) - 1)) - 1) if t.islower() else (0, (1 << bits(t)) - 1)
    if isinstance(x, float):
        if math.isnan(x):
            return 0
        x = hi if x > hi else lo if x < lo else int(x)
    return min(max(x, lo), hi)


def cdiv(a, b):
    """C's integer quotient."""
    q = abs(a) // abs(b)
    return -q if (a < 0) != (b < 0) else q


def common(a, b):
    """The type letter in which C computes on elements of types a and b."""
    for t in "dfe":
        if t in (a, b):
            return t
    a, b = ("i" if bits(t) < 32 else t for t in (a, b))
    if bits(a) != bits(b):
        return a if bits(a) > bits(b) else b
    return a.upper() if a.isupper() or b.isupper() else a


class Case:
    """The data of one launch, or of one group of it."""

    def __init__(self, seed, target):
        self.random = random.Random(seed)
        self.target = target
        self.input = b""
        self.expected = []  # (offset, type letter or None, values or bytes, tolerance)
        self.output_size = 0
        self.arguments = []  # of kernels with a signature of their own
        self.groups = self.local = (1, 1, 1)

    def data(self, t, n, lo=None, hi=None, edges=True):
        """n elements for the kernel's next get(in)."""
        r = self.random
        out = []
        for _ in range(n):
            if lo is not None:
                x = r.uniform(lo, hi) if t in "efd" else r.randint(lo, hi)
            elif edges and r.random() < 0.3:
                x = r.choice(FLOAT_EDGES if t in "efd" else INT_EDGES)
            elif t in "efd":
                x = r.uniform(-1, 1) * 2.0 ** r.randint(-10, 10)
            else:
                x = r.getrandbits(bits(t)) >> r.choice((0, 0, bits(t) // 2))
            out.append(wrap(t, x))
        self.input += padded(struct.pack("<%d%s" % (n, t), *out))
        return out

    def out(self, t, values, rel=0.0, tol=0.0):
        """Values of the kernel's next put(out); rel and tol: what may differ, relative and absolute."""
        values = [wrap(t, x) for x in values]
        self.expected.append((self.output_size, t, values, (rel, tol)))
        self.output_size += len(padded(bytes(len(values) * struct.calcsize(t))))

    def arg(self, spec, data=None, expect=None):
        self.arguments.append((spec, data, expect))


def padded(data):
    return data + b"\0" * (-len(data) % 64)


def same(t, got, want, tolerance):
    if t not in "efd":
        return got == want
    if math.isnan(want) or math.isnan(got):
        return math.isnan(want) and math.isnan(got)
    if got == want:
        return got != 0 or math.copysign(1, got) == math.copysign(1, want) or tolerance != (0.0, 0.0)
    rel, tol = tolerance
    return not math.isinf(want) and abs(got - want) <= max(tol, rel * abs(want))


def differences(case, output):
    """What differs between the bytes of a run and what the case expects, as lines."""
    out = []
    for i, (offset, t, values, tolerance) in enumerate(case.expected):
        got = struct.unpack_from("<%d%s" % (len(values), t), output, offset)
        bad = [k for k in range(len(values)) if not same(t, got[k], values[k], tolerance)]
        if bad:
            out.append("output %d: %d of %d elements differ; element %d is %r, expected %r" % (
                i, len(bad), len(values), bad[0], got[bad[0]], values[bad[0]]))
    return out
