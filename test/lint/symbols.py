#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Libraries never print, exit or read the environment. Reads the undefined symbols of every object of our
archives and shared libraries. usage: symbols.py BUILD_DIR"""
import os
import re
import sys

from common import finish, symbols

FORBIDDEN = {"exit", "_exit", "abort", "printf", "vprintf", "puts", "putchar", "fprintf", "vfprintf", "fputs", "fputc",
             "perror", "getenv", "secure_getenv", "__printf_chk", "__fprintf_chk", "__vfprintf_chk", "system"}
# The files that read the environment and write the log: one in each library of runtime/.
ALLOWED = re.compile(r"runtime/.*env\.c\.o")


def objects(build):
    for folder, _, names in sorted(os.walk(build)):
        if "CMakeFiles" not in folder or "cmc_embed.dir" in folder or "cmc_make_pch.dir" in folder:  # run at build time only
            continue
        rel = os.path.relpath(folder, build)
        if not rel.startswith(("lib", "codegen", "passes", "frontend", "runtime")):
            continue
        for name in sorted(names):
            if name.endswith(".o"):
                yield os.path.join(folder, name), os.path.join(rel, name)


def main(build):
    findings = []
    rel = dict(objects(build))
    judged = [path for path in rel if not ALLOWED.search(rel[path])]
    for path, _, symbol in symbols(judged, undefined=True):
        if symbol in FORBIDDEN:
            findings.append("%s: uses %s" % (rel[path], symbol))
    if not rel:
        findings.append("no object files below %s" % build)
    finish(findings)


if __name__ == "__main__":
    main(sys.argv[1])
