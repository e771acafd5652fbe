# SPDX-License-Identifier: MIT
import struct

from rowlib import row, sat, wrap

ROWS = ("8.asm", "19.inline_assembly", "19.operands")


def f32(x):
    return struct.unpack("f", struct.pack("f", x))[0]


@row(*ROWS)
def asm_regions(c):
    a, b, x = c.data("f", 16, -9, 9), c.data("f", 16, -9, 9), c.data("f", 1, -9, 9)[0]
    s = [f32(p + q) for p, q in zip(a, b)]
    c.out("f", s)
    c.out("f", [-p * abs(x) for p in a])
    c.out("f", [p + q * r for p, q, r in zip(a, b, s)], rel=1e-6, tol=1e-5)
    for i in range(8):
        s[1 + 2 * i] = f32(a[3 + i] + b[2 * i])
    c.out("f", s)
    c.out("f", [2 * f32(x + v) for v in s[1::2]])
    c.out("f", [a[4], a[6], a[12], a[14]])


@row(*ROWS)
def asm_bare(c):
    m, v = c.data("H", 32), c.data("i", 8)
    c.out("H", [-x if i < 16 else x for i, x in enumerate(m)])
    words = struct.unpack("16h", struct.pack("8i", *v))
    w = [0] * 16
    for i in range(8):
        w[2 * i], w[2 * i + 1] = words[1 + 2 * i], words[2 * i]
    c.out("h", w)
    c.out("i", [v[0], v[0] >> 3, (v[0] & 0xffffffff) >> 3] + v[3:])


@row(*ROWS)
def asm_types(c):
    h, f, s = c.data("e", 8, -9, 9), c.data("f", 8, -1e6, 1e6), c.data("h", 8)
    b, d = c.data("B", 16), c.data("i", 8, -10000, 10000)
    c.out("e", [2 * x for x in h])
    c.out("i", map(int, f))
    c.out("h", [sat("h", x + 30000) for x in s])
    c.out("H", [x + 7 for x in b])
    c.out("h", [x * y for x, y in zip(d, (0, 1, 2, 3, 4, 5, 6, -7))])


@row(*ROWS)
def asm_flags(c):
    a, b = c.data("i", 16), c.data("i", 16)
    m = c.data("H", 16, 0, 2)
    c.out("i", [x if k else y for x, y, k in zip(a, b, m)])
    c.out("i", [y if k else x + y for x, y, k in zip(a, b, m)])
    c.out("H", [x < y for x, y in zip(a, b)])
    c.out("i", [x if k else y for x, y, k in zip(a, b, m)])
    c.out("i", [5 if any(m) else 0] * 16)


@row(*ROWS)
def asm_elements(c):
    v, index = c.data("i", 40), c.data("B", 12, 0, 39)
    for k, i in enumerate(index):
        v[i] = wrap("i", v[i] + (1 if k < 6 else 100))
    c.out("i", v)
    c.out("i", [v[3] + v[4]])


@row(*ROWS)
def asm_flow(c):
    a, b = c.data("i", 16), c.data("i", 16)
    total = [0] * 16
    for i in range(a[0] & 7):
        total = [t + x if i & 1 else 2 * t + y for t, x, y in zip(total, a, b)]
    c.out("i", total)
    c.out("i", [x + y if x > y else x + (x < 0) for x, y in zip(a, b)])
    c.out("h", [10] * 6)
