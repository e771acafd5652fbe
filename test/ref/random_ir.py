#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random genx IR through the passes: the meaning before and after each, by genx_eval.
usage: random_ir.py CMC GENX_EVAL PASSES_DEF FIRST_SEED COUNT [KEEP_FOLDER]

A program reads vectors through a pointer, computes on vectors of any width with plain LLVM instructions, region
reads and writes, LLVM's intrinsics, branches and loops of the thread or of its channels, and stores every live value.
Only operations whose result does not depend on undefined behaviour are made, so that each input decides something."""
import os
import random
import re
import subprocess
import sys
import tempfile

BASE = "form_fma"
ANALYSES = {"print_bales"}
WIDTHS = [1, 2, 3, 4, 5, 7, 8, 12, 15, 16, 17, 24, 31, 32, 33, 40]
INTS = ["i8", "i16", "i32"]
FLOATS = ["float", "half"]
SIZE = {"i1": 0, "i8": 1, "i16": 2, "i32": 4, "i64": 8, "float": 4, "half": 2}
SUFFIX = {"i8": "i8", "i16": "i16", "i32": "i32", "i64": "i64", "float": "f32", "half": "f16", "i1": "i1"}


class Program:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.lines, self.declarations = [], set()
        self.values = []  # (name, element type, width)
        self.flow = seed % 3 == 0  # with branches and loops
        self.channels = SimdFlow(self) if seed % 3 == 1 else None  # with branches that each channel takes
        self.count = 0

    def name(self):
        self.count += 1
        return "%%v%d" % self.count

    def vec(self, ty, n):
        return "<%d x %s>" % (n, ty)

    def emit(self, ty, n, text):
        name = self.name()
        self.lines.append("  %s = %s" % (name, text))
        if ty != "i1":
            self.values.append((name, ty, n))
        return name

    def call(self, ret, fn, args):
        self.declarations.add("declare %s @%s(%s)" % (ret, fn, ", ".join(re.match(r"<[^>]*>|\w+", a).group() for a in args)))
        return "call %s @%s(%s)" % (ret, fn, ", ".join(args))

    def constant(self, ty, n):
        def one():
            if ty == "half":
                return "0xH%04X" % self.r.choice([0x0000, 0x3C00, 0xC000, 0x4900, 0x3800])
            if ty == "float":
                return self.r.choice(["0.0", "1.0", "-2.0", "10.0", "5.0e-1"])
            return str(self.r.choice([0, 1, 2, 3, 7, -1, -2, 100, self.r.randrange(-128, 128)]))
        if self.r.random() < 0.5:
            c = one()
            return "<%s>" % ", ".join("%s %s" % (ty, c) for _ in range(n))
        return "<%s>" % ", ".join("%s %s" % (ty, one()) for _ in range(n))

    def pick(self, ty=None, n=None):
        """A live value of this type and width; created if there is no such value."""
        fits = [v for v in self.values if (ty is None or v[1] == ty) and (n is None or v[2] == n)]
        if fits and self.r.random() < 0.85:
            return self.r.choice(fits)
        return self.load(ty or self.r.choice(INTS + FLOATS), n or self.r.choice(WIDTHS))

    def load(self, ty, n):
        """n elements at a random place, through a block of bytes that a region read narrows."""
        need, block = n * SIZE[ty], 16
        while block < need:
            block *= 2
        off = self.r.randrange(0, 8) * 64
        p = self.name()
        self.lines.append("  %s = add i64 %%in, %d" % (p, off))
        whole = block // SIZE[ty]
        full = self.name()
        parts = []
        for k in range(0, block, 128):
            size = min(block, 128) // SIZE[ty]
            q = self.name()
            self.lines.append("  %s = add i64 %s, %d" % (q, p, k))
            fn = "llvm.genx.svm.block.ld.v%d%s.i64" % (size, SUFFIX[ty])
            name = self.name()
            self.lines.append("  %s = %s" % (name, self.call(self.vec(ty, size), fn, ["i64 " + q])))
            parts.append((name, size))
        while len(parts) > 1:
            (a, size), (b, _) = parts[0], parts[1]
            name = self.name()
            mask = ", ".join("i32 %d" % i for i in range(2 * size))
            self.lines.append("  %s = shufflevector %s %s, %s %s, <%d x i32> <%s>"
                              % (name, self.vec(ty, size), a, self.vec(ty, size), b, 2 * size, mask))
            parts = parts[2:] + [(name, 2 * size)]
        self.lines.append("  %s = freeze %s %s" % (full, self.vec(ty, whole), parts[0][0]))
        if whole == n:
            self.values.append((full, ty, n))
            return self.values[-1]
        start = self.r.randrange(0, whole - n + 1)
        self.emit(ty, n, self.rdregion((full, ty, whole), n, n, n, 1, start * SIZE[ty]))
        return self.values[-1]

    def flavour(self, ty):
        return "f" if ty in FLOATS else "i"

    def rdregion(self, v, n, vs, w, hs, off):
        fn = "llvm.genx.rdregion%s.v%d%s.v%d%s.i16" % (self.flavour(v[1]), n, SUFFIX[v[1]], v[2], SUFFIX[v[1]])
        return self.call(self.vec(v[1], n), fn, ["%s %s" % (self.vec(v[1], v[2]), v[0]), "i32 %d" % vs, "i32 %d" % w,
                                                 "i32 %d" % hs, "i16 %s" % off, "i32 undef"])

    def shape(self, size):
        """A region inside a vector of size elements: count, vstride, width, stride, offset."""
        while True:
            w, rows = self.r.choice([1, 2, 3, 4, 5, 8, 16]), self.r.choice([1, 1, 2, 3, 4])
            hs, vs = self.r.choice([0, 1, 1, 1, 2, 3, 4]), self.r.choice([0, 1, 2, 4, 7, 8, 16])
            reach = (rows - 1) * vs + (w - 1) * hs
            if reach < size and w * rows <= 40:
                return w * rows, vs, w, hs, self.r.randrange(0, size - reach)

    def op_region_read(self):
        v = self.pick()
        n, vs, w, hs, off = self.shape(v[2])
        self.emit(v[1], n, self.rdregion(v, n, vs, w, hs, off * SIZE[v[1]]))

    def op_region_write(self):
        v = self.pick()
        while True:
            n, vs, w, hs, off = self.shape(v[2])
            rows = [k // w * vs + k % w * hs for k in range(n)]
            if len(set(rows)) == n:
                break
        new = self.pick(v[1], n)
        mask = "i1 true"
        if self.r.random() < 0.4:
            mask = "%s %s" % (self.vec("i1", n), self.condition(n))
        kind = "i1" if mask == "i1 true" else "v%di1" % n
        fn = "llvm.genx.wrregion%s.v%d%s.v%d%s.i16.%s" % (self.flavour(v[1]), v[2], SUFFIX[v[1]], n, SUFFIX[v[1]], kind)
        self.emit(v[1], v[2], self.call(self.vec(v[1], v[2]), fn,
                  ["%s %s" % (self.vec(v[1], v[2]), v[0]), "%s %s" % (self.vec(v[1], n), new[0]), "i32 %d" % vs,
                   "i32 %d" % w, "i32 %d" % hs, "i16 %d" % (off * SIZE[v[1]]), "i32 undef", mask]))

    def condition(self, n):
        a = self.pick(None, n)
        b = self.operand(a[1], n)
        if a[1] in FLOATS:
            p = self.r.choice(["olt", "ole", "ogt", "oge", "oeq", "une", "ult", "uno"])
            return self.emit("i1", n, "fcmp %s %s %s, %s" % (p, self.vec(a[1], n), a[0], b))
        p = self.r.choice(["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"])
        return self.emit("i1", n, "icmp %s %s %s, %s" % (p, self.vec(a[1], n), a[0], b))

    def operand(self, ty, n):
        return self.constant(ty, n) if self.r.random() < 0.4 else self.pick(ty, n)[0]

    def op_arithmetic(self):
        a = self.pick()
        ops = ["fadd", "fsub", "fmul"] if a[1] in FLOATS else ["add", "sub", "mul", "and", "or", "xor"]
        b = self.operand(a[1], a[2])
        self.emit(a[1], a[2], "%s %s %s, %s" % (self.r.choice(ops), self.vec(a[1], a[2]), a[0], b))

    def op_shift(self):
        a = self.pick(self.r.choice(INTS))
        by = "<%s>" % ", ".join("%s %d" % (a[1], self.r.randrange(0, SIZE[a[1]] * 8)) for _ in range(a[2]))
        self.emit(a[1], a[2], "%s %s %s, %s" % (self.r.choice(["shl", "lshr", "ashr"]), self.vec(a[1], a[2]), a[0], by))

    def op_select(self):
        a = self.pick()
        b = self.operand(a[1], a[2])
        c = self.condition(a[2])
        self.emit(a[1], a[2], "select %s %s, %s %s, %s %s" % (self.vec("i1", a[2]), c, self.vec(a[1], a[2]), a[0],
                                                              self.vec(a[1], a[2]), b))

    def op_cast(self):
        a = self.pick()
        t = self.vec(a[1], a[2])
        if a[1] in FLOATS:
            to = "half" if a[1] == "float" else "float"
            self.emit(to, a[2], "%s %s %s to %s" % ("fptrunc" if to == "half" else "fpext", t, a[0], self.vec(to, a[2])))
            return
        if self.r.random() < 0.3:
            self.emit("float", a[2], "%s %s %s to %s" % (self.r.choice(["sitofp", "uitofp"]), t, a[0], self.vec("float", a[2])))
            return
        to = self.r.choice([x for x in INTS if x != a[1]])
        how = self.r.choice(["sext", "zext"]) if SIZE[to] > SIZE[a[1]] else "trunc"
        self.emit(to, a[2], "%s %s %s to %s" % (how, t, a[0], self.vec(to, a[2])))

    def op_bitcast(self):
        a = self.pick()
        fits = [t for t in INTS + FLOATS if t != a[1] and a[2] * SIZE[a[1]] % SIZE[t] == 0 and a[2] * SIZE[a[1]] // SIZE[t] <= 80]
        if fits:
            to = self.r.choice(fits)
            n = a[2] * SIZE[a[1]] // SIZE[to]
            self.emit(to, n, "bitcast %s %s to %s" % (self.vec(a[1], a[2]), a[0], self.vec(to, n)))

    def op_shuffle(self):
        a = self.pick()
        b = self.pick(a[1], a[2])
        n = self.r.choice(WIDTHS)
        start, step = self.r.randrange(0, 2 * a[2]), self.r.choice([0, 1, 1, 2, 3])
        if self.r.random() < 0.5:
            mask = [self.r.randrange(0, 2 * a[2]) for _ in range(n)]
        else:
            mask = [(start + i * step) % (2 * a[2]) for i in range(n)]
        self.emit(a[1], n, "shufflevector %s %s, %s %s, <%d x i32> <%s>"
                  % (self.vec(a[1], a[2]), a[0], self.vec(a[1], a[2]), b[0], n, ", ".join("i32 %d" % m for m in mask)))

    def op_element(self):
        a = self.pick()
        b = self.pick(a[1])
        x = self.name()
        self.lines.append("  %s = extractelement %s %s, i32 %d" % (x, self.vec(b[1], b[2]), b[0], self.r.randrange(b[2])))
        self.emit(a[1], a[2], "insertelement %s %s, %s %s, i32 %d" % (self.vec(a[1], a[2]), a[0], a[1], x, self.r.randrange(a[2])))

    def op_min_max(self):
        a = self.pick(self.r.choice(INTS))
        b = self.operand(a[1], a[2])
        t = self.vec(a[1], a[2])
        fn = "llvm.%s.v%d%s" % (self.r.choice(["smin", "smax", "umin", "umax"]), a[2], SUFFIX[a[1]])
        self.emit(a[1], a[2], self.call(t, fn, ["%s %s" % (t, a[0]), "%s %s" % (t, b)]))

    def op_genx(self):
        """genx arithmetic of two sources."""
        a = self.pick(self.r.choice(INTS))
        b = self.operand(a[1], a[2])
        t, kind = self.vec(a[1], a[2]), "v%d%s" % (a[2], SUFFIX[a[1]])
        names = ["%s%s" % (s, f) for s in ("ss", "uu") for f in ("add.sat", "mul.sat", "avg", "shl.sat")]
        names += ["rol", "ror"] if a[1] != "i8" else []
        self.emit(a[1], a[2], self.call(t, "llvm.genx.%s.%s.%s" % (self.r.choice(names), kind, kind), ["%s %s" % (t, a[0]), "%s %s" % (t, b)]))

    def op_three(self):
        """What may become one instruction of three sources."""
        a = self.pick(self.r.choice(INTS + ["float"]))
        b, c = self.operand(a[1], a[2]), self.pick(a[1], a[2])[0]
        t = self.vec(a[1], a[2])
        if a[1] in FLOATS:
            fn = "llvm.fma.v%d%s" % (a[2], SUFFIX[a[1]])
            self.emit(a[1], a[2], self.call(t, fn, ["%s %s" % (t, x) for x in (a[0], b, c)]))
            return
        ops = self.r.choice([("add", "add"), ("mul", "add"), ("and", "or"), ("or", "xor"), ("xor", "and"), ("sub", "add")])
        x = self.name()
        self.lines.append("  %s = %s %s %s, %s" % (x, ops[0], t, a[0], b))
        self.emit(a[1], a[2], "%s %s %s, %s" % (ops[1], t, x, c))

    def op_count(self):
        a = self.pick(self.r.choice(INTS))
        t, fn = self.vec(a[1], a[2]), self.r.choice(["ctpop", "ctlz", "cttz", "bitreverse"])
        more = ["i1 false"] if fn in ("ctlz", "cttz") else []
        self.emit(a[1], a[2], self.call(t, "llvm.%s.v%d%s" % (fn, a[2], SUFFIX[a[1]]), ["%s %s" % (t, a[0])] + more))

    def op_wide(self):
        """Through 64 bits and back."""
        a = self.pick("i32")
        if a[2] > 16:
            return
        t, w = self.vec("i32", a[2]), self.vec("i64", a[2])
        x, y = self.name(), self.name()
        self.lines.append("  %s = %s %s %s to %s" % (x, self.r.choice(["sext", "zext"]), t, a[0], w))
        op = self.r.choice(["add", "sub", "mul", "and", "shl", "lshr", "ashr"])
        by = "<%s>" % ", ".join("i64 %d" % self.r.randrange(1, 64) for _ in range(a[2]))
        self.lines.append("  %s = %s %s %s, %s" % (y, op, w, x, by))
        if self.r.random() < 0.5:
            z = self.name()
            self.lines.append("  %s = lshr %s %s, <%s>" % (z, w, y, ", ".join(["i64 32"] * a[2])))
            y = z
        self.emit("i32", a[2], "trunc %s %s to %s" % (w, y, t))

    def block(self):
        self.count += 1
        return "b%d" % self.count

    def phi_value(self, v, old, old_block, new, new_block):
        self.emit(v[1], v[2], "phi %s [%s, %%%s], [%s, %%%s]" % (self.vec(v[1], v[2]), old, old_block, new, new_block))

    def some_steps(self, n):
        """Values made here are seen only here."""
        before = len(self.values)
        for _ in range(n):
            self.r.choice(self.straight)()
        made = self.values[before:]
        self.values = self.values[:before]
        return made

    def branch_bit(self, n):
        """One element of a comparison, or any or all of them."""
        c, bit, t = self.condition(n), self.name(), self.vec("i1", n)
        if self.channels and n in (2, 4, 8, 16) and self.r.random() < 0.7:
            if self.channels.width == n and self.r.random() < 0.5:
                c = self.emit("i1", n, "and %s %s, %s" % (t, c, self.channels.on()))
            fn = "llvm.genx.%s.v%di1" % (self.r.choice(["any", "all"]), n)
            self.lines.append("  %s = %s" % (bit, self.call("i1", fn, ["%s %s" % (t, c)])))
        else:
            self.lines.append("  %s = extractelement %s %s, i32 %d" % (bit, t, c, self.r.randrange(n)))
        return bit

    def op_branch(self):
        """if: one live value changes when two elements compare so, or any of a vector's do."""
        v = self.pick()
        bit = self.branch_bit(v[2])
        taken, join = self.block(), self.block()
        self.lines += ["  br i1 %s, label %%%s, label %%%s" % (bit, taken, join), "%s:" % taken]
        from_block = self.current
        self.current = taken
        made = [m for m in self.some_steps(self.r.randrange(1, 4)) if m[1:] == v[1:]]
        new = made[-1][0] if made else self.constant(v[1], v[2])
        self.lines += ["  br label %%%s" % join, "%s:" % join]
        self.current = join
        self.phi_value(v, v[0], from_block, new, taken)

    def op_loop(self):
        """A few trips that change one value."""
        v = self.pick()
        head, done = self.block(), self.block()
        i, n, c, x, trips = self.name(), self.name(), self.name(), self.name(), self.r.randrange(1, 5)
        from_block = self.current
        self.lines += ["  br label %%%s" % head, "%s:" % head]
        at = len(self.lines)
        self.current = head
        self.values.append((x, v[1], v[2]))
        made = [m for m in self.some_steps(self.r.randrange(1, 4)) if m[1:] == v[1:]]
        self.values.pop()
        if made:
            new = made[-1][0]
        else:
            new = self.name()
            op = "fadd" if v[1] in FLOATS else "add"
            self.lines.append("  %s = %s %s %s, %s" % (new, op, self.vec(v[1], v[2]), x, self.constant(v[1], v[2])))
        self.lines[at:at] = ["  %s = phi %s [%s, %%%s], [%s, %%%s]" % (x, self.vec(v[1], v[2]), v[0], from_block, new, head),
                             "  %s = phi i32 [0, %%%s], [%s, %%%s]" % (i, from_block, n, head)]
        self.lines += ["  %s = add i32 %s, 1" % (n, i), "  %s = icmp ult i32 %s, %d" % (c, n, trips),
                       "  br i1 %s, label %%%s, label %%%s" % (c, head, done), "%s:" % done]
        self.current = done
        self.values.append((new, v[1], v[2]))

    def store(self, v, off):
        """As a multiple of 16 bytes: padded with zeros."""
        n = v[2]
        unit = 16 // SIZE[v[1]]
        whole = (n + unit - 1) // unit * unit
        name = v[0]
        if whole != n:
            mask = ", ".join("i32 %d" % (i if i < n else n) for i in range(whole))
            name = self.name()
            self.lines.append("  %s = shufflevector %s %s, %s zeroinitializer, <%d x i32> <%s>"
                              % (name, self.vec(v[1], n), v[0], self.vec(v[1], n), whole, mask))
        at = 0
        while at < whole:
            size = 128 // SIZE[v[1]]
            while size > whole - at:
                size //= 2
            part, p = name, self.name()
            if size != whole:
                part = self.name()
                self.lines.append("  %s = %s" % (part, self.rdregion((name, v[1], whole), size, size, size, 1, at * SIZE[v[1]])))
            self.lines.append("  %s = add i64 %%out, %d" % (p, off + at * SIZE[v[1]]))
            fn = "llvm.genx.svm.block.st.i64.v%d%s" % (size, SUFFIX[v[1]])
            self.lines.append("  " + self.call("void", fn, ["i64 " + p, "%s %s" % (self.vec(v[1], size), part)]))
            at += size
        return whole * SIZE[v[1]]

    def text(self, steps):
        self.straight = [self.op_region_read, self.op_region_write, self.op_arithmetic, self.op_arithmetic, self.op_shift,
                         self.op_select, self.op_cast, self.op_bitcast, self.op_shuffle, self.op_element, self.op_min_max,
                         self.op_genx, self.op_three, self.op_count, self.op_wide]
        self.current = "entry"
        more = [self.op_branch, self.op_loop] if self.flow else []
        if self.channels:
            more = [self.op_branch] + [self.channels.op_if, self.channels.op_loop] * 2
        for _ in range(steps):
            self.r.choice(self.straight + more)()
        off = 0
        for v in self.values[-12:]:
            off += self.store(v, off)
        return TEMPLATE % ("\n".join(self.shuffled()), "\n".join(sorted(self.declarations)))

    def shuffled(self):
        """Some programs' blocks in any order but for the first: a block may precede those it depends on."""
        blocks = [[]]
        for x in self.lines + ["  ret void"]:
            if x.endswith(":"):
                blocks.append([])
            blocks[-1].append(x)
        if self.r.random() < 0.4:
            later = blocks[1:]
            self.r.shuffle(later)
            blocks[1:] = later
        return [x for b in blocks for x in b]


class SimdFlow:
    """Branches that each channel takes on its own: genx simdcf.goto and simdcf.join, structured as the language makes them.
    A true condition of a goto keeps the channel; one that leaves waits at the join that has its resume mask."""

    ALL = "<%s>" % ", ".join(["i1 true"] * 32)

    def __init__(self, program):
        self.p, self.r = program, program.r
        self.em, self.width = self.ALL, None  # the channels that are on; how many take part
        self.depth = 0

    def line(self, text):
        self.p.lines.append("  " + text)

    def begin(self, block):
        self.p.lines.append("%s:" % block)
        self.p.current = block

    def value(self, text):
        name = self.p.name()
        self.line("%s = %s" % (name, text))
        return name

    def flow(self, what, arguments, types):
        """goto or join: its parts."""
        ret = "{ %s }" % ", ".join(types)
        n = self.width
        fn = "llvm.genx.simdcf.%s.v32i1.v%di1" % (what, n)
        self.p.declarations.add("declare %s @%s(%s)" % (ret, fn, ", ".join(a[0] for a in arguments)))
        whole = self.value("call %s @%s(%s)" % (ret, fn, ", ".join("%s %s" % a for a in arguments)))
        return [self.value("extractvalue %s %s, %d" % (ret, whole, i)) for i in range(len(types))]

    def goto(self, rm, stay):
        """Channels that are on then, those that wait, nobody is left."""
        n = "<%d x i1>" % self.width
        return self.flow("goto", [("<32 x i1>", self.em), (n, rm), (n, stay)], ["<32 x i1>", n, "i1"])

    def join(self, rm):
        """Channels that are on then, nobody is."""
        n = "<%d x i1>" % self.width
        return self.flow("join", [("<32 x i1>", self.em), (n, rm)], ["<32 x i1>", "i1"])

    def branch(self, bit, taken, other):
        self.line("br i1 %s, label %%%s, label %%%s" % (bit, taken, other))

    def phi(self, ty, *ways):
        return "phi %s %s" % (ty, ", ".join("[%s, %%%s]" % w for w in ways))

    def on(self):
        n = self.width
        return self.value("shufflevector <32 x i1> %s, <32 x i1> poison, <%d x i32> <%s>"
                          % (self.em, n, ", ".join("i32 %d" % i for i in range(n))))

    def variables(self):
        """What the channels change: one or two live values of the width."""
        found = [self.p.pick(None, self.width)]
        other = self.p.pick(None, self.width)
        return found + ([other] if other != found[0] else [])

    def assign(self, v):
        """v for the channels that are off, something new for those that are on."""
        p, t = self.p, self.p.vec(v[1], v[2])
        fits = [x for x in p.values if x[1:] == v[1:] and x != v]
        new = self.r.choice(fits)[0] if fits and self.r.random() < 0.6 else None
        if not new:
            new = self.value("%s %s %s, %s" % ("fadd" if v[1] in FLOATS else "sub", t, v[0], p.constant(v[1], v[2])))
        on = self.on()
        if self.r.random() < 0.2:
            return (self.value("select %s %s, %s %s, %s %s" % (p.vec("i1", v[2]), on, t, new, t, v[0])),) + v[1:]
        fn = "llvm.genx.wrregion%s.v%d%s.v%d%s.i16.v%di1" % (p.flavour(v[1]), v[2], SUFFIX[v[1]], v[2], SUFFIX[v[1]], v[2])
        return (self.value(p.call(t, fn, ["%s %s" % (t, v[0]), "%s %s" % (t, new), "i32 0", "i32 %d" % v[2], "i32 1",
                                         "i16 0", "i32 undef", "%s %s" % (p.vec("i1", v[2]), on)])),) + v[1:]

    def body(self, variables):
        """Some steps, sometimes a branch inside of the branch, then the variables' new values."""
        p, before = self.p, len(self.p.values)
        p.values += variables
        inside = [p.op_branch]
        if self.depth < 3:
            inside += [self.op_if, self.op_if, self.op_loop]
        for _ in range(self.r.randrange(0, 3)):
            self.r.choice(p.straight)()
        if self.r.random() < 0.4:
            self.r.choice(inside)()
        made = [self.assign(v) for v in variables]
        p.values = p.values[:before]
        return made

    def enter(self):
        outer = self.width
        self.width = outer or self.r.choice([2, 4, 8, 8, 16, 16, 16, 32])
        self.depth += 1
        return outer

    def leave(self, outer, variables):
        self.depth -= 1
        self.width = outer
        self.p.values += variables

    def merge(self, pairs, one, two):
        """PHIs of the variables at the beginning of a join's block."""
        return [(self.value(self.phi(self.p.vec(a[1], a[2]), (a[0], one), (b[0], two))),) + a[1:] for a, b in pairs]

    def op_if(self):
        outer = self.enter()
        old = self.variables()
        em, rm, none = self.goto("zeroinitializer", self.p.condition(self.width))
        start, then, middle = self.p.current, self.p.block(), self.p.block()
        self.branch(none, middle, then)
        self.begin(then)
        self.em = em
        new, wait = self.body(old), None
        if self.r.random() < 0.6:  # with an else: those that were here wait after it
            self.em, wait, _ = self.goto("zeroinitializer", "zeroinitializer")
        end = self.p.current
        self.line("br label %%%s" % middle)
        self.begin(middle)
        now = self.merge(zip(old, new), start, end)
        if wait:
            wait = self.value(self.phi("<%d x i1>" % self.width, ("zeroinitializer", start), (wait, end)))
        self.em = self.value(self.phi("<32 x i1>", (em, start), (self.em, end)))
        self.em, none = self.join(rm)
        if wait:
            now = self.otherwise(now, wait, none)
        self.leave(outer, now)

    def otherwise(self, old, wait, none):
        start, other, last, em = self.p.current, self.p.block(), self.p.block(), self.em
        self.branch(none, last, other)
        self.begin(other)
        new = self.body(old)
        end = self.p.current
        self.line("br label %%%s" % last)
        self.begin(last)
        now = self.merge(zip(old, new), start, end)
        self.em = self.value(self.phi("<32 x i1>", (em, start), (self.em, end)))
        self.em, _ = self.join(wait)
        return now

    def op_loop(self):
        """Each channel goes round as often as a constant says, or leaves before."""
        outer, p = self.enter(), self.p
        n, first = self.width, p.current
        old, start_em = self.variables(), self.em
        mask, count = "<%d x i1>" % n, "<%d x i32>" % n
        head, latch, done = p.block(), p.block(), p.block()
        self.line("br label %%%s" % head)
        self.begin(head)
        at = len(p.lines)
        here = [(p.name(),) + v[1:] for v in old]
        self.em, rm, i = p.name(), p.name(), p.name()
        phis = [self.em, rm, i]
        new = self.body(here)
        ways = []
        if self.r.random() < 0.5:  # break
            p.values += new
            stay = p.condition(n)
            del p.values[-len(new):]
            em, out, none = self.goto(rm, stay)
            ways.append((em, out, new, p.current))
            go_on = p.block()
            self.branch(none, done, go_on)
            self.begin(go_on)
            self.em, now_rm = em, out
            new = [self.assign(v) for v in new]
        else:
            now_rm = rm
        self.line("br label %%%s" % latch)
        self.begin(latch)
        j = self.value("add %s %s, <%s>" % (count, i, ", ".join(["i32 1"] * n)))
        stay = self.value("icmp ult %s %s, <%s>" % (count, j, ", ".join("i32 %d" % self.r.randrange(0, 5) for _ in range(n))))
        em, out, none = self.goto(now_rm, stay)
        ways.append((em, out, new, latch))
        self.branch(none, done, head)
        lines = [self.phi_line(x[0], p.vec(x[1], x[2]), (v[0], first), (y[0], latch)) for x, v, y in zip(here, old, new)]
        lines += [self.phi_line(phis[0], "<32 x i1>", (start_em, first), (em, latch)),
                  self.phi_line(phis[1], mask, ("zeroinitializer", first), (out, latch)),
                  self.phi_line(phis[2], count, ("zeroinitializer", first), (j, latch))]
        p.lines[at:at] = lines
        self.begin(done)
        now = [(self.value(self.phi(p.vec(v[1], v[2]), *[(w[2][k][0], w[3]) for w in ways])),) + v[1:]
               for k, v in enumerate(old)]
        self.em = self.value(self.phi("<32 x i1>", *[(w[0], w[3]) for w in ways]))
        rm = self.value(self.phi(mask, *[(w[1], w[3]) for w in ways]))
        self.em, _ = self.join(rm)
        self.leave(outer, now)

    def phi_line(self, name, ty, *ways):
        return "  %s = %s" % (name, self.phi(ty, *ways))


TEMPLATE = """target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

define dllexport spir_kernel void @k(i64 %%in, i64 %%out) #0 {
entry:
%s
}

%s

attributes #0 = { nounwind "CMGenxMain" "oclrt"="1" }

!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !2, !3, !4, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{i32 0, i32 0}
!3 = !{i32 0, i32 0}
!4 = !{!"svmptr_t", !"svmptr_t"}
"""


def passes(path):
    with open(path, encoding="utf-8") as f:
        names = re.findall(r"^GX_PASS\((\w+)", f.read(), re.M)
    return [n for n in names[names.index(BASE) + 1:] if n not in ANALYSES]


def check(cmc, genx_eval, names, source, folder):
    """None, or what is wrong."""
    for name in names:
        after = os.path.join(folder, "after.ll")
        # The hardware's goto and join keep masks that are no values; random_run.py sees to them.
        run = subprocess.run([cmc, source, "--skip=fit_simdcf", "--stop-after=" + name, "-o", after], capture_output=True, text=True)
        if run.returncode:
            return "%s fails: %s" % (name, run.stderr.strip()[:400])
        run = subprocess.run([genx_eval, "--compare", source, after, "--rounds", "3"], capture_output=True, text=True)
        if run.returncode:
            return "%s changes the meaning: %s" % (name, run.stderr.strip()[:400])
    return None


def main(cmc, genx_eval, passes_def, first, count, keep=None):
    names = passes(passes_def)
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(int(first), int(first) + int(count)):
            text = Program(seed).text(4 + seed % 24)
            source = os.path.join(keep or folder, "seed%d.ll" % seed)
            with open(source, "w", encoding="utf-8") as f:
                f.write(text)
            error = check(cmc, genx_eval, [names[-1]], source, folder)
            if error: # which pass first
                error = check(cmc, genx_eval, names, source, folder) or error
                bad += 1
                print("seed %d: %s" % (seed, error))
    print("%s programs, %d failures" % (count, bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
