# SPDX-License-Identifier: MIT
"""Element types of the random ESIMD programs, the promotion of operators, and the values that an expression can have.

Each expression knows the range of its values, so that the generator writes no overflow, no shift out of range and no conversion
out of range. Floats are multiples of 2^-fraction within their range, and so small that every operation on them is exact."""
import collections

Type = collections.namedtuple("Type", "name bits kind")  # kind: i, u or f

I8, I16, I32, I64 = (Type(n, b, "i") for n, b in (("int8_t", 8), ("int16_t", 16), ("int", 32), ("int64_t", 64)))
U8, U16, U32, U64 = (Type("uint%d_t" % b, b, "u") for b in (8, 16, 32, 64))
HALF, FLOAT, DOUBLE = Type("half", 16, "f"), Type("float", 32, "f"), Type("double", 64, "f")
INTS = [I8, U8, I16, U16, I32, U32, I64, U64]
DIGITS = {HALF: 11, FLOAT: 24, DOUBLE: 53}
FLOAT_BOUND = {HALF: 128, FLOAT: 1024, DOUBLE: 4096}  # of a variable's value
FRACTION = 2                                          # a variable is a multiple of 1/4


def full(t):
    """The range of a variable."""
    if t.kind == "f":
        return -FLOAT_BOUND[t], FLOAT_BOUND[t]
    return (-(1 << (t.bits - 1)), (1 << (t.bits - 1)) - 1) if t.kind == "i" else (0, (1 << t.bits) - 1)


def within(inner, outer):
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def promoted(a, b):
    """C++'s usual conversions; half wins over integers, and wider floats over half."""
    floats = [t for t in (a, b) if t.kind == "f"]
    if floats:
        return max(floats, key=lambda t: t.bits)
    a, b = (t if t.bits >= 32 else I32 for t in (a, b))
    if a.bits != b.bits:
        return a if a.bits > b.bits else b
    return a if a.kind == "u" else b


class Expr:
    """A text of n elements (0: a number) of a type. fraction counts for floats only. view: names a view; temp: a simd that is
    no variable."""

    def __init__(self, text, t, n, limits=None, fraction=FRACTION, view=False, temp=True):
        self.text, self.t, self.n, self.view, self.temp = text, t, n, view, temp
        self.lo, self.hi = limits if limits else full(t)
        self.fraction = fraction if t.kind == "f" else 0

    @property
    def limits(self):
        return self.lo, self.hi

    def known(self, text, limits, temp=True):
        """The same type with other values."""
        return Expr(text, self.t, self.n, limits, self.fraction, temp=temp)


def exact(t, limits, fraction):
    """Whether floats of these values are exact."""
    return max(abs(limits[0]), abs(limits[1])) << fraction <= 1 << DIGITS[t]


def converted(e, t):
    """(limits, fraction) of e as type t by C++'s conversion, or None if it is not defined or not exact."""
    if t.kind == "f":
        return (e.limits, e.fraction) if exact(t, e.limits, e.fraction) else None
    if e.t.kind == "f":
        return (e.limits, 0) if within(e.limits, full(t)) else None
    return (e.limits, 0) if within(e.limits, full(t)) else (full(t), 0)


def corners(f, a, b):
    some = [f(x, y) for x in a for y in b]
    return min(some), max(some)


def bits_above(limits):
    """The lowest 2^k - 1 that is not below."""
    return (1 << max(0, limits[1]).bit_length()) - 1


def int_result(op, c, a, b):
    """Limits of a op b in the integer type c, or None if some value is not defined."""
    size = c.bits
    if op in "+-*":
        r = corners({"+": lambda x, y: x + y, "-": lambda x, y: x - y, "*": lambda x, y: x * y}[op], a, b)
        return r if within(r, full(c)) else full(c) if c.kind == "u" else None
    if op in "/%":
        if b[0] <= 0 <= b[1] or (c.kind == "i" and a[0] == full(c)[0] and b[0] <= -1):
            return None
        most = max(abs(a[0]), abs(a[1])) if op == "/" else max(abs(b[0]), abs(b[1])) - 1
        return (0 if a[0] >= 0 and (b[0] > 0 or op == "%") else -most), most
    if op in "&|^":
        if a[0] >= 0 and b[0] >= 0:
            return 0, min(a[1], b[1]) if op == "&" else max(bits_above(a), bits_above(b))
        if op == "&" and max(a[0], b[0]) >= 0:
            return 0, a[1] if a[0] >= 0 else b[1]
        return full(c)
    if b[0] < 0 or b[1] >= size:
        return None
    if op == ">>":
        return min(a[0] >> b[0], a[0] >> b[1]), max(a[1] >> b[0], a[1] >> b[1])
    r = a[0] << b[0] if a[0] >= 0 else None, a[1] << b[1]
    if c.kind == "u":
        return r if within(r, full(c)) else full(c)
    return r if r[0] is not None and within(r, full(c)) else None


def result(op, a, b):
    """(type, limits, fraction) of a op b, or None if it is not defined for all values or not exact."""
    c = promoted(a.t, b.t)
    x, y = converted(a, c), converted(b, c)
    if x is None or y is None:
        return None
    if c.kind != "f":
        limits = int_result(op, c, x[0], y[0])
        return limits and (c, limits, 0)
    if op not in "+-*":
        return None
    limits = corners({"+": lambda u, v: u + v, "-": lambda u, v: u - v, "*": lambda u, v: u * v}[op], x[0], y[0])
    fraction = x[1] + y[1] if op == "*" else max(x[1], y[1])
    return (c, limits, fraction) if exact(c, limits, fraction) else None


def literal(t, value):
    """A number of exactly this type. For floats: in units of 1/4."""
    if t.kind == "f":
        digits = "%g" % (value / 4.0)
        digits += "" if "." in digits or "e" in digits else ".0"
        return {HALF: "(half)%sf", FLOAT: "%sf", DOUBLE: "%s"}[t] % digits
    if t == I32:
        return str(value) if value >= 0 else "(%d)" % value
    if t == U32:
        return "%du" % value
    if t in (I64, U64):
        return "(%s)%d%s" % (t.name, value, "ull" if t == U64 else "ll")
    return "(%s)%d" % (t.name, value)
