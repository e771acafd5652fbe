#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A pass is one file, one row and one folder of tests, and docs/passes.md lists what passes.def says.

usage: passes.py ROOT           reports what disagrees
       passes.py ROOT --write   writes the table of docs/passes.md
"""
import os
import re
import sys

from common import finish

ROW = re.compile(r'^GX_PASS\((\w+),\s*(\w+),\s*(\w+),\s*(REQUIRED|OPTIONAL),\s*"(.*)"\)$', re.M)
STEP = re.compile(r'^GX_STEP\((\w+),\s*(\w+),\s*(\w+|"[^"]*"),\s*"(.+)"\)$', re.M)
MACHINE = re.compile(r"^CG_PASS\((\w+),", re.M)
MACRO = re.compile(r'^#define (\w+) ("[^"]*")$', re.M)
BEGIN, END = "<!-- the table of passes.def: test/lint/passes.py . --write -->", "<!-- end of the table -->"
BY_NAME_ONLY = {"print_bales"}


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8") as f:
        return f.read()


def steps(text):
    """Names of passes in the order in which the pipeline runs them, ours and LLVM's."""
    macros = dict(MACRO.findall(text))
    for _, _, name, _ in STEP.findall(text):
        yield from (re.sub("<.*", "", p) for p in macros.get(name, name).strip('"').split(","))


def table(rows):
    lines = ["| pass | before → after | stage | may be skipped |", "| --- | --- | --- | --- |"]
    lines += ["| `%s` | %s | %s | %s |" % (name, text, stage, "yes" if need == "OPTIONAL" else "no")
              for name, stage, _, need, text in rows]
    return "\n".join(lines)


def tests_of(root, stage, name):
    folder = os.path.join(root, "test/lit/passes", stage, name)
    return [f for f in (os.listdir(folder) if os.path.isdir(folder) else []) if f.endswith((".ll", ".cm", ".test"))]


def check_row(root, name, stage):
    path = "passes/%s/%s.c" % (stage, name)
    if not os.path.isfile(os.path.join(root, path)):
        yield "%s: pass %s has no file of its own" % (path, name)
    elif not re.search(r"^bool gx_%s\(" % name, read(root, path), re.M):
        yield "%s: does not define gx_%s" % (path, name)
    if not tests_of(root, stage, name):
        yield "test/lit/passes/%s/%s: pass %s has no test" % (stage, name, name)


def check_folders(root, rows):
    known = {(stage, name) for name, stage, _, _, _ in rows}
    base = os.path.join(root, "test/lit/passes")
    for stage in sorted(os.listdir(base)):
        for name in sorted(os.listdir(os.path.join(base, stage)) if os.path.isdir(os.path.join(base, stage)) else []):
            if (stage, name) not in known:
                yield "test/lit/passes/%s/%s: is not the folder of a pass" % (stage, name)


def check_order(names, order):
    ours = [n for i, n in enumerate(order) if n in names and n not in order[:i]]
    listed = [n for n in names if n not in BY_NAME_ONLY]
    for here, there in zip(listed, ours):
        if here != there:
            yield "passes.def: %s is listed where the pipeline first runs %s" % (here, there)
            return
    for name in sorted(set(listed) - set(ours)):
        yield "pipeline.def: pass %s never runs" % name
    for name in sorted({n for n in order if "_" in n} - set(names)):
        yield "pipeline.def: %s is not a pass" % name


def check_machine(root):
    """A machine pass is one file in some folder of codegen/ and has a folder of tests."""
    for name in MACHINE.findall(read(root, "codegen/passes.def")):
        files = [os.path.join(folder, name + ".c") for folder, _, names in os.walk(os.path.join(root, "codegen"))
                 if name + ".c" in names]
        if not any(re.search(r"^cmc_status cg_pass_%s\(" % name, read("", f), re.M) for f in files):
            yield "codegen/passes.def: no file %s.c defines cg_pass_%s" % (name, name)
        if not os.path.isdir(os.path.join(root, "test/lit/mir", name)):
            yield "test/lit/mir/%s: machine pass %s has no test" % (name, name)


def check(root, rows, document):
    names = [r[0] for r in rows]
    if not rows:
        yield "passes.def: no rows found"
    for name, stage, _, _, _ in rows:
        yield from check_row(root, name, stage)
    yield from check_folders(root, rows)
    yield from check_machine(root)
    yield from check_order(names, list(steps(read(root, "passes/pipeline.def"))))
    if table(rows) not in document:
        yield "docs/passes.md: the table is stale; python3 test/lint/passes.py . --write"


def main(root, write=False):
    rows = ROW.findall(read(root, "passes/passes.def"))
    document = read(root, "docs/passes.md")
    if write:
        before, rest = document.split(BEGIN)
        after = rest.split(END)[1]
        with open(os.path.join(root, "docs/passes.md"), "w", encoding="utf-8") as f:
            f.write(before + BEGIN + "\n" + table(rows) + "\n" + END + after)
        return
    finish(check(root, rows, document))


if __name__ == "__main__":
    main(sys.argv[1], "--write" in sys.argv)
