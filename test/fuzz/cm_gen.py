# SPDX-License-Identifier: MIT
"""Random kernels of the language, valid by construction: a seed in, a file of kernels out.

    kernels, used = cm_gen.kernels(seed, count, Settings(...))  # list of Kernel, Counter of rows of test/cm/features.txt
    text = cm_gen.source(kernels)

Each kernel reads `in`, nests features in ways that nobody writes by hand, and writes all of its variables to `out`. Kernels
for comparisons give the same bits however they are optimised: no float is made from integers' bits, no float product is added.
Common features grow from the grammar (cm_gen_values.py, cm_gen_statements.py). Every other row of the language is a snippet of
the tables cm_gen_rows_*.py; a file deals all that its target has to its kernels, which place them somewhere in their nesting."""
import collections
import os

import cm_gen_rows_errors
import cm_gen_rows_functions
import cm_gen_rows_language
import cm_gen_rows_memory
from cm_gen_snippets import available, chosen
from cm_gen_statements import Statements
from cm_gen_values import INTS, LENGTHS, FLOATS, Generator, Var, count

PRELUDE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "cm_gen.h")
SNIPPETS = cm_gen_rows_language.SNIPPETS + cm_gen_rows_functions.SNIPPETS + cm_gen_rows_memory.SNIPPETS

# mode: "compile" for all that compiles, "eval" for what the evaluator knows, "errors"
# for kernels with an error each. macros: {name: number} that the targets have in common. small: kernels of few statements.
# lengths, types: what the file has, so that its kernels share instances of templates.
Settings = collections.namedtuple("Settings", "mode macros small lengths types", defaults=(LENGTHS, INTS + FLOATS))


class Kernel(Statements):
    def inputs(self):
        for _ in range(1 if self.set.small else self.r.randint(2, 4)):
            t, n, name = self.type(), self.r.choice(self.set.lengths), self.new("v")
            self.line("vector<%s, %d> %s = fuzz_get<%s, %d>(in + %d);" % (t, n, name, t, n, self.r.randrange(16) * 64))
            self.vars.append(Var(name, t, 0, n))
        if self.set.small and self.r.random() < 0.5:
            return
        t, rows, cols = self.type(), self.r.choice([2, 3, 4, 8]), self.r.choice([4, 8, 7, 16])
        name = self.new("m")
        self.use("2.2.matrix_t_r_c")
        self.line("matrix<%s, %d, %d> %s = fuzz_get<%s, %d>(in + %d).format<%s, %d, %d>();" % (
            t, rows, cols, name, t, rows * cols, self.r.randrange(16) * 64, t, rows, cols))
        self.vars.append(Var(name, t, rows, cols))

    def local(self):
        self.use("13.cm_slm_init_bytes", "13.cm_slm_alloc_bytes_uint", "13.cm_slm_block_read_write", "16.cm_barrier")
        self.line("cm_slm_init(2048);")
        self.line("uint slm = cm_slm_alloc(1024);")
        for at, value in (0, 7), (256, 9), (512, 3), (768, 1):
            self.line("cm_slm_block_write(slm, %d, vector<uint, 64>(%du));" % (at, value))
        self.line("cm_slm_fence(CM_GLOBAL_COHERENT_FENCE);")
        self.line("cm_barrier();")

    def parameters(self):
        image = ', SurfaceIndex img [[type("image2d_t")]]' if self.image else ""
        return 'svmptr_t in, svmptr_t out, SurfaceIndex buf [[type("buffer_t")]], svmptr_t tmp' + image

    def text(self):
        self.use("7.genx_main", "7.buffer", "7.pointer", "7.scalar_vector_by_value", "2.1.svmptr_t")
        self.slm = self.slm or any("m" in s.flags for s in self.dealt)
        self.image = any("g" in s.flags for s in self.dealt)
        if self.slm:
            self.local()
        self.line("int g = cm_group_id(0);")
        self.inputs()
        self.numbers.append("g")
        for _ in range(1 if self.set.small else self.r.randint(3, 9)):
            self.statement(2)
        self.rest()
        stored = self.vars[:4] if self.set.small else self.vars
        for v in stored:
            self.line("fuzz_put<%s, %d>(out, vector<%s, %d>(%s));" % (v.type, count(v), v.type, count(v), v.name))
            self.stored.append((v.type, count(v)))
        self.line("fuzz_put<int, %d>(out, fuzz_numbers(%s));" % (len(self.numbers), ", ".join("(int)" + n for n in self.numbers)))
        self.stored.append(("int", len(self.numbers)))
        self.use("14.cm_svm_block_write", "14.cm_svm_block_read")
        head = 'extern "C" _GENX_MAIN_ void %s(%s)\n{\n' % (self.name, self.parameters())
        return "\n".join(self.functions + [head + "\n".join(self.lines) + "\n}"]) + "\n"


def palette(r):
    """What a file's vectors are like: a length that SIMD control flow has, an odd one, some types."""
    return [r.choice([2, 4, 8, 16, 32]), r.choice([1, 3, 5, 7, 11, 13, 17, 23, 31, 47, 64])], r.sample(INTS, 3) + r.sample(FLOATS, 1)


def deal(r, number, settings):
    """The snippets of each kernel: all in turn, in a new order in every file."""
    all_of_them = chosen(SNIPPETS, settings.mode, settings.macros)
    r.shuffle(all_of_them)
    hands, at = [], 0
    for i in range(number):
        hand = []
        while len(hand) < 1 + i % 2:
            s = all_of_them[at % len(all_of_them)]
            at += 1
            if not ("1" in s.flags and hand):
                hand.append(s)
            if "1" in s.flags:
                break
        hands.append(hand)
    return hands


def kernels(seed, number, settings):
    r = Generator(seed)
    if settings.small:
        lengths, types = palette(r)
        settings = settings._replace(lengths=lengths, types=types)
    hands = deal(r, number, settings._replace(mode="compile") if settings.mode == "errors" else settings)
    if settings.mode == "errors":
        errors = [e for e in cm_gen_rows_errors.ERRORS if available(e.needs, settings.macros)]
        first = r.randrange(len(errors))
        hands = [[errors[(first + i) % len(errors)]] for i in range(number)]
    out, used = [], collections.Counter()
    for i in range(number):
        k = Kernel(seed, i, settings, hands[i])
        k.error = hands[i][0] if settings.mode == "errors" else None
        k.source = k.text()
        used += k.used
        out.append(k)
    return out, used


def source(some):
    with open(PRELUDE, encoding="utf-8") as f:
        return f.read() + "\n".join(k.source for k in some)
