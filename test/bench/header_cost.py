#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the kernel language's headers cost: user time of `cmc -fsyntax-only` for kernels less that for a file without
headers, with precompiled headers and without. Runs alternate, so that a busy machine hits all alike; the smallest of
each counts. usage: header_cost.py CMC SOURCE_ROOT [RUNS]"""
import os
import resource
import subprocess
import sys
import tempfile

EMPTY = 'extern "C" __declspec(genx_main) void k() {}\n'


def user_ms(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run(command, check=True, capture_output=True)
    return (resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before) * 1e3


def main(cmc, root, runs=21):
    with tempfile.TemporaryDirectory() as scratch:
        files = {}
        for name, text in (("nothing", EMPTY), ("the include alone", "#include <cm/cm.h>\n" + EMPTY)):
            files[name] = os.path.join(scratch, name.replace(" ", "_") + ".cm")
            with open(files[name], "w", encoding="utf-8") as f:
                f.write(text)
        files["linear filter"] = os.path.join(root, "examples", "linear", "linear.cm")
        files["everything"] = os.path.join(root, "test", "bench", "everything.cm")
        best = {}
        for _ in range(int(runs)):
            for name, path in files.items():
                for option in ([], ["--no-pch"]):
                    key = name, bool(option)
                    best[key] = min(best.get(key, 1e9), user_ms([cmc, "-fsyntax-only", path] + option))
    print("%-20s %14s %14s" % ("ms over nothing", "precompiled", "parsed"))
    for name in list(files)[1:]:
        print("%-20s %14.1f %14.1f" % (name, best[name, False] - best["nothing", False],
                                       best[name, True] - best["nothing", True]))


if __name__ == "__main__":
    main(*sys.argv[1:])
