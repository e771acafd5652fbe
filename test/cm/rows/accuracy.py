# SPDX-License-Identifier: MIT
"""The bounds are those of docs/accuracy.md, for float and half."""
import math

from rowlib import row, wrap


def even(x):
    return float(round(x))


# relative, absolute error of float; of half
BOUNDS = {"inv": ((3e-7, 0), (3e-3, 0)), "div": ((3e-7, 0), (3e-3, 0)), "sqrt": ((3e-7, 0), (2e-3, 0)),
          "exp2": ((2e-6, 0), (3e-3, 0)), "exp": ((3e-6, 0), (3e-3, 0)), "log": ((1e-6, 1e-6), (3e-3, 3e-3)),
          "pow": ((2e-5, 0), (5e-3, 0)), "sin": ((0, 1e-5), (0, 2e-3)), "tan": ((1e-4, 1e-5), (1e-2, 2e-3)),
          "arc": ((0, 2e-5), (0, 2e-3)), "exact": ((0, 0), (0, 0)), "frc": ((0, 0), (0, 0))}


def out(c, t, kind, values):
    rel, tol = BOUNDS[kind][t == "e"]
    c.out(t, values, rel=rel, tol=tol)


def measured(t):
    def reference(c):
        n = 61
        f, p = c.data(t, n, -30, 30), c.data(t, n, 0.05, 900)
        u, g = c.data(t, n, -1, 1), c.data(t, n, 0.2, 3)
        rounded = lambda v: [wrap(t, x) for x in v]
        small = rounded([x * rounded([0.1])[0] for x in f])
        triple = rounded([x * 3 for x in u])
        out(c, t, "inv", [1 / x for x in p])
        out(c, t, "div", [x / y for x, y in zip(f, p)])
        out(c, t, "sqrt", map(math.sqrt, p))
        out(c, t, "sqrt", [1 / math.sqrt(x) for x in p])
        out(c, t, "exp2", [2 ** x for x in u])
        out(c, t, "log", map(math.log2, p))
        out(c, t, "pow", [x ** y for x, y in zip(g, small)])
        out(c, t, "sin", map(math.sin, triple))
        out(c, t, "sin", map(math.cos, triple))
        out(c, t, "sin", map(math.sin, u))
        out(c, t, "sin", map(math.cos, u))
        out(c, t, "arc", map(math.asin, u))
        out(c, t, "arc", map(math.acos, u))
        out(c, t, "arc", map(math.atan, f))
    return reference


def c_measured(t, more):
    def reference(c):
        n = 61
        f, p, u = c.data(t, n, -30, 30), c.data(t, n, 0.05, 900), c.data(t, n, -1, 1)
        out(c, t, "exp", [math.exp(wrap(t, x * 3)) for x in u])
        out(c, t, "exp2", [2 ** x for x in u])
        for fn in (math.log, math.log2, math.log10):
            out(c, t, "log", map(fn, p))
        out(c, t, "pow", [x ** y for x, y in zip(p, u)])
        out(c, t, "sin", map(math.sin, u))
        out(c, t, "sin", map(math.cos, u))
        out(c, t, "tan", map(math.tan, u))
        out(c, t, "arc", map(math.asin, u))
        out(c, t, "arc", map(math.acos, u))
        out(c, t, "arc", map(math.atan, f))
        out(c, t, "sqrt", map(math.sqrt, p))
        out(c, t, "sqrt", [1 / math.sqrt(x) for x in p])
        for fn in (math.floor, math.ceil, even, math.trunc):
            out(c, t, "exact", [math.copysign(fn(x), x) for x in f])
        out(c, t, "exact", map(abs, f))
        out(c, t, "exact", map(min, f, u))
        out(c, t, "exact", map(max, f, u))
        out(c, t, "frc", [x - math.floor(x) for x in f])
        if more:
            f, p = c.data(t, n, -1000, 1000), c.data(t, n, 1, 9)
            out(c, t, "exact", map(math.fmod, f, p))
            out(c, t, "exact", [x * y + x for x, y in zip(f, p)])
    return reference


row("9.3.c_names", "9.3.cm_inv", "9.3.cm_exp_cm_log", "9.3.cm_pow", kernel="accuracy_float")(measured("f"))
row("9.3.c_names", "9.3.cm_sin_cm_cos", kernel="accuracy_half")(measured("e"))
row("9.3.c_names", kernel="accuracy_c_float")(c_measured("f", True))
row("9.3.c_names", kernel="accuracy_c_half")(c_measured("e", False))
