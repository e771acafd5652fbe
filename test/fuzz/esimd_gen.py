# SPDX-License-Identifier: MIT
"""Random programs of the ESIMD dialect, valid by construction: a seed in, programs out.

    some = esimd_gen.programs(seed, count, doubles)   # list of Program
    text = esimd_gen.source(some)                     # for cmc: a kernel k0, k1 ... for each
    text = esimd_gen.source(some, "model")            # the same for g++ with esimd_model, with a main that runs all
    text = esimd_gen.source(some, "sycl")             # a SYCL program that runs all

A program is a function body(in, out, g) with functions, structures and lambdas of its own. It reads the input, nests selections,
merges, conversions and control flow, and stores all of its variables."""
import collections
import random

from esimd_gen_memory import IN_B, OUT_B
from esimd_gen_places import Place
from esimd_gen_statements import Statements
from esimd_gen_types import DOUBLE, FLOAT, HALF, I32, INTS, U16, Expr

# form: value, template, view, ref, lambda. parameters: (type, length). t, n: of the result; t None: it changes its first
# argument. What a lambda changes may be read beside it in an expression, in an order that C++ leaves open: it is called alone.
Function = collections.namedtuple("Function", "name form parameters t n")

NUMBER_ARGUMENT = 5  # the kernel's argument g


class Program(Statements):
    def __init__(self, seed, number, doubles, modern):
        """doubles: the targets have them. modern: all targets have the load/store cache."""
        self.r, self.id, self.modern = random.Random("%d %d" % (seed, number)), number, modern
        r = self.r
        self.types = r.sample(INTS, 3) + r.sample([FLOAT, HALF] + [DOUBLE] * doubles, 1)
        self.lengths = [r.choice([4, 8, 16]), r.choice([16, 32, 64]), r.choice([1, 2, 3, 5, 7, 12, 13, 24, 31])]
        self.names, self.indent, self.lines, self.dot, self.nesting = 0, 0, [], ".", 0
        self.places, self.masks, self.numbers, self.functions, self.arrays = [], [], [], [], []
        self.out_b, self.stored = 0, []
        self.slm = r.random() < 0.3
        self.source = self.generate()

    def generate(self):
        helpers = [f for _ in range(self.r.randint(0, 3)) for f in self.helper()]
        body = self.body()
        return "\n".join(["namespace p%d {" % self.id] + helpers + body + ["} // namespace p%d" % self.id]) + "\n"

    # Functions

    def helper(self):
        """The lines of a function, which self.functions then has."""
        r, name = self.r, self.new("f")
        form = r.choice(["value", "value", "template", "view", "ref"])
        parameters = [(r.choice(self.types), r.choice(self.lengths)) for _ in range(r.randint(1, 2))]
        if form in ("view", "ref"):
            parameters = [parameters[0], (r.choice(self.types), parameters[0][1])]
        saved = self.places, self.numbers, self.lines, self.functions, self.dot, self.indent
        names = ["a%d" % i for i in range(len(parameters))]
        self.places = [Place(n, t, m) for n, (t, m) in zip(names, parameters)]
        self.numbers, self.lines, self.functions, self.indent = [], [], [], 1
        if form in ("template", "view"):
            self.dot = ".template "
        t, n = (None, 0) if form in ("view", "ref") else (r.choice(self.types), r.choice(self.lengths))
        if form == "view":
            self.places[0].view = True
        for _ in range(r.randint(1, 2)):
            self.change_parameter(form)
        if t:
            self.line("return %s;" % self.as_type(n, 0, t).text)
        lines = self.lines
        self.places, self.numbers, self.lines, self.functions, self.dot, self.indent = saved
        self.functions.append(Function(name, form, parameters, t, n))
        return [self.head(name, form, parameters, names, t, n)] + lines + ["}"]

    def change_parameter(self, form):
        p = self.places[0]
        q = self.narrowed(p, self.r.choice([0, 1])) if p.n > 1 else p
        self.line("%s = %s;" % (q.text, self.fit(self.vector(q.n, 1), q.t).text))

    def head(self, name, form, parameters, names, t, n):
        r = self.r
        simds = ["simd<%s, %d>" % (u.name, m) for u, m in parameters]
        mark = r.choice(["ESIMD_INLINE ", "inline ", "SYCL_ESIMD_FUNCTION inline ", "ESIMD_NOINLINE "])
        if form == "view":
            return "template <class V> ESIMD_INLINE void %s(V a0, %s a1) {" % (name, simds[1])
        if form == "ref":
            return "%svoid %s(%s &a0, %s a1) {" % (mark, name, simds[0], simds[1])
        result = "simd<%s, %d>" % (t.name, n)
        if form == "template":  # the first parameter's type and length are deduced
            rest = "".join(", %s %s" % x for x in zip(simds[1:], names[1:]))
            return "template <class T, int N> ESIMD_INLINE %s %s(simd<T, N> a0%s) {" % (result, name, rest)
        return "%s%s %s(%s) {" % (mark, result, name, ", ".join("%s %s" % x for x in zip(simds, names)))

    def lambda_function(self):
        """A closure that reads and changes the variables around it."""
        r, name = self.r, self.new("l")
        parameters = [(r.choice(self.types), r.choice(self.lengths))]
        t, n = r.choice(self.types), r.choice(self.lengths)
        u, m = parameters[0]
        kept = len(self.places)
        self.line("auto %s = [&](%s a0) {" % (name, "simd<%s, %d>" % (u.name, m)))
        self.places.append(Place("a0", u, m))
        self.indent += 1
        self.change_parameter("lambda")
        self.line("return %s;" % self.as_type(n, 1, t).text)
        self.indent -= 1
        self.line("};")
        del self.places[kept:]
        self.functions.append(Function(name, "lambda", parameters, t, n))

    # The body

    def variables(self):
        r = self.r
        self.numbers.append(Expr("g", I32, 0))
        for i in range(r.randint(2, 4)):
            t, n = (self.types[3] if i == 1 else r.choice(self.types)), r.choice(self.lengths)
            self.declare(t, n, self.loaded(t, n))
        if r.random() < 0.3:
            name, t, n, length = self.new("arr"), r.choice(self.types), r.choice(self.lengths), r.randint(2, 4)
            self.line("simd<%s, %d> %s[%d];" % (t.name, n, name, length))
            for i in range(length):
                self.line("%s[%d] = %s;" % (name, i, self.loaded(t, n)))
                self.places.append(Place("%s[%d]" % (name, i), t, n))
            self.arrays.append((name, t, n, length))
        if r.random() < 0.3:
            self.structure()

    def structure(self):
        r, kind, name = self.r, self.new("S"), self.new("o")
        members = [("a", r.choice(self.types), r.choice(self.lengths)), ("b", r.choice(self.types), r.choice(self.lengths))]
        self.line("struct %s {" % kind)
        for m, t, n in members:
            self.line("    simd<%s, %d> %s;" % (t.name, n, m))
        self.line("    int c;")
        self.line("};")
        self.line("%s %s;" % (kind, name))
        for m, t, n in members:
            self.line("%s.%s = %s;" % (name, m, self.loaded(t, n)))
            self.places.append(Place("%s.%s" % (name, m), t, n))
        self.line("%s.c = %s;" % (name, self.constant(I32).text))
        self.numbers.append(Expr("%s.c" % name, I32, 0))
        if r.random() < 0.5:  # a copy
            copy = self.new("o")
            self.line("%s %s = %s;" % (kind, copy, name))
            self.places += [Place("%s.%s" % (copy, m), t, n) for m, t, n in members]

    def body(self):
        self.lines, self.indent = [], 1
        if self.slm:
            self.clear_local()
        self.variables()
        if self.r.random() < 0.3:
            self.lambda_function()
        for _ in range(self.r.randint(5, 12)):
            self.statement()
        self.results()
        return ["inline void body(const uint8_t *in, uint8_t *out, int g) {"] + self.lines + ["}"]

    def results(self):
        for p in self.places:
            at = None if p.view else self.slot(p.t, p.n)
            if at is not None:
                self.line("block_store(%s, %s);" % (self.pointer(p.t, at, False), p.text))
        for m in self.masks:
            at = self.slot(U16, m.n)
            if at is not None:
                one = "merge(simd<uint16_t, %d>(1), simd<uint16_t, %d>(0), %s)" % (m.n, m.n, m.text)
                self.line("block_store(%s, %s);" % (self.pointer(U16, at, False), one))
        for e in self.numbers:
            at = self.slot(e.t, 1)
            if at is not None:
                self.line("*%s = %s;" % (self.pointer(e.t, at, False), e.text))


def programs(seed, count, doubles=False, modern=False):
    return [Program(seed, i, doubles, modern) for i in range(count)]


PRELUDE = """#include <cstdint>
#include <functional>
#include <sycl/ext/intel/esimd.hpp>
%susing namespace sycl::ext::intel::esimd;
using sycl::half;
"""
KERNEL = 'extern "C" SYCL_ESIMD_KERNEL void k%d(const uint8_t *in, uint8_t *out, int g) {\n    p%d::body(in, out, g);\n}\n'
# Both main functions read the input from a file and write each program's output in turn.
MODEL_MAIN = """#include <cstdio>
alignas(64) static uint8_t in[%d], out[%d];
int main(int, char **argv) {
    FILE *f = std::fopen(argv[1], "rb");
    if (!f || std::fread(in, 1, sizeof in, f) != sizeof in)
        return 1;
%s    return 0;
}
"""
MODEL_RUN = """    std::memset(out, 0, sizeof out);
    p%d::body(in, out, %d);
    std::fwrite(out, 1, sizeof out, stdout);
"""
SYCL_MAIN = """#include <cstdio>
#include <cstring>
int main(int, char **argv) {
    sycl::queue q;
    uint8_t *in = sycl::malloc_shared<uint8_t>(%d, q), *out = sycl::malloc_shared<uint8_t>(%d, q);
    FILE *f = std::fopen(argv[1], "rb");
    if (!f || std::fread(in, 1, %d, f) != %d)
        return 1;
    const int g = %d;
%s    return 0;
}
"""
SYCL_RUN = """    std::memset(out, 0, %d);
    q.single_task([=]() SYCL_ESIMD_KERNEL { p%d::body(in, out, g); }).wait();
    std::fwrite(out, 1, %d, stdout);
"""


def source(some, form="kernels"):
    text = PRELUDE % ("#include <sycl/sycl.hpp>\n" if form == "sycl" else "") + "\n".join(p.source for p in some)
    if form == "model":
        return text + MODEL_MAIN % (IN_B, OUT_B, "".join(MODEL_RUN % (p.id, NUMBER_ARGUMENT) for p in some))
    if form == "sycl":
        runs = "".join(SYCL_RUN % (OUT_B, p.id, OUT_B) for p in some)
        return text + SYCL_MAIN % (IN_B, OUT_B, IN_B, IN_B, NUMBER_ARGUMENT, runs)
    return text + "".join(KERNEL % (p.id, p.id) for p in some)
