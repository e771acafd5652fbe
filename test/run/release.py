#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The statically linked compiler writes what the development build writes.
usage: release.py CMC CMC_RELEASE KERNEL_DIR"""
import os
import subprocess
import sys

KERNELS = ("sgemm_tile", "bitonic256", "media_copy", "switch_case")


def main(cmc, release, folder):
    linked = subprocess.run(["ldd", release], capture_output=True, text=True, check=True).stdout
    failed = [x for x in ("libLLVM", "libclang") if x in linked]
    for x in failed:
        print("FAIL %s is linked to %s" % (release, x))
    for name in KERNELS:
        for target in ("tgl", "pvc"):
            outputs = [subprocess.run([c, "-march=" + target, os.path.join(folder, name + ".cm"), "-o", "-"], check=True,
                                      capture_output=True).stdout for c in (cmc, release)]
            if outputs[0] != outputs[1] or not outputs[0]:
                failed.append(name)
                print("FAIL %s for %s: %d and %d bytes that differ" % (name, target, len(outputs[0]), len(outputs[1])))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
