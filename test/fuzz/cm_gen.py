# SPDX-License-Identifier: MIT
"""Random kernels of the language, valid by construction: a seed in, a file of kernels out.

    kernels, used = cm_gen.kernels(seed, count, exact=True)     # list of Kernel, Counter of rows of test/cm/features.txt
    text = cm_gen.source(kernels)

Each kernel reads `in`, nests features in ways that nobody writes by hand, and writes all of its variables to `out`. Exact
kernels give the same bits however they are optimised: no float is made from integers' bits, no float product is added."""
import collections
import os
import random

PRELUDE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "cm_gen.h")
SIZE_B = {"char": 1, "uchar": 1, "short": 2, "ushort": 2, "int": 4, "uint": 4, "longlong": 8, "ulonglong": 8, "half": 2,
          "float": 4, "real": 8}
INTS = ["char", "uchar", "short", "ushort", "int", "uint", "longlong", "ulonglong"]
SMALL = INTS[:6]  # integers of up to 32 bits
FLOATS = ["half", "float", "real"]
ROW_OF_TYPE = {"char": "2.1.char_signed_char_uchar", "uchar": "2.1.char_signed_char_uchar", "short": "2.1.short_ushort",
               "ushort": "2.1.short_ushort", "int": "2.1.int_uint", "uint": "2.1.int_uint", "half": "2.1.half",
               "longlong": "2.1.long_long_unsigned_long_long", "ulonglong": "2.1.long_long_unsigned_long_long",
               "float": "2.1.float", "real": "2.1.double"}
LENGTHS = [1, 2, 3, 4, 5, 7, 8, 8, 11, 13, 16, 16, 17, 23, 31, 32, 32, 47, 64]
MASKS = ["==", "!=", "<", "<=", ">", ">="]

Var = collections.namedtuple("Var", "name type rows cols")  # rows 0: a vector of cols elements


def count(v):
    return max(v.rows, 1) * v.cols


class Kernel:
    def __init__(self, seed, number, exact):
        self.r = random.Random(seed * 1000003 + number)
        self.name = "k%d" % number
        self.exact = exact
        self.used = collections.Counter()
        self.lines, self.functions, self.vars, self.numbers = [], [], [], []
        self.stored = []  # (type, elements) of the output, in order
        self.fresh = self.indent = 0
        self.width = None  # of the SIMD control flow around
        self.loops = 0
        self.slm = self.r.random() < 0.15

    def use(self, *rows):
        self.used.update(rows)

    def line(self, text):
        self.lines.append("    " * (self.indent + 1) + text)

    def new(self, prefix):
        self.fresh += 1
        return "%s%d" % (prefix, self.fresh)

    def type(self, pool=None):
        t = self.r.choice(pool or self.r.choice([INTS, SMALL, SMALL, FLOATS]))
        self.use(ROW_OF_TYPE[t])
        return t

    # Scalars.

    def number(self, depth=2):
        """An int expression."""
        r, choices = self.r, [self.literal]
        if self.numbers:
            choices += [lambda: r.choice(self.numbers)] * 3
        if depth > 0 and not self.width:
            choices += [lambda: self.reduction(depth), lambda: self.element(),
                        lambda: "(%s %s %s)" % (self.number(depth - 1), r.choice("+-*&|^"), self.number(depth - 1)),
                        lambda: self.question(depth)]
        return r.choice(choices)()

    def literal(self):
        return str(self.r.choice([0, 1, 2, 3, 5, 7, 15, 31, 100, 255, 1000, -1, -7, 65535, self.r.randrange(-9999, 9999)]))

    def index(self, limit):
        """An int within [0, limit]."""
        if limit == 0 or self.width or self.r.random() < 0.6:
            return str(self.r.randint(0, limit))
        if self.numbers and self.r.random() < 0.7:
            return "(int)((uint)%s %% %du)" % (self.r.choice(self.numbers), limit + 1)
        return "%d" % self.r.randint(0, limit)

    def element(self):
        v = self.r.choice(self.vars)
        if v.type in FLOATS:
            return self.literal()
        if v.rows:
            self.use("4.m_index")
            form = self.r.choice(["(int)%s(%s, %s)", "(int)%s[%s][%s]"])
            return form % (v.name, self.index(v.rows - 1), self.index(v.cols - 1))
        self.use("4.v_index")
        return self.r.choice(["(int)%s(%s)", "(int)%s[%s]"]) % (v.name, self.index(v.cols - 1))

    def question(self, depth):
        m, n = self.mask(self.r.choice([4, 8, 16, 7]), 0)
        self.use("4.mask_any_mask_all")
        return "(int)%s.%s()" % (m, self.r.choice(["any", "all"]))

    def reduction(self, depth):
        n = self.r.choice([2, 4, 8, 16, 5, 13, 32])
        e = self.as_type("int", self.expression(n, depth - 1), n)
        row, f = self.r.choice([("9.1.cm_sum", "cm_sum<int>"), ("9.1.cm_prod", "cm_prod<int>"),
                                ("9.1.cm_reduced_min", "cm_reduced_min<int>"), ("9.1.cm_reduced_min", "cm_reduced_max<int>"),
                                ("6.1.cm_pack_mask_v_uint", "(int)cm_pack_mask")])
        self.use(row)
        return "%s(%s)" % (f, e)

    # Vectors. Each gives (text, type) of n elements; type None where promotion decided.

    def as_type(self, t, e, n):
        """The expression's value with element type t: a conversion, sometimes a saturating one."""
        text, have = e
        if have == t:
            return text
        if have in FLOATS and t in INTS:  # what is out of range is left open
            self.use("3.1.saturating_copy", "3.3.integer_destination", "9.3.saturating_convert")
            return "vector<%s, %d>(%s, SAT)" % (t, n, text)
        if t not in FLOATS and self.r.random() < 0.2:
            self.use("3.1.saturating_copy", "3.3.sat_genx_sat_1_genx_nosat_0")
            return "vector<%s, %d>(%s, SAT)" % (t, n, text)
        self.use("3.1.converting_copy")
        return "vector<%s, %d>(%s)" % (t, n, text)

    def typed(self, pool, n, depth):
        t = self.type(pool)
        return self.as_type(t, self.expression(n, depth), n), t

    def mask(self, n, depth):
        a, t = self.typed(INTS if self.r.random() < 0.7 else FLOATS, n, depth)
        b = self.as_type(t, self.expression(n, depth), n) if self.r.random() < 0.6 else "(%s)%s" % (t, self.literal())
        self.use("5.comparisons", "6.1.vector_ushort_n_matrix_ushort_r_c")
        return "vector<ushort, %d>(%s %s %s)" % (n, a, self.r.choice(MASKS), b), n

    def expression(self, n, depth):
        if depth <= 0:
            return self.leaf(n)
        f = self.r.choice([self.leaf, self.leaf, self.arithmetic, self.arithmetic, self.bits, self.shift, self.compare,
                           self.minmax, self.unary, self.bit_function, self.integer_function, self.round, self.math,
                           self.merged, self.quotient, self.multiply, self.call, self.dot])
        return f(n, depth) if f != self.leaf else self.leaf(n)

    def arithmetic(self, n, depth):
        if self.r.random() < 0.4:
            a, t = self.typed(FLOATS, n, depth - 1)
            b = self.as_type(t, self.expression(n, depth - 1), n)
            op = self.r.choice("+-" if self.exact else "+-*/")
            self.use("5.divide_float" if op == "/" else "5.add_sub_mul")
            return "(%s %s %s)" % (a, op, b), t
        a, s = self.typed(INTS, n, depth - 1)
        b, t = self.typed(INTS, n, depth - 1)
        if self.r.random() < 0.2:
            b, t = "(%s)%s" % (t, self.number(0)), t
            self.use("3.2.a_scalar_operand_takes_part_with")
        self.use("5.add_sub_mul", "3.2.int_int", "3.2.result_element_type_of_a_binary")
        return "(%s %s %s)" % (a, self.r.choice("+-*"), b), None

    def bits(self, n, depth):
        a, _ = self.typed(INTS, n, depth - 1)
        b, _ = self.typed(INTS, n, depth - 1)
        self.use("5.bitwise")
        return "(%s %s %s)" % (a, self.r.choice("&|^"), b), None

    def shift(self, n, depth):
        a, t = self.typed(INTS, n, depth - 1)
        limit = 63 if SIZE_B[t] == 8 else 31
        b = str(self.r.randint(0, limit)) if self.r.random() < 0.5 else "(%s & %d)" % (self.typed(SMALL, n, depth - 1)[0], limit)
        if self.r.random() < 0.5:
            self.use("5.shifts")
            return "(%s %s %s)" % (a, self.r.choice(["<<", ">>"]), b), None
        f = self.r.choice(["cm_shl", "cm_shr", "cm_asr", "cm_lsr"])
        self.use({"cm_shl": "9.2.cm_shl", "cm_lsr": "9.2.cm_lsr"}.get(f, "9.2.cm_shr"))
        if self.r.random() < 0.3:
            out = self.type(INTS)
            return "%s<%s>(%s, %s, %s)" % (f, out, a, b, self.r.choice(["SAT", "0"])), out
        return "%s(%s, %s)" % (f, a, b), None

    def compare(self, n, depth):
        m, _ = self.mask(n, depth - 1)
        if self.r.random() < 0.4:
            self.use("5.and_or")
            m = "(%s %s %s)" % (m, self.r.choice(["&&", "||", "&", "|"]), self.mask(n, 0)[0])
        elif self.r.random() < 0.3:
            self.use("5.not")
            m = "(!%s)" % m
        return m, None

    def minmax(self, n, depth):
        a, t = self.typed(None, n, depth - 1)
        b = self.as_type(t, self.expression(n, depth - 1), n)
        self.use("9.1.cm_min")
        if not self.exact or t in INTS:
            return "%s(%s, %s)" % (self.r.choice(["cm_min", "cm_max"]), a, b), t
        # A product of floats is all right where nothing is added to it.
        return "cm_min(cm_max(%s * %s, (%s)-8), (%s)8)" % (a, b, t, t), t

    def unary(self, n, depth):
        a, t = self.typed(None, n, depth - 1)
        f, row = self.r.choice([("cm_abs(%s)", "9.1.cm_abs"), ("(-%s)", "5.unary"), ("(~%s)", "5.unary")])
        if t in FLOATS and "~" in f:
            f = "(-%s)"
        self.use(row)
        return f % a, t if t in FLOATS else None

    def bit_function(self, n, depth):
        a, t = self.typed(SMALL, n, depth - 1)
        f, row = self.r.choice([("cm_cbit", "cbit"), ("cm_fbl", "fbl"), ("cm_fbh", "fbh"), ("cm_lzd", "lzd"),
                                ("cm_bf_reverse", "bf_reverse")])
        self.use("9.2.cm_" + row)
        return "%s(%s)" % (f, a), "uint"

    def integer_function(self, n, depth):
        a, t = self.typed(SMALL, n, depth - 1)
        b = self.as_type(t, self.expression(n, depth - 1), n)
        c = self.as_type(t, self.expression(n, depth - 1), n)
        out = self.type(SMALL)
        sat = self.r.choice(["", ", SAT"])
        w, o = self.r.randint(1, 16), self.r.randint(0, 15)
        text, row = self.r.choice([
            ("cm_add<%s>(%s, %s%s)" % (out, a, b, sat), "9.1.cm_add"),
            ("cm_mul<%s>(%s, %s%s)" % (out, a, b, sat), "9.1.cm_mul"),
            ("cm_avg<%s>(%s, %s%s)" % (out, a, b, sat), "9.1.cm_avg"),
            ("cm_bf_insert<%s>(%d, %d, %s, %s)" % (out, w, o, a, b), "9.2.cm_bf_insert"),
            ("cm_bf_extract<%s>(%d, %d, %s)" % (out, w, o, a), "9.2.cm_bf_extract"),
            ("cm_sat<%s>(%s)" % (out, a), "3.3.public_cm_sat"),
            ("fuzz_bfn<%d>(vector<uint, %d>(%s), vector<uint, %d>(%s), vector<uint, %d>(%s))"
             % (self.r.randrange(256), n, a, n, b, n, c), "9.2.cm_bfn"),
            ("fuzz_rol(vector<uint, %d>(%s), vector<uint, %d>(%s))" % (n, a, n, b), "9.2.cm_rol"),
            ("fuzz_dp4a(vector<int, %d>(%s), vector<int, %d>(%s), vector<int, %d>(%s))" % (n, a, n, b, n, c), "9.1.cm_dp4a"),
        ])
        self.use(row)
        return text, None if "fuzz" in text else out

    def round(self, n, depth):
        a, t = self.typed(["half", "float"], n, depth - 1)
        f = self.r.choice(["rndd", "rndu", "rnde", "rndz", "frc"])
        self.use("9.3.cm_frc" if f == "frc" else "9.3.cm_rndd_rndu_rnde_rndz")
        return "cm_%s(%s%s)" % (f, a, self.r.choice(["", ", SAT"])), t

    def math(self, n, depth):
        a, t = self.typed(["half", "float"], n, depth - 1)
        f, row = self.r.choice([("inv", "inv"), ("sqrt", "sqrt_cm_rsqrt"), ("rsqrt", "sqrt_cm_rsqrt"), ("exp", "exp_cm_log"),
                                ("log", "exp_cm_log"), ("sin", "sin_cm_cos"), ("cos", "sin_cm_cos")])
        self.use("9.3.cm_" + row)
        if self.exact:  # one function of a number between 1 and 8: nothing to fold, nothing to fuse
            a = "cm_min(cm_max(%s, (%s)1), (%s)8)" % (a, t, t)
        return "cm_%s(%s)" % (f, a), t

    def merged(self, n, depth):
        a, t = self.typed(None, n, depth - 1)
        b = self.as_type(t, self.expression(n, depth - 1), n)
        self.use("4.x_merge_y_z_mask")
        m = self.mask(n, depth - 1)[0]
        if n <= 32 and self.r.random() < 0.3:
            self.use("6.1.int_uint_packed_bit_i_element_i_n_32")
            m = "(uint)%s" % self.number(0)
        return "merge(%s, %s, %s)" % (a, b, m), t

    def quotient(self, n, depth):
        a, t = self.typed(INTS, n, depth - 1)
        b = self.as_type(t, self.expression(n, depth - 1), n)
        if self.r.random() < 0.5:
            self.use("5.divide_int", "5.modulo")
            return "(%s %s vector<%s, %d>((%s & 15) + 1))" % (a, self.r.choice("/%"), t, n, b), None
        f = self.r.choice(["cm_quot", "cm_mod"])
        self.use("9.1.cm_quot")
        return "%s(%s, %s)" % (f, a, self.r.choice(["3", "7", "10", "16", "1"])), None

    def multiply(self, n, depth):
        a, b = ("vector<int, %d>(%s)" % (n, self.as_type("int", self.expression(n, depth - 1), n)) for _ in range(2))
        row, text = self.r.choice([("9.1.cm_imul", "fuzz_imul(%s, %s)"), ("9.1.cm_addc", "fuzz_addc<{0}>(%s, %s)"),
                                   ("9.1.cm_subb", "fuzz_subb<{0}>(%s, %s)"), ("9.1.mad", "(%s * %s + 3)"),
                                   ("9.1.cm_div", "fuzz_div(%s, %s)")])
        self.use(row)
        return text.replace("{0}", str(n)) % (a, b), None

    def dot(self, n, depth):
        if n % 2:
            return self.arithmetic(n, depth)
        a, t = self.typed(["char", "uchar"], n, depth - 1)
        b = self.as_type(t, self.expression(n, depth - 1), n)
        self.use("9.1.cm_sad2")
        return "cm_sad2(vector<%s, %d>(%s), vector<%s, %d>(%s))" % (t, n, a, t, n, b), None

    def call(self, n, depth):
        """A function of this kernel's own, of any of the kinds."""
        t, name = self.type(), self.name + "_" + self.new("f")
        kind, row = self.r.choice([("static", "7.plain_c_function"), ("_GENX_ static", "7.genx"),
                                   ("CM_NOINLINE static", "7.cm_inline_cm_noinline"),
                                   ("_GENX_STACKCALL_ static", "7.genx_stackcall")])
        inner = Kernel(self.r.getrandbits(30), 0, self.exact)
        inner.name = name
        inner.vars = [Var("a", t, 0, n), Var("b", t, 0, n)]
        inner.numbers = ["s"]
        inner.fresh = 1000
        body = inner.as_type(t, inner.expression(n, 1), n)
        self.functions += inner.functions
        self.used += inner.used
        self.use(row, "7.by_value", "7.return")
        by = self.r.choice(["vector_ref<%s, %d>", "vector<%s, %d>"]) % (t, n)
        if by.startswith("vector_ref"):
            self.use("7.by_reference")
        self.functions.append("%s vector<%s, %d> %s(%s a, vector<%s, %d> b, int s) {%s\n    return %s;\n}" % (
            kind, t, n, name, by, t, n, "".join("\n" + x for x in inner.lines) + (
                "" if by.startswith("vector<") else "\n    a(%d) = (%s)s;" % (self.r.randrange(n), t)), body))
        arg = self.variable_of(t, n) if by.startswith("vector_ref") else self.as_type(t, self.expression(n, depth - 1), n)
        return "%s(%s, %s, %s)" % (name, arg, self.as_type(t, self.expression(n, depth - 1), n), self.number(0)), t

    def variable_of(self, t, n):
        """The name of a vector of this type; declared when there is none."""
        have = [v.name for v in self.vars if v.type == t and v.rows == 0 and v.cols == n]
        return self.r.choice(have) if have else self.declare(t, n, "%d" % self.r.randrange(100))

    def declare(self, t, n, value):
        """Before the statement at hand, which is not written yet. Not remembered: its scope may end."""
        name = self.new("t")
        self.line("vector<%s, %d> %s = (%s)%s;" % (t, n, name, t, value))
        return name

    def leaf(self, n):
        r = self.r
        v = r.choice(self.vars)
        choices = []
        have = count(v)
        if v.rows == 0:
            if v.cols == n:
                choices.append(lambda: (v.name, v.type))
            if n <= v.cols:
                choices += [lambda: self.selected(v, n)] * 2
            choices += [lambda: self.indexed(v, n)]
        else:
            if have == n:
                choices.append(lambda: ("vector<%s, %d>(%s)" % (v.type, n, v.name), v.type))
            if v.cols == n:
                choices.append(lambda: self.row(v))
            if v.rows == n:
                choices.append(lambda: self.column(v, n))
            choices += [lambda: self.indexed_2d(v, n), lambda: self.block(v, n)]
        choices += [lambda: self.replicated(v, n), lambda: self.formatted(v, n), lambda: self.splat(n)]
        return r.choice(choices)()

    def splat(self, n):
        t = self.type()
        if t in INTS and n > 1 and self.r.random() < 0.3:
            self.use("3.1.brace_list")
            return "vector<%s, %d>{%s}" % (t, n, ", ".join(str(self.r.randrange(100)) for _ in range(n))), t
        self.use("3.1.splat", "2.2.vector_t_n")
        return "vector<%s, %d>(%s)" % (t, n, "(%s)%s" % (t, self.literal()) if t in FLOATS else self.number(0)), t

    def selected(self, v, n):
        stride = 1 if n == 1 else self.r.randint(1, max(1, min(9, (v.cols - 1) // (n - 1))))
        self.use("4.v_select_size_stride_i_0")
        last = v.cols - 1 - (n - 1) * stride
        name = v.name
        if stride * n <= v.cols and self.r.random() < 0.3 and n > 1:  # twice
            return "%s.select<%d, %d>(%d).select<%d, 1>(0)" % (name, n, stride, min(last, v.cols - n * stride), n), v.type
        return "%s.select<%d, %d>(%s)" % (name, n, stride, self.index(last)), v.type

    def indexed(self, v, n):
        self.use(self.r.choice(["4.v_iselect_idx", "4.v_idxvec_v_idxvec"]))
        i = self.as_type("ushort", self.leaf_of_integers(n), n)
        return self.r.choice(["%s.iselect(%s)", "%s(%s)", "%s[%s]"]) % (
            v.name, "vector<ushort, %d>(%s %% (ushort)%d)" % (n, i, v.cols)), v.type

    def indexed_2d(self, v, n):
        i, j = ("vector<ushort, %d>(%s %% (ushort)%d)" % (n, self.as_type("ushort", self.leaf_of_integers(n), n), limit)
                for limit in (v.rows, v.cols))
        self.use("4.m_iselect_rows_cols")
        return "%s.iselect(%s, %s)" % (v.name, i, j), v.type

    def leaf_of_integers(self, n):
        have = [v for v in self.vars if v.rows == 0 and v.cols == n and v.type in INTS]
        if have and self.r.random() < 0.8:
            v = self.r.choice(have)
            return v.name, v.type
        return "fuzz_iota<%d>(%d, %d)" % (n, self.r.randrange(9), self.r.randrange(1, 5)), "ushort"

    def row(self, v):
        self.use("4.m_row_i")
        return "%s.row(%s)" % (v.name, self.index(v.rows - 1)), v.type

    def column(self, v, n):
        self.use("4.m_column_j")
        return "%s.column(%s).format<%s>()" % (v.name, self.index(v.cols - 1), v.type) if n == 1 else \
            "vector<%s, %d>(%s.column(%s))" % (v.type, n, v.name, self.index(v.cols - 1)), v.type

    def block(self, v, n):
        """A block of the matrix as a vector of n elements."""
        shapes = [(a, n // a) for a in range(1, v.rows + 1) if n % a == 0 and n // a <= v.cols]
        if not shapes:
            return self.splat(n)
        a, b = self.r.choice(shapes)
        va = 1 if a == 1 else self.r.randint(1, max(1, (v.rows - 1) // (a - 1)))
        hb = 1 if b == 1 else self.r.randint(1, max(1, (v.cols - 1) // (b - 1)))
        self.use("4.m_select_vs_vst_hs_hst_i_0_j_0")
        return "vector<%s, %d>(%s.select<%d, %d, %d, %d>(%s, %s))" % (
            v.type, n, v.name, a, va, b, hb, self.index(v.rows - 1 - (a - 1) * va), self.index(v.cols - 1 - (b - 1) * hb)), v.type

    def replicated(self, v, n):
        have = count(v)
        forms = [(n // w, w) for w in range(1, min(n, have) + 1) if n % w == 0]
        rep, w = self.r.choice(forms)
        hs = self.r.randint(0, min(5, (have - 1) // max(w - 1, 1)))
        left = have - 1 - (w - 1) * hs
        vs = self.r.randint(0, left // max(rep - 1, 1))
        at = left - vs * (rep - 1)
        place = "%d" % self.r.randint(0, at)
        if v.rows:
            self.use("4.m_replicate_i_j")
            at = int(place)
            place = "%d, %d" % (at // v.cols, at % v.cols)
        else:
            self.use("4.v_replicate_rep_vs_w_hs_i")
        return "%s.replicate<%d, %d, %d, %d>(%s)" % (v.name, rep, vs, w, hs, place), v.type

    def formatted(self, v, n):
        """Other bytes: only integers of integers where the bits must be exact."""
        size = count(v) * SIZE_B[v.type]
        pool = [t for t in (INTS if self.exact else INTS + FLOATS) if size % SIZE_B[t] == 0 and size // SIZE_B[t] >= n]
        if v.type == "real" or not pool or self.exact and v.type in FLOATS:
            return self.splat(n)
        t = self.type(pool)
        if t == "real":
            return self.splat(n)
        whole = size // SIZE_B[t]
        self.use("4.x_format_t2")
        text = "%s.format<%s>()" % (v.name, t)
        if whole % 2 == 0 and whole // 2 >= n and self.r.random() < 0.4:
            self.use("4.x_format_t2_r2_c2")
            return "%s.format<%s, 2, %d>().row(%d).select<%d, 1>(%d)" % (
                v.name, t, whole // 2, self.r.randrange(2), n, self.r.randint(0, whole // 2 - n)), t
        return text + ".select<%d, 1>(%s)" % (n, self.index(whole - n)), t

    # Statements.

    def statement(self, depth):
        common = [self.assign] * 4 + [self.compound] * 2 + [self.assign_part] * 4 + [self.assign_merge, self.assign_element]
        if not self.width:
            common += [self.assign_number, self.reference, self.structure, self.fresh_vector, self.memory, self.array]
            if self.slm:
                common += [self.local_memory] * 2
        if depth > 0:
            if not self.width:
                common += [self.scalar_if, self.counted, self.switch, self.while_loop, self.simd_if, self.simd_if,
                           self.lambda_call]
            else:
                common += [self.simd_if]
            if self.width != 1:
                common += [self.simd_loop]
        self.r.choice(common)(depth)

    def body(self, depth, n=None):
        kept, numbers = len(self.vars), len(self.numbers)
        self.indent += 1
        for _ in range(n or self.r.randint(1, 3)):
            self.statement(depth)
        self.indent -= 1
        del self.vars[kept:], self.numbers[numbers:]

    def target(self):
        have = [v for v in self.vars if not self.width or v.cols == self.width and v.rows == 0]
        return self.r.choice(have) if have else None

    def assign(self, depth):
        v = self.target()
        if not v:
            return
        n = count(v)
        self.use("3.1.assign_converts", "5.assign")
        value = self.as_type(v.type, self.expression(n, 2), n)
        if v.rows and not value.startswith("vector"):
            value = "vector<%s, %d>(%s)" % (v.type, n, value)
        self.line("%s = %s;" % (v.name, value if not v.rows else "%s.format<%s, %d, %d>()" % (value, v.type, v.rows, v.cols)))

    def compound(self, depth):
        v = self.target()
        if not v or v.rows:
            return
        if v.type in FLOATS:
            op = self.r.choice("+-")
        else:
            op = self.r.choice(["+", "-", "*", "&", "|", "^"])
        self.use("5.compound")
        if self.r.random() < 0.2 and v.type in INTS:
            self.use("5.increments")
            self.line(self.r.choice(["%s++;", "++%s;", "%s--;", "--%s;"]) % v.name)
        else:
            self.line("%s %s= %s;" % (v.name, op, self.as_type(v.type, self.expression(v.cols, 1), v.cols)))

    def assign_part(self, depth):
        v = self.target()
        if not v or self.width:
            return self.assign(depth)
        if v.rows:
            return self.assign_block(v)
        n = self.r.randint(1, v.cols)
        text, _ = self.selected(v, n)
        self.use("3.1.assign_through_ref")
        self.line("%s = %s;" % (text, self.as_type(v.type, self.expression(n, 2), n)))
        return None

    def assign_block(self, v):
        how = self.r.randrange(4)
        if how == 0:
            self.line("%s = %s;" % (self.row(v)[0], self.as_type(v.type, self.expression(v.cols, 2), v.cols)))
        elif how == 1:
            self.use("4.m_column_j")
            self.line("%s.column(%s) = %s;" % (v.name, self.index(v.cols - 1), self.number(0) if v.type in INTS else "1"))
        else:
            a, b = self.r.randint(1, v.rows), self.r.randint(1, v.cols)
            self.use("4.m_select_vs_vst_hs_hst_i_0_j_0", "4.m_select_all_v_select_all")
            self.line("%s.select<%d, 1, %d, 1>(%s, %s)%s %s %s;" % (
                v.name, a, b, self.index(v.rows - a), self.index(v.cols - b), self.r.choice(["", ".select_all()"]),
                self.r.choice(["=", "+="]), "vector<%s, %d>(%s)" % (v.type, a * b, self.as_type(
                    v.type, self.expression(a * b, 1), a * b)) + ".format<%s, %d, %d>()" % (v.type, a, b)))

    def assign_merge(self, depth):
        v = self.target()
        if not v or v.rows:
            return
        n = v.cols
        self.use("4.x_merge_y_mask")
        self.line("%s.merge(%s, %s);" % (v.name, self.as_type(v.type, self.expression(n, 1), n), self.mask(n, 1)[0]))

    def assign_element(self, depth):
        if self.width:
            return
        v = self.target()
        value = "(%s)%s" % (v.type, self.number(1) if v.type in INTS else self.literal())
        self.use("3.1.element_write")
        if v.rows:
            self.line("%s(%s, %s) = %s;" % (v.name, self.index(v.rows - 1), self.index(v.cols - 1), value))
        else:
            self.line("%s[%s] = %s;" % (v.name, self.index(v.cols - 1), value))

    def assign_number(self, depth):
        if self.numbers and self.r.random() < 0.5:
            names = [s for s in self.numbers if s.startswith("s")]
            if names:
                self.line("%s = %s;" % (self.r.choice(names), self.number(2)))
                return
        name, value = self.new("s"), self.number(2)
        self.line("int %s = %s;" % (name, value))
        self.numbers.append(name)

    def reference(self, depth):
        v = self.r.choice(self.vars)
        if v.rows:
            a, b = self.r.randint(1, v.rows), self.r.randint(1, v.cols)
            name, t = self.new("r"), v.type
            self.line("matrix_ref<%s, %d, %d> %s = %s.select<%d, 1, %d, 1>(%s, %s);" % (
                t, a, b, name, v.name, a, b, self.index(v.rows - a), self.index(v.cols - b)))
            self.use("3.1.matrix_ref_of_select", "2.2.matrix_ref_t_r_c")
            self.line("%s += (%s)%d;" % (name, t, self.r.randrange(50)))
            return
        n, name = self.r.randint(1, v.cols), self.new("r")
        text, _ = self.selected(v, n)
        self.use("3.1.ref_of_select", "2.2.vector_ref_t_n")
        self.line("vector_ref<%s, %d> %s = %s;" % (v.type, n, name, text))
        self.line("%s = %s;" % (name, self.as_type(v.type, self.expression(n, 1), n)))
        if n > 1:
            self.line("%s.select<%d, 2>(%d) = %s;" % (name, n // 2, n % 2, self.as_type(v.type, self.expression(n // 2, 1), n // 2))
                      if n > 3 else "%s(0) = (%s)7;" % (name, v.type))

    def fresh_vector(self, depth):
        if self.r.random() < 0.35:
            t, rows, cols = self.type(), self.r.choice([1, 2, 3, 4, 5, 8]), self.r.choice([1, 2, 4, 7, 8, 11, 16])
            name = self.new("m")
            self.use("2.2.matrix_t_r_c")
            self.line("matrix<%s, %d, %d> %s = (%s)%d;" % (t, rows, cols, name, t, self.r.randrange(100)))
            self.vars.append(Var(name, t, rows, cols))
            return
        t, n, name = self.type(), self.r.choice(LENGTHS), self.new("v")
        value = self.as_type(t, self.expression(n, 2), n)
        self.line("vector<%s, %d> %s = %s;" % (t, n, name, value))
        self.vars.append(Var(name, t, 0, n))

    def array(self, depth):
        t, n, name = self.type(), self.r.choice([4, 8, 16, 5]), self.new("a")
        self.use("2.2.arrays_of_vectors")
        value = self.as_type(t, self.expression(n, 1), n)
        self.line("vector<%s, %d> %s[3];" % (t, n, name))
        self.line("_Pragma(\"unroll\")")
        self.use("23.pragma_unroll_pragma_unroll_n")
        self.line("for (int i = 0; i < 3; i++)")
        self.line("    %s[i] = %s + (%s)i;" % (name, value, t))
        self.vars.append(Var("%s[%d]" % (name, self.r.randrange(3)), t, 0, n))

    def structure(self, depth):
        t, n, name = self.type(), self.r.choice(LENGTHS), self.new("p")
        self.use("2.2.struct_of_scalars_vectors_matrices")
        if self.r.random() < 0.5:
            self.line("fuzz_pair<%s, %d> %s;" % (t, n, name))
            self.line("%s.set(vector<%s, %d>(%s), %s);" % (name, t, n, self.as_type(t, self.expression(n, 1), n), self.number(0)))
        else:
            first = self.as_type(t, self.expression(n, 1), n)
            self.line("fuzz_pair<%s, %d> %s{vector<%s, %d>(%s), %s};" % (t, n, name, t, n, first, self.number(0)))
        self.line("%s%s;" % (name, self.r.choice([".twice()", " += 3", ".swap_halves()"])))
        self.vars.append(Var(name + ".v", t, 0, n))
        self.numbers.append(name + ".n")

    def memory(self, depth):
        n, name = self.r.choice([4, 8, 16, 32, 5, 11]), self.new("v")
        how = self.r.randrange(4)
        if how == 0:
            t = self.type(["uint", "int", "uchar", "short", "longlong"])
            at = self.as_type("uint", self.leaf_of_integers(n), n)
            self.use("14.cm_svm_scatter_read", "2.1.svmptr_t")
            self.line("vector<%s, %d> %s;" % (t, n, name))
            self.line("cm_svm_scatter_read(vector<svmptr_t, %d>(in + vector<svmptr_t, %d>((%s & 127u) * %du)), %s);" % (
                n, n, at, SIZE_B[t], name))
        elif how == 1:
            t = self.type(["uint", "int", "uchar", "short"])
            self.use("12.3.read")
            self.line("vector<%s, %d> %s;" % (t, n, name))
            self.line("read(buf, %du, vector<uint, %d>(%s & 127u), %s);" % (
                self.r.randrange(4), n, self.as_type("uint", self.leaf_of_integers(n), n), name))
        elif how == 2:
            t, n = self.type(INTS), self.r.choice([16, 32, 48, 64])
            self.use("12.2.read")
            self.line("vector<%s, %d> %s;" % (t, n, name))
            self.line("read(buf, %s * 16, %s);" % (self.index(15), name))
        else:
            t, n = self.type(INTS), self.r.choice([16, 32, 64, 128])
            self.use("14.cm_svm_block_read_unaligned")
            self.line("vector<%s, %d> %s;" % (t, n, name))
            self.line("cm_svm_block_read_unaligned(in + %s * 4, %s);" % (self.index(31), name))
        self.vars.append(Var(name, t, 0, n))

    def local_memory(self, depth):
        n, t, name = self.r.choice([4, 8, 16, 32]), self.type(["uint", "int"]), self.new("v")
        value = self.as_type(t, self.expression(n, 1), n)
        self.use("13.cm_slm_write", "13.cm_slm_read", "13.cm_slm_fence_mask", "16.cm_barrier")
        self.line("cm_slm_write(slm, fuzz_iota<%d>(%d, 1), vector<%s, %d>(%s));" % (n, self.r.randrange(64), t, n, value))
        self.line("cm_slm_fence(CM_GLOBAL_COHERENT_FENCE);")
        if self.loops == 0:
            self.line("cm_barrier();")
        self.line("vector<%s, %d> %s;" % (t, n, name))
        self.line("cm_slm_read(slm, vector<uint, %d>(%s & 63u), %s);" % (n, self.as_type("uint", self.leaf_of_integers(n), n), name)
                  if self.r.random() < 0.6 else "cm_slm_block_read(slm, %d, %s);" % (self.r.randrange(8) * 16, name))
        self.vars.append(Var(name, t, 0, n))

    def scalar_if(self, depth):
        self.line("if (%s %s %s) {" % (self.number(2), self.r.choice(MASKS), self.number(1)))
        self.body(depth - 1)
        if self.r.random() < 0.6:
            self.line("} else {")
            self.body(depth - 1)
        self.line("}")

    def counted(self, depth):
        i = self.new("i")
        if self.r.random() < 0.2:
            self.line("_Pragma(\"unroll\")")
        self.line("for (int %s = 0; %s < %d; %s++) {" % (i, i, self.r.choice([1, 2, 3, 4, 7]), i))
        self.numbers.append(i)
        self.loops += 1
        self.body(depth - 1)
        self.loops -= 1
        self.numbers.pop()
        if self.r.random() < 0.3:
            self.line("    if (%s == %d) %s;" % (i, self.r.randrange(3), self.r.choice(["break", "continue"])))
        self.line("}")

    def while_loop(self, depth):
        i = self.new("w")
        self.line("int %s = %s & 3;" % (i, self.number(1)))
        self.line("do {")
        self.loops += 1
        self.body(depth - 1)
        self.loops -= 1
        self.line("} while (%s-- > 0);" % i)

    def switch(self, depth):
        self.use("6.2.scalar_control_flow")
        self.line("switch (%s & 7) {" % self.number(1))
        for case in self.r.sample(range(8), self.r.randint(1, 5)):
            self.line("case %d: {" % case)
            self.body(depth - 1, 1)
            self.line("}" if self.r.random() < 0.3 else "} break;")
        if self.r.random() < 0.5:
            self.line("default: {")
            self.body(depth - 1, 1)
            self.line("}")
        self.line("}")

    def lambda_call(self, depth):
        v = self.r.choice([v for v in self.vars])
        f = self.new("l")
        self.use("7.default_arguments_overloads_lambdas")
        self.line("auto %s = [&](auto x) { return x %s %s; };" % (f, "+-"[self.r.randrange(2)], self.number(0)))
        if v.rows == 0 and v.type in INTS:
            self.line("%s = vector<%s, %d>(%s(%s));" % (v.name, v.type, v.cols, f, v.name))

    def simd_if(self, depth):
        outer = self.width
        n = outer or self.r.choice([2, 4, 8, 16, 32])
        self.use("6.2.simd_if_begin_cond_simd_elseif", "6.2.simd_width", "6.2.cond", "6.2.assignments")
        if outer:
            self.use("6.2.nesting")
        if not [v for v in self.vars if v.rows == 0 and v.cols == n]:
            t, name = self.type(), self.new("v")
            self.line("vector<%s, %d> %s = %s;" % (t, n, name, self.as_type(t, self.expression(n, 1), n)))
            self.vars.append(Var(name, t, 0, n))
        first, second = self.mask(n, 1)[0], self.mask(n, 1)[0]
        self.line("SIMD_IF_BEGIN(%s) {" % first)
        self.width = n
        self.body(depth - 1)
        if self.r.random() < 0.3:
            self.line("} SIMD_ELSEIF(%s) {" % second)
            self.body(depth - 1)
        if self.r.random() < 0.6:
            self.line("} SIMD_ELSE {")
            self.body(depth - 1)
        self.width = outer
        self.line("} SIMD_IF_END;")

    def simd_loop(self, depth):
        outer = self.width
        n = outer or self.r.choice([2, 4, 8, 16, 32])
        c, lim = self.new("c"), self.r.randint(1, 5)
        self.use("6.2.simd_do_while_begin_simd_do_while")
        limit = self.as_type("ushort", self.leaf_of_integers(n), n)
        self.line("vector<ushort, %d> %s = (%s & 3) + %d;" % (n, c, limit, lim))
        self.line("SIMD_DO_WHILE_BEGIN {")
        self.line("    %s = %s - 1;" % (c, c))
        self.width = n
        if self.r.random() < 0.3:
            self.use("6.2.simd_break_simd_continue")
            self.line("    SIMD_IF_BEGIN(%s == %d) { SIMD_%s; } SIMD_IF_END;" % (
                c, self.r.randrange(3), self.r.choice(["BREAK"])))
        self.body(depth - 1)
        self.width = outer
        self.line("} SIMD_DO_WHILE_END(%s > 0);" % c)

    # The kernel.

    def inputs(self):
        for _ in range(self.r.randint(2, 4)):
            t, n, name = self.type(), self.r.choice(LENGTHS), self.new("v")
            self.line("vector<%s, %d> %s = fuzz_get<%s, %d>(in + %d);" % (t, n, name, t, n, self.r.randrange(16) * 64))
            self.vars.append(Var(name, t, 0, n))
        t, rows, cols = self.type(), self.r.choice([2, 3, 4, 8]), self.r.choice([4, 8, 7, 16])
        name = self.new("m")
        self.use("2.2.matrix_t_r_c")
        self.line("matrix<%s, %d, %d> %s = fuzz_get<%s, %d>(in + %d).format<%s, %d, %d>();" % (
            t, rows, cols, name, t, rows * cols, self.r.randrange(16) * 64, t, rows, cols))
        self.vars.append(Var(name, t, rows, cols))
        self.numbers.append("g")

    def text(self):
        self.use("7.genx_main", "7.buffer", "7.pointer")
        if self.slm:
            self.use("13.cm_slm_init_bytes", "13.cm_slm_alloc_bytes_uint")
            self.line("cm_slm_init(1024);")
            self.line("uint slm = cm_slm_alloc(1024);")
            self.line("cm_slm_block_write(slm, 0, vector<uint, 64>(7u));")
            self.line("cm_slm_block_write(slm, 256, vector<uint, 64>(9u));")
            self.line("cm_slm_fence(CM_GLOBAL_COHERENT_FENCE);")
            self.line("cm_barrier();")
        self.line("int g = cm_group_id(0);")
        self.inputs()
        for _ in range(self.r.randint(3, 9)):
            self.statement(2)
        for v in self.vars:
            self.line("fuzz_put<%s, %d>(out, vector<%s, %d>(%s));" % (v.type, count(v), v.type, count(v), v.name))
            self.stored.append((v.type, count(v)))
        self.use("14.cm_svm_block_write", "14.cm_svm_block_read")
        head = 'extern "C" _GENX_MAIN_ void %s(svmptr_t in, svmptr_t out, SurfaceIndex buf [[type("buffer_t")]])\n{\n' % self.name
        return "\n".join(self.functions + [head + "\n".join(self.lines) + "\n}"]) + "\n"


def kernels(seed, number, exact=True):
    out, used = [], collections.Counter()
    for i in range(number):
        k = Kernel(seed, i, exact)
        k.source = k.text()
        used += k.used
        out.append(k)
    return out, used


def source(some):
    with open(PRELUDE, encoding="utf-8") as f:
        return f.read() + "\n".join(k.source for k in some)
