# SPDX-License-Identifier: MIT
"""Random kernels of plain LLVM IR, as any front end may write them: scalars and vectors of any length, integers of odd widths,
predicates, shuffles, LLVM's intrinsics, any control flow (loops with several entries too), memory at any alignment.

Nothing in them is undefined, and floats are stored with one NaN. Variables are in memory, so that blocks may come in any order."""
import random
import struct

BITS = {"i1": 1, "i5": 5, "i8": 8, "i16": 16, "i17": 17, "i24": 24, "i32": 32, "i48": 48, "i64": 64, "half": 16, "float": 32, "double": 64}
ODD = ("i5", "i17", "i24", "i48")
FLOATS = ("half", "float", "double")
WIDTHS = [0, 1, 2, 3, 4, 5, 7, 8, 8, 9, 13, 16, 16, 17, 24, 31, 32, 33, 47, 64] # 0: a scalar
IN_B, OUT_B = 2048, 16384
SUFFIX = {"half": "f16", "float": "f32", "double": "f64"}
NAN = {"half": "0xH7E00", "float": "0x7FF8000000000000", "double": "0x7FF8000000000000"}

TEXT = """target datalayout = "e-p:64:64-i64:64-n8:16:32:64"
define dllexport spir_kernel void @k(ptr addrspace(1) %%in, ptr addrspace(1) %%out) #0 {
%s
}
%s
attributes #0 = { nounwind "CMGenxMain" "oclrt"="1" "CMFloatControl"="1216" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
"""
NATIVE = """target triple = "x86_64-pc-linux-gnu"
define void @k(ptr addrspace(1) %%in, ptr addrspace(1) %%out) {
%s
}
%s
"""


def vec(ty, n):
    return "<%d x %s>" % (n, ty) if n else ty


def suffix(ty, n):
    return ("v%d" % n if n else "") + SUFFIX.get(ty, ty)


def splat(ty, n, c):
    return "<%s>" % ", ".join(["%s %s" % (ty, c)] * n) if n else str(c)


class Program:
    """Values are (name, type, length)."""

    def __init__(self, seed, doubles):
        self.r = random.Random(seed)
        self.lines, self.declarations, self.values = [], set(), []
        self.count = self.out = 0
        self.ints = ["i8", "i16", "i32", "i64", "i1"] + (list(ODD) if self.r.random() < 0.35 else [])
        self.floats = ["float", "half"] + (["double"] if doubles else [])
        self.widths = self.r.sample(WIDTHS, 4) if self.r.random() < 0.6 else WIDTHS
        self.flow()

    def text(self):
        return TEXT % ("\n".join(self.lines), "\n".join(sorted(self.declarations)))

    def native(self):
        return NATIVE % ("\n".join(self.lines), "\n".join(sorted(self.declarations)))

    def line(self, text):
        self.lines.append("  " + text)

    def let(self, text, ty=None, n=0):
        self.count += 1
        name = "%%v%d" % self.count
        self.line("%s = %s" % (name, text))
        if ty:
            self.values.append((name, ty, n))
        return name

    def call(self, ret, fn, args, ty=None, n=0):
        self.declarations.add("declare %s @llvm.%s(%s)" % (ret, fn, ", ".join(t for t, _ in args)))
        return self.let("call %s @llvm.%s(%s)" % (ret, fn, ", ".join("%s %s" % a for a in args)), ty, n)

    # Values -----------------------------------------------------------------------------------------

    def type(self):
        return self.r.choice(self.ints * 2 + self.floats)

    def width(self):
        return self.r.choice(self.widths)

    def constant_lane(self, ty):
        if ty in FLOATS:
            x = self.r.choice([0.0, 1.0, -2.5, 0.5, 1024.0, -0.0, 3.0, 65504.0])
            return "0xH%04X" % struct.unpack("<H", struct.pack("<e", x)) if ty == "half" else "0x%016X" % struct.unpack("<Q", struct.pack("<d", x))
        b = BITS[ty]
        if b == 1:
            return self.r.choice("01")
        return str(self.r.choice([0, 1, 2, 3, 7, -1, -2, (1 << b - 1) - 1, -(1 << b - 1), self.r.randrange(1 << b) - (1 << b - 1)]))

    def constant(self, ty, n):
        if self.r.random() < 0.5:
            return splat(ty, n, self.constant_lane(ty))
        return "<%s>" % ", ".join("%s %s" % (ty, self.constant_lane(ty)) for _ in range(n)) if n else self.constant_lane(ty)

    def load(self, ty, n):
        if ty in ODD:
            wide = "i64" if ty == "i48" else "i32"
            return self.let("trunc %s %s to %s" % (vec(wide, n), self.load(wide, n), vec(ty, n)), ty, n)
        if ty == "i1":
            return self.let("icmp slt %s %s, %s" % (vec("i8", n), self.load("i8", n), self.constant("i8", n)), ty, n)
        size_b, align = BITS[ty] // 8 * max(n, 1), self.r.choice([1, 2, 4, 8])
        at = self.let("getelementptr i8, ptr addrspace(1) %%in, i64 %d" % (self.r.randrange(IN_B - size_b) // align * align))
        return self.let("load %s, ptr addrspace(1) %s, align %d" % (vec(ty, n), at, align), ty, n)

    def value(self, ty, n):
        """One that there is, a constant, or one made of others."""
        r, same = self.r, [v for v in self.values if v[1] == ty and v[2] == n]
        if same and r.random() < 0.9:
            return r.choice(same[-12:])[0]
        if r.random() < 0.15:
            return self.constant(ty, n)
        others = [v for v in self.values if v[2] == n and v[1] != ty]
        if others and r.random() < 0.5:
            return self.convert(r.choice(others), ty)
        lanes = [v for v in self.values if v[1] == ty and v[2] > 0]
        if n and lanes and r.random() < 0.6:
            return self.shuffle(ty, n)
        if not n and lanes and r.random() < 0.5:
            v = r.choice(lanes)
            return self.let("extractelement %s %s, i32 %d" % (vec(ty, v[2]), v[0], r.randrange(v[2])), ty)
        return self.load(ty, n)

    def one_nan(self, v):
        name, ty, n = v
        if ty not in FLOATS:
            return name
        m = self.let("fcmp uno %s %s, %s" % (vec(ty, n), name, name))
        return self.let("select %s %s, %s %s, %s %s" % (vec("i1", n), m, vec(ty, n), splat(ty, n, NAN[ty]), vec(ty, n), name))

    def convert(self, v, to):
        (name, ty, n), r = v, self.r
        a, b, grows = vec(ty, n), vec(to, n), BITS[to] - BITS[ty]
        if ty in FLOATS and to in FLOATS:
            return self.let("%s %s %s to %s" % ("fpext" if grows > 0 else "fptrunc", a, name, b), to, n)
        if grows == 0 and r.random() < 0.4:
            return self.let("bitcast %s %s to %s" % (a, self.one_nan(v), b), to, n)
        if ty in FLOATS:
            return self.call(b, "%s.sat.%s.%s" % (r.choice(["fptosi", "fptoui"]), suffix(to, n), suffix(ty, n)), [(a, name)], to, n)
        if to in FLOATS:
            if to == "half" and BITS[ty] > 16: # x86 makes a NaN of the number 0
                name, a = self.let("trunc %s %s to %s" % (a, name, vec("i16", n))), vec("i16", n)
            return self.let("%s %s %s to %s" % (r.choice(["sitofp", "uitofp"]), a, name, b), to, n)
        return self.let("%s %s %s to %s" % (r.choice(["zext", "sext"]) if grows > 0 else "trunc", a, name, b), to, n)

    def store(self, v):
        name, ty, n = v[:3]
        name, align = self.one_nan(v), self.r.choice([1, 2, 4, 8])
        if ty == "i1" or ty in ODD:
            wide = "i8" if BITS[ty] < 8 else "i64" if ty == "i48" else "i32"
            name, ty = self.let("zext %s %s to %s" % (vec(ty, n), name, vec(wide, n))), wide
        self.out = (self.out + align - 1) // align * align
        size_b = BITS[ty] // 8 * max(n, 1)
        if self.out + size_b > OUT_B:
            return
        at = self.let("getelementptr i8, ptr addrspace(1) %%out, i64 %d" % self.out)
        self.line("store %s %s, ptr addrspace(1) %s, align %d" % (vec(ty, n), name, at, align))
        self.out += size_b

    # Steps ------------------------------------------------------------------------------------------

    def step_int(self):
        r, ty, n = self.r, self.r.choice(self.ints), self.width()
        op = r.choice("add sub mul and or xor and or xor shl lshr ashr udiv sdiv urem srem".split())
        if ty == "i1" and op not in ("add", "sub", "mul", "and", "or", "xor"):
            op = "xor"
        t, a, b, bits = vec(ty, n), self.value(ty, n), self.value(ty, n), BITS[ty]
        if op in ("shl", "lshr", "ashr"):
            b = self.let("urem %s %s, %s" % (t, b, splat(ty, n, bits)))
        elif op[1:] in ("div", "rem"): # by what is neither 0 nor -1
            b = self.let("or %s %s, %s" % (t, b, splat(ty, n, 1)))
            b = self.let("and %s %s, %s" % (t, b, splat(ty, n, (1 << bits - 1) - 1)))
        self.let("%s %s %s, %s" % (op, t, a, b), ty, n)

    def step_float(self):
        ty, n = self.r.choice(self.floats), self.width()
        op = self.r.choice(["fadd", "fsub", "fmul", "fneg"])
        more = "" if op == "fneg" else ", " + self.value(ty, n)
        self.let("%s %s %s%s" % (op, vec(ty, n), self.value(ty, n), more), ty, n)

    def step_compare(self):
        ty, n = self.type(), self.width()
        p = self.r.choice("oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno".split() if ty in FLOATS else
                          "eq ne slt sle sgt sge ult ule ugt uge".split())
        self.let("%s %s %s %s, %s" % ("fcmp" if ty in FLOATS else "icmp", p, vec(ty, n), self.value(ty, n), self.value(ty, n)), "i1", n)

    def step_select(self):
        ty, n = self.type(), self.width()
        m = n if self.r.random() < 0.7 else 0
        self.let("select %s %s, %s %s, %s %s" % (vec("i1", m), self.value("i1", m), vec(ty, n), self.value(ty, n), vec(ty, n), self.value(ty, n)),
                 ty, n)

    def step_convert(self):
        v, to = self.r.choice(self.values), self.type()
        if v[1] != to:
            self.convert(v, to)

    def shuffle(self, ty, n):
        r = self.r
        name, _, m = r.choice([v for v in self.values if v[1] == ty and v[2] > 0])
        other = r.choice([v[0] for v in self.values if v[1] == ty and v[2] == m])
        first, step, row = r.randrange(m), r.choice([0, 1, 1, 2, 3, -1]), r.choice([2, 4, 8])
        lanes = r.choice([[r.randrange(2 * m) for _ in range(n)], [(first + i) % (2 * m) for i in range(n)],
                          [(first + i * step) % m for i in range(n)], [(first + i // row * 2 * row + i % row) % m for i in range(n)]])
        return self.let("shufflevector %s %s, %s %s, <%d x i32> <%s>" % (vec(ty, m), name, vec(ty, m), other, n, ", ".join("i32 %d" % i for i in lanes)),
                        ty, n)

    def step_element(self):
        r, vectors = self.r, [v for v in self.values if v[2] > 0]
        if not vectors:
            return
        name, ty, n = r.choice(vectors)
        kind = r.choice(["i8", "i16", "i32", "i64"])
        at = str(r.randrange(n)) if r.random() < 0.5 else self.let("urem %s %s, %d" % (kind, self.value(kind, 0), n))
        if r.random() < 0.5:
            self.let("extractelement %s %s, %s %s" % (vec(ty, n), name, kind, at), ty)
        else:
            self.let("insertelement %s %s, %s %s, %s %s" % (vec(ty, n), name, ty, self.value(ty, 0), kind, at), ty, n)

    def step_reshape(self):
        """The bytes of a vector as another."""
        v = self.r.choice(self.values)
        total = BITS[v[1]] * max(v[2], 1)
        fits = [t for t in self.ints + self.floats if t not in ODD and t != v[1] and total % BITS[t] == 0 and total // BITS[t] <= 64]
        if v[1] in ODD or not v[2] or not fits:
            return
        to = self.r.choice(fits)
        self.let("bitcast %s %s to %s" % (vec(*v[1:]), self.one_nan(v), vec(to, total // BITS[to])), to, total // BITS[to])

    def step_intrinsic(self):
        r, ty, n = self.r, self.r.choice(self.ints), self.width()
        t, a, b = vec(ty, n), self.value(ty, n), self.value(ty, n)
        f = r.choice("smin smax umin umax abs sadd.sat uadd.sat ssub.sat usub.sat fshl fshr ctpop ctlz cttz bitreverse bswap overflow".split())
        if f in ("abs", "ctlz", "cttz"):
            self.call(t, "%s.%s" % (f, suffix(ty, n)), [(t, a), ("i1", "false")], ty, n)
        elif f in ("fshl", "fshr"):
            self.call(t, "%s.%s" % (f, suffix(ty, n)), [(t, a), (t, b), (t, self.value(ty, n))], ty, n)
        elif f in ("ctpop", "bitreverse") or (f == "bswap" and BITS[ty] % 16 == 0):
            self.call(t, "%s.%s" % (f, suffix(ty, n)), [(t, a)], ty, n)
        elif f == "overflow":
            both = "{ %s, %s }" % (t, vec("i1", n))
            x = self.call(both, "%s.with.overflow.%s" % (r.choice(["sadd", "uadd", "ssub", "usub", "smul", "umul"]), suffix(ty, n)), [(t, a), (t, b)])
            self.let("extractvalue %s %s, 0" % (both, x), ty, n)
            self.let("extractvalue %s %s, 1" % (both, x), "i1", n)
        elif f != "bswap":
            self.call(t, "%s.%s" % (f, suffix(ty, n)), [(t, a), (t, b)], ty, n)

    def step_float_intrinsic(self):
        ty, n = self.r.choice(self.floats), self.width()
        t, a = vec(ty, n), self.value(ty, n)
        # Of halves x86 rounds fma twice, and loses NaNs in minimum and maximum.
        f = self.r.choice("fabs copysign floor ceil trunc rint roundeven round".split() + ([] if ty == "half" else ["minimum", "maximum", "fma"]))
        args = [(t, a)]
        if f == "copysign":
            args.append((t, self.one_nan((self.value(ty, n), ty, n))))
        elif f in ("minimum", "maximum"):
            args.append((t, self.value(ty, n)))
        elif f == "fma":
            args += [(t, self.value(ty, n)), (t, self.value(ty, n))]
        self.call(t, "%s.%s" % (f, suffix(ty, n)), args, ty, n)

    def step_reduce(self):
        vectors = [v for v in self.values if v[1] in self.ints and v[2] > 1]
        if vectors:
            name, ty, n = self.r.choice(vectors)
            f = self.r.choice("add mul and or xor smax smin umax umin".split())
            self.call(ty, "vector.reduce.%s.%s" % (f, suffix(ty, n)), [(vec(ty, n), name)], ty)

    def steps(self, count):
        for _ in range(count):
            self.r.choice([self.step_int] * 3 + [self.step_intrinsic, self.step_float, self.step_float_intrinsic, self.step_compare, self.step_select,
                           self.step_convert, self.step_element, self.step_reshape, self.step_reduce])()

    # Blocks -----------------------------------------------------------------------------------------

    def flow(self):
        """Blocks that go anywhere, until the fuel is used up."""
        r, n_blocks = self.r, self.r.randrange(2, 10)
        self.lines.append("entry:")
        variables = [("%%var%d" % i, self.type(), self.width()) for i in range(r.randrange(2, 6))]
        variables = [(a, "i32" if t in ODD else t, n) for a, t, n in variables]
        for a, t, n in variables:
            self.line("%s = alloca %s" % (a, vec(t, n)))
        self.line("%%fuel = alloca i32\n  store i32 %d, ptr %%fuel" % r.randrange(3, 14))
        for a, t, n in variables:
            self.line("store %s %s, ptr %s" % (vec(t, n), self.load(t, n), a))
        self.load("i32", 0)
        self.line("br label %%block%d" % r.randrange(n_blocks))
        first = list(self.values)
        for k in range(n_blocks):
            self.lines.append("block%d:" % k)
            self.values = list(first)
            self.block(variables, k, n_blocks)
        self.lines.append("exit:")
        self.values = []
        for a, t, n in variables:
            self.store((self.let("load %s, ptr %s" % (vec(t, n), a)), t, n))
        self.line("ret void")

    def block(self, variables, k, n_blocks):
        r = self.r
        for a, t, n in variables:
            if r.random() < 0.8:
                self.let("load %s, ptr %s" % (vec(t, n), a), t, n)
        self.steps(r.randrange(1, 9))
        for a, t, n in variables:
            if r.random() < 0.6:
                self.line("store %s %s, ptr %s" % (vec(t, n), self.value(t, n), a))
        if r.random() < 0.3 and self.values:
            self.store(r.choice(self.values))
        condition, number = self.value("i1", 0), self.value("i32", 0)
        left = self.let("sub i32 %s, 1" % self.let("load i32, ptr %fuel"))
        self.line("store i32 %s, ptr %%fuel" % left)
        self.line("br i1 %s, label %%exit, label %%go%d\ngo%d:" % (self.let("icmp slt i32 %s, 0" % left), k, k))
        if r.random() < 0.7:
            self.line("br i1 %s, label %%block%d, label %%block%d" % (condition, r.randrange(n_blocks), r.randrange(n_blocks)))
        else:
            cases = " ".join("i32 %d, label %%block%d" % (c, r.randrange(n_blocks)) for c in r.sample(range(8), 3))
            self.line("switch i32 %s, label %%block%d [ %s ]" % (self.let("and i32 %s, 7" % number), r.randrange(n_blocks), cases))


def data(seed):
    """Memory with what decides: edges of integers and of floats, small numbers, noise."""
    r, b = random.Random(seed), bytearray()
    while len(b) < IN_B:
        b += r.choice([struct.pack("<f", r.choice([0.0, -0.0, 1.0, -1.5, float("inf"), float("nan"), 3e38, 1e-40, 100.25])),
                       struct.pack("<I", r.choice([0, 0xffffffff, 0x80000000, 0x7fffffff, 1])),
                       struct.pack("<d", r.choice([0.0, 1.0, -2.5, 1e300, -65536.5])), struct.pack("<f", r.uniform(-1000, 1000)),
                       struct.pack("<ee", r.choice([0.0, -1.0, 65504.0, 6e-8, float("nan")]), r.uniform(-10, 10)),
                       struct.pack("<q", r.randrange(-100, 100)), bytes(r.randrange(256) for _ in range(4))])
    return bytes(b[:IN_B])
