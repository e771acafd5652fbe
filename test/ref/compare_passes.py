#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every IR pass of the pipeline keeps the meaning of every kernel: genx_eval runs the IR before and after it.
usage: compare_passes.py CMC GENX_EVAL PASSES_DEF KERNEL..."""
import os
import re
import subprocess
import sys
import tempfile

# Before this pass the IR still has calls of the kernel language; the pass itself may fuse a product and a sum
# where the source allows it, so what it leaves is the meaning that the later passes must keep.
BASE = "form_fma"
ANALYSES = {"print_bales"}
# Takes masks out of the values: what it leaves means something only to hardware, where the run tests judge it. Without it the
# same branches become arithmetic on predicates (expand_simdcf), which the evaluator knows.
HARDWARE = "fit_simdcf"
ROUNDS = "6"
# A kernel is compiled for the first target that has what it uses.
TARGETS = ("tgl", "bmg")
LACKS = ("Not supported feature for this platform", "does not support (CM_HAS_")


def passes_after_base(path):
    with open(path, encoding="utf-8") as f:
        names = re.findall(r"^GX_PASS\((\w+)", f.read(), re.M)
    return [n for n in names[names.index(BASE) + 1:] if n not in ANALYSES and n != HARDWARE]


def stage(command, name, path):
    run = subprocess.run([*command, "--skip=" + HARDWARE, "--stop-after=" + name, "-o", path], capture_output=True, text=True)
    return run.stderr if run.returncode else None


def base_ir(cmc, kernel, path):
    """The command for the kernel and its target, and None or what is wrong."""
    for target in TARGETS:
        command = [cmc, "-march=" + target, kernel]
        error = stage(command, BASE, path)
        if not error or not any(text in error for text in LACKS):
            break
    return command, error


def compare(command, genx_eval, name, base, after):
    """None, or what is wrong after this pass."""
    error = stage(command, name, after)
    if error:
        return "%s: %s" % (name, error)
    run = subprocess.run([genx_eval, "--compare", base, after, "--rounds", ROUNDS], capture_output=True, text=True)
    return "%s changes the meaning: %s" % (name, run.stderr) if run.returncode else None


def check(cmc, genx_eval, kernel, names, folder):
    """None, or what is wrong: looks at the end of the pipeline, and for the pass only when that is wrong."""
    base, after = os.path.join(folder, "base.ll"), os.path.join(folder, "after.ll")
    command, error = base_ir(cmc, kernel, base)
    if error:
        return "%s: %s" % (BASE, error)
    error = compare(command, genx_eval, names[-1], base, after)
    if error:
        for name in names:
            first = compare(command, genx_eval, name, base, after)
            if first:
                return first
    return error


def main(cmc, genx_eval, passes_def, *kernels):
    names = passes_after_base(passes_def)
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for kernel in kernels:
            text = check(cmc, genx_eval, kernel, names, folder)
            if text:
                bad += 1
                print("%s: %s" % (os.path.basename(kernel), text.strip()))
    print("%d kernels, %d passes, %d failures" % (len(kernels), len(names), bad))
    return 1 if bad or not kernels or not names else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
