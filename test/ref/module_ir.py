# SPDX-License-Identifier: MIT
"""Random modules of LLVM IR as foreign suites hold them: functions that take and return vectors and structures, calls of every
kind, memory of each address space, arrays, gathers, tables, SIMD control flow.

A line is a text, or a pair (ours, native) where the machine's own compiler needs another one: lanes that SIMD control flow
switches off are a mask there. Nothing is undefined; recursion does not occur."""
import random

from plain_ir import BITS, FLOATS, ODD, OUT_B, SUFFIX, Program, splat, suffix, vec

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


class Place:
    """A pointer to an array of the caller, as a parameter."""

    def __init__(self, leaf, n):
        self.leaf, self.n, self.text = leaf, n, "ptr"


class Tree:
    """A structure, or an array of `count` parts."""

    def __init__(self, parts, count=0, packed=False):
        self.parts = parts * count if count else parts
        inner = ", ".join(part.text for part in parts)
        self.text = "[%d x %s]" % (count, inner) if count else ("<{ %s }>" if packed else "{ %s }") % inner

    def leaves(self):
        return [([i] + path, leaf) for i, part in enumerate(self.parts) for path, leaf in part.leaves()]


class Unit(Program):
    """The body of a function or of the kernel. `trees` are its structures and arrays: (name, type)."""

    def __init__(self, module, parameters=(), name=""):
        self.name_of_unit, self.module, self.r, self.declarations = name, module, module.r, module.declarations
        self.ints, self.floats, self.widths = module.ints, module.floats, module.widths
        self.lines, self.values, self.trees, self.memories = [], [], [], []
        self.entry, self.label, self.depth, self.budget = [], "entry", 0, 26
        self.count = self.out = 0
        for name, t in parameters:
            if isinstance(t, Place):
                self.memories.append(("ptr", name, t.leaf, t.n))
            else:
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
        if isinstance(t, Place):
            return self.array(t.leaf, t.n)[1]
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
        more = [self.step_tree] * 4 + [self.step_memory] * 2 + [self.step_gather, self.step_pointer, self.step_table, self.step_whole, self.step_copy,
                                                             self.step_atomic, self.step_masked_store]
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
        self.keep(self.let("load %s, ptr %s, align 1" % (leaf.text, p)), leaf)

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
        return self.array(self.leaf_type(), self.r.choice([2, 3, 4, 8, 16]))

    def array(self, leaf, n):
        """A private array that starts as zeros."""
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

    def step_copy(self):
        """memcpy from the input into an array of its own, or memset, then a load of any part."""
        r = self.r
        at = self.alloca("[64 x i8]")
        way = r.choice(["memcpy.p0.p1.i64", "memset.p0.i64", "memmove.p0.p1.i64"])
        self.line("store [64 x i8] zeroinitializer, ptr " + at)
        n = r.choice([1, 4, 7, 16, 32, 64])
        what = ("i8", r.randrange(256)) if way.startswith("memset") else \
            ("ptr addrspace(1)", self.let("getelementptr i8, ptr addrspace(1) %%in, i64 %d" % r.randrange(256)))
        arguments = [("ptr", at), what, ("i64", n), ("i1", "false")]
        self.declarations.add("declare void @llvm.%s(%s)" % (way, ", ".join(t for t, _ in arguments)))
        self.line("call void @llvm.%s(%s)" % (way, ", ".join("%s %s" % a for a in arguments)))
        leaf = Leaf(r.choice(["i8", "i16", "i32", "i64"]), r.choice([0, 0, 2, 4]))
        size_b = BITS[leaf.ty] // 8 * max(leaf.n, 1)
        p = self.let("getelementptr i8, ptr %s, i32 %d" % (at, r.randrange(64 // size_b) * size_b))
        self.keep(self.let("load %s, ptr %s, align %d" % (leaf.text, p, BITS[leaf.ty] // 8)), leaf)

    def own_output(self, size_b):
        """A piece of the output that nothing else writes to; "" if it is full. Functions do not write."""
        self.out = (self.out + size_b - 1) // size_b * size_b
        if self.name_of_unit != "k" or self.out + size_b > OUT_B:
            return ""
        self.out += size_b
        return self.let("getelementptr i8, ptr addrspace(1) %%out, i64 %d" % (self.out - size_b))

    def step_atomic(self):
        r, ty = self.r, self.r.choice(["i32", "i32", "i64"])
        at = self.own_output(BITS[ty] // 8)
        if not at:
            return
        if r.random() < 0.2:
            pair = self.let("cmpxchg ptr addrspace(1) %s, %s %s, %s %s monotonic monotonic" % (at, ty, self.value(ty, 0), ty, self.value(ty, 0)))
            self.let("extractvalue { %s, i1 } %s, 0" % (ty, pair), ty)
            self.let("extractvalue { %s, i1 } %s, 1" % (ty, pair), "i1")
            return
        op = r.choice("add sub and or xor xchg max min umax umin".split())
        self.let("atomicrmw %s ptr addrspace(1) %s, %s %s monotonic" % (op, at, ty, self.value(ty, 0)), ty)

    def step_masked_store(self):
        n, ty = self.r.choice([4, 8, 16]), self.r.choice(["i8", "i16", "i32", "i64", "float"])
        at = self.own_output(BITS[ty] // 8 * n)
        if not at:
            return
        value, mask, size_b = self.one_nan((self.value(ty, n), ty, n)), self.value("i1", n), BITS[ty] // 8
        if self.r.random() < 0.5:
            name, place = "masked.store.%s.p1" % suffix(ty, n), ("ptr addrspace(1)", at)
        else:
            order = self.r.sample(range(n), n)
            lanes = "<%s>" % ", ".join("i64 %d" % (i * size_b) for i in order)
            name = "masked.scatter.%s.v%dp1" % (suffix(ty, n), n)
            place = ("<%d x ptr addrspace(1)>" % n, self.let("getelementptr i8, ptr addrspace(1) %s, %s %s" % (at, vec("i64", n), lanes)))
        arguments = [(vec(ty, n), value), place, ("i32", size_b), (vec("i1", n), mask)]
        self.declarations.add("declare void @llvm.%s(%s)" % (name, ", ".join(t for t, _ in arguments)))
        self.line("call void @llvm.%s(%s)" % (name, ", ".join("%s %s" % a for a in arguments)))

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

    # SIMD control flow: goto and join as front ends emit them, with the masks in variables. The native form goes through
    # all blocks in order, with a mask of the lanes that are on. ----------------------------------------------------

    def step_simd(self):
        n, r = self.r.choice([4, 8, 16, 32]), self.r
        variables = []
        for ty in ["i32"] + r.sample(["i32", "float", "i16", "i64", "i8"], r.randrange(0, 3)):
            at = self.alloca(vec(ty, n))
            self.line("store %s %s, ptr %s" % (vec(ty, n), self.value(ty, n), at))
            variables.append((at, ty))
        kept = list(self.values), list(self.trees)
        flow = SimdFlow(self, n, variables)
        flow.part(0)
        self.values, self.trees = kept
        for at, ty in variables:
            v = self.let("load %s, ptr %s" % (vec(ty, n), at))
            self.keep(v, Leaf(ty, n))
            self.store((v, ty, n))

    # The kernel's blocks ----------------------------------------------------------------------------

    def block(self, variables, k, n_blocks):
        self.label, self.trees = "block%d" % k, []
        super().block(variables, k, n_blocks)


class SimdFlow:
    """SIMD control flow of n channels in a unit. `on` is the execution mask, `lanes` the native mask."""

    def __init__(self, unit, n, variables):
        self.u, self.r, self.n, self.variables = unit, unit.r, n, variables
        self.mask = vec("i1", n)
        self.on, self.lanes = unit.alloca("<32 x i1>"), unit.alloca(self.mask)
        unit.both("store <32 x i1> %s, ptr %s" % (splat("i1", 32, 1), self.on), "store %s %s, ptr %s" % (self.mask, splat("i1", n, 1), self.lanes))
        goto = "{ <32 x i1>, %s, i1 } @llvm.genx.simdcf.goto.v32i1.v%di1(<32 x i1>%%s, %s%%s, %s%%s)" % (self.mask, n, self.mask, self.mask)
        join = "{ <32 x i1>, i1 } @llvm.genx.simdcf.join.v32i1.v%di1(<32 x i1>%%s, %s%%s)" % (n, self.mask)
        unit.declarations |= {"declare " + goto % ("", "", ""), "declare " + join % ("", "")}
        self.goto_text, self.join_text = "call " + goto, "call " + join

    def ours(self, text):
        name = "%" + self.u.name("g")
        self.u.both("%s = %s" % (name, text), "; " + name)
        return name

    def native(self, text):
        name = "%" + self.u.name("m")
        self.u.both("; " + name, "%s = %s" % (name, text))
        return name

    def put(self, value, into):
        """Stores an execution or resume mask."""
        kind = "<32 x i1>" if into == self.on else self.mask
        self.u.both("store %s %s, ptr %s" % (kind, value, into), "; " + into)

    def goto(self, condition, waiting):
        """Channels whose condition is 0 wait; the result says that none is left."""
        em, rm = self.ours("load <32 x i1>, ptr " + self.on), self.ours("load %s, ptr %s" % (self.mask, waiting))
        g = self.ours(self.goto_text % (" " + em, " " + rm, " " + condition))
        kind = "{ <32 x i1>, %s, i1 }" % self.mask
        self.put(self.ours("extractvalue %s %s, 0" % (kind, g)), self.on)
        self.put(self.ours("extractvalue %s %s, 1" % (kind, g)), waiting)
        return self.ours("extractvalue %s %s, 2" % (kind, g))

    def join(self, waiting):
        em, rm = self.ours("load <32 x i1>, ptr " + self.on), self.ours("load %s, ptr %s" % (self.mask, waiting))
        j = self.ours(self.join_text % (" " + em, " " + rm))
        self.put(self.ours("extractvalue { <32 x i1>, i1 } %s, 0" % j), self.on)
        self.put("zeroinitializer", waiting)
        return self.ours("extractvalue { <32 x i1>, i1 } %s, 1" % j)

    def waiting(self):
        name = self.u.alloca(self.mask)
        self.put("zeroinitializer", name)
        return name

    def part(self, depth):
        (self.if_ if self.r.random() < 0.6 else self.loop)(depth)

    def if_(self, depth):
        u, outer, condition = self.u, self.native("load %s, ptr %s" % (self.mask, self.lanes)), self.condition()
        yes, no, end = u.name("yes"), u.name("no"), u.name("join")
        wait_no, wait_end, has_else = self.waiting(), self.waiting(), self.r.random() < 0.5
        none = self.goto(condition, wait_no)
        inner = self.native("and %s %s, %s" % (self.mask, condition, outer))
        other = self.native("and %s %s, %s" % (self.mask, outer, self.native("xor %s %s, %s" % (self.mask, condition, splat("i1", self.n, 1)))))
        kept = list(u.values), list(u.trees)
        u.both("br i1 %s, label %%%s, label %%%s" % (none, no, yes), "br label %" + yes)
        self.body(yes, inner, depth)
        if has_else:
            self.goto("zeroinitializer", wait_end)
        u.line("br label %" + no)
        u.values, u.trees = map(list, kept)
        u.begin(no)
        none = self.join(wait_no)
        if has_else:
            other_block = u.name("other")
            u.both("br i1 %s, label %%%s, label %%%s" % (none, end, other_block), "br label %" + other_block)
            self.body(other_block, other, depth)
            u.line("br label %" + end)
            u.begin(end)
            self.join(wait_end)
        u.values, u.trees = kept
        u.both("; all", "store %s %s, ptr %s" % (self.mask, outer, self.lanes))

    def loop(self, depth):
        """do ... while: a counter of its own ends it. Channels that are through wait at the end."""
        u, n, counter = self.u, self.n, self.u.alloca(vec("i32", self.n))
        outer = self.native("load %s, ptr %s" % (self.mask, self.lanes))
        start = u.let("and %s %s, %s" % (vec("i32", n), u.value("i32", n), splat("i32", n, 3)))
        u.line("store %s %s, ptr %s" % (vec("i32", n), start, counter))
        wait, body, end = self.waiting(), u.name("body"), u.name("end")
        kept = list(u.values), list(u.trees)
        u.line("br label %" + body)
        live = "%" + u.name("m")
        self.body(body, live, depth, "%s = load %s, ptr %s" % (live, self.mask, self.lanes))
        old = u.let("load %s, ptr %s" % (vec("i32", n), counter))
        more = u.let("add %s %s, %s" % (vec("i32", n), old, splat("i32", n, 1)))
        u.line("store %s %s, ptr %s" % (vec("i32", n), more, counter))
        condition = u.let("icmp slt %s %s, %s" % (vec("i32", n), more, splat("i32", n, self.r.randrange(1, 6))))
        none = self.goto(condition, wait)
        inner = self.native("and %s %s, %s" % (self.mask, condition, live))
        u.both("; lanes", "store %s %s, ptr %s" % (self.mask, inner, self.lanes))
        some = self.native("call i1 @llvm.vector.reduce.or.v%di1(%s %s)" % (n, self.mask, inner))
        u.declarations.add("declare i1 @llvm.vector.reduce.or.v%di1(%s)" % (n, self.mask))
        u.both("br i1 %s, label %%%s, label %%%s" % (none, end, body), "br i1 %s, label %%%s, label %%%s" % (some, body, end))
        u.values, u.trees = kept
        u.begin(end)
        self.join(wait)
        u.both("; all", "store %s %s, ptr %s" % (self.mask, outer, self.lanes))

    def condition(self):
        at, ty = self.r.choice(self.variables)
        t = vec(ty, self.n)
        v = self.u.let("load %s, ptr %s" % (t, at))
        return self.u.let("%s %s %s, %s" % ("fcmp olt" if ty in FLOATS else "icmp slt", t, v, self.u.value(ty, self.n)), "i1", self.n)

    def assign(self, at, ty, new, mask):
        """The channels that are on take the new value."""
        u, t, n = self.u, vec(ty, self.n), self.n
        old = u.let("load %s, ptr %s" % (t, at))
        em = self.ours("load <32 x i1>, ptr " + self.on)
        lanes = ", ".join("i32 %d" % i for i in range(n))
        on = self.ours("shufflevector <32 x i1> %s, <32 x i1> poison, <%d x i32> <%s>" % (em, n, lanes))
        what = "%s.v%d%s.v%d%s.i16.v%di1" % ("wrregionf" if ty in FLOATS else "wrregioni", n, SUFFIX.get(ty, ty), n, SUFFIX.get(ty, ty), n)
        u.declarations.add("declare %s @llvm.genx.%s(%s, %s, i32, i32, i32, i16, i32, %s)" % (t, what, t, t, self.mask))
        mixed = self.ours("call %s @llvm.genx.%s(%s %s, %s %s, i32 0, i32 %d, i32 1, i16 0, i32 undef, %s %s)" % (
            t, what, t, old, t, new, n, self.mask, on))
        other = self.native("select %s %s, %s %s, %s %s" % (self.mask, mask, t, new, t, old))
        u.both("store %s %s, ptr %s" % (t, mixed, at), "store %s %s, ptr %s" % (t, other, at))

    def body(self, label, mask, depth, first=None):
        u = self.u
        u.begin(label)
        if first:
            u.both("; lanes", first)
        u.both("; lanes", "store %s %s, ptr %s" % (self.mask, mask, self.lanes))
        for _ in range(self.r.randrange(1, 4)):
            if depth < 2 and self.r.random() < 0.3:
                self.part(depth + 1)
                continue
            at, ty = self.r.choice(self.variables)
            u.keep(u.let("load %s, ptr %s" % (vec(ty, self.n), at)), Leaf(ty, self.n))
            self.r.choice([u.step_int, u.step_select, u.step_convert, u.step_compare])()
            self.assign(at, ty, u.value(ty, self.n), mask)


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
        return Tree([self.type(unit, depth + 1) for _ in range(r.randrange(1, 4))], packed=r.random() < 0.1)

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
        scratch = Unit(self)
        parameters = [("%%p%d" % i, scratch.any_type()) for i in range(r.randrange(0, 4))]
        if r.random() < 0.25:
            parameters.append(("%place", Place(scratch.leaf_type(), r.choice([1, 2, 4]))))
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

    def kernel(self):
        unit = Unit(self, name="k")
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
