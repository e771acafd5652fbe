# SPDX-License-Identifier: MIT
"""The operations that operation_run.py tries: plain LLVM instructions, intrinsics of LLVM, intrinsics of genx.

Row(name, ret, args, build): build(kernel, lanes, values) gives [(type, value)], lanes 0 = scalar. data says what the
arguments hold: "edges", "ordinary", a function of (random, lane), or a list with one of these for each argument."""
ALL = ("skl", "icl", "tgl", "dg2", "pvc", "mtl", "arlh", "lnl", "bmg", "ptl")
FP64 = ("skl", "pvc", "mtl", "arlh", "lnl", "bmg", "ptl")
XE = ("tgl", "dg2", "pvc", "mtl", "arlh", "lnl", "bmg", "ptl")
SHORT = {"float": "f32", "half": "f16", "double": "f64", "bfloat": "bf16"}


class Row:
    def __init__(self, name, args, build, data="edges", targets=ALL, error=0.0, absolute=0.0, widths=(None, 7, 0)):
        self.name, self.args, self.build, self.data, self.targets = name, args, build, data, targets
        self.error, self.absolute, self.widths = error, absolute, widths
        self.short = name.split()[0]

    def on(self, target):
        return target in self.targets or target == "host" and len(self.targets) > 0 # the CPU has all of them


def vec(ty, n):
    return "<%d x %s>" % (n, ty) if n else ty


def suffix(ty, n):
    return ("v%d" % n if n else "") + SHORT.get(ty, ty)


def plain(op, ty, out=None, **more):
    """op: "add", "icmp slt"; a unary one when it ends in " to"."""
    def build(k, n, v):
        if op == "fneg":
            return [(ty, k.let("fneg %s %s" % (vec(ty, n), v[0])))]
        return [(out or ty, k.let("%s %s %s, %s" % (op, vec(ty, n), v[0], v[1])))]
    return Row("%s %s" % (op, ty), [ty] if op == "fneg" else [ty, ty], build, **more)


def cast(op, a, b, **more):
    return Row("%s %s %s" % (op, a, b), [a],
               lambda k, n, v: [(b, k.let("%s %s %s to %s" % (op, vec(a, n), v[0], vec(b, n))))], **more)


def call(fn, ret, *args, over="r", extra=(), **more):
    """over: which types the name carries, r and argument numbers; extra: constants after the arguments."""
    def build(k, n, v):
        name = "llvm." + fn + "".join("." + (suffix(ret, n) if c == "r" else suffix(args[int(c)], n)) for c in over)
        return [(ret, k.let(k.call(vec(ret, n), name, *[(vec(t, n), x) for t, x in zip(args, v)], *extra)))]
    return Row("%s %s" % (fn, " ".join((ret,) + args)), list(args), build, **more)


def pair(fn, ret, *args, over="01", **more):
    """An intrinsic with two results."""
    def build(k, n, v):
        t = "{ %s, %s }" % (vec(ret[0], n), vec(ret[1], n))
        name = "llvm." + fn + "".join("." + suffix(args[int(c)], n) for c in over)
        s = k.let(k.call(t, name, *[(vec(a, n), x) for a, x in zip(args, v)]))
        return [(ret[i], k.let("extractvalue %s %s, %d" % (t, s, i))) for i in (0, 1)]
    return Row("%s %s" % (fn, " ".join(args)), list(args), build, **more)


def select(ty):
    def build(k, n, v):
        c = k.let("icmp slt %s %s, %s" % (vec("i32", n), v[0], v[1]))
        return [(ty, k.let("select %s %s, %s %s, %s %s" % (vec("i1", n), c, vec(ty, n), v[2], vec(ty, n), v[3])))]
    return Row("select " + ty, ["i32", "i32", ty, ty], build)


def reduce(f, ty, **more):
    def build(k, n, v):
        args = [(vec(ty, n), v[0])]
        if f == "fadd":
            args = [(ty, "0.0")] + args
        text = k.call(ty, "llvm.vector.reduce.%s.%s" % (f, suffix(ty, n)), *args)
        x = k.let(text.replace("call ", "call reassoc ") if f == "fadd" else text)
        return [(ty, x, 0)]
    return Row("reduce.%s %s" % (f, ty), [ty], build, data="edges" if ty[0] == "i" else "ordinary", widths=(None, 7), **more)


def below(limit):
    return lambda r, lane: r.randrange(limit)


def nonzero(ty):
    bits = int(ty[1:])
    return lambda r, lane: r.choice([1, (1 << bits) - 1, 3, 1 << bits - 1, r.randrange(1, 1 << bits), r.randrange(1, 300) % ((1 << bits) - 1) + 1])


INTS, FLOATS = ("i8", "i16", "i32", "i64"), ("half", "float", "double")
SIGNS = ("ss", "su", "us", "uu")


def on_of(*types):
    return FP64 if "double" in types else ALL


def far(ty):
    """Any finite number."""
    exponents, mantissa = {"half": (30, 10), "float": (254, 23), "double": (2046, 52)}[ty]
    top = {"half": 15, "float": 31, "double": 63}[ty]
    return lambda r, lane: r.randrange(2) << top | r.randrange(exponents + 1) << mantissa | r.randrange(1 << mantissa)


def near(ty, to):
    """About the ends of the range of an integer type."""
    base, mantissa = {"half": (15, 10), "float": (127, 23), "double": (1023, 52)}[ty]
    top = {"half": 15, "float": 31, "double": 63}[ty]
    bits = min(int(to[1:]), 15 if ty == "half" else 99)
    return lambda r, lane: r.randrange(2) << top | base + bits + r.randrange(-2, 1) << mantissa | r.choice(
        [0, 1, (1 << mantissa) - 1, r.randrange(1 << mantissa)])


def number_rows():
    rows = []
    for t in INTS:
        rows += [plain(op, t) for op in ("add", "sub", "mul", "and", "or", "xor")]
        rows += [plain(op, t, data=["edges", below(int(t[1:]))]) for op in ("shl", "lshr", "ashr")]
        rows += [plain(op, t, data=["edges", nonzero(t)]) for op in ("udiv", "urem")]
        safe = lambda r, lane, t=t: r.choice([1, 3, 7, 10, 1 << int(t[1:]) - 1, (1 << int(t[1:])) - 5, r.randrange(1, 100)])
        rows += [plain(op, t, data=["edges", safe]) for op in ("sdiv", "srem")]
        rows += [plain("icmp " + p, t, out="i1") for p in ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")]
        rows += [select(t)]
    for t in FLOATS:
        on = on_of(t)
        rows += [plain(op, t, targets=on) for op in ("fadd", "fsub", "fmul", "fneg")]
        rows += [plain("frem", t, targets=on, data=d) for d in ("edges", "ordinary", [far(t), "ordinary"], ["edges", far(t)])]
        if t != "double":
            rows += [plain("fdiv", t, data="ordinary", error=2.0 ** -9 if t == "half" else 2.0 ** -21)]
        rows += [plain("fcmp " + p, t, out="i1", targets=ALL if p in ("true", "false") else on) for p in ("false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord",
                 "ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true")]
        rows += [select(t)]
    return rows


def cast_rows():
    rows = []
    for a in INTS:
        for b in INTS:
            if int(a[1:]) < int(b[1:]):
                rows += [cast("zext", a, b), cast("sext", a, b), cast("trunc", b, a)]
        for f in FLOATS:
            small = lambda r, lane, a=a: r.randrange(1 << min(11, int(a[1:])))
            rows += [cast("sitofp", a, f, targets=on_of(f), data=small if f == "half" else "edges"),
                     cast("uitofp", a, f, targets=on_of(f), data=small if f == "half" else "edges")]
            rows += [cast(op, f, a, targets=on_of(f), data=d) for op in ("fptosi", "fptoui") for d in ("edges", far(f), near(f, a))]
    for a, b in (("half", "float"), ("half", "double"), ("float", "double")):
        rows += [cast("fpext", a, b, targets=on_of(b)), cast("fptrunc", b, a, targets=on_of(b))]
    return rows


def positive(ty):
    base = {"half": (15, 10), "float": (127, 23), "double": (1023, 52)}[ty]
    return lambda r, lane: base[0] + r.randrange(-3, 7) << base[1] | r.randrange(1 << base[1])


# NaNs of both kinds and of one, infinities, normal, denormal, zero, of one sign and both.
CLASSES = (3, 1, 2, 516, 4, 264, 8, 144, 128, 96, 32, 504)


def exponent(ty):
    """Beyond the range of the type on both sides."""
    far = {"half": 60, "float": 400, "double": 3000}[ty]
    return lambda r, lane: r.randrange(-far, far) & 0xffffffff


def llvm_rows():
    rows = []
    for t in INTS:
        rows += [call(f, t, t, t) for f in ("smin", "smax", "umin", "umax", "sadd.sat", "uadd.sat", "ssub.sat", "usub.sat")]
        rows += [call("abs", t, t, extra=[("i1", "false")]), call("ctpop", t, t), call("bitreverse", t, t)]
        rows += [call(f, t, t, extra=[("i1", "false")]) for f in ("ctlz", "cttz")]
        rows += [call(f, t, t, t, t) for f in ("fshl", "fshr")]
        rows += [call(f, "i32", t, t, over="r0") for f in ("ucmp", "scmp")]
        rows += [call(f, t, t, t, data=["edges", below(int(t[1:]))]) for f in ("sshl.sat", "ushl.sat")]
        rows += [pair(f + ".with.overflow", (t, "i1"), t, t, over="0") for f in ("sadd", "uadd", "ssub", "usub", "smul", "umul")]
        if t != "i8":
            rows += [call("bswap", t, t)]
    for t in FLOATS:
        on = on_of(t)
        rows += [call(f, t, t, t, targets=on) for f in ("minnum", "maxnum", "minimum", "maximum", "copysign")]
        rows += [call(f, t, t, targets=on) for f in ("fabs", "floor", "ceil", "trunc", "rint", "nearbyint", "roundeven", "round")]
        rows += [call(f, t, t, t, t, targets=on) for f in ("fma", "fmuladd")]
        rows += [call("is.fpclass", "i1", t, over="0", extra=[("i32", str(m))], targets=on) for m in CLASSES]
        rows += [call("ldexp", t, t, "i32", over="r1", data=["edges", exponent(t)], targets=on)]
        rows += [call("canonicalize", t, t, data="ordinary", targets=on)]
        rows += [call(f, "i32", t, over="r0", data="ordinary", targets=on) for f in ("lrint", "llrint")]
        for i in INTS:
            rows += [call(f, i, t, over="r0", targets=on) for f in ("fptosi.sat", "fptoui.sat")]
    return rows


def math_rows():
    rows = []
    for t, e in (("half", 2.0 ** -9), ("float", 2.0 ** -20)):
        rows += [call(f, t, t, data=positive(t), error=e, absolute=e) for f in ("genx.inv", "genx.sqrt", "genx.rsqrt", "genx.log",
                 "genx.exp", "genx.sin", "genx.cos", "sqrt", "exp2", "log2", "log")]
        rows += [call("exp", t, t, data=positive(t), error=e * 32)] # the argument's product rounds
        rows += [call("exp10", t, t, data=positive(t), error=e * 64)]
        rows += [call(f, t, t, t, data=d, error=e * 64, absolute=e) for f in ("genx.pow", "pow") for d in ("edges", [positive(t), "ordinary"])]
        rows += [call("genx." + f, t, t) for f in ("rndd", "rndu", "rnde", "rndz", "sat", "absf")]
        rows += [call("genx.frc", t, t, data="ordinary")]
        rows += [call(f, t, t, t) for f in ("genx.fmin", "genx.fmax")]
    rows += [call(f, r, t, t, over="r0") for f in ("genx.fmin", "genx.fmax") for r, t in (("half", "float"), ("float", "half"))]
    rows += [call(f, "double", "double", targets=()) for f in ("genx.sin", "genx.cos", "genx.exp", "genx.log", "sin", "exp2")]
    rows += [call("genx.ieee.div", "float", "float", "float", data=d) for d in ("edges", "ordinary")]
    rows += [call("genx.ieee.sqrt", "float", "float", data=d) for d in ("edges", positive("float"))]
    rows += [call("genx.ieee.div", "double", "double", "double", data=d, targets=FP64) for d in ("edges", "ordinary")]
    rows += [call("genx.ieee.sqrt", "double", "double", data=d, targets=FP64) for d in ("edges", positive("double"))]
    return rows


def genx_rows():
    rows = []
    for t in INTS:
        rows += [call("genx." + f, t, t, t) for f in ("smin", "smax", "umin", "umax")]
        rows += [call("genx.absi", t, t)]
        rows += [call("genx." + f, r, t, t, over="r0") for f in ("smin", "smax", "umin", "umax") for r in INTS if r != t]
    for s in SIGNS:
        for a, r in (("i8", "i8"), ("i8", "i16"), ("i16", "i8"), ("i16", "i16"), ("i16", "i32"), ("i32", "i8"), ("i32", "i16"),
                     ("i32", "i32")):
            rows += [call("genx.%s%s" % (s, f), r, a, a, over="r0") for f in ("add.sat", "mul.sat", "mul", "avg")]
            rows += [call("genx.%strunc.sat" % s, r, a, over="r0")] if a > r else []
            rows += [call("genx.%sshl.sat" % s, r, a, a, over="r0", data=["edges", below(32 if a == "i32" else 16 if a == "i16" else 8)])]
            rows += [call("genx.%s%s" % (s, f), r, a, a, r, over="r0") for f in ("mad", "mad.sat")]
        for a, r in (("i8", "i8"), ("i8", "i32"), ("i16", "i16"), ("i32", "i8"), ("i32", "i32"), ("i32", "i64"), ("i64", "i32"), ("i64", "i64")):
            rows += [call("genx.%sshl%s" % (s, sat), r, a, a, over="r0", data=["edges", below(64 if a == "i64" else 32)]) for sat in ("", ".sat")]
        rows += [call("genx.%strunc.sat" % s, r, "i64", over="r0") for r in ("i8", "i16", "i32")]
        rows += [call("genx.%sadd3.sat" % s, "i32", "i32", "i32", "i32", over="r0")]
        rows += [call("genx.%sdp4a%s" % (s, sat), "i32", "i32", "i32", "i32", over="r012") for sat in ("", ".sat")]
    for t in ("i16", "i32"):
        rows += [call("genx." + f, t, t, t, over="r0") for f in ("rol", "ror")]
        rows += [call("genx.bfn", t, t, t, t, over="r", extra=[("i8", str(lut))]) for lut in (0x96, 0xca, 0xe8, 0x80, 0xfe, 0x1b, 0, 255, 0x33)]
        rows += [call("genx.add3", t, t, t, t, over="r0")]
    rows += [call("genx." + f, "i64", "i64", "i64", over="r0") for f in ("rol", "ror")]
    rows += [call("genx." + f, "i32", "i32", "i32") for f in ("smulh", "umulh")]
    rows += [call("genx." + f, "i32", "i32", "i32", "i32") for f in ("sbfe", "ubfe")]
    rows += [call("genx.bfi", "i32", "i32", "i32", "i32", "i32")]
    rows += [call("genx.bfrev", "i32", "i32"), call("genx.lzd", "i32", "i32"), call("genx.fbl", "i32", "i32"),
             call("genx.sfbh", "i32", "i32"), call("genx.ufbh", "i32", "i32")]
    rows += [call("genx.cbit", "i32", t, over="r0") for t in INTS]
    rows += [pair("genx." + f, ("i32", "i32"), "i32", "i32") for f in ("addc", "subb")]
    rows += [pair("genx." + f, ("i32", "i32"), "i32", "i32", "i32") for f in ("simad", "uimad", "add3c")]
    rows += [call("genx." + f, "float", "float", "float", data="ordinary", error=2.0 ** -18, absolute=2.0 ** -14, widths=(None, 8))
             for f in ("dp2", "dp3", "dp4", "dph", "line")]
    rows += [call("genx.lrp", "float", "float", "float", "float", data="ordinary", error=2.0 ** -18, absolute=2.0 ** -14)]
    rows += [call("genx.%ssad2" % s, "i16", "i8", "i8", over="r0", widths=(None, 6)) for s in ("s", "u")]
    rows += [call("genx.%ssad2add" % s, "i16", "i8", "i8", "i16", over="r0", widths=(None, 6)) for s in SIGNS]
    rows += [call("genx.bf.cvt", "half", "float", over="r0"), call("genx.bf.cvt", "float", "half", over="r0", data="ordinary"),
             call("genx.tf32.cvt", "i32", "float", over="r0"), call("genx.tf32.cvt", "i32", "float", over="r0", data="ordinary")]
    rows += [cast("fptrunc", "float", "bfloat"), cast("fpext", "bfloat", "float")]
    rows += [reduce(f, t) for t in INTS for f in ("add", "mul", "and", "or", "xor", "smin", "smax", "umin", "umax")]
    rows += [reduce(f, t, error=2.0 ** -8 if t == "half" else 2.0 ** -18, absolute=2.0 ** -3 if t == "half" else 2.0 ** -10)
             for t in ("half", "float") for f in ("fadd", "fmin", "fmax")]
    return rows


def formed_rows():
    """Several operations that one instruction may do."""
    rows = []

    def chain(ty, steps):
        def build(k, n, v):
            v = list(v)
            for op, a, b in steps:
                x = [v[i] if isinstance(i, int) else "<%s>" % ", ".join(["%s %s" % (ty, i)] * n) if n else i for i in (a, b)]
                v.append(k.let("%s %s %s, %s" % (op, vec(ty, n), x[0], x[1])))
            return [(ty, v[-1])]
        name = " ".join("%s.%s.%s" % s for s in steps)
        return Row("formed %s %s" % (ty, name), [ty] * 4, build)
    trees = [[("and", 0, 1), ("or", 4, 2)], [("xor", 0, 1), ("xor", 4, 2)], [("xor", 0, "-1"), ("and", 4, 1)],
             [("xor", 0, "-1"), ("or", 1, 2), ("xor", 4, 5)], [("and", 0, 1), ("xor", 0, 1), ("and", 5, 2), ("or", 4, 6)],
             [("and", 0, "255"), ("or", 4, 1)], [("and", 0, "-256"), ("xor", 4, 1), ("or", 5, 2)], [("and", 0, 1), ("or", 2, 3), ("xor", 4, 5)],
             [("add", 0, 1), ("add", 4, 2)], [("add", 0, 1), ("add", 2, 3), ("add", 4, 5)], [("add", 0, "100"), ("add", 4, 1)],
             [("add", 0, "-3"), ("add", 1, 4)], [("mul", 0, "12"), ("add", 4, 1)], [("mul", 0, "-7"), ("add", 1, 4)],
             [("mul", 0, 1), ("add", 4, 2)], [("mul", 0, "300"), ("add", 4, 1), ("add", 5, 2)], [("mul", 0, 0), ("add", 4, 0)],
             [("shl", 0, "2"), ("add", 4, 1)], [("mul", 0, "12"), ("sub", 4, 1)], [("sub", 0, 1), ("add", 4, 2)]]
    return [chain(t, s) for t in INTS for s in trees]


def divide_rows():
    rows = []
    for t in ("i8", "i16", "i32", "i64"):
        for d in (1, 2, 3, 5, 7, 8, 10, 25, 100, 125) + ((641, 1000, 32767) if t != "i8" else ()) + ((65537, 1000000007, 2147483647) if t in ("i32", "i64") else ()):
            for op in ("udiv", "urem", "sdiv", "srem"):
                for c in (d, -d) if op[0] == "s" and d > 1 else (d,):
                    def build(k, n, v, t=t, op=op, c=c):
                        x = "<%s>" % ", ".join(["%s %d" % (t, c)] * n) if n else "%d" % c
                        return [(t, k.let("%s %s %s, %s" % (op, vec(t, n), v[0], x)))]
                    rows.append(Row("constant %s %s %d" % (op, t, c), [t], build, data="edges" if d % 2 else "ordinary", widths=(None,)))
    return rows


WIDE = ("pvc", "lnl", "bmg", "ptl")
BITS = {3: 2, 4: 2, 5: 4, 6: 4, 7: 8, 8: 8, 9: 16, 10: 16, 12: 32}


def dpas(lanes, pb, pa, repeat, ret, acc=True, form="dpas2", **more):
    """Operands of the right sizes out of vectors of 64 dwords; the accumulator is a repetition of the first lanes."""
    wide = max(BITS[pb], BITS[pa])
    ops = 8 if wide <= 4 else 32 // wide
    nb, na, n = 8 * ops * lanes * BITS[pb] // 32, 8 * ops * repeat * BITS[pa] // 32, lanes * repeat

    def build(k, _, v):
        def take(ty, x, count):
            mask = ", ".join("i32 %d" % (i * 7 % 64) for i in range(count))
            return k.let("shufflevector %s %s, %s undef, <%d x i32> <%s>" % (vec(ty, 64), x, vec(ty, 64), count, mask))
        b, a = take("i32", v[0], nb), take("i32", v[1], na)
        args = [(vec("i32", nb), b), (vec("i32", na), a)]
        over = [suffix("i32", nb), suffix("i32", na)]
        if acc:
            args, over = [(vec(ret, n), take(ret, v[2], n))] + args, [suffix(ret, n)] + over
        if form == "dpas2":
            tail = [("i32", str(x)) for x in (pb, pa, 8, repeat, 1, 1)]
        else:
            tail = [("i32", str(pb | pa << 8 | 8 << 16 | repeat << 24))]
        name = "llvm.genx.%s.%s" % (form, ".".join([suffix(ret, n)] + over))
        return [(ret, k.let(k.call(vec(ret, n), name, *args, *tail)), n)]
    targets = ("dg2", "arlh") if lanes == 8 else WIDE
    name = "dpas %s x%d %d.%d %s %s" % (form, repeat, pb, pa, ret, "acc" if acc else "none")
    return Row(name, ["i32", "i32", ret], build, targets=targets, widths=(None,), **more)


def half_pairs(r, lane):
    return r.choice([0, 0x3c00, 0xbc00, 0x4000, 0x3800]) | r.choice([0, 0x3c00, 0xc200, 0x4000]) << 16


def bf_pairs(r, lane):
    return r.choice([0, 0x3f80, 0xbf80, 0x4000, 0x3f00]) | r.choice([0, 0x3f80, 0xc040, 0x4000]) << 16


def small_floats(r, lane):
    return r.choice([0, 0x3f800000, 0xbf800000, 0x40000000, 0x40400000, 0x3f000000])


def dpas_rows():
    rows = []
    for lanes in (8, 16):
        for pb in (3, 4, 5, 6, 7, 8):
            rows += [dpas(lanes, pb, pa, 8, "i32", data="ordinary") for pa in (3, 4, 5, 6, 7, 8)]
        rows += [dpas(lanes, 8, 8, repeat, "i32", data="ordinary") for repeat in (1, 2, 3, 4, 5, 7)]
        rows += [dpas(lanes, 8, 7, 4, "i32", acc=False, form="dpas.nosrc0", data="ordinary"), dpas(lanes, 8, 8, 8, "i32", form="dpas")]
        for p, data in ((10, half_pairs), (9, bf_pairs), (12, small_floats)):
            if p != 12 or lanes == 16:
                rows += [dpas(lanes, p, p, repeat, "float", data=[data, data, "ordinary"], error=2.0 ** -20, absolute=2.0 ** -16)
                         for repeat in (1, 8)]
    return rows


def mask_row(name, fn, widths=(1, 2, 4, 7, 8, 16, 17, 32, 40, 64)):
    """fn(kernel, lanes, condition, other condition) gives results."""
    def build(k, n, v):
        t = vec("i32", n)
        return fn(k, n, k.let("icmp slt %s %s, %s" % (t, v[0], v[1])), k.let("icmp ult %s %s, %s" % (t, v[0], v[2])))
    return Row("mask " + name, ["i32"] * 3, build, widths=widths)


def mask_rows():
    def m(n):
        return vec("i1", n)

    def logic(op):
        return lambda k, n, a, b: [("i1", k.let("%s %s %s, %s" % (op, m(n), a, b)))]

    def to_int(k, n, a, b):
        x = k.let("bitcast %s %s to i%d" % (m(n), a, n))
        to = 64 if n > 32 else 32
        y = x if n == to else k.let("zext i%d %s to i%d" % (n, x, to))
        return [("i%d" % to, y, 0)]

    def from_int(k, n, a, b):
        wide = 64 if n > 32 else 32
        # The value of lane 0 and 1 as an integer.
        v = k.source(n)
        x = v[0] if wide == 32 else k.let("or i64 %s, %s" % (k.let("zext i32 %s to i64" % v[0]),
                                                              k.let("shl i64 %s, 32" % k.let("zext i32 %s to i64" % v[1]))))
        x = x if n == wide else k.let("trunc i%d %s to i%d" % (wide, x, n))
        c = k.let("bitcast i%d %s to %s" % (n, x, m(n)))
        return [("i1", c), ("i1", k.let("and %s %s, %s" % (m(n), c, a)))]

    def reduce(fn):
        return lambda k, n, a, b: [("i1", k.let(k.call("i1", "llvm.genx.%s.v%di1" % (fn, n), (m(n), a))), 0),
                                   ("i1", k.let(k.call("i1", "llvm.genx.%s.v%di1" % (fn, n), (m(n), k.let("or %s %s, %s" % (m(n), a, b))))), 0)]

    def compare(k, n, a, b):
        x = k.let("bitcast %s %s to i%d" % (m(n), a, n))
        return [("i1", k.let("icmp %s i%d %s, %s" % (p, n, x, c)), 0) for p, c in (("ne", 0), ("eq", 0), ("eq", -1))]

    def choose(k, n, a, b):
        c = k.let("icmp ult i32 %s, 5" % k.source(n)[0])
        return [("i1", k.let("select i1 %s, %s %s, %s %s" % (c, m(n), a, m(n), b))),
                ("i1", k.let("select %s %s, %s %s, %s %s" % (m(n), a, m(n), b, m(n), k.let("xor %s %s, %s" % (m(n), a, b)))))]

    def element(k, n, a, b):
        i = k.let("and i32 %s, %d" % (k.source(n)[1], n - 1 if n & n - 1 == 0 else 0))
        return [("i1", k.let("extractelement %s %s, i32 %d" % (m(n), a, n - 1)), 0), ("i1", k.let("extractelement %s %s, i32 %s" % (m(n), a, i)), 0),
                ("i1", k.let("insertelement %s %s, i1 true, i32 %d" % (m(n), a, n // 2)))]

    def part(k, n, a, b):
        h = n // 2
        lo, hi = ("<%d x i32> <%s>" % (h, ", ".join("i32 %d" % (o + i) for i in range(h))) for o in (0, h))
        p, q = (k.let("shufflevector %s %s, %s %s, %s" % (m(n), a, m(n), b, x)) for x in (hi, lo))
        both = ", ".join("i32 %d" % i for i in range(2 * h))
        return [("i1", p, h), ("i1", k.let("shufflevector %s %s, %s %s, <%d x i32> <%s>" % (m(h), p, m(h), q, 2 * h, both)), 2 * h)]

    def read(k, n, a, b):
        h, fn = n // 2, "llvm.genx.rdpredregion.v%di1.v%di1" % (n // 2, n)
        x = k.let(k.call(m(h), fn, (m(n), a), ("i32", str(h))))
        w = k.let(k.call(m(n), "llvm.genx.wrpredregion.v%di1.v%di1" % (n, h), (m(n), b), (m(h), x), ("i32", "0")))
        return [("i1", x, h), ("i1", w)]

    def extend(k, n, a, b):
        return [(t, k.let("%s %s %s to %s" % (op, m(n), a, vec(t, n)))) for op, t in
                (("zext", "i32"), ("sext", "i16"), ("zext", "i8"), ("zext", "i64"), ("uitofp", "float"), ("sitofp", "half"))]

    def narrow(k, n, a, b):
        return [("i1", k.let("trunc %s %s to %s" % (vec("i32", n), k.whole(n), m(n))))]
    rows = [mask_row(op, logic(op)) for op in ("and", "or", "xor")]
    rows += [mask_row("to integer", to_int), mask_row("from integer", from_int), mask_row("any", reduce("any")),
             mask_row("all", reduce("all")), mask_row("compared as integer", compare), mask_row("select", choose),
             mask_row("element", element), mask_row("halves", part, (2, 4, 8, 16, 32, 64)),
             mask_row("region", read, (2, 4, 8, 16, 32)), mask_row("extended", extend), mask_row("truncated", narrow)]
    return rows


ROWS = number_rows() + cast_rows() + llvm_rows() + math_rows() + genx_rows() + dpas_rows() + mask_rows() + formed_rows() + divide_rows()
