# SPDX-License-Identifier: MIT
"""Random modules of LLVM IR as foreign suites hold them: functions that take and return vectors and structures, calls of every
kind, memory of each address space, arrays, gathers, tables, SIMD control flow.

A line is a text, or a pair (ours, native) where the machine's own compiler needs another one: lanes that SIMD control flow
switches off are a mask there. Nothing is undefined; recursion does not occur."""
import random

from plain_ir import BITS, FLOATS, ODD, Program, splat, suffix, vec

LAYOUT = 'target datalayout = "e-p:64:64-i64:64-n8:16:32:64"\n'
TAIL = """attributes #0 = { nounwind "CMGenxMain" "oclrt"="1" "CMFloatControl"="1216" }
attributes #1 = { nounwind noinline "CMFloatControl"="1216" }
attributes #2 = { nounwind noinline "CMStackCall" "CMFloatControl"="1216" }
attributes #3 = { nounwind alwaysinline "CMFloatControl"="1216" }
attributes #4 = { nounwind "CMFloatControl"="1216" }
!genx.kernels = !{!0}
!0 = !{ptr @k, !"k", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t"}
"""
NATIVE = 'target triple = "x86_64-pc-linux-gnu"\n'
NATIVE_TAIL = "".join("attributes #%d = { nounwind }\n" % i for i in range(5))
POINTERS = "ptr addrspace(1) %in, ptr addrspace(1) %out"


class Leaf:
    """A scalar (n = 0) or a vector."""

    def __init__(self, ty, n):
        self.ty, self.n, self.text = ty, n, vec(ty, n)

    def leaves(self):
        return [([], self)]


class Tree:
    """A structure, or an array of `count` parts."""

    def __init__(self, parts, count=0):
        self.parts = parts * count if count else parts
        self.text = "[%d x %s]" % (count, parts[0].text) if count else "{ %s }" % ", ".join(p.text for p in parts)

    def leaves(self):
        return [([i] + path, leaf) for i, part in enumerate(self.parts) for path, leaf in part.leaves()]


class Unit(Program):
    """The body of a function or of the kernel. `trees` are its structures and arrays: (name, type)."""

    def __init__(self, module, parameters=()):
        self.module, self.r, self.declarations = module, module.r, module.declarations
        self.ints, self.floats, self.widths = module.ints, module.floats, module.widths
        self.lines, self.values, self.trees, self.memories = [], [], [], []
        self.entry, self.label, self.depth, self.budget = [], "entry", 0, 26
        self.count = self.out = 0
        for name, t in parameters:
            self.keep(name, t)

    def keep(self, name, t):
        if isinstance(t, Leaf):
            self.values.append((name, t.ty, t.n))
        else:
            self.trees.append((name, t))

    def both(self, ours, native):
        self.lines.append(("  " + ours, "  " + native))

    def name(self, what):
        self.count += 1
        return "%s%d" % (what, self.count)

    def begin(self, label):
        self.lines.append(label + ":")
        self.label = label

    def leaf_type(self):
        return Leaf(self.r.choice([t for t in self.ints + self.floats if t not in ODD and t != "i1"]), self.width())

    def any_type(self):
        return self.r.choice(self.module.types) if self.r.random() < 0.35 else self.leaf_type()

    def of(self, t):
        """A value of the type: one that there is, or a new one."""
        if isinstance(t, Leaf):
            return self.value(t.ty, t.n)
        same = [name for name, other in self.trees if other.text == t.text]
        return self.r.choice(same) if same and self.r.random() < 0.7 else self.build(t)

    def build(self, t):
        start = self.r.choice(["poison", "undef", "zeroinitializer"])
        name = start
        for path, leaf in t.leaves():
            if start == "zeroinitializer" and self.r.random() < 0.4:
                continue
            name = self.let("insertvalue %s %s, %s %s, %s" % (t.text, name, leaf.text, self.of(leaf), ", ".join(map(str, path))))
        if name != start:
            self.trees.append((name, t))
        return name

    def steps(self, count):
        plain = [self.step_int] * 3 + [self.step_intrinsic, self.step_float, self.step_compare, self.step_select, self.step_convert,
                                       self.step_element, self.step_reshape, self.step_reduce]
        more = [self.step_tree] * 4 + [self.step_memory] * 2 + [self.step_gather, self.step_pointer, self.step_table, self.step_whole]
        deep = [self.step_diamond, self.step_loop, self.step_call, self.step_call, self.step_simd]
        for _ in range(count):
            self.budget -= 1
            if not self.values:
                self.load("i32", 0)
            self.r.choice(plain + more + (deep if self.depth < 2 and self.budget > 0 else []))()

    # Structures and arrays --------------------------------------------------------------------------

    def step_tree(self):
        r = self.r
        if not self.trees or r.random() < 0.3:
            self.build(r.choice(self.module.types))
            return
        name, t = r.choice(self.trees)
        at = r.randrange(len(t.parts))
        kind = r.choice(["leaf", "leaf", "part", "insert", "select", "freeze"])
        if kind == "leaf":
            path, leaf = r.choice(t.leaves())
            self.keep(self.let("extractvalue %s %s, %s" % (t.text, name, ", ".join(map(str, path)))), leaf)
        elif kind == "part":
            self.keep(self.let("extractvalue %s %s, %d" % (t.text, name, at)), t.parts[at])
        elif kind == "insert":
            part = self.of(t.parts[at])
            self.keep(self.let("insertvalue %s %s, %s %s, %d" % (t.text, name, t.parts[at].text, part, at)), t)
        elif kind == "select":
            self.keep(self.let("select i1 %s, %s %s, %s %s" % (self.value("i1", 0), t.text, name, t.text, self.of(t))), t)
        else:
            self.keep(self.let("freeze %s %s" % (t.text, name)), t)

    def step_whole(self):
        """A structure goes through memory as a whole, and comes back whole or by one member."""
        t = self.r.choice(self.module.types)
        at = self.alloca(t.text)
        self.line("store %s %s, ptr %s" % (t.text, self.of(t), at))
        if self.r.random() < 0.5:
            self.keep(self.let("load %s, ptr %s" % (t.text, at)), t)
            return
        path, leaf = self.r.choice(t.leaves())
        p = self.let("getelementptr %s, ptr %s, i32 0, %s" % (t.text, at, ", ".join("i32 %d" % i for i in path)))
        self.keep(self.let("load %s, ptr %s" % (leaf.text, p)), leaf)

    # Memory -----------------------------------------------------------------------------------------

    def alloca(self, text):
        name = "%" + self.name("mem")
        self.entry.append("  %s = alloca %s" % (name, text))
        return name

    def memory(self):
        """(Pointer type, address, element, number of elements) of an array: private, file variable, local memory."""
        if self.memories and self.r.random() < 0.7:
            return self.r.choice(self.memories)
        if self.module.shared and self.r.random() < 0.4:
            return self.r.choice(self.module.shared)
        leaf, n = self.leaf_type(), self.r.choice([2, 3, 4, 8, 16])
        text = "[%d x %s]" % (n, leaf.text)
        at = self.alloca(text)
        self.entry.append("  store %s zeroinitializer, ptr %s" % (text, at))
        self.memories.append(("ptr", at, leaf, n))
        return self.memories[-1]

    def step_memory(self):
        r = self.r
        kind, at, leaf, n = self.memory()
        i = str(r.randrange(n)) if r.random() < 0.5 else self.let("urem i32 %s, %d" % (self.value("i32", 0), n))
        p = self.let("getelementptr [%d x %s], %s %s, i32 0, i32 %s" % (n, leaf.text, kind, at, i))
        if r.random() < 0.5:
            self.keep(self.let("load %s, %s %s" % (leaf.text, kind, p)), leaf)
        else:
            self.line("store %s %s, %s %s" % (leaf.text, self.one_nan((self.of(leaf), leaf.ty, leaf.n)), kind, p))

    def step_table(self):
        r = self.r
        name, leaf, n = r.choice(self.module.tables)
        i = self.let("urem i32 %s, %d" % (self.value("i32", 0), n))
        p = self.let("getelementptr [%d x %s], ptr addrspace(2) %s, i32 0, i32 %s" % (n, leaf.text, name, i))
        self.keep(self.let("load %s, ptr addrspace(2) %s" % (leaf.text, p)), leaf)

    def lanes(self, n, scale, limit):
        """Vector of pointers into the input."""
        i = self.let("urem %s %s, %s" % (vec("i32", n), self.value("i32", n), splat("i32", n, limit)))
        wide = self.let("zext %s %s to %s" % (vec("i32", n), i, vec("i64", n)))
        b = self.let("mul %s %s, %s" % (vec("i64", n), wide, splat("i64", n, scale)))
        return self.let("getelementptr i8, ptr addrspace(1) %%in, %s %s" % (vec("i64", n), b))

    def step_gather(self):
        r, n = self.r, self.r.choice([4, 8, 16])
        leaf = Leaf(r.choice(["i8", "i16", "i32", "i64", "float"]), n)
        size_b = BITS[leaf.ty] // 8
        mask, other, sfx = self.value("i1", n), self.value(leaf.ty, n), suffix(leaf.ty, n)
        pointers = "<%d x ptr addrspace(1)>" % n
        if r.random() < 0.3:
            at = self.let("getelementptr i8, ptr addrspace(1) %%in, i64 %d" % (r.randrange(8) * 64))
            self.call(leaf.text, "masked.load.%s.p1" % sfx, [("ptr addrspace(1)", at), ("i32", size_b), (vec("i1", n), mask), (leaf.text, other)],
                      leaf.ty, n)
        else:
            at = self.lanes(n, size_b, 128)
            self.call(leaf.text, "masked.gather.%s.v%dp1" % (sfx, n), [(pointers, at), ("i32", size_b), (vec("i1", n), mask), (leaf.text, other)],
                      leaf.ty, n)

    def step_pointer(self):
        """A load through a pointer that went through select, an integer, or the generic space."""
        r, leaf = self.r, self.leaf_type()
        a, b = [self.let("getelementptr i8, ptr addrspace(1) %%in, i64 %d" % (r.randrange(64) * 16)) for _ in range(2)]
        p, kind = self.let("select i1 %s, ptr addrspace(1) %s, ptr addrspace(1) %s" % (self.value("i1", 0), a, b)), "ptr addrspace(1)"
        way = r.choice(["plain", "integer", "generic"])
        if way == "integer":
            p = self.let("inttoptr i64 %s to ptr addrspace(1)" % self.let("ptrtoint ptr addrspace(1) %s to i64" % p))
        elif way == "generic":
            p, kind = self.let("addrspacecast ptr addrspace(1) %s to ptr addrspace(4)" % p), "ptr addrspace(4)"
        self.keep(self.let("load %s, %s %s, align 8" % (leaf.text, kind, p)), leaf)

    # Control flow -----------------------------------------------------------------------------------

    def inside(self, label, count):
        """Steps in a block of their own, whose values end with it."""
        self.begin(label)
        self.depth += 1
        self.steps(count)
        self.depth -= 1

    def step_diamond(self):
        r, types = self.r, [self.any_type() for _ in range(self.r.randrange(1, 4))]
        yes, no, join = self.name("yes"), self.name("no"), self.name("join")
        self.line("br i1 %s, label %%%s, label %%%s" % (self.value("i1", 0), yes, no))
        kept, ends = (list(self.values), list(self.trees)), []
        for label in (yes, no):
            self.values, self.trees = map(list, kept)
            self.inside(label, r.randrange(0, 4))
            names = [self.of(t) for t in types]
            self.line("br label %" + join)
            ends.append((names, self.label))
        self.values, self.trees = map(list, kept)
        self.begin(join)
        for i, t in enumerate(types):
            self.phi(t, [(names[i], label) for names, label in ends])

    def phi(self, t, ways):
        name = self.let("phi %s %s" % (t.text, ", ".join("[ %s, %%%s ]" % way for way in ways)))
        self.keep(name, t)
        return name

    def step_loop(self):
        r, t = self.r, self.any_type()
        first, trips = self.of(t), self.let("and i32 %s, 3" % self.value("i32", 0))
        before, head, end = self.label, self.name("head"), self.name("end")
        self.line("br label %" + head)
        kept = list(self.values), list(self.trees)
        self.begin(head)
        at = len(self.lines)
        self.lines += ["", ""]
        self.count += 2
        number, total = "%%v%d" % (self.count - 1), "%%v%d" % self.count
        self.keep(total, t)
        self.keep(number, Leaf("i32", 0))
        self.depth += 1
        self.steps(r.randrange(1, 4))
        self.depth -= 1
        following = self.of(t)
        nextn = self.let("add i32 %s, 1" % number)
        again = self.let("icmp ule i32 %s, %s" % (nextn, trips))
        self.line("br i1 %s, label %%%s, label %%%s" % (again, head, end))
        self.lines[at] = "  %s = phi i32 [ 0, %%%s ], [ %s, %%%s ]" % (number, before, nextn, self.label)
        self.lines[at + 1] = "  %s = phi %s [ %s, %%%s ], [ %s, %%%s ]" % (total, t.text, first, before, following, self.label)
        self.values, self.trees = map(list, kept)
        self.begin(end)
        self.keep(total, t)

    def step_call(self):
        if not self.module.functions:
            return
        name, ret, parameters, attributes = self.r.choice(self.module.functions)
        arguments = ", ".join("%s %s" % (t.text, self.of(t)) for t in parameters)
        text = "call %s @%s(%s%s)" % (ret.text if ret else "void", name, POINTERS, ", " + arguments if arguments else "")
        if ret:
            self.keep(self.let(text), ret)
        else:
            self.line(text)

    # SIMD control flow: stores of whole variables inside are masked by the lanes that are switched on. -------------

    def step_simd(self):
        n, r = self.r.choice([4, 8, 16, 32]), self.r
        variables = []
        for ty in ["i32"] + r.sample(["i32", "float", "i16", "i64", "i8"], r.randrange(0, 3)):
            at = self.alloca(vec(ty, n))
            self.line("store %s %s, ptr %s" % (vec(ty, n), self.value(ty, n), at))
            variables.append((at, ty))
        kept = list(self.values), list(self.trees)
        self.simd(n, variables, splat("i1", n, 1), 0)
        self.values, self.trees = kept
        for at, ty in variables:
            self.keep(self.let("load %s, ptr %s" % (vec(ty, n), at)), Leaf(ty, n))

    def native_let(self, text):
        name = "%" + self.name("m")
        self.both("; " + name, "%s = %s" % (name, text))
        return name

    def simd(self, n, variables, mask, depth):
        if self.r.random() < 0.7:
            self.simd_if(n, variables, mask, depth)
        else:
            self.simd_do(n, variables, mask, depth)

    def any_of(self, n, condition, mask, yes, no):
        """Branch on the lanes of a condition; the native mask of those that go to `yes`."""
        t, name = vec("i1", n), "%" + self.name("any")
        self.declarations.add(("declare i1 @llvm.genx.simdcf.any.v%di1(%s)" % (n, t), "declare i1 @llvm.vector.reduce.or.v%di1(%s)" % (n, t)))
        inner = self.native_let("and %s %s, %s" % (t, condition, mask))
        self.both("%s = call i1 @llvm.genx.simdcf.any.v%di1(%s %s)" % (name, n, t, condition),
                  "%s = call i1 @llvm.vector.reduce.or.v%di1(%s %s)" % (name, n, t, inner))
        return inner, "br i1 %s, label %%%s, label %%%s" % (name, yes, no)

    def simd_if(self, n, variables, mask, depth):
        """The native form goes through both parts, each with its lanes."""
        t, condition = vec("i1", n), self.simd_condition(n, variables)
        yes, no, join = self.name("yes"), self.name("no"), self.name("join")
        has_else = self.r.random() < 0.5
        inner, branch = self.any_of(n, condition, mask, yes, no if has_else else join)
        other = self.native_let("and %s %s, %s" % (t, mask, self.native_let("xor %s %s, %s" % (t, condition, splat("i1", n, 1)))))
        self.both(branch, "br label %" + yes)
        kept = list(self.values), list(self.trees)
        for label, lanes in ((yes, inner), (no, other))[:2 if has_else else 1]:
            self.values, self.trees = map(list, kept)
            self.begin(label)
            self.simd_body(n, variables, lanes, depth)
            self.both("br label %" + join, "br label %" + (no if label == yes and has_else else join))
        self.values, self.trees = map(list, kept)
        self.begin(join)

    def simd_do(self, n, variables, mask, depth):
        """do ... while: a counter of its own ends it."""
        r, t = self.r, vec("i1", n)
        counter, lanes = self.alloca(vec("i32", n)), self.alloca(t)
        start = self.let("and %s %s, %s" % (vec("i32", n), self.value("i32", n), splat("i32", n, 3)))
        self.simd_store(n, counter, "i32", start, mask)
        self.both("; lanes", "store %s %s, ptr %s" % (t, mask, lanes))
        body, end = self.name("body"), self.name("end")
        self.line("br label %" + body)
        kept = list(self.values), list(self.trees)
        self.begin(body)
        live = self.native_let("load %s, ptr %s" % (t, lanes))
        self.simd_body(n, variables, live, depth)
        old = self.let("load %s, ptr %s" % (vec("i32", n), counter))
        more = self.let("add %s %s, %s" % (vec("i32", n), old, splat("i32", n, 1)))
        self.simd_store(n, counter, "i32", more, live)
        condition = self.let("icmp slt %s %s, %s" % (vec("i32", n), more, splat("i32", n, r.randrange(1, 6))))
        inner, branch = self.any_of(n, condition, live, body, end)
        self.both("; lanes", "store %s %s, ptr %s" % (t, inner, lanes))
        self.line(branch)
        self.values, self.trees = map(list, kept)
        self.begin(end)

    def simd_condition(self, n, variables):
        at, ty = self.r.choice(variables)
        v = self.let("load %s, ptr %s" % (vec(ty, n), at))
        return self.let("%s %s %s, %s" % ("fcmp olt" if ty in FLOATS else "icmp slt", vec(ty, n), v, self.value(ty, n)), "i1", n)

    def simd_store(self, n, at, ty, new, mask):
        old = self.native_let("load %s, ptr %s" % (vec(ty, n), at))
        mixed = self.native_let("select %s %s, %s %s, %s %s" % (vec("i1", n), mask, vec(ty, n), new, vec(ty, n), old))
        self.both("store %s %s, ptr %s" % (vec(ty, n), new, at), "store %s %s, ptr %s" % (vec(ty, n), mixed, at))

    def simd_body(self, n, variables, mask, depth):
        for _ in range(self.r.randrange(1, 4)):
            if depth < 2 and self.r.random() < 0.25:
                self.simd(n, variables, mask, depth + 1)
                continue
            at, ty = self.r.choice(variables)
            self.keep(self.let("load %s, ptr %s" % (vec(ty, n), at)), Leaf(ty, n))
            self.r.choice([self.step_int, self.step_select, self.step_convert, self.step_compare])()
            self.simd_store(n, at, ty, self.value(ty, n), mask)

    # The kernel's blocks ----------------------------------------------------------------------------

    def block(self, variables, k, n_blocks):
        self.label, self.trees = "block%d" % k, []
        super().block(variables, k, n_blocks)


class Module:
    """ours() and native() are the two texts."""

    def __init__(self, seed, doubles):
        r = self.r = random.Random(seed)
        self.declarations, self.functions, self.bodies = set(), [], []
        self.ints = ["i8", "i16", "i32", "i64", "i1"] + (list(ODD) if r.random() < 0.1 else [])
        self.floats = ["float", "half"] + (["double"] if doubles else [])
        self.widths = r.sample([0, 0, 1, 2, 3, 4, 5, 8, 8, 9, 16, 16, 32], 4) + [0]
        scratch = Unit(self)
        self.types = [self.type(scratch, 0) for _ in range(r.randrange(2, 5))]
        self.tables, self.shared, self.globals = [], [], []
        self.make_globals(scratch)
        for i in range(r.randrange(1, 5)):
            self.function("f%d" % i)
        self.kernel()

    def type(self, unit, depth):
        r = self.r
        if depth and (depth > 2 or r.random() < 0.65):
            return unit.leaf_type()
        if r.random() < 0.3:
            return Tree([self.type(unit, depth + 1)], r.randrange(1, 4))
        return Tree([self.type(unit, depth + 1) for _ in range(r.randrange(1, 4))])

    def make_globals(self, unit):
        r = self.r
        for i in range(2):
            leaf, n = Leaf(r.choice(["i8", "i16", "i32", "float", "i64"]), r.choice([0, 0, 4])), r.choice([4, 8, 16])
            cells = ", ".join("%s %s" % (leaf.text, unit.constant(leaf.ty, leaf.n)) for _ in range(n))
            self.globals.append("@table%d = internal addrspace(2) constant [%d x %s] [%s]" % (i, n, leaf.text, cells))
            self.tables.append(("@table%d" % i, leaf, n))
        if r.random() < 0.5:
            self.globals.append("@local = internal addrspace(3) global [16 x i32] undef, align 64")
            self.shared.append(("ptr addrspace(3)", "@local", Leaf("i32", 0), 16))
        if r.random() < 0.5:
            leaf, n = unit.leaf_type(), r.choice([1, 2, 4])
            self.globals.append("@file = internal global [%d x %s] zeroinitializer" % (n, leaf.text))
            self.shared.append(("ptr", "@file", leaf, n))

    def function(self, name):
        r = self.r
        parameters = [("%%p%d" % i, Unit.any_type(self.unit())) for i in range(r.randrange(0, 4))]
        unit = Unit(self, parameters)
        unit.budget, unit.depth = 8, 1
        unit.lines.append("entry:")
        ret = unit.any_type() if r.random() < 0.85 else None
        unit.steps(r.randrange(2, 8))
        unit.line("ret %s %s" % (ret.text, unit.of(ret)) if ret else "ret void")
        attributes = r.choice([1, 1, 2, 3, 4])
        head = "define internal %s @%s(%s) #%d {" % (ret.text if ret else "void", name, ", ".join(
            [POINTERS] + ["%s %s" % (t.text, p) for p, t in parameters]), attributes)
        self.bodies.append((head, unit))
        self.functions.append((name, ret, [t for _, t in parameters], attributes))

    def unit(self):
        return Unit(self)

    def kernel(self):
        unit = Unit(self)
        unit.out = 0
        if any(at == "@local" for _, at, _, _ in self.shared):
            unit.entry.append("  store <16 x i32> zeroinitializer, ptr addrspace(3) @local, align 64")
        unit.flow()
        self.bodies.append((None, unit))

    def text(self, side):
        def pick(line):
            return line if isinstance(line, str) else line[side]
        parts = list(self.globals)
        for head, unit in self.bodies:
            lines = [pick(line) for line in unit.lines]
            head = head or ("define dllexport spir_kernel void @k(%s) #0 {" if side == 0 else "define void @k(%s) #0 {") % POINTERS
            parts.append("\n".join([head, lines[0]] + unit.entry + lines[1:] + ["}"]))
        return "\n".join([LAYOUT + (NATIVE if side else "")] + parts + sorted({pick(d) for d in self.declarations}) + [NATIVE_TAIL if side else TAIL])

    def ours(self):
        return self.text(0)

    def native(self):
        return self.text(1)
