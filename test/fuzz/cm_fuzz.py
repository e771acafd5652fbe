#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles random kernels (cm_gen.py) and compares what they compute.

usage: cm_fuzz.py CMC CMRUN FIRST_SEED FILES [--kernels=50] [--compile-only] [--keep=FOLDER] [--features=FILE]

Each file is compiled for a target and an optimisation level that its seed picks; the compiler must not crash, hang or
find fault with itself. Exact kernels (every second file) are compiled at -O0 and -O2 for two targets and run on xesim with
--check: their outputs must be the same bits. A failing kernel is cut out of its file and kept. An error of the user level is
the generator's mistake and fails the test, too. With --features the table of rows and how often each occurs is printed."""
import collections
import math
import os
import re
import struct
import subprocess
import sys
import tempfile

import cm_gen

TARGETS = ["skl", "icl", "tgl", "dg2", "pvc", "lnl", "bmg"]
PAIRS = [("tgl", "pvc"), ("dg2", "tgl"), ("pvc", "lnl"), ("skl", "tgl"), ("icl", "bmg")]
INTERNAL = re.compile(r"internal|CG0003|CG0205|CG0501|CM09\d\d|left kernel invalid|assert|Stack dump|Sanitizer", re.I)
USER = re.compile(r"^[^\s:]+:(\d+):\d+: (?:fatal )?error: (.*)", re.M)
OUT_B = 16384


def clean(text):
    """A message without names and numbers, for counting."""
    return re.sub(r"\b[a-z]?\d+\b", "N", re.sub(r"'[^']*'", "'X'", text))[:110]


class Fuzz:
    def __init__(self, cmc, cmrun, folder, keep):
        self.cmc, self.cmrun, self.folder, self.keep = cmc, cmrun, folder, keep
        self.failures, self.user = [], collections.Counter()
        self.used = collections.Counter()
        self.compiled = self.compared = 0

    def compile(self, some, target, level, name, more=()):
        """(what went wrong or None, kind); the binary is FOLDER/name.bin."""
        path = os.path.join(self.folder, name + ".cm")
        with open(path, "w", encoding="utf-8") as f:
            f.write(cm_gen.source(some))
        try:
            done = subprocess.run([self.cmc, path, "-w", "-march=" + target, level, "-o", path[:-2] + "bin", *more],
                                  capture_output=True, text=True, timeout=60 + 5 * len(some))
        except subprocess.TimeoutExpired:
            return "hangs", "internal"
        if done.returncode == 0:
            return None, None
        text = done.stderr.strip()
        if done.returncode < 0 or INTERNAL.search(text) or not text:
            return "exit %d: %s" % (done.returncode, "\n".join(text.split("\n")[:6])), "internal"
        return text, "user"

    def fail(self, k, seed, target, level, what):
        path = os.path.join(self.keep or self.folder, "%s-%d-%s.cm" % (target, seed, k.name))
        with open(path, "w", encoding="utf-8") as f:
            f.write(cm_gen.source([k]))
        self.failures.append((seed, k.name, target, level, what))
        print("seed %d %s %s %s: %s" % (seed, k.name, target, level, what[:600]), flush=True)

    def good(self, some, seed, target, level, name):
        """The kernels that compile; the others are reported."""
        self.compiled += len(some)
        while some:
            what, kind = self.compile(some, target, level, name)
            if not what:
                return some
            if len(some) == 1:
                if kind == "user":
                    m = USER.search(what)
                    self.user[clean(m.group(2) if m else what)] += 1
                self.fail(some[0], seed, target, level, what)
                return []
            if kind == "user" and USER.search(what):
                bad = self.at_fault(some, what)
                if bad:
                    for k, message in bad.items():
                        self.user[clean(message)] += 1
                        self.fail(k, seed, target, level, message)
                    some = [k for k in some if k not in bad]
                    continue
            half = len(some) // 2
            return self.good(some[:half], seed, target, level, name) + self.good(some[half:], seed, target, level, name)
        return []

    def at_fault(self, some, text):
        """Kernel: message, by the lines of the errors."""
        line, starts = cm_gen.source([]).count("\n") + 1, []
        for k in some:
            starts.append((line, k))
            line += k.source.count("\n") + 1
        bad = {}
        # An error within the headers has notes that name the kernel's lines.
        for message, where in re.findall(r"error: ([^\n]*)((?:\n(?!.*error:).*)*)", text):
            head = re.search(r"k?[\w./-]*:(\d+):\d+: error: " + re.escape(message), text)
            lines = [int(head.group(1))] if head and ".h:" not in head.group(0) else []
            lines += [int(n) for n in re.findall(r"\.cm:(\d+):", where)]
            inside = [k for n in lines for a, k in starts if a <= n < a + k.source.count("\n") + 1]
            if inside:
                bad.setdefault(inside[-1], message)
        return bad

    def run(self, k, name, target):
        path = os.path.join(self.folder, name + ".bin")
        out = os.path.join(self.folder, name + ".out")
        done = subprocess.run([self.cmrun, path, "-k", k.name, "--check", "--device", "xesim:" + target, "--arg",
                               "svm:4096:random", "--arg", "svm:%d:zero" % OUT_B, "--arg", "buf:4096:random", "--dump",
                               "1:file=" + out], capture_output=True, text=True, timeout=120)
        if done.returncode:
            return None, "cmrun: exit %d: %s" % (done.returncode, (done.stderr + done.stdout).strip()[:500])
        with open(out, "rb") as f:
            return f.read(), None

    def compare(self, some, seed):
        first, second = PAIRS[seed % len(PAIRS)]
        ways = [(first, "-O0"), (first, "-O2"), (second, "-O2"), (second, "-O0")]
        for target, level in ways:
            name = target + level
            ok = self.good(some, seed, target, level, name)
            if len(ok) < len(some):  # the binary holds the last part only
                some = ok
        for target, level in ways:
            self.compile(some, target, level, target + level)
        for k in some:
            self.compare_one(k, seed, ways)

    def compare_one(self, k, seed, ways):
        outputs = {}
        for target, level in ways:
            data, error = self.run(k, target + level, target)
            if error:
                return self.fail(k, seed, target, level, error)
            outputs[target, level] = data
        self.compared += 1
        if sum((n * 8 + 63) // 64 * 64 for _, n in k.stored) > OUT_B:
            return None
        wide = [w for w in ways if w[0] in ("skl", "pvc", "lnl", "bmg")]
        has_real = "real" in k.source
        for way in ways[1:]:
            base = ways[0]
            if has_real and (way in wide) != (base in wide):
                base = ways[2]  # real is another type there
            what = difference(k, outputs[base], outputs[way], way in wide)
            if what:
                return self.fail(k, seed, way[0], way[1], "differs from %s %s: %s" % (*base, what))
        return None


FORMS = {"half": "e", "float": "f"}


def difference(k, a, b, wide):
    at = 0
    for i, (t, n) in enumerate(k.stored):
        size = cm_gen.SIZE_B[t] if t != "real" or wide else 4
        form = FORMS.get(t, "d" if wide else "f") if t in cm_gen.FLOATS else None
        for j in range(n):
            x, y = (d[at + j * size:at + (j + 1) * size] for d in (a, b))
            if x == y:
                continue
            if form and all(math.isnan(struct.unpack("<" + form, z)[0]) for z in (x, y)):
                continue
            return "output %d (%s) element %d is %s, was %s" % (i, t, j, y[::-1].hex(), x[::-1].hex())
        at += (n * size + 63) // 64 * 64
    return None


def table(path, used):
    names = []
    with open(path, encoding="utf-8") as f:
        names = [line.split("|")[0].strip() for line in f if "|" in line and not line.startswith("#")]
    unknown = set(used) - set(names)
    for name in names:
        print("%7d %s" % (used[name], name))
    print("%d of %d rows occur" % (sum(1 for n in names if used[n]), len(names)))
    if unknown:
        print("not rows: %s" % ", ".join(sorted(unknown)))
    return bool(unknown)


def main(arguments):
    options = dict((a[2:].split("=", 1) + [""])[:2] for a in arguments if a.startswith("--"))
    cmc, cmrun, first, files = [a for a in arguments if not a.startswith("--")]
    number = int(options.get("kernels", 50))
    with tempfile.TemporaryDirectory() as folder:
        fuzz = Fuzz(cmc, cmrun, folder, options.get("keep"))
        for seed in range(int(first), int(first) + int(files)):
            exact = "compile-only" not in options and seed % 2 == 0
            some, used = cm_gen.kernels(seed, number, exact)
            fuzz.used += used
            if exact:
                fuzz.compare(some, seed)
            else:
                fuzz.good(some, seed, TARGETS[seed % 7], ["-O2", "-O0"][seed // 7 % 2], "k")
    bad = "features" in options and table(options["features"], fuzz.used)
    for message, n in fuzz.user.most_common(20):
        print("%5d  %s" % (n, message))
    print("%d compilations, %d kernels compared, %d failures" % (fuzz.compiled, fuzz.compared, len(fuzz.failures)))
    return 1 if fuzz.failures or bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
