# SPDX-License-Identifier: MIT
"""Values of random kernels: scalars, masks, and vectors of n elements, which nest in each other."""
import collections
import random

import cm_gen_snippets

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


Generator = random.Random


def count(v):
    return max(v.rows, 1) * v.cols


class Values(cm_gen_snippets.Snippets):
    Var = Var

    def __init__(self, seed, number, settings, dealt=()):
        self.r = Generator(seed * 1000003 + number)
        self.name = "k%d" % number
        self.set, self.dealt = settings, list(dealt)
        self.exact = settings.mode == "eval"
        self.busy = self.image = False
        self.used = collections.Counter()
        self.lines, self.functions, self.vars, self.numbers = [], [], [], []
        self.stored = []  # (type, elements) of the output, in order
        self.fresh = self.indent = 0
        self.width = None  # of the SIMD control flow around
        self.loops = 0
        self.slm = self.r.random() < 0.1

    def use(self, *rows):
        self.used.update(rows)

    def line(self, text):
        self.lines.append("    " * (self.indent + 1) + text)

    def new(self, prefix):
        self.fresh += 1
        return "%s%d" % (prefix, self.fresh)

    def type(self, pool=None):
        pool = pool or self.r.choice([INTS, SMALL, SMALL, FLOATS])
        t = self.r.choice([t for t in pool if t in self.set.types] or pool)
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
        dealt = self.place_expression(n) if self.dealt and self.r.random() < 0.5 else None
        if dealt:
            return dealt
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
        inner = type(self)(self.r.getrandbits(30), 0, self.set)
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
        """The name of a vector of this type; declared if there is no such vector."""
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
