#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles random kernels (cm_gen.py) and compares what they compute.

usage: cm_fuzz.py CMC CMRUN FIRST_SEED FILES [--kernels=50] [--evaluator=GENX_EVAL] [--keep=FOLDER] [--features=FILE [--least=50]]

Each file is compiled for a target, an optimisation level and an option that its seed picks; the compiler must not crash, hang
or find fault with itself. Every twelfth file holds kernels with an error each, which the compiler has to name. With
--evaluator the evaluator says what each kernel's IR means, and xesim must give the same. A failing kernel is cut out of its
file and kept. An error of the user level is the generator's mistake and fails the test, too. With --features the table of rows
and how often each occurs is printed; with --least a row that occurs more rarely fails the run."""
import collections
import math
import os
import random
import re
import resource
import signal
import struct
import subprocess
import sys
import tempfile

import cm_gen
import cm_gen_rows_errors
from cm_gen_snippets import available
from cm_gen_values import FLOATS, SIZE_B

TARGETS = ["skl", "icl", "tgl", "dg2", "pvc", "mtl", "arlh", "lnl", "bmg", "ptl"]
INTERNAL = re.compile(r"internal|CG0003|CG0205|CG0501|CM09(?!44)[0-6]\d|left kernel invalid|(?<!static )assertion|Stack dump|Sanitizer", re.I)
USER = re.compile(r"^[^\s:]+:(\d+):\d+: (?:fatal )?error: (.*)", re.M)
TARGET_OPTION = re.compile(r"[-/](march|mcpu|Qxcm_jit_target)=")
OUT_B = 32768
ERRORS_EVERY = 12    # files
ERRORS_AT_ONCE = 8   # Clang stops after 20 messages, and some errors have two
# Rows that do not occur in a kernel often enough: row, why.
RARE = {row: "the file is of another kind than the generator's; lit tests it" for row in
        ("1.the_header_is_included_by_itself", "7.no_kernel", "7.template_kernels")}


def clean(text):
    """A message without names and numbers, for counting."""
    return re.sub(r"\b[a-z]?\d+\b", "N", re.sub(r"'[^']*'", "'X'", text))[:110]


TOO_LONG = (-signal.SIGXCPU, -signal.SIGKILL)


def bounded(command, limit_s, **how):
    """Runs it. What computes longer ends with one of TOO_LONG: a busy machine makes nothing hang."""
    return subprocess.run(command, capture_output=True, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit_s, limit_s + 1)), **how)


def target_macros(cmc, target, folder):
    """{macro: number} that snippets use."""
    needs = " ".join(s.needs for s in cm_gen.SNIPPETS + cm_gen_rows_errors.ERRORS)
    path = os.path.join(folder, "macros.cm")
    with open(path, "w", encoding="utf-8") as f:
        f.write('#include <cm/cm.h>\n"CM_GENX"=CM_GENX\n')
        for name in sorted(set(re.findall(r"CM_HAS_\w+", needs))):
            f.write('#ifdef %s\n"%s"=1\n#endif\n' % (name, name))
    done = subprocess.run([cmc, "-march=" + target, "-E", path, "-o", "-"], capture_output=True, text=True, check=True)
    return {name: int(n) for name, n in re.findall(r'^"(\w+)"\s*=\s*(\d+)', done.stdout, re.M)}


class Fuzz:
    def __init__(self, cmc, cmrun, folder, keep):
        self.cmc, self.cmrun, self.folder, self.keep = cmc, cmrun, folder, keep
        self.failures, self.user = [], collections.Counter()
        self.used = collections.Counter()
        self.compiled = self.compared = self.refused = 0
        self.macros = {t: target_macros(cmc, t, folder) for t in TARGETS}

    def compile(self, some, target, level, name, more=()):
        """(what went wrong or None, kind); the binary is FOLDER/name.bin."""
        path = os.path.join(self.folder, name + ".cm")
        with open(path, "w", encoding="utf-8") as f:
            f.write(cm_gen.source(some))
        named = [] if any(TARGET_OPTION.match(m) for m in more) else ["-march=" + target]
        done = bounded([self.cmc, path, "-w", *named, level, "-o", path[:-2] + "bin", *more], 60 + 5 * len(some), text=True)
        if done.returncode in TOO_LONG:
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

    def good(self, some, seed, target, level, name, more=()):
        """The kernels that compile; the others are reported."""
        self.compiled += len(some)
        while some:
            what, kind = self.compile(some, target, level, name, more)
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
                    for k, messages in bad.items():
                        self.user[clean(messages[0])] += 1
                        self.fail(k, seed, target, level, messages[0])
                    some = [k for k in some if k not in bad]
                    continue
            half = len(some) // 2
            self.compiled -= len(some)
            return self.good(some[:half], seed, target, level, name, more) + self.good(some[half:], seed, target, level, name, more)
        return []

    def at_fault(self, some, text):
        """Kernel: messages, by the lines of the errors."""
        line, starts = cm_gen.source([]).count("\n") + 1, []
        for k in some:
            starts.append((line, k))
            line += k.source.count("\n") + 1
        bad = {}
        # An error within the headers has notes that name the kernel's lines.
        for place, line, message, notes in re.findall(r"^(\S+?):(\d+):\d+: (?:fatal )?error: ([^\n]*)((?:\n(?!.*error:).*)*)", text, re.M):
            lines = ([] if place.endswith(".h") else [int(line)]) + [int(n) for n in re.findall(r"\.cm:(\d+):\d+: note", notes)]
            for n in lines:
                for a, k in starts:
                    if a <= n < a + k.source.count("\n") + 1 and message not in bad.get(k, []):
                        bad.setdefault(k, []).append(message)
        return bad

    def arguments(self, k):
        """cmrun's and genx_eval's arguments; both read the same files."""
        data, image = (os.path.join(self.folder, name) for name in ("data", "image"))
        for path, size in (data, 4096), (image, 64 * 32):
            if not os.path.exists(path):
                with open(path, "wb") as f:
                    f.write(random.Random(size).randbytes(size))
        run = ["svm:4096:file=" + data, "svm:%d:zero" % OUT_B, "buf:4096:file=" + data, "svm:4096:zero"]
        evaluate = ["buf:4096:file=" + data, "buf:%d" % OUT_B, "surf:4096:file=" + data, "buf:4096"]
        if k.image:
            run.append("img:64x32:r8:file=" + image)
            evaluate.append("surf2d:64x32:file=" + image)
        return [a for x in run for a in ("--arg", x)], [a for x in evaluate for a in ("--arg", x)]

    def run(self, k, name, target):
        path = os.path.join(self.folder, name + ".bin")
        out = os.path.join(self.folder, name + ".out")
        done = bounded([self.cmrun, path, "-k", k.name, "--check", "--device", "xesim:" + target, *self.arguments(k)[0],
                        "--dump", "1:file=" + out], 60, text=True)
        if done.returncode:
            return None, "cmrun: exit %d: %s" % (done.returncode, (done.stderr + done.stdout).strip()[:500])
        with open(out, "rb") as f:
            return f.read(), None

    def evaluate(self, k, path):
        """The bytes that the kernel's IR stores; None for one that is not defined, say after an overflow."""
        done = bounded([self.evaluator, path, "--kernel", k.name, *self.arguments(k)[1], "--print", "1:u8:%d" % OUT_B], 60, text=True)
        values = re.search(r"1:u8:\d+:([^\n]*)", done.stdout)
        if done.returncode or not values:
            return None, "genx_eval: exit %d: %s" % (done.returncode, done.stderr.strip()[:500])
        return [int(x) if x.isdigit() else None for x in values.group(1).split()], None

    def against_evaluator(self, some, seed):
        """The evaluator reads the IR before any pass of ours; xesim runs the binary."""
        target, level = TARGETS[seed % 7], ["-O2", "-O0"][seed // 7 % 2]
        some = self.good(some, seed, target, level, "k")
        self.compile(some, target, level, "k")
        path = os.path.join(self.folder, "k.ll")
        self.compile(some, target, level, "k.ll", ["-S", "-emit-llvm", "--stop-after=form_fma", "-o", path])
        for k in some:
            want, error = self.evaluate(k, path)
            got, error = (None, error) if error else self.run(k, "k", target)
            if error:
                self.fail(k, seed, target, level, error)
                continue
            self.compared += 1
            what = difference(k, want, got, "CM_HAS_DOUBLE" in self.macros[target])
            if what:
                self.fail(k, seed, target, level, "differs from the evaluator: " + what)

    def errors(self, some, seed, target):
        alone = [k for k in some if "a" in k.error.flags]
        others = [k for k in some if "a" not in k.error.flags]
        for group in [[k] for k in alone] + [others[i:i + ERRORS_AT_ONCE] for i in range(0, len(others), ERRORS_AT_ONCE)]:
            what, kind = self.compile(group, target, "-O2", "k")
            bad = self.at_fault(group, what or "")
            for k in group:
                messages = what if len(group) == 1 else "\n".join(bad.get(k, []))
                if kind == "internal" or not what or not re.search(k.error.expect, messages):
                    self.fail(k, seed, target, "-O2", "expected the error '%s', got: %s" % (k.error.expect, messages or what))
            self.refused += len(group)

    def option(self, seed, target, some):
        """The options of this file; those that are errors are tried on its first kernel."""
        usable = [o for o in cm_gen_rows_errors.OPTIONS if not o[3] or available(o[3], self.macros[target])]
        for rows, words, expect, _ in usable if seed % 5 == 0 else ():
            if expect:
                what, _ = self.compile(some[:1], target, "-O2", "option", words)
                self.used.update(rows.split())
                if not what or not re.search(expect, what):
                    self.fail(some[0], seed, target, " ".join(words), "expected the error '%s', got: %s" % (expect, what))
        names = [(rows, [word.replace("%s", target)], None, "") for rows, word, of in cm_gen_rows_errors.NAMES if of in (None, target)]
        good = [o for o in usable + names if not o[2]]
        rows, words, _, _ = good[seed // 7 % len(good)]
        self.used.update(rows.split() * len(some))
        return words

    def file(self, seed, number, mode):
        """One file of kernels, of what its seed and the mode say."""
        target = TARGETS[seed % 7]
        if mode == "compile" and seed % ERRORS_EVERY == ERRORS_EVERY - 1:
            mode = "errors"
        some, used = cm_gen.kernels(seed, number, cm_gen.Settings(mode, dict(self.macros[target]), True))
        self.used += used
        if mode == "eval":
            self.against_evaluator(some, seed)
        elif mode == "errors":
            self.errors(some, seed, target)
        else:
            self.good(some, seed, target, ["-O2", "-O0"][seed // 7 % 2], "k", self.option(seed, target, some))


FORMS = {"half": "e", "float": "f"}


def difference(k, a, b, wide):
    at = 0
    for i, (t, n) in enumerate(k.stored):
        size = SIZE_B[t] if t != "real" or wide else 4
        form = FORMS.get(t, "d" if wide else "f") if t in FLOATS else None
        for j in range(n):
            x, y = (d[at + j * size:at + (j + 1) * size] for d in (a, b))
            if None in x or bytes(x) == y:
                continue
            x = bytes(x)
            if form and all(math.isnan(struct.unpack("<" + form, z)[0]) for z in (x, y)):
                continue
            return "output %d (%s) element %d is %s, was %s" % (i, t, j, y[::-1].hex(), x[::-1].hex())
        at += (n * size + 63) // 64 * 64
    return None


def table(path, used, least):
    """Prints how often each row occurs; whether one is unknown or too rare."""
    with open(path, encoding="utf-8") as f:
        names = [line.split("|")[0].strip() for line in f if "|" in line and not line.startswith("#")]
    unknown, rare = set(used) - set(names), [n for n in names if used[n] < least and n not in RARE]
    for name in names:
        print("%7d %s%s" % (used[name], name, " (%s)" % RARE[name] if name in RARE else ""))
    print("%d of %d rows occur, %d at least %d times" % (sum(1 for n in names if used[n]), len(names), sum(1 for n in names if used[n] >= least), least))
    for text, some in ("not rows", unknown), ("too rare", rare):
        if some:
            print("%s: %s" % (text, ", ".join(sorted(some))))
    return bool(unknown or rare)


def main(arguments):
    options = dict((a[2:].split("=", 1) + [""])[:2] for a in arguments if a.startswith("--"))
    cmc, cmrun, first, files = [a for a in arguments if not a.startswith("--")]
    mode = "eval" if "evaluator" in options else "compile"
    with tempfile.TemporaryDirectory() as folder:
        fuzz = Fuzz(cmc, cmrun, folder, options.get("keep"))
        fuzz.evaluator = options.get("evaluator")
        for seed in range(int(first), int(first) + int(files)):
            fuzz.file(seed, int(options.get("kernels", 50)), mode)
    bad = "features" in options and table(options["features"], fuzz.used, int(options.get("least", 0)))
    for message, n in fuzz.user.most_common(20):
        print("%5d  %s" % (n, message))
    print("%d kernels compiled, %d with an error that was named, %d compared, %d failures"
          % (fuzz.compiled, fuzz.refused, fuzz.compared, len(fuzz.failures)))
    return 1 if fuzz.failures or bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
