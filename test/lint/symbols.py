#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Libraries never print, exit or read the environment. Reads the undefined symbols of every object of our
archives and shared libraries. usage: symbols.py BUILD_DIR"""
import os
import re
import subprocess
import sys

from common import finish

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
    findings, seen = [], 0
    for path, rel in objects(build):
        seen += 1
        if ALLOWED.search(rel):
            continue
        out = subprocess.run(["nm", "-u", path], capture_output=True, text=True, check=True).stdout
        for line in out.splitlines():
            symbol = line.split()[-1].split("@")[0]
            if symbol in FORBIDDEN:
                findings.append("%s: uses %s" % (rel, symbol))
    if seen == 0:
        findings.append("no object files below %s" % build)
    finish(findings)


if __name__ == "__main__":
    main(sys.argv[1])
