#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Generates docs/cache_hints.md from passes/cm/lsc_hints.def. usage: hints.py ROOT [--check]: writes the page, or compares it."""
import os
import re
import sys

NAMES = {"DEFAULT": "Default", "UNCACHED": "Uncached", "CACHED": "Cached", "WRITE_BACK": "WriteBack",
         "WRITE_THROUGH": "WriteThrough", "STREAMING": "Streaming", "READ_INVALIDATE": "ReadInvalidate",
         "CONST_CACHED": "ConstCached"}
TARGETS = {"ALL": "dg2, pvc, mtl, arlh, lnl, bmg, ptl", "FIRST": "dg2, pvc, mtl, arlh", "LATER": "lnl, bmg, ptl"}
ROW = re.compile(r"^CM_HINTS\((\w+),\s*(\w+),\s*(\w+),\s*(\w+)\)", re.M)


def page(root):
    with open(os.path.join(root, "passes", "cm", "lsc_hints.def"), encoding="utf-8") as f:
        rows = ROW.findall(f.read())
    lines = ["# Cache hints", "",
             "The pairs of hints that messages of the load/store cache can carry. They are template arguments of `cm_load`,",
             "`cm_store`, `cm_prefetch`, `cm_atomic` and related functions. Any other pair is the error `unsupported cache hint`.",
             "Generated from `passes/cm/lsc_hints.def` by `test/cm/hints.py`; do not edit.", "",
             "| operation | L1 | L3 | targets |", "| --- | --- | --- | --- |"]
    lines += ["| %s | %s | %s | %s |" % (use.lower(), NAMES[l1], NAMES[l3], TARGETS[since]) for use, l1, l3, since in rows]
    return "\n".join(lines) + "\n"


def main(root, *options):
    path = os.path.join(root, "docs", "cache_hints.md")
    text = page(root)
    if "--check" not in options:
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        return 0
    with open(path, encoding="utf-8") as f:
        same = f.read() == text
    print("docs/cache_hints.md is %s" % ("up to date" if same else "old: run test/cm/hints.py"))
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
