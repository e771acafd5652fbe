#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The line table of a zebin against its source: iga64 says where the instructions are that the source's "op:" comments
name, llvm-dwarfdump which line that is.
usage: debug_lines.py IGA64 PLATFORM ZEBIN KERNEL,... SOURCE..."""
import os
import re
import subprocess
import sys


def run(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True, errors="replace").stdout


def instructions(iga64, platform, zebin, kernel):
    raw = "%s.%s.krn" % (zebin, kernel)
    run("llvm-objcopy", "-O", "binary", "--only-section=.text." + kernel, zebin, raw)
    data = open(raw, "rb").read().rstrip(b"\0")
    open(raw, "wb").write(data + b"\0" * (-len(data) % 8))
    text = run(iga64, "-d", "-p=" + platform, "-Xprint-pc", raw)
    found = re.findall(r"/\* \[([0-9A-Fa-f]+)\]\s*\*/\s*(?:\([^)]*\)\s*)?([a-z][\w.]*)", text)
    return [(int(pc, 16), op) for pc, op in found]


def tables(zebin):
    """One list of (address, line, file name, end) a line program."""
    out = []
    for line in run("llvm-dwarfdump", "--debug-line", zebin).splitlines():
        if line.startswith("debug_line["):
            names, rows = {}, []
            out.append(rows)
        name = re.match(r"file_names\[\s*(\d+)\]", line)
        if name:
            number = int(name.group(1))
        name = re.match(r'\s+name: "(.*)"', line)
        if name:
            names[number] = os.path.basename(name.group(1))
        row = re.match(r"0x([0-9a-f]{16})\s+(\d+)\s+\d+\s+(\d+)", line)
        if row:
            rows.append((int(row.group(1), 16), int(row.group(2)), names[int(row.group(3))], "end_sequence" in line))
    return out


def place(rows, pc):
    here = [r for r in rows if r[0] <= pc][-1]
    if here[3]:
        sys.exit("byte 0x%x is past the table's end" % pc)
    return "%s:%d" % (here[2], here[1])


def expected(sources):
    want = {}
    for path in sources:
        for number, line in enumerate(open(path), 1):
            for op in re.findall(r"// op: (\S+)", line):
                want[op] = "%s:%d" % (os.path.basename(path), number)
    return want


def main():
    iga64, platform, zebin, kernels = sys.argv[1:5]
    want, seen = expected(sys.argv[5:]), set()
    programs = tables(zebin)
    if len(programs) != len(kernels.split(",")):
        sys.exit("%d line programs" % len(programs))
    for kernel, rows in zip(kernels.split(","), programs):
        code = instructions(iga64, platform, zebin, kernel)
        if not rows[-1][3] or rows[-1][0] <= code[-1][0] or rows[0][0] != 0:
            sys.exit("%s: the table does not cover the code" % kernel)
        for pc, op in code:
            found = place(rows, pc)
            if found.endswith(":0"):
                sys.exit("%s+0x%x: %s has no line" % (kernel, pc, op))
            if op in want:
                seen.add(op)
                if found != want[op]:
                    sys.exit("%s+0x%x: %s is at %s, expected %s" % (kernel, pc, op, found, want[op]))
    if seen != set(want):
        sys.exit("not in the code: %s" % ", ".join(set(want) - seen))
    print("%d places agree" % len(seen))


main()
