#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Where debug information says that arguments are, against the code as iga64 reads it: a register with a place is written
by nothing but the payload's load; an argument without a place has bytes that are written.
usage: debug_places.py IGA64 PLATFORM GRF_BYTES ZEBIN KERNEL ARG=PAYLOAD_OFFSET:BYTES..."""
import re
import subprocess
import sys

DWARF_R0, FIRST_ARG_GRF = 16, 2


def run(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, text=True).stdout


def written_bytes(iga64, platform, grf_b, zebin, kernel):
    """Of the register file, without what loads the payload: its address is in one of the last registers."""
    raw = "%s.%s.places.krn" % (zebin, kernel)
    run("llvm-objcopy", "-O", "binary", "--only-section=.text." + kernel, zebin, raw)
    data = open(raw, "rb").read().rstrip(b"\0")
    open(raw, "wb").write(data + b"\0" * (-len(data) % 8))
    written, pending = set(), set()
    for line in run(iga64, "-d", "-p=" + platform, "-Xprint-deps", raw).splitlines():
        if line.startswith("// d:{"):
            for reg, first, last in re.findall(r"r(\d+)(?:\[(\d+)-(\d+)\])?", line):
                low, high = (int(first), int(last)) if first else (0, grf_b - 1)
                pending |= set(range(int(reg) * grf_b + low, int(reg) * grf_b + high + 1))
            if "-r" in line:
                sys.exit("a range of registers: " + line)
        elif not line.startswith("//"):
            if not re.search(r"send.*\br12[67]\b.*null", line):
                written |= pending
            pending = set()
    return written


def places(zebin, kernel):
    """Argument name -> set of bytes, or None."""
    out, name, inside = {}, None, False
    for line in run("llvm-dwarfdump", "--debug-info", zebin).splitlines():
        tag = re.search(r"(DW_TAG_\w+)", line)
        if tag and "DW_AT" not in line:
            here = tag.group(1)
            name = None
        text = re.search(r'DW_AT_name\s+\("(.*)"\)', line)
        if text and here == "DW_TAG_subprogram":
            inside = text.group(1) == kernel
        elif text and here == "DW_TAG_formal_parameter" and inside:
            name = text.group(1)
            out[name] = None
        if name and "DW_AT_location" in line:
            out[name] = [(int(r, 16) - DWARF_R0, int(o, 16) // 8, int(n, 16) // 8) for r, n, o in
                         re.findall(r"DW_OP_regx 0x([0-9a-f]+), DW_OP_bit_piece 0x([0-9a-f]+) 0x([0-9a-f]+)", line)]
    return out


def main(iga64, platform, grf_b, zebin, kernel, *args):
    grf_b = int(grf_b)
    written = written_bytes(iga64, platform, grf_b, zebin, kernel)
    found = places(zebin, kernel)
    for a in args:
        name, at = a.split("=")
        off, size = map(int, at.split(":"))
        bytes_of = set(range(FIRST_ARG_GRF * grf_b + off, FIRST_ARG_GRF * grf_b + off + size))
        if found[name] is None:
            good = bool(bytes_of & written)
        else:
            said = {r * grf_b + o + k for r, o, n in found[name] for k in range(n)}
            good = said == bytes_of and not said & written
        print("%s %s: %s" % (name, "moves" if found[name] is None else "stays", "agrees" if good else "WRONG"))


main(*sys.argv[1:])
