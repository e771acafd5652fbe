# SPDX-License-Identifier: MIT
"""Places of the random ESIMD programs: variables and views of them, in one or two dimensions, views of views."""
from esimd_gen_types import INTS, Expr, full


class Place:
    """Something that can be read and assigned: elements at y * row_b + x * step_b bytes. columns 0: one dimension, of `rows`
    elements. A float's place has no views of other types, as not all bits are small numbers."""

    def __init__(self, text, t, rows, columns=0, row_b=0, step_b=0, view=False):
        self.text, self.t, self.rows, self.columns, self.view = text, t, rows, columns, view
        self.step_b = step_b or t.bits // 8
        self.row_b = row_b or (self.step_b * columns if columns else self.step_b * rows)

    @property
    def n(self):
        return self.rows * (self.columns or 1)

    def expr(self):
        return Expr(self.text, self.t, self.n, full(self.t), view=self.view, temp=False)

    def even(self):
        """Equal distances between all elements."""
        return not self.columns or self.columns == 1 or self.rows == 1 or self.row_b == self.columns * self.step_b

    def distance(self):
        return self.row_b if self.columns == 1 and self.rows > 1 else self.step_b

    def dense(self):
        return self.even() and self.distance() == self.t.bits // 8


class Places:
    """Mixed into Program: self.r, self.index(most)."""

    def select(self, p, size=0):
        """A 1-D selection, of so many elements if that is possible."""
        r = self.r
        size = size if 0 < size <= p.n else r.choice([k for k in (1, 2, 3, 4, 5, 7, 8, 13, 16, 32) if k <= p.n])
        stride = r.choice([s for s in (1, 2, 2, 3, 4, 5) if size == 1 and s == 1 or size > 1 and (size - 1) * s < p.n])
        most = p.n - 1 - (size - 1) * stride
        text = "%s%sselect<%d, %d>(%s)" % (p.text, self.dot, size, stride, self.index(most))
        return Place(text, p.t, size, 0, 0, p.distance() * stride, view=True)

    def stride(self, size, most):
        """A distance with which so many elements lie below most."""
        return self.r.choice([s for s in (1, 2, 2, 3) if (size - 1) * s < most and (size > 1 or s == 1)])

    def select_2d(self, p, n=0):
        """A 2-D selection, of n elements (if that is not possible, None) or of any number."""
        r = self.r
        sizes = [(h, n // h) for h in range(1, p.rows + 1) if n % h == 0 and n // h <= p.columns]
        if n and not sizes:
            return None
        rows, columns = r.choice(sizes) if n else (r.randint(1, min(p.rows, 8)), r.randint(1, min(p.columns, 16)))
        stride_y, stride_x = self.stride(rows, p.rows), self.stride(columns, p.columns)
        y, x = self.index(p.rows - 1 - (rows - 1) * stride_y), self.index(p.columns - 1 - (columns - 1) * stride_x)
        text = "%s%sselect<%d, %d, %d, %d>(%s, %s)" % (p.text, self.dot, rows, stride_y, columns, stride_x, y, x)
        return Place(text, p.t, rows, columns, p.row_b * stride_y, p.step_b * stride_x, view=True)

    def row(self, p):
        return Place("%s.row(%s)" % (p.text, self.index(p.rows - 1)), p.t, p.columns, 0, 0, p.step_b, view=True)

    def column(self, p):
        return Place("%s.column(%s)" % (p.text, self.index(p.columns - 1)), p.t, p.rows, 1, p.row_b, p.step_b, view=True)

    def one(self, p):
        return Place("%s[%s]" % (p.text, self.index(p.n - 1)), p.t, 1, 0, 0, p.t.bits // 8, view=True)

    def shapes(self, n):
        return [(h, n // h) for h in range(1, n + 1) if n % h == 0 and (1 < h < n or self.r.random() < 0.1)]

    def bit_cast(self, p, same=False):
        """The same bytes as other elements or in another shape; None where a layout with gaps has no such view."""
        r = self.r
        same = same or p.t.kind == "f" or r.random() < 0.4
        if same and not p.even():
            return None
        if not same and not p.dense():
            return self.bit_cast_rows(p)
        t = p.t if same else r.choice(INTS)
        n = p.n * p.t.bits // t.bits
        if n == 0 or n * t.bits != p.n * p.t.bits or n > 64:
            return None
        step_b = p.distance() if same else 0
        some = self.shapes(n)
        if some and r.random() < 0.75:
            rows, columns = r.choice(some)
            text = "%s%sbit_cast_view<%s, %d, %d>()" % (p.text, self.dot, t.name, rows, columns)
            return Place(text, t, rows, columns, step_b * columns, step_b, view=True)
        return Place("%s%sbit_cast_view<%s>()" % (p.text, self.dot, t.name), t, n, 0, 0, step_b, view=True)

    def bit_cast_rows(self, p):
        """The bytes of each row as other elements, if rows have no gaps."""
        size = p.t.bits // 8
        if not p.columns or (p.columns > 1 and p.step_b != size):
            return None
        t = self.r.choice(INTS)
        columns = p.columns * p.t.bits // t.bits
        if columns * t.bits != p.columns * p.t.bits or p.row_b * 8 % t.bits or p.rows * columns > 64 or columns == 0:
            return None
        text = "%s%sbit_cast_view<%s, %d, %d>()" % (p.text, self.dot, t.name, p.rows, columns)
        return Place(text, t, p.rows, columns, p.row_b, t.bits // 8, view=True)

    def narrowed(self, p, depth):
        """p or a view of it, of a view of it ..."""
        for _ in range(depth):
            kinds = [self.bit_cast]
            if p.columns:
                kinds += [self.select_2d] * 4 + [self.row, self.column]
            elif p.n > 1:
                kinds += [self.bit_cast] * 2 + [self.select] * 3 + [self.one]
            q = self.r.choice(kinds)(p)
            if q:
                p = q
        return p

    def sized(self, n, t=None):
        """A place of exactly n elements, or None. One of one element, too."""
        some = [p for p in self.places if p.n >= n and (t is None or p.t == t)]
        self.r.shuffle(some)
        for p in some[:4]:
            if p.n == n and self.r.random() < 0.4:
                return p
            if self.r.random() < 0.4:
                shaped = p if p.columns else self.bit_cast(p, same=True)
                block = shaped and shaped.columns and self.select_2d(shaped, n)
                if block:
                    return block
            if p.columns:
                q = self.bit_cast(p) if self.r.random() < 0.5 else None
                if q and not q.columns and q.n >= n and (t is None or q.t == t):
                    p = q
                else:
                    continue
            elif self.r.random() < 0.25:
                q = self.narrowed(p, 1)
                if not q.columns and q.n >= n and (t is None or q.t == t):
                    p = q
            return self.select(p, n)
        return None
