#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The tools xedis and xeas.

usage: tools.py roundtrip XEDIS XEAS TARGET ZEBIN...
       tools.py man TOOL PAGE

roundtrip: what xedis prints of each kernel, xeas turns into the bytes of the kernel's text section, which are read
here from the ELF file. man: the options in --help are those of the manual page."""
import re
import struct
import subprocess
import sys


def texts(path):
    """Yields (kernel, bytes) of the text sections of an ELF file."""
    with open(path, "rb") as f:
        data = f.read()
    first, = struct.unpack_from("<Q", data, 40)
    count, names = struct.unpack_from("<HH", data, 60)
    sections = [struct.unpack_from("<IIQQQQIIQQ", data, first + 64 * i) for i in range(count)]
    for s in sections:
        start = sections[names][4] + s[0]
        name = data[start:data.index(b"\0", start)].decode()
        if name.startswith(".text."):
            yield name[len(".text."):], data[s[4]:s[4] + s[5]]


def roundtrip(xedis, xeas, target, paths):
    kernels = 0
    for path in paths:
        for kernel, want in texts(path):
            shown = subprocess.run([xedis, "--kernel", kernel, path], capture_output=True)
            if shown.returncode != 0 and b"no kernel" in shown.stderr:
                continue  # a text section that is no kernel
            made = subprocess.run([xeas, "-march=" + target, "-", "-o", "-"], input=shown.stdout, capture_output=True)
            errors = shown.stderr + made.stderr
            if shown.returncode or made.returncode or not made.stdout or errors:
                sys.exit("%s: %s: %s" % (path, kernel, errors.decode()))
            if want[:len(made.stdout)] != made.stdout or want[len(made.stdout):].strip(b"\0"):
                sys.exit("%s: %s: other bytes" % (path, kernel))
            kernels += 1
    print("%s: %d kernels" % (target, kernels))
    return 0 if kernels >= 60 else "too few kernels"


def man(tool, page):
    with open(page) as f:
        text = f.read().replace("\\-", "-")
    help_text = subprocess.run([tool, "--help"], capture_output=True, text=True, check=True).stdout
    documented = set(re.findall(r"^\.BI? (-[-a-z]+=?)", text.split(".SH OPTIONS")[1], re.M))
    offered = set(re.findall(r"^  (-[-a-z]+=?)", help_text, re.M))
    if documented != offered:
        return "--help has %s, the page %s" % (sorted(offered), sorted(documented))
    return 0


if __name__ == "__main__":
    if sys.argv[1] == "roundtrip":
        sys.exit(roundtrip(sys.argv[2], sys.argv[3], sys.argv[4], sys.argv[5:]))
    sys.exit(man(sys.argv[2], sys.argv[3]))
