# SPDX-License-Identifier: MIT
import struct

from rowlib import row, sat

DPAS = ("dg2", "pvc", "arlh", "lnl", "bmg", "ptl")


def channels(c):
    return 8 if c.target in ("dg2", "arlh") else 16


def product(c, acc, b, a, repeat, ops):
    """acc + A * B with B packed: b[d * ES * ops + ch * ops + k]."""
    es = channels(c)
    out = []
    for r in range(repeat):
        for ch in range(es):
            s = acc[r * es + ch]
            for d in range(8):
                for k in range(ops):
                    s += a[(r * 8 + d) * ops + k] * b[(d * es + ch) * ops + k]
            out.append(s)
    return out


@row("11.cm_dpas", "21.cm_has_dpas_cm_has_dpasw_cm_has", targets=DPAS)
def dpas_bytes(c):
    es = channels(c)
    acc, b, a = c.data("i", es * 4), c.data("i", es * 8), c.data("i", 32)

    def split(v, t):
        return struct.unpack("%d%s" % (4 * len(v), t), struct.pack("%di" % len(v), *v))
    c.out("i", product(c, acc, split(b, "b"), split(a, "B"), 4, 4))
    c.out("i", product(c, acc, split(b, "B"), split(a, "b"), 4, 4))
    c.out("i", product(c, [0] * es * 4, split(b, "b"), split(a, "b"), 4, 4))


@row("11.cm_dpas", targets=DPAS)
def dpas_saturated(c):
    es = channels(c)
    acc, u, b, a = c.data("i", es * 2), c.data("I", es * 2), c.data("i", es * 8), c.data("i", 16)

    def split(v, t):
        return struct.unpack("%d%s" % (4 * len(v), t), struct.pack("%di" % len(v), *v))
    none = [0] * es * 2
    for t, start, tb, ta in (("i", acc, "b", "b"), ("I", u, "B", "B"), ("i", acc, "B", "b"), ("i", none, "b", "B"),
                             ("I", none, "b", "B"), ("I", u, "B", "b")):
        c.out(t, [sat(t, x) for x in product(c, start, split(b, tb), split(a, ta), 2, 4)])


@row("11.cm_dpas", "21.cm_has_dpas_cm_has_dpasw_cm_has", targets=("pvc", "lnl", "bmg", "ptl"))
def dpas_narrow(c):
    es = channels(c)
    acc, b, a = c.data("e", es * 2, -9, 9), c.data("e", es * 16, -2, 2), c.data("e", 32, -2, 2)
    fc, fb, fa = c.data("f", es * 2, -9, 9), c.data("f", es * 16, -2, 2), c.data("f", 32, -2, 2)
    c.out("e", product(c, acc, b, a, 2, 2), rel=4e-3, tol=4e-2)
    nc, nb, na = [[value(bf16(x)) for x in v] for v in (fc, fb, fa)]
    c.out("f", product(c, nc, nb, na, 2, 2), rel=2e-2, tol=2e-1)
    c.out("f", product(c, [0] * es * 2, nb, na, 2, 2), rel=2e-2, tol=2e-1)


@row("11.cm_dpas", targets=DPAS)
def dpas_halves(c):
    es = channels(c)
    acc, b, a = c.data("f", es * 3, -9, 9), c.data("e", es * 16, -2, 2), c.data("e", 48, -2, 2)
    c.out("f", product(c, acc, b, a, 3, 2), rel=1e-5, tol=1e-4)


def bf16(x):
    n, = struct.unpack("<I", struct.pack("<f", x))
    return (n + 0x7FFF + (n >> 16 & 1)) >> 16


def value(bits):
    return struct.unpack("<f", struct.pack("<I", bits << 16))[0]


@row("11.cm_dpas", "10.cm_bf_cvt", "21.cm_has_bf16_cm_has_tf32", targets=DPAS)
def dpas_bfloats(c):
    es = channels(c)
    acc, fb, fa = c.data("f", es * 8, -9, 9), c.data("f", es * 16, -2, 2), c.data("f", 128, -2, 2)
    b, a = [[value(bf16(x)) for x in v] for v in (fb, fa)]
    c.out("f", product(c, acc, b, a, 8, 2), rel=1e-5, tol=1e-4)
    c.out("H", [1] * es * 16)
    c.out("f", b[:32])


@row("10.cm_tf32_cvt", "21.cm_has_bf16_cm_has_tf32", targets=("pvc", "lnl", "bmg", "ptl"))
def tf32(c):
    f = c.data("f", 21, -1000, 1000)

    def cut(x):
        n, = struct.unpack("<I", struct.pack("<f", x))
        return struct.unpack("<f", struct.pack("<I", (n + 0xFFF + (n >> 13 & 1)) & ~0x1FFF))[0]
    c.out("f", map(cut, f))


@row("11.cm_dpasw", targets=("dg2",))
def dpasw_bytes(c):
    threads = [[[c.random.getrandbits(32) - (1 << 31) for _ in range(n)] for n in (32, 64, 16)] for _ in range(2)]
    data = b"".join(struct.pack("<%di" % len(v), *v) for t in threads for v in t)

    def split(v, t):
        return struct.unpack("%d%s" % (4 * len(v), t), struct.pack("%di" % len(v), *v))
    a = split(threads[0][2] + threads[1][2], "b")
    out = []
    for acc, b, _ in threads:
        out += product(c, acc, split(b, "b"), a, 4, 4) + product(c, [0] * 32, split(b, "B"), a, 4, 4)
    c.arg("svm", data)
    c.arg("svm", bytes(512), expect=struct.pack("<128I", *(x & 0xffffffff for x in out)))
    c.local = (2, 1, 1)
