# SPDX-License-Identifier: MIT
"""Values of the random ESIMD programs: vectors, masks and numbers."""
import collections

from esimd_gen_places import Places
from esimd_gen_types import (DOUBLE, FLOAT, FLOAT_BOUND, HALF, I16, I32, I64, U16, U32, U64, U8, Expr, converted, exact, full, literal,
                             promoted, result, within)

Mask = collections.namedtuple("Mask", "text n")
UNSIGNED = {8: U8, 16: U16, 32: U32, 64: U64}
MOST_TEXT = 400  # characters of an expression


class Values(Places):
    """Mixed into Program: self.r, self.dot, self.types, self.places, self.masks, self.numbers, self.functions, self.wide."""

    # Numbers

    def index(self, most):
        """A number from 0 to most; sometimes one that only the run knows."""
        r = self.r
        if most > 0 and self.numbers and r.random() < 0.2:
            mask = (1 << r.randint(1, (most + 1).bit_length() - 1)) - 1
            ints = [e for e in self.numbers if e.t.kind != "f" and e.t.bits >= 32]
            if mask and ints:
                e = r.choice(ints)
                if 0 <= e.lo and e.hi <= most and r.random() < 0.5:
                    return e.text
                return "(%s & %d)" % (e.text, mask)
        return str(r.randint(0, most))

    def constant(self, t, limits=None):
        lo, hi = limits or full(t)
        if t.kind == "f":
            value = self.r.choice([0, 1, 2, 3, 4, 6, 8, 10, -1, -2, -4, -8, -20, 100])
            return Expr(literal(t, value), t, 0, (value // 4, -(-value // 4)))
        some = [x for x in (0, 1, 2, 3, 5, 7, 8, 100, 127, 255, 32767, 65535, hi, hi - 1, lo, lo + 1, -1, -2, -128) if lo <= x <= hi]
        value = self.r.choice(some + [self.r.randint(lo, hi)])
        if t.kind == "i" and value == full(t)[0]:
            value += 1  # its literal has another type
        return Expr(literal(t, value), t, 0, (value, value))

    def number(self, depth=0, t=None):
        r = self.r
        some = [e for e in self.numbers if t in (None, e.t)]
        if depth > 1 or r.random() < 0.4:
            if some and r.random() < 0.6:
                return r.choice(some)
            elements = [p for p in self.places if p.n > 1 and not p.columns and (p.t == t or t is None and p.t != HALF)]
            if elements and r.random() < 0.5:
                p = r.choice(elements)
                if not p.view and r.random() < 0.4:
                    return Expr("%s<%s>(%s)" % (r.choice(["hmin", "hmax"]), p.t.name, p.text), p.t, 0)
                return Expr("(%s)%s[%s]" % (p.t.name, p.text, self.index(p.n - 1)), p.t, 0)
            return self.constant(t or r.choice([I32, I32, U32, I16, U8, I64] + ([FLOAT] if FLOAT in self.types else [])))
        for _ in range(4):
            e = self.operation(0, depth)
            if e and (t is None or e.t == t):
                return e
        return self.constant(t or I32)

    # Values within limits

    def masked(self, e, most):
        """An integer as one from 0 to most, which is 2^k - 1."""
        if 0 <= e.lo and e.hi <= most:
            return e
        t = promoted(e.t, I32)
        return Expr("(%s & %d)" % (e.text, most), t, e.n, (0, most))

    def simd_text(self, e):
        """For functions that take a simd, not a view."""
        return e.text if not e.view else e.text + ".read()"

    def clamped(self, e, lo, hi):
        if e.n == 0:
            return Expr(literal(e.t, 4), e.t, 0, (1, 1))
        text = "max(min(%s, %s), %s)" % (self.simd_text(e), literal(e.t, hi * 4), literal(e.t, lo * 4))
        return Expr(text, e.t, e.n, (max(e.lo, lo), min(e.hi, hi)) if e.lo <= hi and e.hi >= lo else (lo, hi), e.fraction)

    def fit(self, e, t):
        """e as something that a variable of type t may become."""
        if t.kind == "f" and e.t.kind != "f":
            return e if within(e.limits, full(t)) else self.masked(e, FLOAT_BOUND[t] - 1)
        if e.t.kind != "f":
            return e
        lo, hi = full(t)
        if t.kind == "f":
            return e if within(e.limits, full(t)) else self.clamped(e, lo, hi)
        # A float on its way to an integer; conversions are checked at the narrow end.
        lo, hi = max(lo, -FLOAT_BOUND[e.t]), min(hi, FLOAT_BOUND[e.t])
        return e if within(e.limits, (lo, hi)) else self.clamped(e, lo, hi)

    # Operators

    def operand(self, n, depth):
        """Of n elements or, in a vector's operation, sometimes a number."""
        if n and self.r.random() < 0.25:
            return self.number(depth + 1)
        return self.vector(n, depth + 1) if n else self.number(depth + 1)

    def allowed(self, op, a, b):
        """The operands made fit for op, or None."""
        c = promoted(a.t, b.t)
        if c.kind == "f":
            if op not in "+-*" or (a.n == b.n == 0 and HALF in (a.t, b.t)):
                return None
            if op == "*" and a.t.kind == b.t.kind == "f":  # one of the factors is a small integer
                k = self.r.choice([-3, -2, 2, 3, 5])
                if a.n == 0 and b.n:
                    a = Expr(literal(a.t, k * 4), a.t, 0, (k, k), 0)
                else:
                    b = Expr(literal(b.t, k * 4), b.t, 0, (k, k), 0)
            a, b = (self.masked(e, 63) if e.t.kind != "f" else e for e in (a, b))
            return a, b
        if op in ("<<", ">>"):
            b = self.masked(b, min(c.bits, 32) - 1 if self.r.random() < 0.7 else 7)
        elif op in "/%":
            b = self.masked(b, self.r.choice([7, 15, 63]))
            b = Expr("(%s + 1)" % b.text, promoted(b.t, I32), b.n, (b.lo + 1, b.hi + 1))
        c = promoted(a.t, b.t)
        if result(op, a, b) or c.kind != "i":
            return a, b
        if self.r.random() < 0.5 and op in "+-*<<":
            if op == "<<":
                return self.masked(a, 255), self.masked(b, 15)
            return self.masked(a, 1023), self.masked(b, 1023)
        u = UNSIGNED[c.bits]
        return self.cast(a, u), b

    def cast(self, e, t):
        limits, fraction = converted(e, t)
        if e.n == 0:
            return Expr("(%s)%s" % (t.name, e.text), t, 0, limits, fraction)
        return Expr("convert<%s>(%s)" % (t.name, self.simd_text(e)), t, e.n, limits, fraction)

    def operation(self, n, depth):
        r = self.r
        op = r.choice(["+", "+", "-", "-", "*", "*", "/", "%", "&", "|", "^", "<<", ">>"])
        a, b = self.vector(n, depth + 1) if n else self.number(depth + 1), self.operand(n, depth)
        if n and r.random() < 0.3 and op in "+-*&|^":
            a, b = b, a
        if op not in "+-*" and "f" in (a.t.kind, b.t.kind):
            op = r.choice("+-*")
        pair = self.allowed(op, a, b)
        e = pair and result(op, *pair)
        if not e or max(pair[0].n, pair[1].n) != n:
            return None
        return Expr("(%s %s %s)" % (pair[0].text, op, pair[1].text), e[0], n, e[1], e[2])

    # Vectors

    def vector(self, n, depth=0):
        r = self.r
        if depth > 2 or (depth and r.random() < 0.3):
            return self.leaf(n)
        for _ in range(4):
            kind = r.choice(self.kinds)
            e = kind(n, depth)
            if e and len(e.text) < MOST_TEXT:
                return e
        return self.leaf(n)

    @property
    def kinds(self):
        return [self.operation] * 8 + [self.unary] * 2 + [
            self.leaf, self.conversion, self.merged, self.extreme, self.absolute, self.saturated, self.part_of_temporary, self.replicated,
            self.indirect, self.call, self.rounded, self.element]

    def leaf(self, n, depth=0):
        p = self.sized(n) if self.r.random() < 0.9 else None
        if p:
            return p.expr()
        return self.progression(n) if self.r.random() < 0.5 else self.broadcast(n)

    def broadcast(self, n):
        t = self.r.choice(self.types)
        c = self.constant(t)
        return Expr("simd<%s, %d>(%s)" % (t.name, n, c.text), t, n, c.limits)

    def progression(self, n):
        r = self.r
        t = r.choice(self.types)
        lo, hi = full(t)
        step = r.choice([s for s in (-3, -1, 1, 2, 3, 7) if (s > 0 or lo < 0) and abs(s) * n < hi // 2] or [0])
        base = r.randint(-2 if lo < 0 else 0, 20)
        if step < 0:
            base = r.randint(0, 20)
        limits = min(base, base + step * (n - 1)), max(base, base + step * (n - 1))
        scale = 4 if t.kind == "f" else 1
        return Expr("simd<%s, %d>(%s, %s)" % (t.name, n, literal(t, base * scale), literal(t, step * scale)), t, n, limits)

    def unary(self, n, depth):
        e = self.vector(n, depth + 1)
        if e.t.kind == "f":
            return Expr("(-%s)" % e.text, e.t, n, (-e.hi, -e.lo), e.fraction)
        if e.t.kind == "i" and e.lo > full(e.t)[0] and self.r.random() < 0.6:
            return Expr("(-%s)" % e.text, e.t, n, (-e.hi, -e.lo))
        return Expr("(~%s)" % e.text, e.t, n)

    def conversion(self, n, depth):
        e, t = self.vector(n, depth + 1), self.r.choice(self.types)
        e = self.fit(e, t)
        return self.cast(e, t) if converted(e, t) else None

    def as_type(self, n, depth, t):
        """A simd of this type, and its limits."""
        e = self.fit(self.vector(n, depth + 1), t)
        limits = converted(e, t)[0]
        return Expr("simd<%s, %d>(%s)" % (t.name, n, e.text), t, n, limits)

    def merged(self, n, depth):
        t = self.r.choice(self.types)
        a, b = self.as_type(n, depth, t), self.as_type(n, depth, t)
        limits = min(a.lo, b.lo), max(a.hi, b.hi)
        return Expr("merge(%s, %s, %s)" % (a.text, b.text, self.mask(n, depth + 1)), t, n, limits)

    def extreme(self, n, depth):
        r = self.r
        t = r.choice(self.types)
        a = self.as_type(n, depth, t)
        b = self.constant(t) if r.random() < 0.3 else self.as_type(n, depth, t)
        name = r.choice(["min", "max"])
        pick = min if name == "min" else max
        return Expr("%s(%s, %s)" % (name, a.text, b.text), t, n, (pick(a.lo, b.lo), pick(a.hi, b.hi)))

    def absolute(self, n, depth):
        e = self.vector(n, depth + 1)
        if e.t.kind == "i" and e.lo == full(e.t)[0] or e.t == DOUBLE:
            return None
        most = max(abs(e.lo), abs(e.hi))
        return Expr("abs(%s)" % self.simd_text(e), e.t, n, (0, most), e.fraction)

    def saturated(self, n, depth):
        e, t = self.vector(n, depth + 1), self.r.choice([t for t in self.types if t.kind != "f"])
        if e.t.kind == "f":
            return None
        lo, hi = full(t)
        limits = min(max(e.lo, lo), hi), min(max(e.hi, lo), hi)
        return Expr("saturate<%s>(%s)" % (t.name, self.simd_text(e)), t, n, limits)

    def rounded(self, n, depth):
        e = self.vector(n, depth + 1)
        if e.t != FLOAT or not exact(FLOAT, (e.lo - 1, e.hi + 1), e.fraction):
            return None
        name = self.r.choice(["rndd", "rndu", "rndz", "rnde"])
        return Expr("%s<float>(%s)" % (name, self.simd_text(e)), FLOAT, n, e.limits, 0)

    def part_of_temporary(self, n, depth):
        """Selections of an object that is no variable give its elements."""
        m = self.r.choice([k for k in self.lengths if k >= n] or [n])
        e = self.operation(m, depth + 1)
        if not e:
            return None
        stride = self.r.choice([s for s in (1, 2, 3) if (n - 1) * s < m and (n > 1 or s == 1)])
        text = "%s%sselect<%d, %d>(%s)" % (e.text, self.dot, n, stride, self.index(m - 1 - (n - 1) * stride))
        return Expr(text, e.t, n, e.limits, e.fraction)

    def replicated(self, n, depth):
        r = self.r
        some = [p for p in self.places if not p.columns]
        if not some:
            return None
        p = r.choice(some)
        times = r.choice([k for k in (1, 2, 3, 4, 5, 8, 16, 32) if n % k == 0])
        w = n // times
        if w > p.n:
            return None
        if w == p.n and times > 1 and not p.view and r.random() < 0.3:
            return Expr("%s%sreplicate<%d>()" % (p.text, self.dot, times), p.t, n)
        hs = r.choice([h for h in (0, 1, 1, 2, 3) if (w - 1) * h < p.n])
        vs = r.choice([v for v in (0, 1, 2, 3, 4, 8) if (times - 1) * v + (w - 1) * hs < p.n])
        at = self.index(p.n - 1 - (times - 1) * vs - (w - 1) * hs)
        form = "replicate_vs_w_hs<%d, %d, %d, %d>" % (times, vs, w, hs)
        if hs == 1 and r.random() < 0.5:
            form = "replicate_vs_w<%d, %d, %d>" % (times, vs, w) if vs else "replicate_w<%d, %d>" % (times, w)
        return Expr("%s%s%s(%s)" % (p.text, self.dot, form, at), p.t, n)

    def indices(self, n, most):
        """simd<uint16_t, n> of numbers from 0 to most."""
        k = (1 << ((most + 1).bit_length() - 1)) - 1
        e = self.fit(self.leaf(n), U16)
        return "simd<uint16_t, %d>(%s & %d)" % (n, e.text if e.t.kind != "f" else "convert<int>(%s)" % self.simd_text(e), k)

    def indirect(self, n, depth):
        some = [p for p in self.places if not p.view and not p.columns and p.n > 1]
        if not some or n < 2:
            return None
        p = self.r.choice(some)
        return Expr("%s%siselect<%d>(%s)" % (p.text, self.dot, n, self.indices(n, p.n - 1)), p.t, n)

    def element(self, n, depth):
        """One element of a variable beside a vector."""
        some = [p for p in self.places if not p.columns and p.n > 1]
        if not some or n < 2:
            return None
        p = self.r.choice(some)
        at = "%s[%s]" % (p.text, self.index(p.n - 1))
        a, b = self.vector(n, depth + 1), Expr(at, p.t, 0)
        op = self.r.choice("+-*") if "f" in (a.t.kind, b.t.kind) else self.r.choice("+-*&|^")
        pair = self.allowed(op, a, b)
        e = pair and result(op, *pair)
        if not e or pair[1] is not b:
            return None
        return Expr("(%s %s %s)" % (pair[0].text, op, at), e[0], n, e[1], e[2])

    def call(self, n, depth):
        some = [f for f in self.functions if f.n == n and f.t and f.form != "lambda"]
        if not some:
            return None
        f = self.r.choice(some)
        return Expr(self.call_text(f, depth), f.t, n)

    def call_text(self, f, depth):
        return "%s(%s)" % (f.name, ", ".join(self.as_type(m, depth, t).text for t, m in f.parameters))

    # Masks

    def comparison(self, n, depth):
        a, b = self.vector(n, depth + 1), self.operand(n, depth)
        c = promoted(a.t, b.t)
        if c.kind == "f":
            a, b = (self.masked(e, 63) if e.t.kind != "f" else e for e in (a, b))
            if converted(a, c) is None or converted(b, c) is None:
                return None
        return "(%s %s %s)" % (a.text, self.r.choice(["<", "<=", ">", ">=", "==", "!="]), b.text)

    def mask(self, n, depth=0):
        """The text of a mask of n elements."""
        r = self.r
        some = [m for m in self.masks if m.n >= n]
        if some and r.random() < 0.3:
            m = r.choice(some)
            if m.n == n:
                return m.text if r.random() < 0.7 else "(!%s)" % m.text
            stride = r.choice([s for s in (1, 2, 3) if (n - 1) * s < m.n and (n > 1 or s == 1)])
            return "%s%sselect<%d, %d>(%s)" % (m.text, self.dot, n, stride, self.index(m.n - 1 - (n - 1) * stride))
        if depth < 2 and r.random() < 0.3:
            a, b = self.mask(n, depth + 1), self.mask(n, depth + 1)
            if r.random() < 0.15:
                return "merge(%s, %s, simd_mask<%d>(%s))" % (self.mask_object(a, n), self.mask_object(b, n), n, self.mask(n, depth + 1))
            return "(%s %s %s)" % (a, r.choice(["&", "|", "^", "&&", "||"]), b)
        if n in (8, 16, 32) and r.random() < 0.15:
            return "unpack_mask<%d>(%s)" % (n, self.cast(self.masked_number(), U32).text)
        if n <= 16 and r.random() < 0.1:
            return "simd_mask<%d>({%s})" % (n, ", ".join(r.choice("01") for _ in range(n)))
        if r.random() < 0.1:  # any number but zero is true
            return "simd_mask<%d>(%s)" % (n, self.as_type(n, depth + 1, U16).text)
        for _ in range(4):
            text = self.comparison(n, depth)
            if text:
                return text
        return "simd_mask<%d>(%d)" % (n, r.randint(0, 1))

    def mask_object(self, text, n):
        return "simd_mask<%d>(%s)" % (n, text)

    def masked_number(self):
        e = self.number(1)
        return e if e.t.kind != "f" else self.constant(U32)

    def condition(self):
        """A scalar condition."""
        r = self.r
        n = r.choice(self.lengths)
        pick = r.random()
        if pick < 0.5:
            return "(%s).%s()" % (self.mask_object(self.mask(n, 1), n), r.choice(["any", "all", "any"]))
        some = [p for p in self.places if p.t.kind != "f"]
        if pick < 0.6 and some:
            return "%s.%s()" % (self.narrowed(r.choice(some), r.choice([0, 1, 2])).text, r.choice(["any", "all"]))
        a, b = self.number(1), self.number(1)
        c = promoted(a.t, b.t)
        if HALF in (a.t, b.t) or converted(a, c) is None or converted(b, c) is None:
            return "(%s & 1) != 0" % self.masked_number().text
        return "%s %s %s" % (a.text, r.choice(["<", ">", "==", "!=", "<="]), b.text)
