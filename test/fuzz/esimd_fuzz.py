#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles random ESIMD programs (esimd_gen.py) and compares what xesim computes with what plain C++ computes.

usage: esimd_fuzz.py CMC CMRUN CXX FIRST_SEED FILES [--programs=10] [--jobs=1] [--targets=all|one] [--evaluator=GENX_EVAL]
                     [--keep=FOLDER] [--only=NUMBER] [--include=FOLDER] [--print=SEED]

The host's compiler builds the same text with the headers of esimd_model. A file's seed says which targets, optimisation level and
option it gets; every tenth file is a SYCL program with lambdas, too. With --targets=one a file runs on one of its targets. With
--evaluator the IR before any pass of ours is evaluated, too. A failing program is kept with its seed. --only repeats one.
--include: headers that are used in place of cmc's own, say with a fault that must be found."""
import math
import os
import random
import re
import resource
import struct
import subprocess
import sys

import esimd_gen
import file_fuzz
from esimd_gen_memory import IN_B, OUT_B, input_bytes

TARGETS = ["tgl", "pvc", "bmg"]
LEVELS = ["-O2", "-O0", "-O2", "-O1"]
OPTIONS = [[], ["-g"], [], ["--spill-all"], ["-mgrf=auto"], ["--skip=sched_pre,sched_post"]]
MODEL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "esimd_model")
# Undefined operations stop the model, without a library of the compiler's.
CXX_OPTIONS = ["-std=c++17", "-w", "-O0", "-fno-strict-aliasing", "-fsanitize-undefined-trap-on-error",
               "-fsanitize=signed-integer-overflow,shift-exponent,integer-divide-by-zero", "-I", MODEL]
LIMIT_S = 240  # of processor time
FORMS = {"half": "e", "float": "f", "double": "d"}


def run(command, **how):
    """Limited by processor time: a busy machine makes nothing fail."""
    return subprocess.run(command, capture_output=True,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (LIMIT_S, LIMIT_S + 1)), **how)


def errors_of(done):
    lines = [line for line in done.stderr.split("\n") if "error" in line] or done.stderr.split("\n")
    return "exit %d: %s" % (done.returncode, "\n".join(lines[:4])[:800])


def same_float(form, a, b):
    """Zeros of both signs are the same: which one min and max give is open."""
    x, y = (struct.unpack("<" + form, z)[0] for z in (a, b))
    return x == y or math.isnan(x) and math.isnan(y)


def difference(p, want, got):
    """The first difference of the outputs."""
    for at, t, n in p.stored:
        size = t.bits // 8
        for i in range(n):
            a, b = (d[at + i * size:at + (i + 1) * size] for d in (want, got))
            if a != b and not (t.kind == "f" and same_float(FORMS[t.name], a, b)):
                return "byte %d of the output (element %d of %s) is %s, not %s" % (at, i, t.name, b[::-1].hex(), a[::-1].hex())
    covered = bytearray(OUT_B)
    for at, t, n in p.stored:
        covered[at:at + n * t.bits // 8] = b"\1" * (n * t.bits // 8)
    for i in range(OUT_B):
        if not covered[i] and want[i] != got[i]:
            return "byte %d of the output, which no store is for, is %02x, not %02x" % (i, got[i], want[i])
    return None


class File(file_fuzz.SeedFile):
    def __init__(self, tools, folder, seed, options):
        super().__init__(folder, seed)
        self.cmc, self.cmrun, self.cxx = tools
        self.set = options
        modern = seed % 4 == 3  # double and the load/store cache
        self.targets = TARGETS[1:] if modern else TARGETS
        if options.get("targets") == "one":
            self.targets = [self.targets[seed // 4 % len(self.targets)]]
        self.options = [LEVELS[seed % 4 ^ seed // 4 % 4], *OPTIONS[seed // 2 % len(OPTIONS)]]
        self.headers = ["-I", options["include"]] if "include" in options else []
        self.some = esimd_gen.programs(seed, int(options.get("programs", 10)), modern, modern)
        if "only" in options:
            self.some = [p for p in self.some if p.id == int(options["only"])]
        self.failures, self.compared, self.evaluated = [], 0, 0

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as f:
            f.write(text)
        return self.path(name)

    def fail(self, p, how, what):
        keep = self.set.get("keep")
        if keep:
            with open(os.path.join(keep, "esimd-%d-%d.cpp" % (self.seed, p.id)), "w", encoding="utf-8") as f:
                f.write("// seed %d, program %d, %s: %s\n" % (self.seed, p.id, how, what.replace("\n", "\n// ")))
                f.write(esimd_gen.source([p]))
        self.failures.append("seed %d program %d %s: %s\n  repeat: %s %s %s %s %d 1 --only=%d --programs=%d --keep=." % (
            self.seed, p.id, how, what, sys.argv[0], self.cmc, self.cmrun, self.cxx, self.seed, p.id, p.id + 1))

    def outputs(self, data):
        return {p: data[i * OUT_B:(i + 1) * OUT_B] for i, p in enumerate(self.some)}

    def expected(self):
        """{program: bytes}, as the host computes them."""
        source = self.write("model.cpp", esimd_gen.source(self.some, "model"))
        done = run([self.cxx, *CXX_OPTIONS, source, "-o", self.path("model")], text=True)
        if done.returncode:
            raise RuntimeError("seed %d: the host's compiler refuses the programs: %s" % (self.seed, errors_of(done)))
        done = run([self.path("model"), self.path("in")])
        if done.returncode or len(done.stdout) != OUT_B * len(self.some):
            raise RuntimeError("seed %d: a program is not defined: the model ends with %d" % (self.seed, done.returncode))
        return self.outputs(done.stdout)

    def compile(self, some, target, name, more=()):
        source, binary = self.write(name + ".cpp", esimd_gen.source(some)), self.path(name + ".bin")
        done = run([self.cmc, source, "-w", "-march=" + target, *self.options, *self.headers, "-o", binary, *more], text=True)
        return errors_of(done) if done.returncode else None

    def binaries(self, target):
        """[(programs, name)]: all in one file or, when that fails, each that compiles in its own."""
        if not self.compile(self.some, target, "all"):
            return [(self.some, "all")]
        out = []
        for p in self.some:
            what = self.compile([p], target, "one%d" % p.id)
            if what:
                self.fail(p, " ".join([target, *self.options]), what)
            else:
                out.append(([p], "one%d" % p.id))
        return out

    def launch(self, p, name, target):
        """(bytes, error) of one kernel."""
        done = run([self.cmrun, self.path(name + ".bin"), "-k", "k%d" % p.id, "--check", "--device", "xesim:" + target,
                    "--arg", "svm:%d:file=%s" % (IN_B, self.path("in")), "--arg", "svm:%d:zero" % OUT_B,
                    "--arg", "i32:%d" % esimd_gen.NUMBER_ARGUMENT, "--dump", "1:file=" + self.path("out")], text=True)
        if done.returncode:
            return None, "cmrun: exit %d: %s" % (done.returncode, (done.stderr + done.stdout).strip()[:500])
        with open(self.path("out"), "rb") as f:
            return f.read(), None

    def compare(self, p, how, want, got, error):
        what = error or difference(p, want, got)
        if what:
            self.fail(p, how, what)
        else:
            self.compared += 1

    def kernels(self, want):
        for target in self.targets:
            how = " ".join([target, *self.options])
            for some, name in self.binaries(target):
                for p in some:
                    self.compare(p, how, want[p], *self.launch(p, name, target))

    def sycl(self, want):
        """As a SYCL program with lambdas."""
        options = [LEVELS[self.seed // 10 % 4]] + (["-g"] if self.seed // 10 % 3 == 0 else [])
        source, program = self.write("sycl.cpp", esimd_gen.source(self.some, "sycl")), self.path("sycl")
        targets = "-fsycl-targets=" + ",".join(self.targets)
        done = run([self.cmc, "-fsycl", targets, "-w", *options, *self.headers, source, "-o", program], text=True)
        how = "-fsycl " + " ".join(options)
        if done.returncode:
            self.fail(self.some[0], how, errors_of(done))
            return
        for target in self.targets:
            done = run([program, self.path("in")], env=dict(os.environ, CMRT_DEVICE="xesim:" + target))
            if done.returncode or len(done.stdout) != OUT_B * len(self.some):
                self.fail(self.some[0], how + " " + target, "exit %d: %s" % (done.returncode, done.stderr.decode()[:500]))
                continue
            for p, got in self.outputs(done.stdout).items():
                self.compare(p, how + " " + target, want[p], got, None)

    def evaluate(self, want):
        """The IR that the front end writes means the same."""
        target, path = self.targets[self.seed % len(self.targets)], self.path("all.ll")
        if self.compile(self.some, target, "ir", ["-S", "-emit-llvm", "--stop-after=form_fma", "-o", path]):
            return
        for p in self.some:
            arguments = ["buf:%d:file=%s" % (IN_B, self.path("in")), "buf:%d" % OUT_B, str(esimd_gen.NUMBER_ARGUMENT)]
            done = run([self.set["evaluator"], path, "--kernel", "k%d" % p.id, *(a for x in arguments for a in ("--arg", x)),
                        "--print", "1:u8:%d" % OUT_B], text=True)
            values = re.search(r"1:u8:\d+:([^\n]*)", done.stdout)
            if done.returncode or not values:
                self.fail(p, target + " evaluator", "exit %d: %s" % (done.returncode, done.stderr.strip()[:500]))
                continue
            got = [int(x) if x.isdigit() else None for x in values.group(1).split()]
            unknown = got.count(None)
            what = "%d bytes are undefined" % unknown if unknown else difference(p, want[p], bytes(got))
            if what:
                self.fail(p, target + " evaluator", what)
            else:
                self.evaluated += 1

    def check(self):
        with open(self.path("in"), "wb") as f:
            f.write(input_bytes(random.Random(self.seed)))
        want = self.expected()
        self.kernels(want)
        if self.seed % 10 == 0:
            self.sycl(want)
        if "evaluator" in self.set:
            self.evaluate(want)
        self.remove_files()
        return self


def main(arguments):
    options, rest = file_fuzz.options_of(arguments)
    if "print" in options:
        modern = int(options["print"]) % 4 == 3
        print(esimd_gen.source(esimd_gen.programs(int(options["print"]), int(options.get("programs", 10)), modern, modern)))
        return 0
    cmc, cmrun, cxx, first, files = rest
    failures = compared = evaluated = 0
    for f in file_fuzz.checked(lambda folder, seed: File((cmc, cmrun, cxx), folder, seed, options), int(first), int(files),
                               int(options.get("jobs", 1)), options.get("keep")):
        for what in f.failures:
            print(what, flush=True)
        failures += len(f.failures)
        compared += f.compared
        evaluated += f.evaluated
    print("%d results compared with plain C++, %d evaluations, %d failures" % (compared, evaluated, failures))
    return 1 if failures or not compared else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
