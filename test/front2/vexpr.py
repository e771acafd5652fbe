#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A front end that is not ours in miniature: a language of vector expressions, its compiler to genx IR (text as LLVM 14 writes
it, typed pointers included), and its interpreter. It shares no header and no code with the CM front end; what it knows of cmc
is the public dialect. The programs go two ways, into `cmc x.ll` and through the pass plugin (`opt-19 -passes=cmc<TARGET>`) and
then `cmc`; both must give what the interpreter says.

    kernel NAME LANES
    VAR = EXPRESSION          + - * & | ^ << >> and min max over integers, vectors "in0" "in1", "lane"; all are 32-bit
    store VAR
usage: vexpr.py CMC CMRUN OPT PLUGIN TARGET"""
import os
import re
import struct
import subprocess
import sys
import tempfile

PROGRAMS = [
    "kernel axpy 32\nt = in0 * 7 + in1\nstore t",
    "kernel mix 16\na = in0 ^ (in1 << 3)\nb = (a >> 5) & 1023\nc = max(a, b) - min(in0, lane * lane)\nstore c",
    "kernel odd 24\nd = (in0 - in1) * (in0 + in1)\ne = d | lane\nstore e",
    "kernel wide 64\nf = max(in0, in1) * 3 - lane\nstore f",
]
BINARY = {"+": "add", "-": "sub", "*": "mul", "&": "and", "|": "or", "^": "xor", "<<": "shl", ">>": "ashr"}
LEVELS = [["|"], ["^"], ["&"], ["<<", ">>"], ["+", "-"], ["*"]]
TOKEN = re.compile(r"\s*(<<|>>|[-+*&|^(),]|\w+)")


def parse(text):
    """An expression as nested tuples."""
    tokens = TOKEN.findall(text) + [""]

    def level(k):
        if k == len(LEVELS):
            return atom()
        left = level(k + 1)
        while tokens[0] in LEVELS[k]:
            op = tokens.pop(0)
            left = (op, left, level(k + 1))
        return left

    def atom():
        word = tokens.pop(0)
        if word == "(":
            inner = level(0)
            assert tokens.pop(0) == ")"
            return inner
        if word in ("min", "max"):
            assert tokens.pop(0) == "("
            a = level(0)
            assert tokens.pop(0) == ","
            b = level(0)
            assert tokens.pop(0) == ")"
            return (word, a, b)
        return int(word) if word.isdigit() else word

    tree = level(0)
    assert tokens == [""], tokens
    return tree


def s32(x):
    x &= 0xFFFFFFFF
    return x - (1 << 32) if x >> 31 else x


def evaluate(tree, env, lane):
    """The interpreter: one lane."""
    if isinstance(tree, int):
        return tree
    if isinstance(tree, str):
        return lane if tree == "lane" else env[tree][lane]
    op, a, b = tree[0], evaluate(tree[1], env, lane), evaluate(tree[2], env, lane)
    return s32({"+": a + b, "-": a - b, "*": a * b, "&": a & b, "|": a | b, "^": a ^ b, "<<": a << (b & 31),
                ">>": a >> (b & 31), "min": min(a, b), "max": max(a, b)}[op])


class Emitter:
    """Writes one kernel. Variables live in allocas of old-style pointer types, as simple front ends leave them."""

    def __init__(self, name, lanes):
        self.name, self.n, self.lines, self.count = name, lanes, [], 0
        self.type = "<%d x i32>" % lanes
        self.vars = {}

    def value(self, text):
        self.count += 1
        self.lines.append("  %%v%d = %s" % (self.count, text))
        return "%%v%d" % self.count

    def splat(self, numbers):
        return "<%s>" % ", ".join("i32 %d" % x for x in numbers)

    def expression(self, tree):
        if isinstance(tree, int):
            return self.splat([tree] * self.n)
        if tree == "lane":
            return self.splat(range(self.n))
        if isinstance(tree, str):
            return self.value("load %s, %s* %s, align 4" % (self.type, self.type, self.vars[tree]))
        a, b = self.expression(tree[1]), self.expression(tree[2])
        if tree[0] in ("min", "max"):
            return self.value("call %s @llvm.genx.s%s.v%di32.v%di32(%s %s, %s %s)" % (
                self.type, tree[0], self.n, self.n, self.type, a, self.type, b))
        return self.value("%s %s %s, %s" % (BINARY[tree[0]], self.type, a, b))

    def assign(self, var, value):
        if var not in self.vars:
            self.vars[var] = self.value("alloca %s, align 64" % self.type)
        self.lines.append("  store %s %s, %s* %s, align 4" % (self.type, value, self.type, self.vars[var]))

    def text(self):
        v, t = "v%di32" % self.n, self.type
        return """target triple = "spir64-unknown-unknown"
declare %s @llvm.genx.svm.block.ld.unaligned.%s.i64(i64)
declare void @llvm.genx.svm.block.st.i64.%s(i64, %s)
declare %s @llvm.genx.smin.%s.%s(%s, %s)
declare %s @llvm.genx.smax.%s.%s(%s, %s)
define dllexport spir_kernel void @%s(i64 %%in0, i64 %%in1, i64 %%out) #0 {
%s
  ret void
}
attributes #0 = { nounwind "CMGenxMain" "oclrt"="1" }
!genx.kernels = !{!0}
!0 = !{void (i64, i64, i64)* @%s, !"%s", !1, i32 0, !1, !1, !2, i32 0, i32 0}
!1 = !{i32 0, i32 0, i32 0}
!2 = !{!"svmptr_t", !"svmptr_t", !"svmptr_t"}
""" % (t, v, v, t, t, v, v, t, t, t, v, v, t, t, self.name, "\n".join(self.lines), self.name, self.name)


def compile_program(source):
    """-> name, lanes, IR text, function from inputs to the output."""
    lines = source.splitlines()
    _, name, lanes = lines[0].split()
    e, steps, stored = Emitter(name, int(lanes)), [], None
    for i in (0, 1):
        e.assign("in%d" % i, e.value("call %s @llvm.genx.svm.block.ld.unaligned.v%di32.i64(i64 %%in%d)" % (e.type, e.n, i)))
    for line in lines[1:]:
        if line.startswith("store "):
            stored = line.split()[1]
            e.lines.append("  call void @llvm.genx.svm.block.st.i64.v%di32(i64 %%out, %s %s)" % (
                e.n, e.type, e.expression(stored)))
            continue
        var, text = (x.strip() for x in line.split("=", 1))
        steps.append((var, parse(text)))
        e.assign(var, e.expression(steps[-1][1]))

    def interpret(inputs):
        env = {"in0": inputs[0], "in1": inputs[1]}
        for var, tree in steps:
            env[var] = [evaluate(tree, env, lane) for lane in range(e.n)]
        return env[stored]

    return name, e.n, e.text(), interpret


def numbers(n, seed):
    state, out = seed, []
    for _ in range(n):
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        out.append(s32(state * 2654435761))
    return [0, -1, s32(1 << 31), (1 << 31) - 1] + out[4:]


def run(command):
    r = subprocess.run(command, capture_output=True, text=True)
    if r.returncode != 0:
        raise RuntimeError("%s: exit %d\n%s%s" % (" ".join(command), r.returncode, r.stdout, r.stderr))


def execute(cmrun, binary, inputs, lanes, target, scratch):
    args = []
    for i, data in enumerate(inputs):
        path = os.path.join(scratch, "in%d" % i)
        with open(path, "wb") as f:
            f.write(struct.pack("<%di" % lanes, *data))
        args += ["--arg", "svm:%d:file=%s" % (4 * lanes, path)]
    out = os.path.join(scratch, "out")
    run([cmrun, binary, "--device", target, "--check"] + args + ["--arg", "svm:%d:zero" % (4 * lanes),
                                                                            "--dump", "2:file=" + out])
    with open(out, "rb") as f:
        return list(struct.unpack("<%di" % lanes, f.read()[:4 * lanes]))


def judge(tools, source, target, scratch):
    cmc, cmrun, opt, plugin = tools
    name, lanes, text, interpret = compile_program(source)
    inputs = numbers(lanes, 3), numbers(lanes, 77)
    want = interpret(inputs)
    ll, bc, passed = (os.path.join(scratch, name + s) for s in (".ll", ".bc", ".opt.ll"))
    with open(ll, "w", encoding="utf-8") as f:
        f.write(text)
    run(["llvm-as-14", ll, "-o", bc])
    run([opt, "-load-pass-plugin=" + plugin, "-passes=cmc<%s>" % target, "-S", bc, "-o", passed])
    failed = 0
    for way, path in (("text", ll), ("bitcode of LLVM 14", bc), ("plugin", passed)):
        binary = os.path.join(scratch, "k.bin")
        run([cmc, "-march=" + target, path, "-o", binary])
        got = execute(cmrun, binary, inputs, lanes, target, scratch)
        if got != want:
            failed += 1
            print("FAIL %s by %s: got %s, expected %s" % (name, way, got[:4], want[:4]))
    return failed


def main(cmc, cmrun, opt, plugin, target):
    os.environ.setdefault("CMRT_DEVICE", "xesim")
    os.environ["XESIM_DEVICES"] = target
    failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        for source in PROGRAMS:
            failed += judge((cmc, cmrun, opt, plugin), source, target, scratch)
    print("%d programs for %s, %d failed" % (len(PROGRAMS), target, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
