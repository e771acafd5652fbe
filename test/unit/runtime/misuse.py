#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares three lists: the functions that libcmrt exports, those that its headers declare, and those that the test of
misuse calls; and checks the library's name and the versions of its symbols. usage: misuse.py LIBRARY INCLUDE_DIR TEST_SOURCE"""
import os
import re
import subprocess
import sys


def exported(library):
    out = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
    for line in out.splitlines():
        _, kind, name = line.split()
        if kind != "A":  # the version itself
            yield name.split("@")[0], name.split("@")[-1]


def main(library, include_dir, source):
    found = dict(exported(library))
    functions = {name for name in found if not name.startswith(("__asan", "__ubsan", "__sanitizer", "__odr_asan", "__tsan"))}
    declared = set()
    for name in ("cmrt.h", "cmrt_ze.h"):
        with open(os.path.join(include_dir, "cmrt", name), encoding="utf-8") as f:
            declared.update(re.findall(r"^CMRT_API [^;(]*?\b(cmrt_\w+)\(", f.read(), re.M))
    with open(source, encoding="utf-8") as f:
        called = set(re.findall(r"\b(cmrt_\w+)\b", f.read()))
    problems = ["%s: exported, but not declared" % n for n in sorted(functions - declared)]
    problems += ["%s: declared, but not exported" % n for n in sorted(declared - functions)]
    problems += ["%s: no test of its misuse" % n for n in sorted(functions - called)]
    problems += ["%s: has no version" % n for n in sorted(functions) if not found[n].startswith("CMRT_")]
    dynamic = subprocess.run(["readelf", "-d", library], check=True, capture_output=True, text=True).stdout
    if "soname: [libcmrt.so.1]" not in dynamic:
        problems.append("the library's name is not libcmrt.so.1")
    print("\n".join(problems) or "%d functions" % len(functions))
    return 1 if problems or len(functions) < 50 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
