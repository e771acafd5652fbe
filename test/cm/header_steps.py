#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a kernel that uses everything makes Clang do with the templates of our headers, in steps: instantiations, deductions
and look-ups of what was instantiated before, which Clang itself lists (-templight-dump). Steps, not time: the count is the
same on every machine. The parse of that kernel is proportional to it (test/bench/header_cost.py measures milliseconds).

usage: header_steps.py CLANG SOURCE_ROOT [--show]"""
import os
import re
import subprocess
import sys
import tempfile

BUDGET = 24000  # 19,000 when this was written; 83,000 with kinds of operands that were enumerators


def steps(clang, root, path):
    command = [clang, "-cc1", "-triple", "spir64", "-x", "c++", "-std=c++17", "-ffreestanding", "-nostdsysteminc", "-fdeclspec",
               "-w", "-I", os.path.join(root, "include"), "-DCM_GRF_WIDTH=256", "-DCM_PTRSIZE=64", "-DCM_HAS_BIT_ROTATE=1",
               "-templight-dump", path]
    text = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    return len(re.findall(r"^event: +Begin$", text, re.M))


def main(clang, root, *options):
    with tempfile.TemporaryDirectory() as scratch:
        bare = os.path.join(scratch, "bare.cm")
        with open(bare, "w", encoding="utf-8") as f:
            f.write("#include <cm/cm.h>\n")
        used = steps(clang, root, os.path.join(root, "test", "bench", "everything.cm")) - steps(clang, root, bare)
    if "--show" in options or used > BUDGET:
        print("everything.cm makes %d steps, at most %d are allowed" % (used, BUDGET))
    return not 0 < used <= BUDGET


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
