# SPDX-License-Identifier: MIT
import math
from fractions import Fraction

from rowlib import row, sat, wrap

IEEE = ("skl", "icl", "pvc", "lnl", "bmg", "ptl")


@row("9.3.cm_inv", "9.3.cm_sqrt_cm_rsqrt")
def roots(c):
    f, g, h = c.data("f", 47, -100, 100), c.data("f", 47, 0.001, 1e6), c.data("e", 33, 0.01, 100)
    c.out("f", [1 / x for x in f], rel=3e-7)
    c.out("f", map(math.sqrt, g), rel=3e-7)
    c.out("f", [1 / math.sqrt(x) for x in g], rel=3e-7)
    c.out("e", [1 / x for x in h], rel=2e-3)
    c.out("f", map(math.sqrt, h), rel=2e-3)
    c.out("f", [sat("f", math.sqrt(x)) for x in g], rel=3e-7)
    c.out("f", [math.sqrt(g[2])], rel=3e-7)


@row("9.3.cm_exp_cm_log", "9.3.cm_pow")
def exponentials(c):
    f, g, h = c.data("f", 47, -20, 20), c.data("f", 47, 0.001, 1e6), c.data("e", 33, -8, 8)
    c.out("f", [2 ** x for x in f], rel=2e-6)
    c.out("f", [math.log2(x) for x in g], rel=1e-6, tol=1e-6)
    c.out("f", [x ** 1.5 for x in g], rel=2e-5)
    c.out("e", [2 ** x for x in h], rel=3e-3)


@row("9.3.cm_sin_cm_cos", "9.3.cm_sincos_cos_ref_x_sin", "9.3.cm_asin_cm_acos_cm_atan")
def angles(c):
    f, u = c.data("f", 47, -3.1, 3.1), c.data("f", 47, -1, 1)
    for _ in range(2):
        c.out("f", map(math.sin, f), tol=1e-5)
        c.out("f", map(math.cos, f), tol=1e-5)
    c.out("f", map(math.asin, u), tol=2e-5)
    c.out("f", map(math.acos, u), tol=2e-5)
    c.out("f", map(math.atan, f), tol=2e-5)


def floor(x):
    return math.copysign(math.floor(x), x) if math.isfinite(x) else x


def ceil(x):
    return math.copysign(math.ceil(x), x) if math.isfinite(x) else x


def trunc(x):
    return math.copysign(math.trunc(x), x) if math.isfinite(x) else x


def even(x):
    return math.copysign(round(x), x) if math.isfinite(x) else x


@row("9.3.cm_rndd_rndu_rnde_rndz", "9.3.cm_frc")
def rounding(c):
    f, h = c.data("f", 47, -1000, 1000), c.data("e", 21, -100, 100)
    f[:4] = f[:4]
    c.out("f", map(floor, f))
    c.out("f", map(ceil, f))
    c.out("f", map(even, f))
    c.out("f", map(trunc, f))
    c.out("i", map(even, f))
    c.out("h", map(floor, f))
    c.out("f", [x - math.floor(x) for x in f], tol=1e-6)
    c.out("e", map(floor, h))


@row("9.3.c_names")
def c_names(c):
    f, g = c.data("f", 47, -30, 30), c.data("f", 47, 0.01, 1000)
    c.out("f", map(abs, f))
    c.out("f", map(math.sqrt, g), rel=3e-7)
    c.out("f", map(min, f, g))
    c.out("f", [max(x, 0.5) for x in f])
    for r in (floor, ceil, trunc, even):
        c.out("f", map(r, f))
    c.out("f", [math.exp(x * 0.1) for x in f], rel=3e-6)
    c.out("f", map(math.log, g), rel=1e-6, tol=1e-6)
    c.out("f", map(math.log10, g), rel=1e-6, tol=1e-6)
    c.out("f", [2 ** (x * 0.1) for x in f], rel=3e-6)
    c.out("f", [x ** 0.5 for x in g], rel=3e-6)
    c.out("f", map(math.sin, f), tol=1e-4)
    c.out("f", [x * y + 1 for x, y in zip(f, g)])
    c.out("f", [1 / x for x in g], rel=3e-7)
    c.out("f", [abs(f[0]), math.sqrt(g[1]), max(f[2], g[2]) + 1.5], rel=3e-7)


def dots(a, b, terms, one=False):
    out = []
    for i in range(0, len(a), 4):
        p = [(1.0 if one and k == 3 else a[i + k]) * b[i + k] for k in range(terms)]
        out += [sum(p)] * 4
    return out


@row("9.1.cm_lrp", "9.1.cm_dp2_3_4_dph_cm_line")
def interpolate(c):
    a, b, d = [c.data("f", 20, -2, 2) for _ in range(3)]
    c.out("f", [x * y + (1 - x) * z for x, y, z in zip(a, b, d)], tol=1e-5)
    for terms in (4, 3, 2):
        c.out("f", dots(a, b, terms), tol=1e-5)
    c.out("f", dots(a, b, 4, True), tol=1e-5)
    c.out("f", [a[4] * y + a[7] for y in b], tol=1e-5)


@row("9.3.cm_frem")
def remainders(c):
    a, b = c.data("f", 21, -500, 500), c.data("f", 21, 0.5, 40)
    c.out("f", map(math.fmod, a, b))
    c.out("f", [math.fmod(x, 1.5) for x in a])
    c.out("f", [math.fmod(7.25, y) for y in b])
    c.out("f", [-1.25])


@row("9.1.mad")
def contraction(c):
    a, b, d = [c.data("f", 31, -50, 50) for _ in range(3)]
    c.out("f", [x * y + z for x, y, z in zip(a, b, d)])
    c.out("f", [z - x * y for x, y, z in zip(a, b, d)])
    h = c.data("e", 31, -8, 8)
    c.out("e", [x * x + x for x in h], rel=1e-3, tol=1e-2)


@row("5.divide_float")
def float_division(c):
    a, b = c.data("f", 31, -1000, 1000), c.data("f", 31, 0.01, 100)
    h, g = c.data("e", 31, -10, 10), c.data("e", 31, 0.1, 10)
    c.out("f", [x / y for x, y in zip(a, b)], rel=3e-7)
    c.out("f", [3 / y for y in b], rel=3e-7)
    c.out("f", [x / 4 for x in a])
    c.out("e", [x / y for x, y in zip(h, g)], rel=3e-3)


@row("9.3.cm_sqrt_ieee_cm_div_ieee_a_b", "21.cm_has_ieee_div_sqrt", targets=IEEE)
def ieee(c):
    a, b, d = c.data("f", 31, -1000, 1000), c.data("f", 31, 0.01, 100), c.data("f", 31, 0, 1e6)
    c.out("f", [wrap("f", x / y) for x, y in zip(a, b)])
    c.out("f", map(math.sqrt, d))


# 8, 23: bits of the fraction; -14, -126: the least exponent of a normal number.
FORMATS = {"e": (10, -14, 15, "H"), "f": (23, -126, 127, "I")}


def packed(t, x, mode, denormals):
    """The bits of the exact number x as half or float, rounded up, down, to zero or to nearest even."""
    fraction, least, most, _ = FORMATS[t]
    if x == 0:
        return 0
    negative, m, e = x < 0, abs(x), 0
    while m >= 2:
        m, e = m / 2, e + 1
    while m < 1:
        m, e = m * 2, e - 1
    e = max(e, least)
    units = abs(x) / Fraction(2) ** (e - fraction)
    whole = units.numerator // units.denominator
    rest = units - whole
    if mode == "nearest":
        whole += rest > Fraction(1, 2) or (rest == Fraction(1, 2) and whole & 1)
    elif rest and mode == ("down" if negative else "up"):
        whole += 1
    sign = int(negative) << (fraction + most.bit_length() + 1)
    bits = ((e - least) << fraction) + whole
    if e == least and whole < 1 << fraction and not denormals:
        bits = 0
    if bits >> fraction >= 2 * most + 1:  # too large
        away = mode == "nearest" or mode == ("down" if negative else "up")
        bits = ((2 * most + 1) << fraction) - (not away)
    return sign | bits


def float_mode(mode, floats_keep, halfs_keep):
    def reference(c):
        a, b = c.data("f", 47, -100, 100), c.data("f", 47, -1e-3, 1e-3)
        n = c.data("i", 47, -(1 << 31), (1 << 31) - 1)
        h = c.data("e", 21, 2.0 ** -9, 2.0 ** -7)
        exact = Fraction
        c.out("I", [packed("f", exact(x) + exact(y), mode, floats_keep) for x, y in zip(a, b)])
        c.out("I", [packed("f", exact(x) * exact(y), mode, floats_keep) for x, y in zip(a, b)])
        c.out("I", [packed("f", exact(x) / 2 ** 120, mode, floats_keep) for x in b])
        c.out("I", [packed("f", exact(x), mode, floats_keep) for x in n])
        c.out("H", [packed("e", exact(x), mode, halfs_keep) for x in a])
        c.out("H", [packed("e", exact(x) * exact(h[0]), mode, halfs_keep) for x in h])
    return reference


for name, mode, floats_keep, halfs_keep in (("float_nearest", "nearest", True, True), ("float_up", "up", True, True),
                                            ("float_down", "down", False, False), ("float_zero", "zero", False, True)):
    row("7.genx_float_control_x_genx_rounding", kernel=name)(float_mode(mode, floats_keep, halfs_keep))
