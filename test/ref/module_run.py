#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random modules of LLVM IR (module_ir.py), compiled and run on xesim, against the same module compiled by LLVM for this machine.
usage: module_run.py CMC CMRUN CLANG ZE_XESIM FIRST_SEED COUNT [KEEP_FOLDER]

Each module runs on two targets. cmc may refuse at most one in twenty, and its error must name a function or variable."""
import collections
import os
import random
import re
import subprocess
import sys
import tempfile

from module_ir import Module
from plain_ir import data
from plain_run import FP64, OPTIONS, TARGETS, execute, expected, paths

SECONDS = 60
NAMED = re.compile(r"'(@?(k|f\d+|table\d|local|file)|%?(mem|var|v|any)\d+)'")


def compile_one(cmc, path, target, options):
    """("", "") if it compiles; else "refused" or "failure", and why."""
    try:
        done = subprocess.run([cmc, path["ll"], "-march=" + target, "-o", path["bin"]] + options, capture_output=True, text=True,
                              timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return "failure", "no end after %d s" % SECONDS
    if done.returncode == 0:
        return "", ""
    error = next((line for line in done.stderr.splitlines() if "error:" in line), done.stderr[:300])
    if done.returncode != 1 or "internal" in error or "error:" not in error:
        return "failure", "exit status %d: %s" % (done.returncode, error)
    return ("refused" if NAMED.search(error) else "failure"), error


def check(tools, seed, folder):
    """Yields (outcome, text) of each target."""
    cmc, cmrun, clang, driver = tools
    r = random.Random(seed * 3)
    targets = r.sample(TARGETS, 2)
    module, path = Module(seed, all(t in FP64 for t in targets)), paths(folder, "module")
    with open(path["ll"], "w", encoding="utf-8") as f:
        f.write(module.ours())
    with open(path["in"], "wb") as f:
        f.write(data(seed))
    error = expected(clang, module.native(), path)
    if error:
        yield "failure", "LLVM: " + error
        return
    for target in targets:
        options = [r.choice(["-O0", "-O2", "-O2"])] + r.choice(OPTIONS)
        outcome, text = compile_one(cmc, path, target, options)
        if not outcome:
            text = execute(cmrun, driver, path, target)
            outcome = "failure" if text else "compared"
        yield outcome, "%s %s: %s" % (target, " ".join(options), text)


def main(cmc, cmrun, clang, driver, first, count, keep=None):
    outcomes, reasons = collections.Counter(), collections.Counter()
    for seed in range(int(first), int(first) + int(count)):
        with tempfile.TemporaryDirectory() as folder:
            for outcome, text in check((cmc, cmrun, clang, driver), seed, keep or folder):
                outcomes[outcome] += 1
                if outcome == "failure":
                    print("seed %d on %s" % (seed, text), flush=True)
                elif outcome == "refused":
                    reasons[re.sub(r"'[^']*'|\d+", "_", text.split("error:")[1])] += 1
    for reason, n in reasons.most_common(12):
        print("refused %d times:%s" % (n, reason))
    print("%s modules: %d compared, %d refused, %d failures" % (count, *(outcomes[k] for k in ("compared", "refused", "failure"))))
    return 1 if outcomes["failure"] or outcomes["refused"] * 20 > sum(outcomes.values()) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
