#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles random programs of calls whose references may overlap (cm_calls_gen.py) and compares xesim with plain C++.

usage: cm_calls.py CMC CMRUN CXX FIRST_SEED FILES [--programs=20] [--jobs=2] [--keep=FOLDER] [--print=SEED]

The host's compiler builds the same text with cm_calls_model.h. Target, optimisation level and an option follow from a file's
seed. A failing program is compiled alone and kept. A program that cmc refuses is a failure, too."""
import os
import random
import re
import subprocess
import sys

import cm_calls_gen
import file_fuzz

TARGETS = ["skl", "icl", "tgl", "dg2", "pvc", "mtl", "arlh", "lnl", "bmg", "ptl"]
LIMIT_S = 120
OPTIONS = [[], [], ["-fvolatile-global"], ["--spill-all"], ["--skip=sched_pre,sched_post"]]


def run(command, **how):
    return subprocess.run(command, capture_output=True, timeout=LIMIT_S, **how)


class File(file_fuzz.SeedFile):
    def __init__(self, tools, folder, seed, number, keep):
        super().__init__(folder, seed)
        self.cmc, self.cmrun, self.cxx = tools
        self.keep = keep
        self.target = TARGETS[seed % 7]
        self.options = ["-march=" + self.target, ["-O2", "-O0"][seed // 7 % 2], *OPTIONS[seed // 14 % len(OPTIONS)]]
        self.some = cm_calls_gen.programs(seed, number)
        self.failures, self.compared, self.inlined = [], 0, 0

    def fail(self, p, what):
        self.failures.append((p, what))
        if self.keep:
            with open(os.path.join(self.keep, "calls-%d-%d.cm" % (self.seed, p.id)), "w", encoding="utf-8") as f:
                f.write(cm_calls_gen.source([p]))

    def expected(self):
        """{program: bytes}, as the host computes them."""
        source, binary = self.path("model.cpp"), self.path("model")
        with open(source, "w", encoding="utf-8") as f:
            f.write("#define CM_CALLS_MODEL\n" + cm_calls_gen.source(self.some) + cm_calls_gen.model_main(self.some))
        done = run([self.cxx, "-std=c++17", "-w", "-O0", "-fno-strict-aliasing", "-I", os.path.dirname(os.path.abspath(__file__)),
                    source, "-o", binary], text=True)
        if done.returncode:
            raise RuntimeError("seed %d: the host's compiler refuses the programs: %s" % (self.seed, done.stderr[:2000]))
        out = run([binary, self.path("in")]).stdout
        size = cm_calls_gen.OUT_B
        return {p: out[i * size:(i + 1) * size] for i, p in enumerate(self.some)}

    def compile(self, some, name):
        source = self.path(name + ".cm")
        with open(source, "w", encoding="utf-8") as f:
            f.write(cm_calls_gen.source(some))
        done = run([self.cmc, source, *self.options, "-o", self.path(name + ".bin")], text=True)
        if done.returncode == 0:
            self.inlined += len(re.findall(r"Wcm-inline\]", done.stderr))
            return None
        errors = [line for line in done.stderr.split("\n") if "error" in line] or [done.stderr]
        return "exit %d: %s" % (done.returncode, "\n".join(errors)[:600])

    def compare(self, p, name, want):
        out = self.path("out")
        command = [self.cmrun, self.path(name + ".bin"), "-k", "k%d" % p.id, "--check", "--device", "xesim:" + self.target, "--arg",
                   "svm:%d:file=%s" % (cm_calls_gen.IN_WORDS * 4, self.path("in")), "--arg", "svm:%d:zero" % cm_calls_gen.OUT_B,
                   "--dump", "1:file=" + out]
        done = run(command, text=True)
        if done.returncode:
            return "cmrun: exit %d: %s" % (done.returncode, (done.stderr + done.stdout).strip()[:500])
        self.compared += 1
        with open(out, "rb") as f:
            got = f.read()
        for i in range(0, cm_calls_gen.OUT_B, 4):
            if got[i:i + 4] != want[i:i + 4]:
                return "differs from C++ at byte %d: %s, not %s" % (i, got[i:i + 4][::-1].hex(), want[i:i + 4][::-1].hex())
        return None

    def check(self):
        with open(self.path("in"), "wb") as f:
            f.write(random.Random(self.seed).randbytes(cm_calls_gen.IN_WORDS * 4))
        want = self.expected()
        groups = [(self.some, "all")]
        if self.compile(self.some, "all"):
            groups = []
            for p in self.some:
                what = self.compile([p], "one%d" % p.id)
                if what:
                    self.fail(p, what)
                else:
                    groups.append(([p], "one%d" % p.id))
        for some, name in groups:
            for p in some:
                what = self.compare(p, name, want[p])
                if what:
                    self.fail(p, what)
        self.remove_files()
        return self


def main(arguments):
    options, rest = file_fuzz.options_of(arguments)
    number = int(options.get("programs", 20))
    if "print" in options:
        print(cm_calls_gen.source(cm_calls_gen.programs(int(options["print"]), number)))
        return 0
    cmc, cmrun, cxx, first, files = rest
    failures = compared = inlined = 0
    keep = options.get("keep")
    for f in file_fuzz.checked(lambda folder, seed: File((cmc, cmrun, cxx), folder, seed, number, keep), int(first), int(files),
                               int(options.get("jobs", 2)), keep):
        for p, what in f.failures:
            print("seed %d program %d %s: %s" % (f.seed, p.id, " ".join(f.options), what), flush=True)
        failures += len(f.failures)
        compared += f.compared
        inlined += f.inlined
    print("%d programs compared, %d calls inlined with a warning, %d failures" % (compared, inlined, failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
