#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""-g does not change one byte of the code: every kernel of test/run/kernels for one target, another for the next kernel;
with --all for all of them. usage: debug_bytes.py CMC KERNEL_DIR [--share=K/N] [--all]"""
import concurrent.futures
import os
import subprocess
import sys
import tempfile

import share
from bytes import text_sections

TARGETS = ("skl", "icl", "tgl", "dg2", "pvc", "mtl", "arlh", "lnl", "bmg", "ptl")


def code(cmc, source, target, out, *options):
    subprocess.run([cmc, "-march=" + target, source, "-o", out, *options], check=True, stderr=subprocess.DEVNULL)
    with open(out, "rb") as f:
        return text_sections(f.read())


def same(cmc, source, target, scratch):
    out = os.path.join(scratch, "%s.%s" % (os.path.basename(source), target))
    plain = code(cmc, source, target, out)
    return bool(plain) and plain == code(cmc, source, target, out, "-g")


def main(cmc, folder, *options):
    pairs = []
    names = sorted(n for n in os.listdir(folder) if n.endswith(".cm"))
    for k, name in enumerate(share.taken(names, options)):
        targets = TARGETS if "--all" in options else [TARGETS[k % len(TARGETS)]]
        pairs += [(os.path.join(folder, name), t) for t in targets]
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda p: same(cmc, *p, scratch), pairs))
    differ = [p for p, equal in zip(pairs, results) if not equal]
    for source, target in differ:
        print("FAIL %s: -g changes the code for %s" % (source, target))
    print("%d binaries, %d differ" % (len(pairs), len(differ)))
    sys.exit(1 if differ or not pairs else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
