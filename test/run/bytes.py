#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every kernel of test/run/kernels: iga64's disassembly of our bytes and xedis' say the same after comments and spacing;
iga64 assembles our text to our bytes; ocloc finds the zebin valid.
usage: bytes.py CMC XEDIS KERNEL_DIR [--share=K/N] [NAME...]
--share: of the pairs of a kernel and a target, each Nth from the Kth."""
import os
import re
import struct
import subprocess
import sys
import tempfile

import share


def text_sections(elf):
    """{kernel: bytes without padding} of a zebin, read without any code of ours."""
    shoff, = struct.unpack_from("<Q", elf, 0x28)
    entsize, count, strndx = struct.unpack_from("<HHH", elf, 0x3A)
    rows = [struct.unpack_from("<IIQQQQIIQQ", elf, shoff + i * entsize) for i in range(count)]
    names = elf[rows[strndx][4]:rows[strndx][4] + rows[strndx][5]]

    def name(offset):
        return names[offset:names.index(b"\0", offset)].decode()

    out = {}
    for r in rows:
        if name(r[0]).startswith(".text."):
            out[name(r[0])[6:]] = elf[r[4]:r[4] + r[5]].rstrip(b"\0")
    return out


def unpadded(code):
    """rstrip may have cut zero bytes of the last instruction: instructions are 8 or 16 bytes."""
    return code + b"\0" * (-len(code) % 8)


def plain(text):
    """Lines without comments, with single spaces."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    lines = [re.sub(r"\s+", " ", re.sub(r"//.*", "", line)).strip() for line in text.splitlines()]
    return [line for line in lines if line]


def run(command):
    r = subprocess.run(command, capture_output=True, text=True)
    if r.returncode != 0:
        raise RuntimeError("%s: exit %d\n%s%s" % (" ".join(command), r.returncode, r.stdout, r.stderr))
    return r.stdout


IGA_NAMES = {"skl": "9", "icl": "11", "tgl": "12p1", "dg2": "12p71", "mtl": "12p71", "arlh": "12p71", "pvc": "12p72"}


def check(cmc, xedis, path, scratch, target):
    binary, raw = os.path.join(scratch, "k.bin"), os.path.join(scratch, "k.krn")
    again, source = os.path.join(scratch, "again.krn"), os.path.join(scratch, "k.asm")
    run([cmc, path, "-march=" + target, "-o", binary])
    valid = run(["ocloc", "validate", "-file", binary])
    if "VALID" not in valid or "INVALID" in valid or "arning" in valid:
        raise RuntimeError("ocloc validate: " + valid)
    with open(binary, "rb") as f:
        sections = text_sections(f.read())
    code = unpadded(sections["k"])
    with open(raw, "wb") as f:
        f.write(code)
    theirs = plain(run(["iga64", "-d", "-p", IGA_NAMES[target], raw]))
    text = run([xedis, binary])
    ours = plain(text)
    if theirs != ours:
        pairs = [(a, b) for a, b in zip(theirs, ours) if a != b][:3]
        raise RuntimeError("%d and %d lines; first differences (iga64, xedis): %s" % (len(theirs), len(ours), pairs))
    with open(source, "w", encoding="utf-8") as f:
        f.write(text)
    run(["iga64", "-a", "-p", IGA_NAMES[target], source, "-o", again])
    with open(again, "rb") as f:
        assembled = f.read()
    if assembled != code:
        raise RuntimeError("iga64 assembles our text to other bytes (%d and %d)" % (len(assembled), len(code)))
    return len(ours)


def main(cmc, xedis, folder, *rest):
    names = [x for x in rest if not x.startswith("-")] or sorted(n[:-3] for n in os.listdir(folder) if n.endswith(".cm"))
    pairs = share.taken([(n, t) for n in names for t in IGA_NAMES], rest)
    failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        for name, target in pairs:
            path = os.path.join(folder, name + ".cm")
            try:
                print("ok   %-20s %s %4d lines" % (name, target, check(cmc, xedis, path, scratch, target)))
            except RuntimeError as e:
                failed += 1
                print("FAIL %s %s: %s" % (name, target, e))
    print("%d binaries, %d failed" % (len(pairs), failed))
    sys.exit(1 if failed or not pairs else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
