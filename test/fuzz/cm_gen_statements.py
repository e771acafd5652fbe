# SPDX-License-Identifier: MIT
"""Statements of random kernels, with bodies of other statements inside."""
from cm_gen_values import FLOATS, INTS, MASKS, SIZE_B, Values, Var, count


class Statements(Values):
    def statement(self, depth):
        if self.dealt and self.r.random() < 0.5 and self.place(depth):
            return
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
        for _ in range(n or self.r.randint(1, 1 if self.set.small else 3)):
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
        t, n, name = self.type(), self.r.choice(self.set.lengths), self.new("v")
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
        t, n, name = self.type(), self.r.choice(self.set.lengths), self.new("p")
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
        # One number is a variable: a constant leaves no code of the other cases, and so no errors in them.
        self.line("switch ((%s + %s) & 7) {" % (self.r.choice(self.numbers or ["1"]), self.number(1)))
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
        self.line("SIMD_IF_BEGIN(%s) {" % self.mask(n, 1)[0])
        self.width = n
        second = self.mask(n, 0)[0]
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
