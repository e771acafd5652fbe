#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Takes the scoreboard annotations out of every kernel of a zebin and has iga64 -Xauto-deps set its own.

usage: reannotate.py PLATFORM IN.zebin OUT.zebin
The new texts are appended to the file; kernels with relocations stay as they are."""
import os
import re
import struct
import subprocess
import sys
import tempfile

SECTION = "<IIQQQQIIQQ"  # of an ELF64 section header: offset and size are fields 4 and 5
ANNOTATION = re.compile(r"^\s*([AFILMS]?@\d|\$\d+(\.(dst|src))?|Compacted)\s*$")


def iga(work, *args):
    run = subprocess.run(["iga64", *args], capture_output=True, text=True, cwd=work)
    if run.returncode != 0:
        sys.exit("iga64 %s: %s" % (" ".join(args), run.stderr[:500]))
    return run.stdout


def stripped(text):
    """The instructions without annotations; waits of their own go."""
    out = []
    for line in text.splitlines():
        line = line.split("//")[0]
        if re.search(r"\bsync\.(nop|allrd|allwr)\b", line):
            continue
        if "illegal" in line:
            break
        options = re.search(r"\{([^}]*)\}\s*$", line)
        if options:
            kept = [x for x in options.group(1).split(",") if not ANNOTATION.match(x)]
            line = line[: options.start()] + ("{" + ",".join(kept) + "}" if kept else "")
        out.append(line)
    return "\n".join(out) + "\n"


def annotated(work, platform, code):
    with open(os.path.join(work, "k.krn"), "wb") as f:
        f.write(code)
    text = stripped(iga(work, "-d", "-p", platform, "k.krn"))
    with open(os.path.join(work, "k.asm"), "w") as f:
        f.write(text)
    iga(work, "-a", "-p", platform, "-Xauto-deps", "k.asm", "-o", "k.bin")
    with open(os.path.join(work, "k.bin"), "rb") as f:
        new = f.read()
    return new + bytes(max(192, len(code) - len(new)))


def main():
    platform, source, target = sys.argv[1:4]
    with open(source, "rb") as f:
        data = bytearray(f.read())
    at, = struct.unpack_from("<Q", data, 40)
    count, names_index = struct.unpack_from("<2xHH", data, 58)
    sections = [list(struct.unpack_from(SECTION, data, at + 64 * i)) for i in range(count)]
    base = sections[names_index][4]
    names = [bytes(data[base + s[0]:]).split(b"\0")[0].decode() for s in sections]
    changed = 0
    with tempfile.TemporaryDirectory() as work:
        for i, (name, s) in enumerate(zip(names, sections)):
            if not name.startswith(".text.") or ".rel" + name in names or ".rela" + name in names:
                continue
            text = annotated(work, platform, bytes(data[s[4]:s[4] + s[5]]))
            data += bytes(-len(data) % 64)
            s[4], s[5] = len(data), len(text)
            data += text
            struct.pack_into(SECTION, data, at + 64 * i, *s)
            changed += 1
    if changed == 0:
        sys.exit("%s: no kernel" % source)
    with open(target, "wb") as f:
        f.write(data)


if __name__ == "__main__":
    main()
