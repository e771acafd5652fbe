#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random kernels against a scalar model: what the front end and lower_cm make of selections, rows, columns, formats,
named references, conversions, operators, merges and element accesses of any size.

usage: random_kernels.py CMC GENX_EVAL SEED FILES          the front end's IR, evaluated
       random_kernels.py CMC CMRUN SEED FILES --run TARGET  machine code, run under all checkers (no 64-bit elements)

The model knows bytes: an object is a bytearray, a selection is a list of byte positions. It shares nothing with the
compiler's region arithmetic. Integer types only, so that every result is exact."""
import random
import re
import subprocess
import sys
import tempfile
import os

KERNELS_PER_FILE = 8
STATEMENTS = 10
IN_BYTES, OUT_BYTES = 4096, 4096


class Type:
    def __init__(self, name, size, signed):
        self.name, self.size, self.signed = name, size, signed

    def wrap(self, value):
        bits = 8 * self.size
        value &= (1 << bits) - 1
        return value - (1 << bits) if self.signed and value >> (bits - 1) else value

    def clamp(self, value):
        bits = 8 * self.size
        low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if self.signed else (0, (1 << bits) - 1)
        return max(low, min(high, value))


I8, U8 = Type("char", 1, True), Type("uchar", 1, False)
I16, U16 = Type("short", 2, True), Type("ushort", 2, False)
I32, U32 = Type("int", 4, True), Type("uint", 4, False)
I64, U64 = Type("long long", 8, True), Type("unsigned long long", 8, False)
NARROW = [I8, U8, I16, U16, I32, U32]
TYPES = [I8, U8, I16, U16, I32, U32, I32, U8, I64, U64]


def promote(t):
    return I32 if t.size < 4 else t


def common(a, b):
    """The usual arithmetic conversions of C++."""
    a, b = promote(a), promote(b)
    if a is b:
        return a
    if a.size != b.size:
        return a if a.size > b.size else b
    return b if a.signed else a


class Object:
    def __init__(self, name, elt, rows, cols, start):
        self.name, self.elt, self.rows, self.cols = name, elt, rows, cols
        self.is_matrix = rows > 0
        self.n = (rows or 1) * cols
        self.data = bytearray((start + i) & 255 for i in range(self.n * elt.size))

    def decl(self):
        if self.is_matrix:
            return "matrix<%s, %d, %d>" % (self.elt.name, self.rows, self.cols)
        return "vector<%s, %d>" % (self.elt.name, self.n)


class Part:
    """A region: source text, element type, byte position of each element, and its shape."""

    def __init__(self, obj, text, elt, places, rows, cols):
        self.obj, self.text, self.elt, self.places, self.rows, self.cols = obj, text, elt, places, rows, cols
        self.is_matrix = rows > 0

    @property
    def n(self):
        return len(self.places)

    def load(self):
        s, d = self.elt.size, self.obj.data
        return [self.elt.wrap(int.from_bytes(d[p:p + s], "little")) for p in self.places]

    def store(self, values, mask=None):
        s = self.elt.size
        for i, p in enumerate(self.places):
            if mask is None or mask[i] & 1:
                self.obj.data[p:p + s] = (values[i] & ((1 << 8 * s) - 1)).to_bytes(s, "little")

    def packed(self):
        return all(b - a == self.elt.size for a, b in zip(self.places, self.places[1:]))


class Generator:
    def __init__(self, rng, index, types=None):
        self.rng, self.index, self.types = rng, index, types or TYPES
        self.objects, self.refs, self.lines = [], [], []
        self.in_pos = 0

    def emit(self, line):
        self.lines.append("    " + line)

    def offset(self, value, p):
        """A constant, or a sum that is only known at run time (z is 0), where the elements are aligned."""
        aligned = p.places[0] % p.elt.size == 0
        return "z + %d" % value if self.rng.random() < 0.15 and aligned else str(value)

    def add_object(self):
        r = self.rng
        elt = r.choice(self.types)
        if r.random() < 0.5:
            rows, cols = r.randint(1, 6), r.randint(1, 12)
        else:
            rows, cols = 0, r.choice([1, 2, 3, 4, 5, 8, 13, 16, 24, 31, 32, 33, 47])
        o = Object("o%d" % len(self.objects), elt, rows, cols, self.in_pos)
        self.emit("%s %s;" % (o.decl(), o.name))
        self.emit("read(in, %d, %s);" % (self.in_pos, o.name))
        self.in_pos += (len(o.data) + 31) // 16 * 16
        self.objects.append(o)

    def whole(self, o):
        places = [i * o.elt.size for i in range(o.n)]
        return Part(o, o.name, o.elt, places, o.rows, o.cols)

    def strided(self, n):
        """size, stride and start of a selection among n."""
        r = self.rng
        size = r.randint(1, n)
        stride = 1 if size == 1 else r.randint(1, (n - 1) // (size - 1))
        return size, stride, r.randint(0, n - 1 - (size - 1) * stride)

    def narrow(self, p):
        r = self.rng
        if p.is_matrix:
            kind = r.randrange(4)
            at = lambda i, j: p.places[i * p.cols + j]
            if kind == 0:
                i = r.randrange(p.rows)
                return Part(p.obj, "%s.row(%s)" % (p.text, self.offset(i, p)), p.elt, [at(i, j) for j in range(p.cols)], 0,
                            p.cols)
            if kind == 1:
                j = r.randrange(p.cols)
                return Part(p.obj, "%s.column(%s)" % (p.text, self.offset(j, p)), p.elt,
                            [at(i, j) for i in range(p.rows)], p.rows, 1)
            vs, vst, i = self.strided(p.rows)
            hs, hst, j = self.strided(p.cols)
            text = "%s.select<%d, %d, %d, %d>(%s, %s)" % (p.text, vs, vst, hs, hst, self.offset(i, p), self.offset(j, p))
            return Part(p.obj, text, p.elt, [at(i + a * vst, j + b * hst) for a in range(vs) for b in range(hs)], vs, hs)
        size, stride, i = self.strided(p.n)
        return Part(p.obj, "%s.select<%d, %d>(%s)" % (p.text, size, stride, self.offset(i, p)), p.elt,
                    p.places[i:i + (size - 1) * stride + 1:stride], 0, size)

    def reformat(self, p):
        elt = self.rng.choice(self.types)
        size = p.n * p.elt.size
        # A start that is only known at run time is taken to be aligned.
        if not p.packed() or size % elt.size or "z + " in p.text:
            return p
        n, first = size // elt.size, p.places[0]
        places = [first + k * elt.size for k in range(n)]
        divisors = [d for d in range(1, n + 1) if n % d == 0]
        if self.rng.random() < 0.5:
            rows = self.rng.choice(divisors)
            return Part(p.obj, "%s.format<%s, %d, %d>()" % (p.text, elt.name, rows, n // rows), elt, places, rows,
                        n // rows)
        return Part(p.obj, "%s.format<%s>()" % (p.text, elt.name), elt, places, 0, n)

    def part(self):
        r = self.rng
        p = r.choice(self.refs) if self.refs and r.random() < 0.3 else self.whole(r.choice(self.objects))
        for _ in range(r.choice([0, 1, 1, 1, 2, 2, 3])):
            p = self.reformat(p) if r.random() < 0.25 else self.narrow(p)
        return p

    def name_part(self):
        p = self.part()
        name = "r%d" % len(self.lines)
        kind = "matrix_ref<%s, %d, %d>" % (p.elt.name, p.rows, p.cols) if p.is_matrix else \
            "vector_ref<%s, %d>" % (p.elt.name, p.n)
        self.emit("%s %s = %s;" % (kind, name, p.text))
        if "z + " in p.text:
            return
        self.refs.append(Part(p.obj, name, p.elt, p.places, p.rows, p.cols))

    # Values: (text, type, list of n numbers); a scalar has one number and n None.

    def scalar(self):
        r = self.rng
        kind = r.randrange(4)
        if kind == 0:
            p = self.part()
            k = r.randrange(p.n)
            at = "%d, %d" % (k // p.cols, k % p.cols) if p.is_matrix else self.offset(k, p)
            return "%s(%s)" % (p.text, at), p.elt, p.load()[k]
        if kind == 1:
            v = r.randint(0, 255)
            return "(uchar)%d" % v, U8, v
        if kind == 2:
            v = r.randint(0, 2**32 - 1)
            return "%du" % v, U32, v
        v = r.randint(-100, 100)
        return "(%d)" % v, I32, v

    def vector_of(self, n):
        """A value of n elements: a part of that size, a repetition, a gather, or nothing that fits: a splat."""
        r = self.rng
        for _ in range(12):
            p = self.part()
            if p.n == n:
                return p.text, p.elt, p.load()
            if n % p.n == 0 and n <= 64:
                return "%s.replicate<%d>()" % (p.text, n // p.n), p.elt, p.load() * (n // p.n)
            if n <= 16 and r.random() < 0.2:
                index = [r.randrange(p.n) for _ in range(n)]
                if n > 1:
                    values = p.load()
                    return "%s.iselect(vector<ushort, %d>{%s})" % (p.text, n, ", ".join(map(str, index))), p.elt, \
                        [values[k] for k in index]
            if p.n > 1 and n > 1 and r.random() < 0.3:
                width = r.choice([d for d in range(1, n + 1) if n % d == 0])
                rep = n // width
                hs, vs = r.randint(0, 3), r.randint(0, 4)
                span = (rep - 1) * vs + (width - 1) * hs
                if span < p.n and not p.is_matrix:
                    i = r.randint(0, p.n - 1 - span)
                    values = p.load()
                    return "%s.replicate<%d, %d, %d, %d>(%s)" % (p.text, rep, vs, width, hs, self.offset(i, p)), p.elt, \
                        [values[i + k * vs + m * hs] for k in range(rep) for m in range(width)]
        text, elt, value = self.scalar()
        return "vector<%s, %d>(%s)" % (elt.name, n, text), elt, [elt.wrap(value)] * n

    def operand(self, n):
        if self.rng.random() < 0.3:
            text, elt, value = self.scalar()
            return text, elt, [value] * n, True
        return self.vector_of(n) + (False,)

    def expression(self, n, depth=0):
        """A vector value of n elements."""
        r = self.rng
        if depth == 2 or r.random() < 0.25:
            return self.vector_of(n)
        a_text, a, av = self.expression(n, depth + 1)
        if r.random() < 0.12:
            op = r.choice("-~!")
            t = promote(a)
            if op == "!":
                return "(!%s)" % a_text, U16, [int(x == 0) for x in av]
            return "(%s%s)" % (op, a_text), t, [t.wrap(-x if op == "-" else ~x) for x in av]
        if r.random() < 0.1:
            t = r.choice(self.types)
            return "vector<%s, %d>(%s, SAT)" % (t.name, n, a_text), t, [t.clamp(x) for x in av]
        b_text, b, bv, b_scalar = self.operand(n)
        if b_scalar and r.random() < 0.3:
            a_text, a, av, b_text, b, bv = b_text, b, bv, a_text, a, av
        op = r.choice(["+", "-", "*", "&", "|", "^", "<<", ">>", "<", "<=", "==", "!=", ">"])
        text = "(%s %s %s)" % (a_text, op, b_text)
        if op in ("<<", ">>"):
            t = promote(a)
            counts = [t.wrap(y) & (8 * t.size - 1) for y in bv]
            return text, t, [t.wrap(x << c if op == "<<" else x >> c) for x, c in zip(map(t.wrap, av), counts)]
        t = common(a, b)
        pairs = [(t.wrap(x), t.wrap(y)) for x, y in zip(av, bv)]
        compare = {"<": lambda x, y: x < y, "<=": lambda x, y: x <= y, "==": lambda x, y: x == y,
                   "!=": lambda x, y: x != y, ">": lambda x, y: x > y}
        if op in compare:
            return text, U16, [int(compare[op](x, y)) for x, y in pairs]
        work = {"+": lambda x, y: x + y, "-": lambda x, y: x - y, "*": lambda x, y: x * y, "&": lambda x, y: x & y,
                "|": lambda x, y: x | y, "^": lambda x, y: x ^ y}
        return text, t, [t.wrap(work[op](x, y)) for x, y in pairs]

    def statement(self):
        r = self.rng
        kind = r.random()
        if kind < 0.15:
            return self.name_part()
        dst = self.part()
        if kind < 0.25:
            k = r.randrange(dst.n)
            text, _, value = self.scalar()
            at = "%d, %d" % (k // dst.cols, k % dst.cols) if dst.is_matrix else self.offset(k, dst)
            self.emit("%s(%s) = %s;" % (dst.text, at, text))
            Part(dst.obj, "", dst.elt, [dst.places[k]], 0, 1).store([value])
        elif kind < 0.4:
            m_text, _, mask = self.expression(dst.n, 1)
            v_text, _, values = self.expression(dst.n, 1)
            if r.random() < 0.5:
                self.emit("%s.merge(%s, %s);" % (dst.text, v_text, m_text))
                dst.store(values, mask)
            else:
                w_text, _, others = self.expression(dst.n, 1)
                self.emit("%s.merge(%s, %s, %s);" % (dst.text, v_text, w_text, m_text))
                dst.store([v if m & 1 else w for v, w, m in zip(values, others, mask)])
        elif kind < 0.5:
            text, _, values = self.expression(dst.n, 1)
            which = r.choice(["any", "all"])
            self.emit("%s += vector<uchar, %d>(%s).%s();" % (dst.text, dst.n, text, which))
            low = [v & 255 for v in values]
            add = int(any(low) if which == "any" else all(low))
            t = common(dst.elt, U16)
            dst.store([t.wrap(v) + add for v in dst.load()])
        else:
            text, elt, values = self.expression(dst.n)
            if r.random() < 0.3:
                op = r.choice("+-^")
                t = common(dst.elt, elt)
                old = dst.load()
                values = [{"+": x + y, "-": x - y, "^": x ^ y}[op] for x, y in
                          zip(map(t.wrap, old), map(t.wrap, values))]
                self.emit("%s %s= %s;" % (dst.text, op, text))
            else:
                self.emit("%s = %s;" % (dst.text, text))
            dst.store(values)

    def kernel(self):
        """Source text and the expected output."""
        for _ in range(self.rng.randint(2, 4)):
            self.add_object()
        for _ in range(STATEMENTS):
            self.statement()
        out, pos = bytearray(OUT_BYTES), 0
        for o in self.objects:
            size = len(o.data)
            padded = (size + 15) // 16 * 16
            self.emit("vector<uchar, %d> w_%s = 0;" % (padded, o.name))
            self.emit("w_%s.select<%d, 1>(0) = %s.format<uchar>();" % (o.name, size, o.name))
            self.emit("write(out, %d, w_%s);" % (pos, o.name))
            out[pos:pos + size] = o.data
            pos += padded
        text = "_GENX_MAIN_ void k%d(SurfaceIndex in, SurfaceIndex out, int z) {\n%s\n}\n" % (
            self.index, "\n".join(self.lines))
        return text, bytes(out)


def run(cmd):
    p = subprocess.run(cmd, capture_output=True, text=True)
    return p.returncode, p.stdout, p.stderr


def check_file(cmc, genx_eval, seed, folder):
    rng = random.Random(seed)
    kernels = [Generator(rng, i).kernel() for i in range(KERNELS_PER_FILE)]
    source, ir = os.path.join(folder, "k.cm"), os.path.join(folder, "k.ll")
    with open(source, "w", encoding="utf-8") as f:
        f.write("#include <cm/cm.h>\n" + "\n".join(text for text, _ in kernels))
    code, _, err = run([cmc, "-S", "-emit-llvm", "--stop-after=form_fma", source, "-o", ir])
    if code:
        yield "seed %d: cmc failed:\n%s\n%s" % (seed, err, open(source, encoding="utf-8").read())
        return
    for i, (text, want) in enumerate(kernels):
        code, got, err = run([genx_eval, ir, "--kernel", "k%d" % i, "--arg", "surf:%d:u8" % IN_BYTES, "--arg",
                              "surf:%d:zero" % OUT_BYTES, "--arg", "0", "--print", "1:u8:%d" % OUT_BYTES])
        numbers = [int(x) for x in re.findall(r"\b\d+\b", got.split(":", 1)[-1])]
        if code or bytes(numbers[-OUT_BYTES:]) != want:
            first = next((k for k, (a, b) in enumerate(zip(numbers[-OUT_BYTES:], want)) if a != b), -1)
            yield "seed %d: kernel %d differs at output byte %d (exit %d %s)\n%s" % (seed, i, first, code, err, text)


def check_run(cmc, cmrun, seed, folder, target):
    """Each kernel in a file of its own, so that one failure hides no other."""
    rng = random.Random(seed)
    source, binary, data, dump = (os.path.join(folder, n) for n in ("k.cm", "k.bin", "in", "out"))
    with open(data, "wb") as f:
        f.write(bytes(i & 255 for i in range(IN_BYTES)))
    for i in range(KERNELS_PER_FILE):
        text, want = Generator(rng, i, NARROW).kernel()
        with open(source, "w", encoding="utf-8") as f:
            f.write("#include <cm/cm.h>\n" + text)
        code, _, err = run([cmc, source, "-march=" + target, "-o", binary])
        if code == 0:
            code, _, err = run([cmrun, binary, "--check", "--arg", "buf:%d:file=%s" % (IN_BYTES, data), "--arg",
                                "buf:%d:zero" % OUT_BYTES, "--arg", "d:0", "--dump", "1:file=" + dump])
        if code:
            yield "seed %d: kernel %d: exit %d %s\n%s" % (seed, i, code, err, text)
            continue
        with open(dump, "rb") as f:
            got = f.read()
        if got != want:
            first = next((k for k, (a, b) in enumerate(zip(got, want)) if a != b), -1)
            yield "seed %d: kernel %d differs at output byte %d\n%s" % (seed, i, first, text)


def main():
    cmc, judge, seed, files = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    target = sys.argv[6] if sys.argv[5:6] == ["--run"] else None
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for s in range(seed, seed + files):
            found = check_run(cmc, judge, s, folder, target) if target else check_file(cmc, judge, s, folder)
            for message in found:
                print(message)
                bad += 1
    print("%d kernels, %d wrong" % (files * KERNELS_PER_FILE, bad))
    return 1 if bad or files == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
