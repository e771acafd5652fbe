#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plants wrong lowerings, one at a time, and expects fuzz_ir to find each.

usage: fuzz_ir_plants.py ROOT WORK [--seconds=N]

WORK/tree is a checkout of ROOT's commit with a build of its own: ROOT stays as it is. fuzz_ir runs for N seconds at most
(300), from the kept inputs on, and must report a wrong value."""
import os
import re
import shutil
import subprocess
import sys
import time

# What it is, the file, the text before and after.
PLANTS = [
    ("an unsigned maximum becomes a minimum", "passes/lower/lower_genx.c", '{GENX_UMAX, "llvm.umax", false}',
     '{GENX_UMAX, "llvm.umin", false}'),
    ("media blocks swap their coordinates", "codegen/select/sel_msg.c", "{ FIELD, SURFACE, PLANE, WIDTH, X, Y, DATA }",
     "{ FIELD, SURFACE, PLANE, WIDTH, Y, X, DATA }"),
    ("sums of products become differences", "passes/lower/lower_genx.c",
     "return lo_add(L, mul(L, v, r->f), LLVMGetOperand(v, 2));", "return lo_sub(L, mul(L, v, r->f), LLVMGetOperand(v, 2));"),
    ("channels of four are turned by one", "codegen/select/sel_lanes.c",
     "m->chan_mask = (uint8_t)(sel_constant_operand(S, l->v, (unsigned)d->channels) & 15);",
     "m->chan_mask = (uint8_t)(sel_constant_operand(S, l->v, (unsigned)d->channels) * 17 >> 1 & 15);"),
    ("a signed maximum of pixels becomes a minimum", "codegen/select/sel_lanes.c", "    m->op = d->op;\n",
     "    m->op = d->place == MEM_TYPED && d->op == 10 ? 11 : d->op;\n"),
    ("numbers of 64 bits are the next ones", "codegen/select/sel_lsc.c",
     "m->imm_off = (int32_t)sel_constant_operand(S, v, LSC_OP_IMM);",
     "m->imm_off = (int32_t)sel_constant_operand(S, v, LSC_OP_IMM) + (size == 4 ? 8 : 0);"),
    ("blocks of images swap their coordinates", "codegen/select/sel_block2d.c",
     "    put(S, p, 5, sel_one(S, LLVMGetOperand(v, X), true));\n    put(S, p, 6,",
     "    put(S, p, 6, sel_one(S, LLVMGetOperand(v, X), true));\n    put(S, p, 5,"),
]
REPORT = re.compile(r"^fuzz_ir: -march=.*, expected 0x.*$", re.M)


def checkout(root, tree):
    head = subprocess.check_output(["git", "-C", root, "rev-parse", "HEAD"], text=True).strip()
    if not os.path.isdir(tree):
        subprocess.check_call(["git", "-C", root, "worktree", "add", "-q", "--detach", tree, head])
    subprocess.check_call(["git", "checkout", "-q", "--force", "--detach", head], cwd=tree)
    subprocess.check_call(["cmake", "--preset", "fuzz-ir"], cwd=tree, stdout=subprocess.DEVNULL)


def build(tree):
    subprocess.check_call(["ninja", "-C", "build-fuzz-ir", "fuzz_ir"], cwd=tree, stdout=subprocess.DEVNULL)


def replace(path, before, after):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if text.count(before) != 1:
        sys.exit("%s: %s: expected once" % (path, before))
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace(before, after))


def hunt(tree, seconds):
    """The report of a wrong value, or "", and the seconds that it took."""
    start = time.monotonic()
    fresh = os.path.join(tree, "build-fuzz-ir", "inputs")
    shutil.rmtree(fresh, ignore_errors=True)
    os.mkdir(fresh)
    command = ["build-fuzz-ir/bin/fuzz_ir", "-max_len=65536", "-len_control=0", "-seed=1", "-max_total_time=%d" % seconds, "-verbosity=0",
               "-artifact_prefix=build-fuzz-ir/", fresh, "test/fuzz/corpus/fuzz_ir"]
    text = subprocess.run(command, cwd=tree, capture_output=True, text=True, errors="replace", check=False).stderr
    found = REPORT.search(text)
    return found.group() if found else "", time.monotonic() - start


def main(arguments):
    root, work = [a for a in arguments if not a.startswith("--")]
    options = dict(a[2:].split("=", 1) for a in arguments if a.startswith("--"))
    tree, missed = os.path.join(os.path.abspath(work), "tree"), 0
    checkout(root, tree)
    for what, path, before, after in PLANTS:
        replace(os.path.join(tree, path), before, after)
        build(tree)
        report, took = hunt(tree, int(options.get("seconds", 300)))
        replace(os.path.join(tree, path), after, before)
        print("%s: %s after %.0f s" % (what, report or "NOT FOUND", took), flush=True)
        missed += not report
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
