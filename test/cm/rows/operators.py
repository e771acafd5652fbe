# SPDX-License-Identifier: MIT
from rowlib import cdiv, row, wrap


@row("5.add_sub_mul", "3.2.result_element_type_of_a_binary")
def add_mixed(c):
    a, b, f, h = c.data("B", 47), c.data("h", 47), c.data("f", 47), c.data("e", 47)
    c.out("i", [x + y for x, y in zip(a, b)])
    c.out("i", [x - y for x, y in zip(a, b)])
    c.out("i", [x * y for x, y in zip(a, b)])
    c.out("i", [x + x for x in a])
    c.out("f", [x + y for x, y in zip(f, b)])
    c.out("e", [x * y for x, y in zip(h, a)])
    c.out("f", [x + y for x, y in zip(h, f)])


@row("3.2.a_scalar_operand_takes_part_with", "3.2.narrowing_happens_only_on_assignment")
def scalar_operands(c):
    a, f, h, (k,) = c.data("B", 19), c.data("f", 19, -9, 9), c.data("e", 19, -9, 9), c.data("h", 1)
    c.out("i", [x + 1 for x in a])
    c.out("i", [x * k for x in a])
    c.out("i", [255 - x for x in a])
    c.out("f", [x * 3 for x in f])
    c.out("f", [x * 0.5 for x in h])
    c.out("f", [x + 0.5 for x in a])
    c.out("f", [k - x for x in f])
    c.out("B", [x + 200 for x in a])


@row("3.2.result_shape", "5.assign")
def shapes(c):
    m, n, v = c.data("i", 15), c.data("i", 15), c.data("h", 15)
    c.out("i", [x + y for x, y in zip(m, n)])
    c.out("i", [x * y for x, y in zip(m, v)])
    w = [y - x for x, y in zip(m, v)]
    c.out("i", w)
    m = [wrap("i", x + y) for x, y in zip(m, v)]
    c.out("i", m)
    c.out("h", n)
    part = [m[5 * r + k] for r in (0, 2) for k in (0, 2, 4)]
    c.out("i", [x + y for x, y in zip(part, w[1:13:2])])
    c.out("i", [x + y for x, y in zip(m[5:10], n[10:15])])


@row("5.bitwise", "5.shifts")
def bits(c):
    a, b, u = c.data("i", 33), c.data("i", 33), c.data("H", 33)
    c.out("i", [x & y for x, y in zip(a, b)])
    c.out("i", [x | y for x, y in zip(a, u)])
    c.out("i", [x ^ 0x55 for x in a])
    c.out("i", [~x for x in u])
    c.out("i", [~x & ~y for x, y in zip(a, b)])
    c.out("i", [x << (y & 7) for x, y in zip(a, u)])
    c.out("i", [x >> 5 for x in a])
    c.out("i", [x << (y & 31) for x, y in zip(a, b)])
    c.out("I", [wrap("I", x) >> 3 for x in a])
    c.out("i", [1 << (y & 31) for y in u])


@row("5.comparisons", "5.not", "5.and_or")
def comparisons(c):
    a, b, u, s = c.data("i", 39), c.data("i", 39), c.data("I", 39), c.data("b", 39)
    a[0:36:4] = b[0:36:4]
    pairs = list(zip(a, b))
    c.out("H", [x < y for x, y in pairs])
    c.out("H", [x <= y for x, y in pairs])
    c.out("H", [x > 7 for x in a])
    c.out("H", [x >= y for x, y in zip(a, s)])
    c.out("H", [x == y for x, y in pairs])
    c.out("H", [x != y for x, y in pairs])
    c.out("H", [wrap("I", x) < y for x, y in zip(a, u)])
    c.out("H", [not x for x in s])
    c.out("H", [x <= y for x, y in pairs])
    for t in "iH":  # & promotes, && gives a mask
        c.out(t, [x > 0 and y > 0 for x, y in pairs])
    c.out("H", [x > 0 or y != 0 for x, y in zip(a, s)])
    c.out("H", [x > y for x, y in pairs])


@row("5.float_comparisons_with_nan")
def nan_comparisons(c):
    a, b = c.data("f", 47), c.data("f", 47)
    pairs = list(zip(a, b))
    c.out("H", [x < y for x, y in pairs])
    c.out("H", [x <= y for x, y in pairs])
    c.out("H", [x > y for x, y in pairs])
    c.out("H", [x >= y for x, y in pairs])
    c.out("H", [x == y for x, y in pairs])
    c.out("H", [x != y for x, y in pairs])
    c.out("H", [x != x for x in a])
    c.out("H", [not x < y for x, y in pairs])


@row("5.unary")
def signs(c):
    a, i, u, f = c.data("B", 21), c.data("i", 21), c.data("I", 21), c.data("f", 21)
    c.out("i", [-x for x in a])
    c.out("i", a)
    c.out("i", [-x for x in i])
    c.out("I", [-x for x in u])
    c.out("f", [-x for x in f])
    c.out("i", i)
    c.out("i", i)


@row("5.compound")
def compound(c):
    a, b, f, u = c.data("i", 17), c.data("i", 17), c.data("f", 17, -9, 9), c.data("B", 17, 0, 250)
    a = [wrap("i", (wrap("i", x + y) - 3) * z) & 0xFFFF for x, y, z in zip(a, b, u)]
    a = [wrap("i", ((x | z) ^ y) << 2) >> 1 for x, y, z in zip(a, b, u)]
    c.out("i", a)
    u = [x * 3 & 255 for x in u]
    c.out("B", u)
    c.out("f", [wrap("f", wrap("f", x + (y & 255)) * 0.5) - z for x, y, z in zip(f, a, u)], tol=1e-4)
    b = [cdiv(x - 7 * cdiv(x, 7), 2) for x in b]
    c.out("i", b)
    for k in range(8):
        a[1 + 2 * k] -= b[k]
    c.out("i", a)


@row("5.increments")
def increments(c):
    a = c.data("i", 17, -1000, 1000)
    c.out("i", [x + 1 for x in a])
    c.out("i", a)
    c.out("i", [x + 2 for x in a])
    c.out("i", [x + 1 for x in a])
    a = [x + 1 for x in a]
    for k in range(8):
        a[2 * k] += 1
    for k in range(3, 7):
        a[k] += 1
    c.out("i", a)
    c.out("i", [x - 1 for x in a[:8]] + a[:8])
    c.out("i", a[:8])


@row("5.conditional", "5.comma_sizeof_casts_to_vector", "5.one_element_results_used_as_scalars")
def other_operators(c):
    a, b = c.data("i", 9), c.data("i", 9)
    v = list(a if a[0] > 0 else b)
    c.out("i", v)
    a = [x + 1 for x in a]
    c.out("i", a)
    c.out("h", b)
    c.out("i", [16, 64, 10 + a[2]])
    c.out("i", [2 * x for x in v])
