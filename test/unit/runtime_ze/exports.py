#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares a driver's exported functions with the tables that the Level Zero headers declare.
usage: exports.py LIBRARY"""
import re
import subprocess
import sys

HEADERS = ["/usr/include/level_zero/%s_ddi.h" % p for p in ("ze", "zet", "zes")]


def main(library):
    want = set()
    for path in HEADERS:
        with open(path, encoding="utf-8") as f:
            want.update(re.findall(r"^(z\w+ProcAddrTable)\(", f.read(), re.M))
    out = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
    have = {line.split()[-1] for line in out.splitlines()}
    # A sanitizer build carries weak symbols of its runtime.
    have = {name for name in have if not name.startswith(("__asan", "__ubsan", "__sanitizer", "__odr_asan"))}
    for name in sorted(want - have):
        print("missing:", name)
    for name in sorted(have - want):
        print("not asked for:", name)
    print("%d tables" % len(want))
    return 0 if want == have and len(want) == 53 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
