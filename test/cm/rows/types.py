# SPDX-License-Identifier: MIT
import math
import struct

from rowlib import common, row, sat, wrap

DOUBLE = ("skl", "pvc", "mtl", "arlh", "lnl", "bmg", "ptl")


@row("2.1.char_signed_char_uchar", "2.1.short_ushort", "2.1.int_uint", "3.2.int_int", "3.2.narrowing_happens_only_on_assignment")
def integer_types(c):
    a, b, s, d, e, f = [c.data(t, 19) for t in "bBhHiI"]
    a = [wrap("b", x + 3) for x in a]
    c.out("b", a)
    c.out("B", [x - 7 for x in b])
    c.out("h", [x * 5 + y for x, y in zip(s, a)])
    c.out("H", [x ^ 0x5A5A for x in d])
    c.out("I", [x - y for x, y in zip(e, f)])
    c.out("h", e)
    c.out("I", a)
    c.out("i", [wrap("B", x - 7) for x in b])


@row("2.1.long_long_unsigned_long_long", "2.1.svmptr_t", "21.cm_has_long_long")
def quads(c):
    a, b, u, n = c.data("q", 9), c.data("q", 9), c.data("Q", 9), c.data("i", 9)
    c.out("q", [x + y for x, y in zip(a, b)])
    c.out("q", [x - y for x, y in zip(a, n)])
    c.out("q", [x & y for x, y in zip(a, b)])
    c.out("Q", [x >> (y & 63) for x, y in zip(u, n)])
    c.out("q", [x >> 3 for x in a])
    c.out("q", [x << (y & 63) for x, y in zip(a, n)])
    c.out("i", a)
    c.out("q", n)
    c.out("q", [x * y for x, y in zip(a, b)])
    c.out("H", [x < y for x, y in zip(a, b)])
    c.out("q", map(min, a, b))
    c.out("I", [1])


@row("2.1.half")
def halves(c):
    h, g = c.data("e", 37, -100, 100), c.data("e", 37, -100, 100)
    c.out("e", [x + y for x, y in zip(h, g)])
    c.out("e", [x * g[1] for x in h])
    c.out("e", [x - 2 for x in h])
    c.out("f", [x + 0.5 for x in h])
    c.out("e", [x * 0.5 for x in h])
    c.out("e", [-x for x in h])
    c.out("H", [x < y for x, y in zip(h, g)])
    c.out("i", h)
    c.out("e", map(max, h, g))
    c.out("e", [h[0] * h[1]] * 2)


def bf16(x):
    """The bits of x rounded to bfloat16."""
    n, = struct.unpack("<I", struct.pack("<f", x))
    if x != x:
        return n >> 16 | 0x40
    return (n + 0x7FFF + (n >> 16 & 1)) >> 16 & 0xFFFF


def value(bits):
    return struct.unpack("<f", struct.pack("<I", bits << 16))[0]


@row("2.1.bf16")
def bfloats(c):
    f = c.data("f", 33, -1000, 1000)
    b = [bf16(x) for x in f]
    c.out("H", b)
    c.out("f", [value(x) * 2 + y for x, y in zip(b, f)])
    b[3] = bf16(1.5)
    b = [bf16(wrap("f", value(x) + 1)) for x in b]
    c.out("f", map(value, b))
    c.out("f", [max(value(x), y) for x, y in zip(b, f)])
    c.out("f", [min(value(x), 3) for x in b])
    c.out("f", [2 * value(b[4])])
    k = [float(x) for x in c.data("i", 9, -8, 8)]
    c.out("H", [bf16(x) for x in (sum(k), k[3] * k[4], min(k), max(k))])
    b, h = [value(x) for x in b], c.data("e", 33, -100, 100)
    c.out("f", [x * y for x, y in zip(b, h)])
    c.out("H", [y >= x for x, y in zip(b, h)])
    c.out("f", [b[1] - h[1], h[2] * b[2]])


@row("2.2.enums")
def enumerations(c):
    n = c.data("i", 11)
    v = [7] * 11
    v[3], v[5], v[6] = 8, 0, 0
    c.out("I", [x + y for x, y in zip(v, n)])
    c.out("H", [0] + [5] * 10)
    c.out("i", [8])


TABLE = [1, 2, 3, 4, 50, 60, 70, 80, 900, 1000, -1100, 1200]


@row("3.1.splat", "3.1.converting_copy", "3.1.from_array", "3.1.brace_list", "3.1.uninitialised", "2.2.c_arrays_of_scalars",
     "7.const_t_table_n", "3.1.assign_converts", "2.2.vector_t_n", "2.2.matrix_t_r_c")
def construction(c):
    v = c.data("i", 12)
    c.out("i", [x + 5 for x in v])
    c.out("i", [7] * 11 + [1])
    c.out("i", [2 * x for x in TABLE])
    c.out("h", TABLE)
    c.out("f", [0.5, 1.5, -2.0])
    c.out("i", TABLE[:2])
    c.out("i", [1, -2, 3, 0, 0])
    c.out("i", [x + 2 * y for x, y in zip(TABLE, v)])
    c.out("B", v)


@row("3.2.int_int", "3.2.float_int", "3.2.int_float_double_float_float_half")
def conversions(c):
    i, u, f, s = c.data("i", 47), c.data("I", 47), c.data("f", 47, -30000, 30000), c.data("h", 47)
    c.out("b", i)
    c.out("H", i)
    c.out("f", i)
    c.out("f", u)
    c.out("i", f)
    c.out("h", f)
    c.out("e", f)
    c.out("f", s)
    c.out("I", s)
    c.out("B", i)


@row("3.1.saturating_copy", "3.3.integer_destination", "3.3.float_half_double_destination", "3.3.public_cm_sat",
     "9.3.saturating_convert", "3.3.ir")
def saturation(c):
    i, u, f, s = c.data("i", 47), c.data("I", 47), c.data("f", 47), c.data("h", 47)
    for t, v in (("B", i), ("b", i), ("h", i), ("I", i), ("i", u), ("B", f), ("h", f), ("f", f), ("B", s)):
        c.out(t, [sat(t, x) for x in v], tol=1e-40)
    c.out("B", s)
    c.out("B", [sat("B", x) for x in i])
    c.out("B", [sat("B", x) for x in f])


@row("2.1.double", "21.cm_has_double", targets=DOUBLE)
def doubles(c):
    a, b, n, f = c.data("d", 11, -1e10, 1e10), c.data("d", 11, -1e3, 1e3), c.data("i", 11), c.data("f", 11, -9, 9)
    c.out("d", [x + y for x, y in zip(a, b)])
    c.out("d", [x * y - 2 for x, y in zip(a, b)], rel=1e-15, tol=1e-3)
    c.out("d", [x + y for x, y in zip(a, f)])
    c.out("d", n)
    c.out("f", a)
    c.out("d", map(max, a, b))
    c.out("d", map(abs, a))
    c.out("H", [x < y for x, y in zip(a, b)])


@row("5.comma_sizeof_casts_to_vector")
def sizes(c):
    c.out("I", [12, 5, 42, 88])


@row("2.1.long")
def long_numbers(c):
    a, b, n = c.data("q", 7), c.data("Q", 7), c.data("i", 7)
    c.out("q", [x + y for x, y in zip(a, n)])
    c.out("q", [x * 3 - a[0] for x in a])
    c.out("Q", [x >> 33 for x in b])
    c.out("i", a)
    c.out("q", n)


@row("3.2.int_int", "3.2.float_int", "3.2.int_float_double_float_float_half")
def strided_conversions(c):
    for source in "Bhiefq":
        for target in "Bhiefq":
            s, d = c.data(source, 32, 0, 100), [1] * 64
            for count, stride, first, from_stride, from_first in ((8, 2, 1, 1, 2), (4, 4, 17, 3, 1), (8, 5, 20, 2, 3)):
                for i in range(count):
                    d[first + i * stride] = converted(target, s[from_first + i * from_stride])
            for i in range(3):
                d[i * 4] = converted(target, summed(target, source, d[i * 4], s[1 + i]))
            c.out(target, d)


def converted(t, x):
    return wrap(t, x) if t in "efd" else wrap(t, int(x))


def summed(a, b, x, y):
    return wrap(common(a, b), x + y)


@row("3.1.from_array")
def constant_ramps(c):
    for t, n, base, step in (("i", 16, 0, 1), ("i", 19, 5, 1), ("i", 32, -7, 300), ("I", 8, 0xfffffff0, 1), ("h", 16, 0, 3),
                             ("H", 24, 40000, 7), ("f", 16, 0.0, 1.0), ("f", 24, -1.5, 0.25), ("f", 8, 1000.0, -3.0),
                             ("f", 16, 0.1, 0.25), ("f", 16, 16777216.0, 2.0)):
        v = [wrap(t, base) + wrap(t, step) * i for i in range(n)]
        c.out(t, v)
        v[5], v[n - 1] = v[2], wrap(t, base) + wrap(t, step) * (n + 4)
        c.out(t, v)


@row("5.add_sub_mul")
def products_of_words(c):
    a, s, b = c.data("i", 19), c.data("h", 19), c.data("B", 19)
    c.out("i", [x * i * 3000 for i, x in enumerate(a)])
    c.out("i", [x * (20000 - i * 2100) for i, x in enumerate(a)])
    c.out("i", [x * y + (y ^ 5) for x, y in zip(a, s)])
    c.out("i", [x * y + (y | x) for x, y in zip(a, b)])
    c.out("i", [b[1 + 2 * i] * s[10 + i] - b[i] for i in range(9)])


@row("3.2.int_int", "5.bitwise", "5.shifts")
def bytes_made_wider(c):
    b, s = c.data("B", 40), c.data("b", 24)
    c.out("h", [x & 15 for x in b])
    c.out("h", [x >> 4 for x in b])
    c.out("i", [b[i] ^ b[20 + i] for i in range(19)])
    c.out("f", [float(x & 0x43) for x in b[1:25]])
    c.out("i", [(b[3 + 2 * i] | 1) + 7 for i in range(16)])
    c.out("H", [x * 2 & 255 | 1 for x in b])
    c.out("H", [x - 1 & 0xf1 for x in b])
    c.out("i", [x & 0x8f for x in s])
    c.out("i", [x >> 3 for x in s])
    m = [(b[i] ^ b[8 + i]) >> 1 for i in range(16)]
    c.out("i", [x - (x & 3) for x in m])


@row("2.1.double", "5.divide_float", targets=DOUBLE)
def double_quotients(c):
    a, b = c.data("d", 35, -1e10, 1e10), c.data("d", 35, -1e3, 1e3)
    c.out("d", [x / y for x, y in zip(a, b)])
    c.out("d", [1.0 / x for x in a])
    c.out("d", [math.sqrt(x * x) for x in a])
    c.out("d", [a[3] / b[4]] * 2)
