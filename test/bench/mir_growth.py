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


def count(cmc, valgrind, shape, n):
    variables, code = mir_scaling.SHAPES[shape](n)
    with tempfile.NamedTemporaryFile("w", suffix=".mir") as f:
        f.write("\n".join(["target " + TARGET] + mir_scaling.HEAD + variables + code + mir_scaling.END) + "\n")
        f.flush()
        run = subprocess.run([valgrind, "--tool=callgrind", "--callgrind-out-file=/dev/null", cmc, f.name,
                              "-march=" + TARGET, "-o", "/dev/null"], capture_output=True, text=True)
    found = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode or not found:
        sys.exit("%s, %d instructions: %s" % (shape, n, run.stderr[-2000:]))
    return int(found[1])


def main(cmc, valgrind, *shapes):
    failed = 0
    for shape in shapes or mir_scaling.SHAPES:
        empty, small, large = (count(cmc, valgrind, shape, n) for n in (0, SMALL, 10 * SMALL))
        ratio = (large - empty) / (small - empty)
        print("%-10s %12d at %d, %13d at %d: %.1f times" % (shape, small - empty, SMALL, large - empty, 10 * SMALL, ratio))
        failed += ratio > MOST
    sys.exit("%d shapes grow by more than %g times" % (failed, MOST) if failed else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
