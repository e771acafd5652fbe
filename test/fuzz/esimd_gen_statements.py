# SPDX-License-Identifier: MIT
"""Statements of the random ESIMD programs."""
from esimd_gen_memory import Memory
from esimd_gen_places import Place
from esimd_gen_types import HALF, I32, U32, U64, Expr, result
from esimd_gen_values import Mask, Values


class Statements(Values, Memory):
    """Mixed into Program. A place, mask or number that a block declares is gone after the block."""

    def line(self, text):
        self.lines.append("    " * self.indent + text)

    def new(self, stem):
        self.names += 1
        return stem + str(self.names)

    def declare(self, t, n, text):
        """A new simd variable with this value."""
        name = self.new("v")
        direct = not text.startswith("simd<") and self.r.random() < 0.3  # not a declaration of a function
        self.line(("simd<%s, %d> %s(%s);" if direct else "simd<%s, %d> %s = %s;") % (t.name, n, name, text))
        self.places.append(Place(name, t, n))
        return name

    def block(self, head, statements, more=()):
        """head { statements }; what they declare stays inside."""
        self.line(head + " {")
        kept = len(self.places), len(self.masks), len(self.numbers)
        self.indent += 1
        self.numbers += more
        for _ in range(statements):
            self.statement(self.nesting + 1)
        self.indent -= 1
        del self.places[kept[0]:], self.masks[kept[1]:], self.numbers[kept[2]:]
        self.line("}")

    def statement(self, nesting=0):
        r, self.nesting = self.r, nesting
        kinds = [self.assignment] * 6 + [self.compound] * 5 + [self.merge_into] * 2 + [
            self.variable, self.named_view, self.mask_variable, self.mask_change, self.scalar, self.scalar, self.update, self.step,
            self.store, self.list_variable, self.apply, self.apply, self.lambda_result, self.temporary_part]
        if self.slm:
            kinds += [self.local] * 2
        if self.arrays:
            kinds += [self.array_loop]
        if nesting < 2:
            kinds += [self.branch, self.branch, self.loop, self.loop]
        r.choice(kinds)()
        self.nesting = nesting

    # Declarations

    def variable(self):
        t, n = self.r.choice(self.types), self.r.choice(self.lengths)
        if self.r.random() < 0.3:
            self.declare(t, n, self.loaded(t, n))
        else:
            self.declare(t, n, self.fit(self.vector(n), t).text)

    def list_variable(self):
        t, n = self.r.choice([t for t in self.types if t.kind != "f"]), self.r.choice([2, 3, 4, 8])
        self.declare(t, n, "simd<%s, %d>({%s})" % (t.name, n, ", ".join(self.constant(t).text for _ in range(n))))

    def named_view(self):
        p = self.narrowed(self.r.choice(self.places), self.r.choice([1, 2, 2, 3]))
        if p.view:
            name = self.new("w")
            self.line("auto %s = %s;" % (name, p.text))
            self.places.append(Place(name, p.t, p.rows, p.columns, p.row_b, p.step_b, view=True))

    def temporary_part(self):
        """The part of a temporary object outlives the object."""
        n = self.r.choice(self.lengths)
        e = self.part_of_temporary(n, 1)
        if e and e.n == n:
            name, target = self.new("x"), self.sized(n)
            self.line("auto %s = %s;" % (name, e.text))
            if target:
                value = Expr(name, e.t, n, e.limits, e.fraction, temp=False)
                self.line("%s = %s;" % (target.text, self.fit(value, target.t).text))

    def mask_variable(self):
        n, name = self.r.choice(self.lengths), self.new("m")
        self.line("simd_mask<%d> %s = %s;" % (n, name, self.mask(n)))
        self.masks.append(Mask(name, n))

    def mask_change(self):
        if self.masks:
            m = self.r.choice(self.masks)
            other = self.mask_object(self.mask(m.n), m.n)
            if self.r.random() < 0.2:
                self.line("%s.merge(%s, %s);" % (m.text, other, self.mask_object(self.mask(m.n, 1), m.n)))
            else:
                self.line("%s %s %s;" % (m.text, self.r.choice(["&=", "|=", "^=", "="]), other))

    def scalar(self):
        r = self.r
        name, pick = self.new("s"), r.random()
        whole = [p for p in self.places if not p.view]
        p = r.choice(whole)
        if pick < 0.3:
            e = self.number()
            t = e.t
            text = e.text
        elif pick < 0.45 and p.t != HALF:
            t, text = p.t, "%s<%s>(%s)" % (r.choice(["hmax", "hmin"]), p.t.name, p.text)
        elif pick < 0.6:
            sums = [p for p in whole if p.t in (U32, U64)]
            if sums and r.random() < 0.6:
                p = r.choice(sums)
                t, text = p.t, "reduce<%s>(%s, std::%s<>{})" % (p.t.name, p.text, r.choice(["plus", "multiplies"]))
            else:
                n = r.choice(self.lengths)
                e = self.masked(self.fit(self.vector(n, 1), I32), 1023)
                if e.t.kind == "f":
                    return
                t, text = I32, "reduce<int>(simd<int, %d>(%s), std::plus<>{})" % (n, e.text)
        elif pick < 0.75:
            n = r.choice(self.lengths)
            t, text = I32, "%s.%s()" % (self.mask_object(self.mask(n, 1), n), r.choice(["any", "all"]))
        elif pick < 0.9:
            n = r.choice([n for n in self.lengths if n <= 32] or [8])
            t, text = U32, "pack_mask(%s)" % self.mask_object(self.mask(n, 1), n)
        else:
            t, n = U32, r.choice(self.lengths)
            e = self.masked(self.fit(self.vector(n, 1), U32), (1 << 15) - 1)
            if e.t.kind == "f" or e.t.bits > 32:
                return
            text = "hmax<uint32_t>(cbit(simd<uint32_t, %d>(%s)))" % (n, e.text)
        if t == HALF:
            return
        self.line("%s %s = %s;" % (t.name, name, text))
        self.numbers.append(Expr(name, t, 0))

    # Assignments

    def target(self):
        p = self.r.choice(self.places)
        return self.narrowed(p, self.r.choice([0, 1, 1, 2, 2, 3, 4]))

    def assignment(self):
        p = self.target()
        if self.r.random() < 0.12:
            e = self.fit(self.number(), p.t)
        else:
            e = self.fit(self.vector(p.n), p.t)
        self.line("%s = %s;" % (p.text, e.text))

    def compound(self):
        p, r = self.target(), self.r
        op = r.choice("+-*" if p.t.kind == "f" else ["+", "-", "*", "&", "|", "^", "<<", ">>", "/", "%"])
        pair = self.allowed(op, p.expr(), self.operand(p.n, 1))
        e = pair and result(op, *pair)
        if not e or pair[0].text != p.text:
            return self.assignment()
        whole = Expr("(%s %s %s)" % (pair[0].text, op, pair[1].text), e[0], p.n, e[1], e[2])
        fitted = self.fit(whole, p.t)
        if fitted is whole:
            self.line("%s %s= %s;" % (p.text, op, pair[1].text))
        else:
            self.line("%s = %s;" % (p.text, fitted.text))

    def step(self):
        some = [p for p in self.places if p.t.kind == "u" or p.t.bits < 32 and p.t.kind == "i"]
        if some:
            p = self.r.choice(some)
            self.line(self.r.choice(["%s++;", "%s--;", "++%s;", "--%s;"]) % p.text)

    def merge_into(self):
        p = self.target()
        a = self.as_type(p.n, 1, p.t).text
        if self.r.random() < 0.6:
            self.line("%s.merge(%s, %s);" % (p.text, a, self.mask(p.n)))
        else:
            self.line("%s.merge(%s, %s, %s);" % (p.text, a, self.as_type(p.n, 1, p.t).text, self.mask(p.n)))

    def update(self):
        """Elements at indices that only the run knows, each at most once."""
        some = [p for p in self.places if not p.view and p.n >= 4]
        if not some:
            return
        p, r = self.r.choice(some), self.r
        n = r.choice([k for k in (2, 4, 8, 16) if k <= p.n])
        step = r.choice([s for s in (1, 2, 3) if (n - 1) * s < p.n])
        index = "simd<uint16_t, %d>((uint16_t)(%s), (uint16_t)%d)" % (n, self.index(p.n - 1 - (n - 1) * step), step)
        self.line("%s.iupdate<%d>(%s, %s, %s);" % (p.text, n, index, self.as_type(n, 1, p.t).text, self.mask_object(self.mask(n, 1), n)))

    # Control flow

    def branch(self):
        self.block("if (%s)" % self.condition(), self.r.randint(1, 3))
        if self.r.random() < 0.4:
            self.lines[-1] += " else {"
            saved = self.lines.pop()
            start = len(self.lines)
            self.block("", self.r.randint(1, 2))
            self.lines[start] = saved

    def loop(self):
        r, i = self.r, self.new("i")
        most = r.randint(1, 4)
        unroll = r.random()
        if unroll < 0.2:
            self.line("#pragma unroll")
        count = self.index(3) if r.random() < 0.3 and unroll >= 0.2 else str(most)
        self.block("for (int %s = 0; %s < %s; %s++)" % (i, i, count, i), r.randint(1, 3), [Expr(i, I32, 0, (0, 3))])

    def array_loop(self):
        """Elements of an array of simd, at an index that the run knows."""
        name, t, n, length = self.r.choice(self.arrays)
        i = self.new("i")
        if self.r.random() < 0.5:
            self.line("#pragma unroll")
        self.line("for (int %s = 0; %s < %d; %s++) {" % (i, i, length, i))
        self.indent += 1
        kept = len(self.places), len(self.numbers)
        self.numbers.append(Expr(i, I32, 0, (0, length - 1)))
        p = Place("%s[%s]" % (name, i), t, n)
        self.places.append(p)
        self.line("%s = %s;" % (p.text, self.fit(self.vector(n), t).text))
        q = self.narrowed(p, self.r.choice([1, 2]))
        self.line("%s = %s;" % (q.text, self.fit(self.vector(q.n, 1), q.t).text))
        self.indent -= 1
        del self.places[kept[0]:], self.numbers[kept[1]:]
        self.line("}")

    # Calls

    def apply(self):
        """A function that changes its arguments: a view by value, or a reference."""
        some = [f for f in self.functions if not f.t]
        if not some:
            return
        f = self.r.choice(some)
        t, n = f.parameters[0]
        if f.form == "ref":
            whole = [p for p in self.places if not p.view and p.t == t and p.n == n]
            p = self.r.choice(whole) if whole else None
        else:
            p = self.sized(n, t)
            if p and not p.view:
                p = self.select(p, n)
        if p and p.n == n and p.t == t and not p.columns:
            rest = ", ".join(self.as_type(m, 1, u).text for u, m in f.parameters[1:])
            self.line("%s(%s, %s);" % (f.name, p.text, rest))

    def lambda_result(self):
        some = [f for f in self.functions if f.form == "lambda"]
        if some:
            f = self.r.choice(some)
            self.declare(f.t, f.n, self.call_text(f, 1))
