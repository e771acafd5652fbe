# SPDX-License-Identifier: MIT
"""Builds a kernel as genx IR together with the memory that it must leave: what goes in are calls of intrinsics and what a
plain Python model of memory says about them; out come the IR text and the bytes of both buffers before and after.
The kernel is k(i32 sa, i32 sb, i64 pa, i64 pb): two buffers, each as a surface and as an address."""
import random
import re
import struct

SIZE = 32768
WORK = 8192  # bytes of a buffer that messages work on; above: operands (a) and results (b)
FMT = {"i8": "B", "i16": "H", "i32": "I", "i64": "Q", "float": "f", "double": "d", "half": "e"}
SUFFIX = {"float": "f32", "double": "f64", "half": "f16"}


def elt_b(t):
    return struct.calcsize(FMT[t])


def vec(n, t):
    return "<%d x %s>" % (n, t)


def suffix(t):
    m = re.match(r"<(\d+) x (\w+)>", t)
    return "v%s%s" % (m.group(1), SUFFIX.get(m.group(2), m.group(2))) if m else SUFFIX.get(t, t)


def wrap(x, t):
    if t in ("float", "double", "half"):
        return struct.unpack("<" + FMT[t], struct.pack("<" + FMT[t], x))[0]
    return x & ((1 << 8 * elt_b(t)) - 1)


def signed(x, t="i32"):
    bits = 8 * elt_b(t)
    x &= (1 << bits) - 1
    return x - (1 << bits) if x >> (bits - 1) else x


def pieces(size):
    """16, 32, 64 and 128 bytes that make up size: (offset, bytes)."""
    at, out = 0, []
    while at < size:
        n = 128
        while n > size - at:
            n //= 2
        out.append((at, n))
        at += n
    return out


class Memory:
    """Bytes; reads outside give 0 and writes outside are dropped, as a surface does."""

    def __init__(self, size, seed=None):
        rng = random.Random(seed)
        self.bytes = bytearray(rng.randrange(256) for _ in range(size)) if seed is not None else bytearray(size)

    def get(self, off, t):
        n = elt_b(t)
        raw = bytes(self.bytes[off:off + n]) if 0 <= off <= len(self.bytes) - n else bytes(n)
        return struct.unpack("<" + FMT[t], raw)[0]

    def put(self, off, t, value):
        n = elt_b(t)
        if 0 <= off <= len(self.bytes) - n:
            struct.pack_into("<" + FMT[t], self.bytes, off, wrap(value, t))


class Kernel:
    def __init__(self, name, seed=1):
        self.name = name
        self.rng = random.Random(name + str(seed))
        self.a, self.b = Memory(SIZE, seed), Memory(SIZE, seed + 100)
        self.free_a = self.free_b = WORK
        self.lines, self.decls, self.n = [], {}, 0
        self.groups, self.local = (1, 1, 1), (1, 1, 1)
        self.slm = Memory(4096)
        self.before = None
        self.slm_b = self.named = 0
        self.kinds = [2, 2, 0, 0]
        self.image = None

    # Text ------------------------------------------------------------------------------------
    def emit(self, text, result=True):
        if not result:
            self.lines.append("  " + text)
            return None
        self.n += 1
        self.lines.append("  %%t%d = %s" % (self.n, text))
        return "%%t%d" % self.n

    def call(self, name, ret, args, mangle=None):
        """args: (type, text) pairs. Overloads: every vector type, or those that mangle lists."""
        types = mangle if mangle is not None else ([ret] if ret != "void" else []) + [t for t, _ in args if t[0] == "<"]
        full = ".".join(["llvm.genx", name] + [suffix(t) for t in types])
        self.decls[full] = "declare %s @%s(%s)" % (ret, full, ", ".join(t for t, _ in args))
        return self.emit("call %s @%s(%s)" % (ret, full, ", ".join("%s %s" % x for x in args)), ret != "void")

    def region(self, value, t, n_from, first, n):
        e = elt_b(t)
        kind = "f" if t in SUFFIX else "i"
        return self.call("rdregion" + kind, vec(n, t), [
            (vec(n_from, t), value), ("i32", "%d" % n), ("i32", "%d" % n), ("i32", "1"), ("i16", "%d" % (first * e)),
            ("i32", "undef")], [vec(n, t), vec(n_from, t), "i16"])

    def padded(self, value, t, n, n_to):
        if n == n_to:
            return value
        kind = "f" if t in SUFFIX else "i"
        return self.call("wrregion" + kind, vec(n_to, t), [
            (vec(n_to, t), "zeroinitializer"), (vec(n, t), value), ("i32", "%d" % n), ("i32", "%d" % n), ("i32", "1"),
            ("i16", "0"), ("i32", "undef"), ("i1", "true")], [vec(n_to, t), vec(n, t), "i16", "i1"])

    def load(self, base, at, t, size):
        """size bytes at base + at, in blocks that every back end takes."""
        e, whole = elt_b(t), "undef"
        for off, n_b in pieces(size):
            p = self.emit("add i64 %s, %d" % (base, at + off))
            x = self.call("svm.block.ld", vec(n_b // e, t), [("i64", p)], [vec(n_b // e, t), "i64"])
            if n_b == size:
                return x
            whole = self.call("wrregion" + ("f" if t in SUFFIX else "i"), vec(size // e, t), [
                (vec(size // e, t), whole), (vec(n_b // e, t), x), ("i32", "%d" % (n_b // e)), ("i32", "%d" % (n_b // e)),
                ("i32", "1"), ("i16", "%d" % off), ("i32", "undef"), ("i1", "true")],
                [vec(size // e, t), vec(n_b // e, t), "i16", "i1"])
        return whole

    # Operands ----------------------------------------------------------------------------------
    def const(self, values, t):
        hexes = {"float": lambda x: "0x%016X" % struct.unpack("<Q", struct.pack("<d", x))[0]}
        show = hexes.get(t, str)
        return "<" + ", ".join("%s %s" % (t, show(x)) for x in values) + ">"

    def vector(self, values, t):
        """A vector that the compiler cannot know: loaded from buffer a."""
        e, n = elt_b(t), len(values)
        size = (n * e + 15) // 16 * 16
        at = self.free_a
        self.free_a += size
        for i, x in enumerate(values):
            self.a.put(at + i * e, t, x)
        full = self.load("%pa", at, t, size)
        return full if size == n * e else self.region(full, t, size // e, 0, n)

    def scalar(self, value, t="i32"):
        v = self.vector([value], t)
        return self.emit("extractelement <1 x %s> %s, i32 0" % (t, v))

    def mask(self, bits, known=None):
        """A predicate: all lanes (None), constant or computed."""
        n = len(bits)
        if known == "all":
            return "<" + ", ".join(["i1 true"] * n) + ">"
        if known:
            return "<" + ", ".join("i1 %s" % ("true" if b else "false") for b in bits) + ">"
        v = self.vector([int(b) * 5 for b in bits], "i32")
        return self.emit("icmp ne <%d x i32> %s, zeroinitializer" % (n, v))

    def addresses(self, base, offsets):
        n = len(offsets)
        v = self.vector(offsets, "i64")
        one = self.emit("insertelement <%d x i64> undef, i64 %s, i32 0" % (n, base))
        all_ = self.emit("shufflevector <%d x i64> %s, <%d x i64> undef, <%d x i32> zeroinitializer" % (n, one, n, n))
        return self.emit("add <%d x i64> %s, %s" % (n, all_, v))

    # Results -----------------------------------------------------------------------------------
    def result(self, value, t, expected):
        e, n = elt_b(t), len(expected)
        size = (n * e + 15) // 16 * 16
        at = self.free_b
        self.free_b += size
        v = self.padded(value, t, n, size // e)
        for off, n_b in pieces(size):
            p = self.emit("add i64 %%pb, %d" % (at + off))
            part = v if n_b == size else self.region(v, t, size // e, off // e, n_b // e)
            self.call("svm.block.st", "void", [("i64", p), (vec(n_b // e, t), part)], ["i64", vec(n_b // e, t)])
        self.stores = getattr(self, "stores", []) + [(at, t, list(expected) + [0] * (size // e - n))]

    def finish(self):
        """After the model of the messages has run over a and b."""
        for at, t, values in getattr(self, "stores", []):
            for i, x in enumerate(values):
                self.b.put(at + i * elt_b(t), t, x)

    def start(self):
        """Call when every operand exists and before the model changes memory."""
        self.before = bytes(self.a.bytes), bytes(self.b.bytes)

    def text(self, typed=False):
        fn = "void (i32, i32, i64, i64)* @k" if typed else "ptr @k"
        zeros = ", ".join(["i32 0"] * 4)
        return "\n".join(sorted(self.decls.values())) + """
define dllexport void @k(i32 %%sa, i32 %%sb, i64 %%pa, i64 %%pb) #0 {
%s
  ret void
}
attributes #0 = { "CMGenxMain" }
!genx.kernels = !{!0}
!0 = !{%s, !"k", !1, i32 %d, !2, !2, !3, i32 %d, i32 0}
!1 = !{i32 2, i32 2, i32 0, i32 0}
!2 = !{%s}
!3 = !{!"buffer_t", !"%s", !"svmptr_t", !"svmptr_t"}
""" % ("\n".join(self.lines), fn, self.slm_b, self.named, zeros,
       "image2d_t read_write" if self.image else "buffer_t")
