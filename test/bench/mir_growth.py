#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Ten times the machine instructions cost at most twelve times the work, counted in executed instructions by callgrind.

usage: mir_growth.py CMC VALGRIND [SHAPE...]

Seconds depend on what else the machine does, instructions do not. What an empty kernel costs (loading LLVM, the end of the
pipeline) is taken off both counts, or it would hide the growth."""
import re
import subprocess
import sys
import tempfile

import mir_scaling

TARGET, SMALL, MOST = "tgl", 1000, 12.0


def executed(cmc, valgrind, text, suffix):
    """Instructions that compiling a text executes."""
    with tempfile.NamedTemporaryFile("w", suffix=suffix) as f:
        f.write(text)
        f.flush()
        run = subprocess.run([valgrind, "--tool=callgrind", "--callgrind-out-file=/dev/null", cmc, f.name,
                              "-march=" + TARGET, "-o", "/dev/null"], capture_output=True, text=True)
    found = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode or not found:
        sys.exit("%s\n%s" % (text[:300], run.stderr[-2000:]))
    return int(found[1])


def kernel(shape, n):
    variables, code = mir_scaling.SHAPES[shape](n)
    return "\n".join(["target " + TARGET] + mir_scaling.HEAD + variables + code + mir_scaling.END) + "\n"


def measure(shapes, size, count):
    """Prints a line a shape; count(shape, n) is the work for a size. Ends the program: 1 when a shape grows by too much."""
    failed = 0
    for shape in shapes:
        empty, small, large = (count(shape, n) for n in (0, size, 10 * size))
        ratio = (large - empty) / (small - empty)
        print("%-11s %12d at %d, %13d at %d: %.1f times" % (shape, small - empty, size, large - empty, 10 * size, ratio), flush=True)
        failed += ratio > MOST
    sys.exit("%d shapes grow by more than %g times" % (failed, MOST) if failed else 0)


if __name__ == "__main__":
    cmc, valgrind, *names = sys.argv[1:]
    measure(names or mir_scaling.SHAPES, SMALL, lambda shape, n: executed(cmc, valgrind, kernel(shape, n), ".mir"))
