#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Median wall time of `cmc linear.cm` as a whole process beside `clang-19 -fsyntax-only` on the same file.
The two alternate, so that a busy machine hits both alike. usage: compile_time.py CMC SOURCE_ROOT [RUNS]"""
import os
import statistics
import subprocess
import sys
import tempfile
import time


def seconds(command):
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - start


def main(cmc, root, runs=21):
    kernel = os.path.join(root, "examples", "linear", "linear.cm")
    with tempfile.TemporaryDirectory() as scratch:
        ours = [cmc, kernel, "-o", os.path.join(scratch, "k.bin")]
        theirs = ["clang-19", "-fsyntax-only", "-x", "c++", "-std=c++17", "--target=spir64", "-ffreestanding",
                  "-nostdinc", "-fdeclspec", "-w", "-I", os.path.join(root, "include"), kernel]
        for command in (ours, theirs):
            seconds(command)
        times = [(seconds(ours), seconds(theirs)) for _ in range(int(runs))]
    a = statistics.median(t[0] for t in times)
    b = statistics.median(t[1] for t in times)
    print("cmc linear.cm -o k.bin:              median %6.1f ms" % (a * 1e3))
    print("clang-19 -fsyntax-only on the same:  median %6.1f ms" % (b * 1e3))
    print("ratio %.2f over %d alternating runs" % (a / b, len(times)))


if __name__ == "__main__":
    main(*sys.argv[1:])
