# SPDX-License-Identifier: MIT
import math
import struct

from rowlib import LSC, row, wrap


def pack(t, values):
    return struct.pack("<%d%s" % (len(values), t), *values)


def recast(t, u, values):
    """The same bytes as numbers of type u."""
    data = pack(t, values)
    return list(struct.unpack("<%d%s" % (len(data) // struct.calcsize(u), u), data))


def chunks(v, n):
    return [list(v[i:i + n]) for i in range(0, len(v), n)]


@row("4.x_format_t2", "4.x_format_t2_r2_c2")
def format_of_selection(c):
    m, x = chunks(c.data("H", 128), 16), c.data("i", 16)
    part = recast("H", "i", [m[r][k] for r in (1, 3, 5, 7) for k in range(4, 12)])
    c.out("i", part)
    c.out("i", [wrap("i", 3 * p + q) for p, q in zip(part, x)])
    c.out("h", recast("H", "h", [m[r][k] for r in range(8) for k in (1, 3, 5, 7)]))

    def put(rows, cols, values):
        places = [(r, k) for r in rows for k in cols]
        for (r, k), v in zip(places, recast("i", "H", values)):
            m[r][k] = v
    put(range(4), range(8, 16), x)
    old = recast("H", "i", m[4] + m[6])
    put((4, 6), range(16), [wrap("i", p + q) for p, q in zip(old, x)])
    for r in (1, 5):
        for k in (2, 6, 10, 14):
            m[r][k] = 65536 - 7
    m[6][12:16] = [0x0909] * 4
    m[7][15] = (m[7][15] + 0x100) & 0xFFFF
    c.out("H", [e for r in m for e in r])


@row("4.x_format_t2")
def format_of_every_second(c):
    v = c.data("h", 32)
    c.out("H", [x >> 1 for x in recast("h", "H", v[1::2])])
    v[0::2] = [5] * 16
    c.out("h", v)


@row("14.cm_svm_block_read", "14.cm_svm_block_write", "9.3.cm_sqrt_cm_rsqrt", "9.3.cm_rndd_rndu_rnde_rndz")
def named_sizes(c):
    f, m = c.data("f", 16, 0, 1000, edges=False), c.data("i", 32)
    c.out("f", map(math.sqrt, f), rel=1e-5)
    c.out("i", [round(x) for x in f])
    c.out("f", [max(x, 100.0) for x in f])
    c.out("e", [wrap("e", x) for x in f])
    c.out("f", [wrap("e", x) for x in f])
    c.out("i", m)
    c.out("i", m[15:7:-1])
    c.out("i", m[8:16])


@row("8.templates_overloads_default", "7.templates")
def overloads_of_references(c):
    m = chunks(c.data("i", 32, -1000, 1000), 4)
    c.out("h", [m[r][k] for k in range(4) for r in range(8)])
    c.out("i", [m[2 * r][k] for k in range(4) for r in range(4)])
    c.out("i", [4 * sum(r[k] for r in m) for k in range(4)])


@row("2.1.half")
def half_sums(c):
    v, f = c.data("e", 16, -4, 4, edges=False), c.data("f", 16, 1, 100, edges=False)
    total, product = 0.0, 1.0
    for i in range(4):
        total = wrap("e", total + v[5 * i])
        product = wrap("e", product * v[i])
    c.out("e", [total, wrap("e", product - v[3])])
    c.out("f", [1 / f[2]], rel=1e-6)


@row("16.cm_local_id_d_cm_local_size_d_cm")
def global_ids(c):
    c.local, c.groups = (2, 2, 1), (3, 2, 2)
    size = [lo * g for lo, g in zip(c.local, c.groups)]
    out = []
    for group in range(12):
        g = (group % 3, group // 3 % 2, group // 6)
        for local in range(4):
            ids = [g[0] * 2 + local % 2, g[1] * 2 + local // 2, g[2]]
            out += ids + [0] + size + [0] * 9
    c.arg("svm", bytes(len(out) * 4), expect=pack("I", out))


@row("15.1.cm_ptr_load", "15.1.cm_store_cm_ptr_store_cm_store_slm", targets=LSC)
def lsc_deduced(c):
    at = [4 * i + (2 if i % 3 == 0 else 0) for i in range(16)]
    words = [c.random.randrange(65536) for _ in range(128)]
    data = pack("I", at) + pack("H", words)
    out = [0] * 512
    for x in at:
        w = words[x // 2]
        out[x // 2] = (w + (w if x & 2 else 7)) & 0xFFFF
        if x & 2:
            out[64 + x // 2] = w
    out[128:160] = recast("I", "H", at)
    for x in at[0::2]:
        out[256 + x:260 + x] = words[x:x + 4]
    c.arg("svm", data)
    c.arg("svm", bytes(1024), expect=pack("H", out))


@row("11.cm_dpas", targets=[t for t in LSC if t != "mtl"])
def dpas_with_types(c):
    es = 8 if c.target in ("dg2", "arlh") else 16
    acc, b, a = c.data("i", es * 4), c.data("i", es * 8), c.data("i", 32)

    def product(start, tb, ta):
        x, y = recast("i", tb, b), recast("i", ta, a)
        return [wrap("i", start[r * es + ch] + sum(y[(r * 8 + d) * 4 + k] * x[(d * es + ch) * 4 + k]
                                                   for d in range(8) for k in range(4)))
                for r in range(4) for ch in range(es)]
    c.out("i", product(acc, "b", "B"))
    c.out("i", product([0] * es * 4, "b", "b"))


@row("4.x_format_t2")
def format_then_select(c):
    m = chunks(recast("I", "B", c.data("I", 32)), 4)

    def swap(pixels):
        return [[p[2], p[1], p[0], p[3]] for p in pixels]
    m = swap(m)
    m[24:] = swap(m[24:])
    m[16:] = [p[:3] + [1] for p in m[16:]]
    c.out("B", [b for p in m for b in p])


class Bytes:
    """An object's bytes, changed by lists of places of elements."""

    def __init__(self, values):
        self.b = bytearray(pack("I", values))

    def get(self, t, places):
        return [struct.unpack_from("<" + t, self.b, at)[0] for at in places]

    def put(self, t, places, change):
        for at in places:
            struct.pack_into("<" + t, self.b, at, wrap(t, change(struct.unpack_from("<" + t, self.b, at)[0])))


@row("4.x_format_t2", "4.x_format_t2_r2_c2")
def format_nested(c):
    v, m = Bytes(c.data("I", 16)), Bytes(c.data("I", 32))

    def mark(at, x):
        v.put("H", [at + 8 + 2 + 4 * i for i in range(4)], lambda _: x)
        v.put("B", [at + 1, at + 5], lambda old: old + x)

    def mark_called(at):
        v.put("H", [at + 4 + 2 + 4 + 2 + 4 * i for i in range(2)], lambda old: old - 3)
        mark(at, 0x4321)

    def mark_rows():
        m.put("H", [32 * r + 8 + 2 + 4 * i for r in (0, 2) for i in range(4)], lambda old: old + 9)
        m.put("H", [32 * r + 8 + 2 + 4 * i for r in (1, 2) for i in range(4)], lambda _: 0xabc)
        m.put("h", [64 + 3 + 2 + 4 + 8 * i for i in range(2)], lambda old: old + 77)
        m.put("I", [32 * r + 8 + 12 for r in (1, 2)], lambda _: 5)

    v.put("H", [4 + 8 + 2 + 4 * i for i in range(4)], lambda _: 7)
    mark(4, 3)
    mark_called(28)
    mark_called(16)
    index = v.get("H", range(12, 28, 2))
    chosen = v.get("H", [4 + 8 + 2 + 4 * i for i in range(4)])
    c.out("H", [chosen[i & 3] for i in index])
    c.out("h", v.get("h", [4 + 4 + 8 * i for i in range(4)]))
    mark_rows()
    mark_rows()
    for i in range(4):
        m.put("i", [32 * i + 4 * i + 4 + 8 * k for k in range(2)], lambda old, i=i: old - i)
    c.out("B", v.b)
    c.out("B", m.b)


@row("15.1.cm_load_slm", "15.1.cm_ptr_load", "15.1.cm_store_cm_ptr_store_cm_store_slm", "15.1.cm_prefetch_cm_ptr_prefetch",
     targets=LSC)
def lsc_small_blocks(c):
    data = bytes(c.random.randrange(256) for _ in range(256))
    words = chunks(data, 2)
    out = data[:128] + bytes(sum(words[64:76:2], [])) + data[200:220] + data[:92]
    c.arg("svm", data)
    c.arg("svm", bytes(252), expect=out)


@row("8.templates_overloads_default")
def templates_before_what_they_call(c):
    m = chunks(c.data("i", 32), 8)
    c.out("i", [wrap("i", 2 * (sum(r[:4]) + 64)) for r in m])
