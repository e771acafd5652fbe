# SPDX-License-Identifier: MIT
"""Random programs of functions with references that may overlap: parts of variables of the file, of locals, structures, arrays
and matrices go through one to three levels of calls. The text is a kernel file for cmc and, with cm_calls_model.h, plain C++.

All vector statements that may run under SIMD control flow are eight elements wide, the width of its conditions."""
import random
import re

OUT_B = 1024  # a kernel's output
IN_WORDS = 64


class Object:
    """Something that a function can name. kind: vec, mat, num, arr, struct."""

    def __init__(self, text, kind, n=0, elem="uint", const=False, whole=False, pointer=False):
        self.text, self.kind, self.n, self.elem = text, kind, n, elem
        self.const = const  # may only be read
        self.whole = whole  # a vector or matrix object, not a reference
        self.pointer = pointer


class Function:
    def __init__(self, name, level, params, result, simd, struct):
        self.name, self.level, self.params, self.result = name, level, params, result
        self.simd = simd      # may be called in SIMD control flow
        self.struct = struct  # of which it is a member


# kind: declaration of the parameter, and the objects that it is in the function.
PARAMS = {
    "vr8": ("vector_ref<uint, 8> %s", lambda p: [Object(p, "vec", 8)]),
    "vr8u": ("vector_ref<ushort, 8> %s", lambda p: [Object(p, "vec", 8, "ushort")]),
    "vr16": ("vector_ref<uint, 16> %s", lambda p: [Object(p, "vec", 16)]),
    "vr4": ("vector_ref<uint, 4> %s", lambda p: [Object(p, "vec", 4)]),
    "mr24": ("matrix_ref<uint, 2, 4> %s", lambda p: [Object(p, "mat", (2, 4))]),
    "mr48": ("matrix_ref<uint, 4, 8> %s", lambda p: [Object(p, "mat", (4, 8))]),
    "num": ("uint &%s", lambda p: [Object(p, "num")]),
    "cnum": ("const uint &%s", lambda p: [Object(p, "num", const=True)]),
    "ptr": ("uint *%s", lambda p: [Object("(*%s)" % p, "num")]),
    "cv8": ("const vector<uint, 8> &%s", lambda p: [Object(p, "vec", 8, const=True, whole=True)]),
    "v8": ("vector<uint, 8> &%s", lambda p: [Object(p, "vec", 8, whole=True)]),
    "v16": ("vector<uint, 16> &%s", lambda p: [Object(p, "vec", 16, whole=True)]),
    "m48": ("matrix<uint, 4, 8> &%s", lambda p: [Object(p, "mat", (4, 8), whole=True)]),
    "parr": ("uint *%s", lambda p: [Object(p, "arr", 4, pointer=True)]),
    "arr": ("uint (&%s)[4]", lambda p: [Object(p, "arr", 4)]),
    "st": ("S%d &%s", lambda p: [Object(p, "struct")]),
    "cst": ("const S%d &%s", lambda p: [Object(p, "struct", const=True)]),
    "bv8": ("vector<uint, 8> %s", lambda p: [Object(p, "vec", 8, whole=True)]),
    "bv16": ("vector<uint, 16> %s", lambda p: [Object(p, "vec", 16, whole=True)]),
    "bst": ("S%d %s", lambda p: [Object(p, "struct")]),
    "bnum": ("uint %s", lambda p: [Object(p, "num")]),
}
SIMD_PARAMS = ["vr8"] * 5 + ["vr8u", "mr24", "num", "num", "cnum", "ptr", "cv8", "v8", "bv8", "bnum", "arr", "parr", "st"]
ALL_PARAMS = SIMD_PARAMS + ["vr16", "vr16", "vr4", "mr48", "v16", "m48", "cst", "bv16", "bst"]
RESULTS = {"void": "void", "num": "uint", "v8": "vector<uint, 8>", "v16": "vector<uint, 16>", "st": "S%d", "rnum": "uint &"}


class Program:
    def __init__(self, seed, number):
        self.r, self.id = random.Random(seed), number
        self.functions, self.lines, self.names = [], [], 0
        self.globals = self.some_globals()
        self.source = self.generate()

    # Objects

    def some_globals(self):
        k, r = self.id, self.r
        some = [Object("gv%d" % k, "vec", 32, whole=True), Object("gw%d" % k, "vec", 8, whole=True), Object("gs%d" % k, "num"),
                Object("ga%d" % k, "arr", 4), Object("gt%d" % k, "struct"), Object("gm%d" % k, "mat", (4, 8), whole=True)]
        return r.sample(some, r.randint(2, 5))

    def declare(self, o, volatile=True):
        bind = self.r.choice(["", "", "_GENX_VOLATILE_ ", "_GENX_VOLATILE_BINDING_(2048) "]) if volatile and self.bindable(o) else ""
        if "BINDING" in bind:
            self.bound = True
        form = {"vec": "vector<uint, %s> %s;" % (o.n, o.text), "num": "uint %s;" % o.text, "arr": "uint %s[4];" % o.text,
                "struct": "S%d %s;" % (self.id, o.text)}
        return bind + (form[o.kind] if o.kind != "mat" else "matrix<uint, %d, %d> %s;" % (*o.n, o.text))

    def bindable(self, o):
        return o.kind in ("vec", "num", "mat") and not getattr(self, "bound", False)

    def members(self, o):
        t = "" if o.text == "this" else o.text + "."
        return [Object(t + "a", "vec", 16, const=o.const, whole=True), Object(t + "n", "num", const=o.const),
                Object(t + "b", "vec", 8, const=o.const, whole=True), Object(t + "arr", "arr", 4, const=o.const)]

    def flat(self, objects):
        """With the members of structures."""
        out = []
        for o in objects:
            out += self.members(o) if o.kind == "struct" else [o]
        return out

    def index(self, env, most):
        """A number from 0 to most; sometimes known at run time only. most + 1 is a power of two for those."""
        if self.r.random() < 0.2 and (most + 1) & most == 0 and env.indices:
            return "(int)(%s & %d)" % (self.r.choice(env.indices), most)
        return str(self.r.randint(0, most))

    def vec(self, env, lanes, write, vector_only=False):
        """An object of so many uint elements, or None."""
        r, c = self.r, []
        for o in self.flat(env.objects):
            if (write and o.const) or o.elem != "uint":
                continue
            if o.kind == "vec" and o.n >= lanes:
                if o.n == lanes:
                    c.append(lambda o=o: o.text)
                    c.append(lambda o=o: o.text)
                if not o.const:
                    c.append(lambda o=o: self.part(env, o, lanes))
                    if o.n > lanes:
                        c.append(lambda o=o: self.part(env, o, lanes))
            if o.kind == "mat":
                rows, cols = o.n
                if cols == lanes:
                    c.append(lambda o=o, rows=rows: "%s.row(%s)" % (o.text, self.index(env, rows - 1)))
                if cols >= 4 and not vector_only and lanes == 8:
                    c.append(lambda o=o: self.block(env, o))
        return r.choice(c)() if c else None

    def part(self, env, o, lanes):
        strides = [s for s in (1, 1, 1, 2, 3) if (lanes - 1) * s < o.n]
        s = self.r.choice(strides)
        most = o.n - 1 - (lanes - 1) * s
        if self.r.random() < 0.3 and most > 7:
            most = 7
        return "%s.select<%d, %d>(%s)" % (o.text, lanes, s, self.index(env, most))

    def block(self, env, o):
        """Two rows of four elements."""
        rows, cols = o.n
        if rows == 2 and cols == 4:
            return o.text
        vst, hst = self.r.choice([1, 1, 2] if rows > 2 else [1]), self.r.choice([1, 1, 2] if cols > 6 else [1])
        i, j = self.index(env, rows - 1 - vst), self.index(env, cols - 1 - 3 * hst)
        return "%s.select<2, %d, 4, %d>(%s, %s)" % (o.text, vst, hst, i, j)

    def words(self, env):
        """Eight ushort elements."""
        c = []
        for o in self.flat(env.objects):
            if o.kind == "vec" and o.elem == "ushort":
                c.append(o.text)
            elif o.kind == "vec" and not o.const and o.whole and o.n >= 8:
                c.append("%s.select<4, 1>(%d).format<ushort>()" % (o.text, self.r.randint(0, o.n - 4)))
                c.append("%s.format<ushort>().select<8, %d>(%d)" % (o.text, *self.r.choice([(1, 3), (2, 1), (1, 8), (2, 0)])))
        return self.r.choice(c) if c else None

    def number(self, env, write, element=True):
        c = []
        for o in self.flat(env.objects):
            if write and o.const:
                continue
            if o.kind == "num":
                c += [lambda o=o: o.text] * 2
            elif o.kind == "arr":
                c.append(lambda o=o: "%s[%s]" % (o.text, self.index(env, 3)))
            elif o.kind == "vec" and element and o.elem == "uint":
                c.append(lambda o=o: "%s(%s)" % (o.text, self.index(env, o.n - 1)))
            elif o.kind == "mat" and element:
                c.append(lambda o=o: "%s(%s, %s)" % (o.text, self.index(env, o.n[0] - 1), self.index(env, o.n[1] - 1)))
        return self.r.choice(c)() if c else None

    # Expressions

    def value(self, env, depth=0):
        """A number."""
        if depth > 1 or self.r.random() < 0.4:
            return self.number(env, False) if self.r.random() < 0.7 and self.number(env, False) else "%du" % self.r.randint(1, 9)
        return "(%s %s %s)" % (self.value(env, depth + 1), self.r.choice("+-*^&|"), self.value(env, depth + 1))

    def vector(self, env, lanes, depth=0):
        v = self.vec(env, lanes, False, vector_only=True)
        if not v:
            return None
        if depth > 1 or self.r.random() < 0.4:
            return v
        other = self.vector(env, lanes, depth + 1) if self.r.random() < 0.6 else self.value(env, 1)
        return "(%s %s %s)" % (v, self.r.choice("+-*^&|"), other)

    def condition(self, env):
        v = self.vec(env, 8, False, vector_only=True)
        return v and "(%s & %d) %s %d" % (v, self.r.choice([1, 3, 7, 15]), self.r.choice(["<", ">", "=="]), self.r.randint(0, 3))

    # Arguments

    def argument(self, env, kind):
        r = self.r
        if kind == "vr8":
            return self.vec(env, 8, True, vector_only=True)
        if kind == "vr8u":
            return self.words(env)
        if kind == "vr16":
            return self.vec(env, 16, True, vector_only=True)
        if kind == "vr4":
            return self.vec(env, 4, True, vector_only=True)
        if kind == "mr24":
            c = [o for o in env.objects if o.kind == "mat"]
            v = [o for o in self.flat(env.objects) if o.kind == "vec" and o.whole and not o.const and o.n >= 16]
            if v and (not c or r.random() < 0.3):
                o = r.choice(v)
                return "%s.select<8, 1>(%d).format<uint, 2, 4>()" % (o.text, r.randint(0, o.n - 8))
            return self.block(env, r.choice(c)) if c else None
        if kind in ("mr48", "m48"):
            c = [o.text for o in env.objects if o.kind == "mat" and o.n == (4, 8) and (kind == "mr48" or o.whole)]
            c += [o.text + ".format<uint, 4, 8>()" for o in env.objects if kind == "mr48" and o.kind == "vec" and o.n == 32 and o.whole]
            return r.choice(c) if c else None
        if kind == "num":
            return self.number(env, True)
        if kind == "cnum":
            return self.number(env, False, element=False) if r.random() < 0.8 else self.value(env)
        if kind == "ptr":
            t = self.number(env, True, element=False)
            return t and "&" + t
        if kind == "cv8":
            return self.vec(env, 8, False, vector_only=True) if r.random() < 0.8 else self.vector(env, 8)
        if kind in ("v8", "v16"):
            c = [o.text for o in self.flat(env.objects) if o.kind == "vec" and o.n == int(kind[1:]) and o.whole and not o.const]
            return r.choice(c) if c else None
        if kind in ("arr", "parr"):  # an array by pointer cannot go on as an array by reference
            c = [o.text for o in self.flat(env.objects) if o.kind == "arr" and not o.const and (kind == "parr" or not o.pointer)]
            return r.choice(c) if c else None
        if kind in ("st", "cst", "bst"):
            c = [o.text for o in env.objects if o.kind == "struct" and not (kind == "st" and o.const)]
            c = ["*this" if t == "this" else t for t in c]
            return r.choice(c) if c else None
        if kind in ("bv8", "bv16"):
            return self.vector(env, int(kind[2:]))
        return self.value(env)

    def call(self, env, f):
        """The call, or None where no arguments fit."""
        args = [self.argument(env, kind) for kind in f.params]
        if not all(args):
            return None
        text = "%s(%s)" % (f.name, ", ".join(args))
        if f.struct:
            c = [o.text for o in env.objects if o.kind == "struct" and not o.const]
            if not c:
                return None
            o = self.r.choice(c)
            text = ("" if o == "this" else o + ".") + text
        return text

    # Statements

    def name(self):
        self.names += 1
        return "t%d" % self.names

    def call_statement(self, env):
        for _ in range(8):
            c = [f for f in self.functions if f.level == env.level + 1 and (f.simd or not env.simd)]
            f = self.r.choice(c) if c else None
            call = f and self.call(env, f)
            if call:
                break
        else:
            return None
        n = self.name()
        if f.result == "num":
            target = self.number(env, True)
            return "{ uint %s = %s; %s += %s; }" % (n, call, target, n) if target else "(void)%s;" % call
        if f.result in ("v8", "v16"):
            lanes = int(f.result[1:])
            target = self.vec(env, lanes, True, vector_only=True)
            if target and self.r.random() < 0.5:
                return "%s = %s;" % (target, call)
            return "{ vector<uint, %d> %s = %s; %s ^= %s; }" % (lanes, n, call, target, n) if target else call + ";"
        if f.result == "st":
            c = [o.text for o in env.objects if o.kind == "struct" and not o.const and o.text != "this"]
            if c and self.r.random() < 0.5:
                return "%s = %s;" % (self.r.choice(c), call)
            target = self.number(env, True)
            return "{ S%d %s = %s; %s ^= %s.n + %s.a(5) + %s.arr[2]; }" % (self.id, n, call, target, n, n, n) if target else None
        if f.result == "rnum":
            return "{ uint %s = %s; %s %s= %s; }" % (n, self.value(env), call, self.r.choice("+^-"), n)
        return call + ";"

    def assign(self, env):
        r = self.r
        x = r.random()
        if x < 0.3:
            target, v = self.number(env, True), self.value(env)
        elif x < 0.4 and self.words(env):
            target, v = self.words(env), self.vector(env, 8) or self.value(env)
        elif x < 0.55 and not env.simd:
            lanes = r.choice([4, 16])
            target, v = self.vec(env, lanes, True), self.vector(env, lanes) or self.value(env)
        else:
            target, v = self.vec(env, 8, True), self.vector(env, 8) if r.random() < 0.7 else self.value(env)
        return "%s %s %s;" % (target, r.choice(["=", "+=", "+=", "-=", "^=", "*="]), v) if target and v else None

    def block_of(self, env, depth, n):
        text = []
        for _ in range(n):
            s = self.statement(env, depth)
            if s:
                text.append(s)
        return "{ " + " ".join(text) + " }"

    def statement(self, env, depth=0):
        r, x = self.r, self.r.random()
        if x < (0.55 if env.level == 0 else 0.35):
            s = self.call_statement(env)
            return s or self.assign(env)
        if x < 0.8 or depth > 1:
            return self.assign(env)
        if x < 0.86:
            return "if ((%s & 1) == 0) %s else %s" % (self.value(env), self.block_of(env, depth + 1, 2), self.block_of(env, depth + 1, 1))
        if x < 0.9:
            i = self.name()
            inner = env.with_index(i)
            return "for (uint %s = 0; %s < %d; %s++) %s" % (i, i, r.randint(2, 3), i, self.block_of(inner, depth + 1, 2))
        if not env.may_simd:
            return self.assign(env)
        c = self.condition(env)
        if not c:
            return None
        inner = env.in_simd()
        if x < 0.93:
            n = self.name()
            return "{ vector<uint, 8> %s = %s; SIMD_DO_WHILE_BEGIN { %s -= 1; %s } SIMD_DO_WHILE_END(%s > 0); }" % (
                n, "(%s & 3) + 1" % self.vec(env, 8, False, vector_only=True), n, self.block_of(inner, 2, 2)[1:-1], n)
        return "SIMD_IF_BEGIN(%s) %s %sSIMD_IF_END;" % (c, self.block_of(inner, depth + 1, 2),
                                                        "SIMD_ELSE %s " % self.block_of(inner, depth + 1, 1) if r.random() < 0.5 else "")

    # Functions

    def results(self, env, simd):
        """(kind, text of the return statement's operand)"""
        r = self.r
        c = ["void"] * 4 + ["num", "v8", "v8"] + ([] if simd else ["v16", "st", "rnum"])
        kind = r.choice(c)
        if kind == "num":
            return kind, self.value(env)
        if kind in ("v8", "v16"):
            v = self.vector(env, int(kind[1:]))
            return (kind, v) if v else ("void", "")
        if kind == "st":
            s = [o.text for o in env.objects if o.kind == "struct"]
            return (kind, "*this" if s[0] == "this" else s[0]) if s else ("void", "")
        outside = env.without_own()
        if kind == "rnum":
            t = self.number(outside, True, element=False)
            return (kind, t) if t else ("void", "")
        return "void", ""

    def locals_of(self, env):
        """Declarations of a function's variables and of its own names of other objects."""
        r, lines = self.r, []
        x = r.random()
        if x < 0.4 and self.vector(env, 8):
            name = self.name()
            lines.append("vector<uint, 8> %s = %s;" % (name, self.vector(env, 8) or self.value(env)))
            local = Object(name, "vec", 8, whole=True)
            env.objects.append(local)
            env.own.append(local)
        elif x < 0.55:
            v = self.vec(env, 8, True, vector_only=True)
            if v:
                name = self.name()
                lines.append("vector_ref<uint, 8> %s = %s;" % (name, v))
                env.own.append(Object(name, "vec", 8))
                env.objects.append(env.own[-1])
        elif x < 0.65:
            v = self.number(env, True, element=False)
            if v:
                name = self.name()
                lines.append("uint &%s = %s;" % (name, v))
                env.own.append(Object(name, "num"))
                env.objects.append(env.own[-1])
        return lines

    def function(self, level, n, member):
        r, k = self.r, self.id
        simd = r.random() < 0.6
        params = [r.choice(SIMD_PARAMS if simd else ALL_PARAMS) for _ in range(r.choice([1, 1, 2, 2, 2, 3]))]
        names = "pqrs"
        objects, own, decls = [], [], []
        for kind, name in zip(params, names):
            decl, make = PARAMS[kind]
            decls.append(decl % ((k, name) if "S%d" in decl else name))
            made = make(name)
            objects += made
            if kind.startswith("b") or kind in ("cv8", "cnum", "cst"):  # a temporary may be the argument
                own += made
        if member:
            objects.append(Object("this", "struct"))
        objects += self.r.sample(self.globals, r.randint(0, min(3, len(self.globals))))
        env = Env(level, objects, own, simd, r.random() < 0.7, ["p"] if params[0] == "bnum" else ["%d" % r.randint(0, 7)])
        lines = self.locals_of(env)
        for _ in range(r.randint(2, 4)):
            s = self.statement(env)
            if s:
                lines.append(s)
        result, operand = self.results(env, simd)
        ret = "return %s;" % operand if operand else "return;"
        if result in ("void", "num", "v8") and not simd and r.random() < 0.25 and lines:
            lines.insert(r.randint(0, len(lines) - 1), "if ((%s & 3) == 1) %s" % (self.value(env.without_own()), self.early(env, result)))
        lines.append(ret)
        mark = r.choice(["CM_NOINLINE "] * 6 + ["_GENX_STACKCALL_ "] * 2 + ["_GENX_ ", ""])
        name = ("m" if member else "f") + "%d_%d_%d" % (k, level, n)
        typ = RESULTS[result]
        typ = typ % k if "%" in typ else typ
        text = "%s%s %s(%s)\n{\n    %s\n}" % (mark, typ, name, ", ".join(decls), "\n    ".join(lines))
        return Function(name, level, params, result, simd, member), text

    def early(self, env, result):
        if result == "void":
            return "return;"
        return "return %s;" % (self.value(env.without_own()) if result == "num" else self.vector(env.without_own(), 8) or "0")

    def initialise(self, o):
        r = self.r
        if o.kind == "vec":
            return ["%s = d.select<%d, 1>(%d);" % (o.text, o.n, r.randint(0, IN_WORDS - o.n))]
        if o.kind == "mat":
            return ["%s = d.select<32, 1>(%d);" % (o.text, r.randint(0, 32))]
        if o.kind == "num":
            return ["%s = d(%d);" % (o.text, r.randint(0, 63))]
        if o.kind == "arr":
            return ["%s[%d] = d(%d);" % (o.text, i, r.randint(0, 63)) for i in range(o.n)]
        return sum((self.initialise(m) for m in self.members(o)), [])

    def store(self, objects):
        """Statements that write all objects to memory."""
        lines, numbers, at = [], [], 0
        for o in self.flat(objects):
            if o.kind == "num":
                numbers.append(o.text)
            elif o.kind == "arr":
                numbers += ["%s[%d]" % (o.text, i) for i in range(o.n)]
            else:
                lanes = o.n if o.kind == "vec" else o.n[0] * o.n[1]
                if o.kind == "vec":
                    lines.append("cm_svm_block_write(out + %d, %s);" % (at, o.text))
                else:
                    lines.append("{ vector<uint, 32> t = %s; cm_svm_block_write(out + %d, t); }" % (o.text, at))
                at += lanes * 4
        for i in range(0, len(numbers), 8):
            some = numbers[i:i + 8]
            lines.append("{ vector<uint, 8> t = 0; %s cm_svm_block_write(out + %d, t); }"
                         % (" ".join("t(%d) = %s;" % (j, x) for j, x in enumerate(some)), at))
            at += 32
        assert at <= OUT_B, at
        return lines

    def generate(self):
        r, k = self.r, self.id
        texts, member_text = [], ""
        deepest = r.choice([1, 2, 2, 3, 3])
        for level in range(deepest, 0, -1):
            for n in range(r.choice([1, 1, 2])):
                member = level == deepest and n == 0 and r.random() < 0.25
                f, text = self.function(level, n, "S%d" % k if member else None)
                self.functions.append(f)
                if member:
                    member_text = text
                else:
                    texts.append(text)
        struct = "struct S%d {\n    vector<uint, 16> a;\n    uint n;\n    vector<uint, 8> b;\n    uint arr[4];\n" % k
        if member_text:  # declared in the class, defined after the variables
            line = member_text.split("\n")[0]
            struct += "    %s;\n" % line
            defined = re.sub(r"^(?:CM_NOINLINE |_GENX_STACKCALL_ )", "", line).replace("m%d_" % k, "S%d::m%d_" % (k, k), 1)
            texts.insert(0, member_text.replace(line, defined, 1))
        head = struct + "};\n" + "\n".join(self.declare(o) for o in self.globals)
        local = [Object("lv", "vec", 32, whole=True), Object("lw", "vec", 8, whole=True), Object("l16", "vec", 16, whole=True),
                 Object("lm", "mat", (4, 8), whole=True), Object("ls", "num"), Object("la", "arr", 4), Object("lt", "struct")]
        local = r.sample(local, r.randint(2, 4))
        env = Env(0, local + self.globals, [], False, True, ["d(1)", "d(2)"])
        lines = ["vector<uint, 64> d;", "cm_svm_block_read(in, d);"]
        lines += [self.declare(o, False) for o in local]
        for o in self.globals + local:
            lines += self.initialise(o)
        for _ in range(r.randint(3, 6)):
            s = self.statement(env)
            if s:
                lines.append(s)
        lines += self.store(local + self.globals)
        kernel = 'extern "C" _GENX_MAIN_ void k%d(svmptr_t in [[type("svmptr_t")]], svmptr_t out [[type("svmptr_t")]])\n{\n    %s\n}' % (
            k, "\n    ".join(lines))
        return "\n".join([head] + texts + [kernel]) + "\n"


class Env:
    """What a piece of code can name."""

    def __init__(self, level, objects, own, simd, may_simd, indices):
        self.level, self.objects, self.own, self.simd, self.may_simd, self.indices = level, objects, own, simd, may_simd, indices

    def with_index(self, i):
        return Env(self.level, self.objects, self.own, self.simd, self.may_simd, [i])

    def in_simd(self):
        return Env(self.level, self.objects, self.own, True, self.may_simd, self.indices)

    def without_own(self):
        return Env(self.level, [o for o in self.objects if o not in self.own], [], self.simd, self.may_simd, self.indices)


def programs(seed, number):
    return [Program("%d %d" % (seed, i), i) for i in range(number)]


def source(some):
    return "#ifdef CM_CALLS_MODEL\n#include \"cm_calls_model.h\"\n#else\n#include <cm/cm.h>\n#endif\n" + "\n".join(p.source for p in some)


def model_main(some):
    """The host's program: runs every kernel on the input file and writes their outputs, OUT_B bytes each."""
    table = ", ".join("k%d" % p.id for p in some)
    return """
int main(int, char **argv)
{
    static unsigned char in[%d], out[%d];
    FILE *f = fopen(argv[1], "rb");
    if (!f || fread(in, 1, sizeof(in), f) != sizeof(in))
        return 1;
    for (auto kernel : {%s}) {
        memset(out, 0, sizeof(out));
        kernel((svmptr_t)in, (svmptr_t)out);
        fwrite(out, 1, sizeof(out), stdout);
    }
    return 0;
}
""" % (IN_WORDS * 4, OUT_B, table)
