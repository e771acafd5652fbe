# SPDX-License-Identifier: MIT
import struct

from rowlib import LSC, cdiv, rounded, row, sat, wrap


def u32(x):
    return x & 0xFFFFFFFF


@row("9.1.cm_abs")
def abs_all(c):
    b, w, d, u = c.data("b", 33), c.data("h", 17), c.data("i", 47), c.data("I", 9)
    f, h = c.data("f", 21), c.data("e", 5)
    c.out("b", map(abs, b))
    c.out("i", [wrap("h", abs(x)) for x in w])  # the most negative one stays itself
    c.out("i", map(abs, d))
    c.out("I", u)
    c.out("f", map(abs, f))
    c.out("e", map(abs, h))
    c.out("B", [sat("B", abs(x)) for x in w])
    c.out("i", [abs(d[3])])


@row("9.1.cm_add", "9.1.cm_mul", "3.3.sat_genx_sat_1_genx_nosat_0")
def add_mul_sat(c):
    a, b, x, y, f, g = c.data("i", 31), c.data("i", 31), c.data("h", 31), c.data("B", 31), c.data("f", 31), c.data("f", 31)

    def each(op, p, q):
        return [op(s, t) for s, t in zip(p, q)]

    def add(p, q):
        return p + q

    def mul(p, q):
        return p * q
    c.out("i", each(add, a, b))
    c.out("i", [sat("i", v) for v in each(add, a, b)])
    c.out("B", [sat("B", v) for v in each(add, x, y)])
    c.out("h", [sat("h", v) for v in each(add, a, x)])
    c.out("I", [sat("I", v) for v in each(add, a, b)])
    c.out("f", [sat("f", v) for v in each(add, f, g)])
    c.out("i", [v + 5 for v in a])
    c.out("i", each(mul, a, b))
    c.out("h", [sat("h", v) for v in each(mul, x, y)])
    c.out("B", [sat("B", v) for v in each(mul, x, y)])
    c.out("f", each(mul, f, g))
    c.out("f", [sat("f", wrap("f", v)) for v in each(mul, f, g)], tol=1e-40)
    c.out("f", [wrap("f", v) * 0.5 for v in a])


@row("9.1.cm_add", "9.1.cm_mul", "9.2.cm_shl", "3.3.integer_destination")
def wide_saturated(c):
    a, p, q, u, w = c.data("i", 13), c.data("q", 13), c.data("q", 13), c.data("Q", 13), c.data("Q", 13)

    def out(t, exact):
        c.out(t, [sat(t, v) for v in exact])
    sums, more = [x + y for x, y in zip(p, q)], [x + y for x, y in zip(u, w)]
    products = [x * y for x, y in zip(p, q)]
    out("q", sums)
    out("Q", sums)
    out("i", sums)
    out("B", more)
    out("q", more)
    out("Q", [2 * x for x in a])
    out("q", [x * x for x in a])
    out("q", products)
    out("Q", products)
    out("h", products)
    out("Q", [x * y for x, y in zip(u, w)])
    out("q", [x << (y & 63) for x, y in zip(p, q)])
    out("I", [x << 5 for x in p])
    out("Q", [x << 9 for x in a])
    out("q", [x << (y & 63) for x, y in zip(u, w)])


@row("2.1.long_long_unsigned_long_long")
def wide_add_mul(c):
    a, b, u, v = c.data("i", 13), c.data("i", 13), c.data("I", 13), c.data("I", 13)
    c.out("q", [x + y for x, y in zip(a, b)])
    c.out("q", [x * y for x, y in zip(a, b)])
    c.out("Q", [x * y for x, y in zip(u, v)])


@row("9.1.cm_imul")
def imul(c):
    a, b, u, v = c.data("i", 19), c.data("i", 19), c.data("I", 19), c.data("I", 19)
    for t, p in (("i", [x * y for x, y in zip(a, b)]), ("I", [x * y for x, y in zip(u, v)])):
        c.out(t, [x >> 32 for x in p])
        c.out(t, p)
    c.out("I", [u[0] * v[0] >> 32, 0, u[0] * v[0], 0])


@row("9.1.cm_addc", "9.1.cm_subb")
def carries(c):
    a, b = c.data("I", 23), c.data("I", 23)
    c.out("I", [x + y for x, y in zip(a, b)])
    c.out("I", [x + y >> 32 for x, y in zip(a, b)])
    c.out("I", [x - y for x, y in zip(a, b)])
    c.out("I", [x < y for x, y in zip(a, b)])
    c.out("I", [a[1] + b[1]])
    c.out("I", [a[1] + b[1] >> 32])


@row("9.1.cm_addc", "9.1.cm_subb")
def carries_wide(c):
    a, b = c.data("Q", 11), c.data("Q", 11)
    c.out("Q", [x + y for x, y in zip(a, b)])
    c.out("Q", [x + y >> 64 for x, y in zip(a, b)])
    c.out("Q", [x - y for x, y in zip(a, b)])
    c.out("Q", [x < y for x, y in zip(a, b)])
    m, n = c.data("Q", 6), c.data("Q", 6)
    c.out("Q", [x + y for x, y in zip(m, n)])
    c.out("Q", [x + y >> 64 for x, y in zip(m, n)])
    c.out("Q", [a[1] + (1 << 64) - 1])
    c.out("I", [a[1] + (1 << 64) - 1 >> 64])


@row("9.1.cm_avg")
def average(c):
    for t, n, out in (("B", 47, "B"), ("h", 18, "hi"), ("I", 9, "I")):
        a, b = c.data(t, n), c.data(t, n)
        for o in out:
            c.out(o, [x + y + 1 >> 1 for x, y in zip(a, b)])


@row("9.1.cm_quot", "9.1.cm_div", "5.divide_int", "5.modulo")
def quotients(c):
    a, b = c.data("i", 20, -100000, 100000), c.data("i", 20, 1, 3000)
    u, v = c.data("H", 11), c.data("H", 11, 1, 400)
    q = [cdiv(x, y) for x, y in zip(a, b)]
    for _ in range(2):
        c.out("i", q)
        c.out("i", [x - y * z for x, y, z in zip(a, b, q)])
    c.out("H", [x // y for x, y in zip(u, v)])
    c.out("H", [x % y for x, y in zip(u, v)])


@row("9.1.cm_min")
def min_max(c):
    a, b, d, e, u = c.data("b", 35), c.data("B", 35), c.data("i", 35), c.data("i", 35), c.data("I", 35)
    f, g = [c.data("f", 35, -100, 100) for _ in range(2)]
    c.out("i", map(min, a, b))
    c.out("i", [x + 1 for x in a])
    c.out("I", [min(u32(x), y) for x, y in zip(d, u)])
    c.out("i", map(max, d, e))
    c.out("f", map(min, f, g))
    c.out("f", [max(x, 0.25) for x in f])
    c.out("B", [sat("B", max(x, y)) for x, y in zip(d, e)])
    c.out("i", [min(d[0], e[1])])


@row("9.2.cm_shl", "9.2.cm_shr", "9.2.cm_lsr")
def shift_functions(c):
    a, n, s, u = c.data("i", 26), c.data("i", 26), c.data("h", 26), c.data("I", 26)
    c.out("i", [x << (k & 31) for x, k in zip(a, n)])
    c.out("i", [sat("i", x << 3) for x in a])
    c.out("h", [sat("h", x << 5) for x in s])
    c.out("i", [x >> (k & 31) for x, k in zip(a, n)])
    c.out("I", [x >> (k & 31) for x, k in zip(u, n)])
    c.out("i", [wrap("i", x) >> 7 for x in u])
    c.out("I", [u32(x) >> 7 for x in a])
    c.out("I", [u32(x) >> (k & 31) for x, k in zip(s, n)])
    c.out("i", [x >> (k & 31) for x, k in zip(s, n)])


@row("9.2.cm_rol", "21.cm_has_bit_rotate_64bit", targets=("icl", "tgl", "dg2", "pvc", "mtl", "arlh", "lnl", "bmg", "ptl"))
def rotates(c):
    a, n, s = c.data("I", 26), c.data("I", 26), c.data("H", 26)
    c.out("I", [x << (k & 31) | x >> (-k & 31) for x, k in zip(a, n)])
    c.out("I", [x >> (k & 31) | x << (-k & 31) for x, k in zip(a, n)])
    c.out("H", [x << 5 | x >> 11 for x in s])
    c.out("H", [x >> (k & 15) | x << (-k & 15) for x, k in zip(s, n)])
    c.out("I", [x << 11 | x >> 21 for x in a])


def insert(w, o, v, s):
    mask = u32(((1 << (w & 31)) - 1) << (o & 31))
    return s & ~mask | v << (o & 31) & mask


def extract(w, o, s, signed):
    """As the hardware does: a field that reaches past bit 31 is the top of the source."""
    w, o = w & 31, o & 31
    if w == 0:
        return 0
    x = s >> o if w + o >= 32 else s >> o & (1 << w) - 1
    w = min(w, 32 - o)
    return x - (1 << w) if signed and x >> (w - 1) & 1 else x


@row("9.2.cm_bf_insert", "9.2.cm_bf_extract", "9.2.cm_bf_reverse")
def bit_fields(c):
    w, o, v, s = c.data("I", 21, 0, 15), c.data("I", 21, 0, 16), c.data("I", 21), c.data("I", 21)
    c.out("I", map(insert, w, o, v, s))
    c.out("I", [insert(7, 3, x, y) for x, y in zip(v, s)])
    c.out("I", [extract(*x, False) for x in zip(w, o, s)])
    c.out("i", [extract(*x, True) for x in zip(w, o, s)])
    c.out("i", [extract(5, 4, x, True) for x in s])
    c.out("I", [int("{:032b}".format(x)[::-1], 2) for x in s])


@row("9.2.cm_cbit", "9.2.cm_fbl", "9.2.cm_fbh", "9.2.cm_lzd")
def bit_counts(c):
    u, d, b = c.data("I", 37), c.data("i", 37), c.data("B", 37)
    c.out("I", [bin(x).count("1") for x in u])
    c.out("I", [bin(x).count("1") for x in b])
    c.out("I", [(x & -x).bit_length() - 1 for x in u])
    c.out("I", [32 - x.bit_length() if x else -1 for x in u])
    c.out("I", [-1 if x in (0, -1) else 32 - (x if x >= 0 else ~x).bit_length() for x in d])
    c.out("I", [32 - x.bit_length() for x in u])
    c.out("I", [bin(x & 0xffff).count("1") for x in d])
    c.out("H", [bin(x & 0xff).count("1") for x in d])


@row("9.1.cm_dp4a", "21.cm_has_dp4a", targets=("tgl", "dg2", "pvc", "mtl", "arlh", "lnl", "bmg", "ptl"))
def dp4a_all(c):
    s, a, b, x, y = c.data("i", 15), c.data("i", 15), c.data("i", 15), c.data("I", 15), c.data("I", 15)

    def dot(p, q, t, t2=None):
        parts = (struct.unpack("4" + k, struct.pack("I", u32(v))) for v, k in ((p, t), (q, t2 or t)))
        return sum(m * n for m, n in zip(*parts))
    c.out("i", [k + dot(p, q, "b") for k, p, q in zip(s, a, b)])
    c.out("I", [p + dot(p, q, "B") for p, q in zip(x, y)])
    c.out("i", [k + dot(p, q, "B") for k, p, q in zip(s, x, y)])
    c.out("i", [sat("i", k + dot(p, q, "b")) for k, p, q in zip(s, a, b)])
    c.out("i", [k + dot(p, q, "b", "B") for k, p, q in zip(s, a, y)])
    c.out("I", [k + dot(k, q, "B", "b") for k, q in zip(x, b)])
    c.out("i", [sat("i", k + dot(p, q, "B", "b")) for k, p, q in zip(s, x, b)])
    c.out("I", [sat("I", k + dot(p, q, "b", "B")) for k, p, q in zip(x, a, y)])
    c.out("i", [sat("i", k + dot(p, q, "b")) for k, p, q in zip(x, a, b)])
    c.out("I", [sat("I", k + dot(p, q, "B")) for k, p, q in zip(s, x, y)])


@row("9.2.cm_bfn", "21.cm_has_bfn", targets=LSC)
def bfn_all(c):
    a, b, d = c.data("I", 15), c.data("I", 15), c.data("I", 15)
    c.out("I", [x & y | ~z for x, y, z in zip(a, b, d)])
    c.out("I", [x ^ y ^ z for x, y, z in zip(a, b, d)])
    c.out("I", [~x for x in a])


@row("9.1.cm_sad2")
def byte_differences(c):
    a, b, d = c.data("B", 34), c.data("B", 34), c.data("H", 34)
    s = [abs(a[i & ~1] - b[i & ~1]) + abs(a[i | 1] - b[i | 1]) for i in range(34)]
    c.out("H", s)
    c.out("H", [x + y for x, y in zip(s, d)])
    c.out("H", [sat("H", x + y) for x, y in zip(s, d)])


@row("9.1.cm_sum", "9.1.cm_prod", "9.1.cm_reduced_min")
def reductions(c):
    d, b, f = c.data("i", 47), c.data("B", 33), c.data("f", 16, -8, 8)
    product = 1
    for x in d:
        product *= x
    c.out("i", [sum(d), sum(b), product, min(d), max(d), max(b)])
    c.out("f", [sum(f), min(f), max(f)], tol=1e-4)


@row("9.1.cm_sum", "9.1.cm_prod", "9.1.cm_reduced_min", "3.3.integer_destination")
def saturated_reductions(c):
    d, w, b, f = c.data("i", 47), c.data("h", 33), c.data("B", 32), c.data("f", 16, -8, 8)
    product = 1
    for x in w:
        product = wrap("q", product * x)
    c.out("i", [sat("i", sum(d)), sat("i", product), wrap("i", sum(d))])
    c.out("I", [sat("I", sum(d)), sat("I", sum(w)), sum(b[::2]), sat("I", int(rounded("f", max(f) * 1e9)))])
    c.out("B", [sat("B", x) for x in (sum(b), max(w), min(w), b[3] * b[4])])
    c.out("f", [min(max(x, 0.0), 1.0) for x in (sum(f), min(f), max(f), sum(b))], tol=1e-4)
    c.out("f", [6.0, max(f)], rel=2 ** -8)


@row("6.1.cm_pack_mask_v_uint", "6.1.cm_unpack_mask_uint_vector")
def packed_masks(c):
    m = c.data("H", 32)

    def pack(v):
        return sum((x & 1) << i for i, x in enumerate(v))
    c.out("I", [pack(m), pack(m[1:17:2]), pack(m[5:18])])
    c.out("H", [x & 1 for x in m])
    c.out("H", [x & 1 for x in m[:11]])


@row("6.1.cm_pack_mask_v_uint", "4.mask_any_mask_all")
def logic_of_32(c):
    a, b, f = c.data("i", 32), c.data("h", 32), c.data("f", 32)
    p, q, t = [x > 5 for x in a], [x < 7 for x in b], [x >= 1.5 for x in f]
    lanes = range(32)

    def pack(v):
        return sum(int(v[k]) << k for k in lanes)
    r = [y if m and n else x for x, y, m, n in zip(a, b, p, q)]
    r = [7 if p[k] or not t[k] else r[k] for k in lanes]
    r = [wrap("i", a[k] + 1) if p[k] != q[k] and a[k] != 3 else r[k] for k in lanes]
    c.out("i", r)
    c.out("q", [11 if not (p[k] and t[k]) or q[k] else r[k] for k in lanes])
    same = [p[k] == t[k] for k in lanes]
    chain = [((a[k] > 1 and b[k] > 2) or (f[k] < 3.0 and a[k] < 100)) or ((b[k] == 4) != (a[k] == 2)) for k in lanes]
    c.out("I", [pack([(p[k] or q[k]) and t[k] for k in lanes]), any(p[k] and q[k] and t[k] for k in lanes),
                all(p[k] or q[k] or t[k] for k in lanes), sum(same), not any((p[k] and q[k]) or a[k] == 9 for k in lanes),
                pack(chain)])
    c.out("B", [1 if a[k] > b[k] and f[k] != 2.0 else 2 for k in lanes])
