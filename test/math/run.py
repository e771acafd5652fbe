#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Math functions of kernels on xesim, against MPFR. Prints for each function the largest error and the number of special results.
usage: run.py CMC MATH_ACCURACY TARGET COUNT [SEED]

COUNT random operands follow the edges. Every function is run at -O0 and -O2, and at -O2 also with constants."""
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def main(cmc, judge, target, count, seed="1"):
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        def program(source, *options):
            binary = os.path.join(folder, "program.bin")
            subprocess.run([cmc, "-march=" + target, source, "-I" + HERE, "-o", binary, *options], check=True)
            return binary
        constants = os.path.join(folder, "constants.cm")
        with open(constants, "w") as f:
            subprocess.run([judge, "--source"], stdout=f, check=True)
        # At -O0 the edges are enough: the same code computes.
        for title, command in (
                ("-O2", lambda: [program(os.path.join(HERE, "functions.cm")), target, count, seed]),
                ("-O0", lambda: [program(os.path.join(HERE, "functions.cm"), "-O0"), target, "0", seed]),
                ("constants", lambda: ["--constants", program(constants), target])):
            print("%s %s" % (target, title), flush=True)
            failed |= subprocess.run([judge] + command()).returncode
    return failed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
