#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Line tables of the host's compiler, versions 2 to 5: lines.c must read from them what objdump does.
usage: lines.py LINES_DUMP COMPILER"""
import os
import re
import subprocess
import sys
import tempfile

SOURCE = """
int table[100];
int twice(int x)
{
    return 2 * x;
}

int sum(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) {
        if (table[i] > 3)
            s += twice(table[i]);
        else
            s -= i;
    }
#line 2000 "other.c"
    return s * 7;
}
#line 30 "first.c"
int _start(void) { return sum(9); }
"""


def decoded(program):
    """[(address, file, line)] as objdump reads them; line None: the end of a sequence."""
    out = subprocess.run(["objdump", "--dwarf=decodedline", program], check=True, capture_output=True, text=True).stdout
    rows = []
    for name, line, address in re.findall(r"^(\S+)\s+(\d+|-)\s+(0x[0-9a-f]+|0)", out, re.M):
        rows.append((int(address, 16), name, None if line == "-" else int(line)))
    return rows


def expected(rows, size):
    """The row that covers each address: the last that begins at or before it."""
    out = {}
    for pc in range(size):
        best = None
        for row in rows:
            if row[0] <= pc and (best is None or row[0] >= best[0]):
                best = row
        if best and best[2]:
            out[pc] = (best[1], best[2])
    return out


def check(tool, compiler, version, folder):
    source, program = os.path.join(folder, "first.c"), os.path.join(folder, "p%d" % version)
    with open(source, "w", encoding="utf-8") as f:
        f.write(SOURCE)
    subprocess.run([compiler, "-gdwarf-%d" % version, "-gstrict-dwarf", "-O1", "-fno-pie", "-no-pie", "-nostdlib",
                    "-static", "-fno-inline", "-Wl,-Ttext=0", "-Wl,--build-id=none", "-fcf-protection=none",
                    "-fno-asynchronous-unwind-tables", source, "-o", program], check=True, cwd=folder)
    sections = []
    for name in ("line", "line_str"):
        path = os.path.join(folder, "%s%d" % (name, version))
        subprocess.run(["objcopy", "--dump-section", ".debug_%s=%s" % (name, path), program, os.devnull],
                       stderr=subprocess.DEVNULL)
        if os.path.exists(path):
            sections.append(path)
    rows = decoded(program)
    size = max(r[0] for r in rows) + 8
    want = expected(rows, size)
    out = subprocess.run([tool, str(size)] + sections, check=True, capture_output=True, text=True).stdout
    have = {int(pc): (os.path.basename(name), int(line))
            for pc, name, line in re.findall(r"^(\d+) (.*):(\d+)$", out, re.M)}
    if len(want) < 20 or have != want:
        wrong = sorted(pc for pc in set(have) | set(want) if have.get(pc) != want.get(pc))
        print("version %d: %d addresses, wrong at %s: %s, expected %s" % (
            version, len(want), wrong[:5], [have.get(p) for p in wrong[:5]], [want.get(p) for p in wrong[:5]]))
        return 1
    return 0


def main(tool, compiler):
    with tempfile.TemporaryDirectory() as folder:
        return max(check(tool, compiler, version, folder) for version in (2, 3, 4, 5))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
