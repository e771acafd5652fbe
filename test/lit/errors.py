#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""errors.py CMC [options] FILE: compiles FILE and compares the messages with the expected ones in it.

    v.select<4, 0>(0) = 1;
    //^ error: select: size and stride must be at least 1

A comment with a caret, below the line: message of that line and of the caret's column that begins with this text. A place
in columns 1 and 2 is written as a number, `//@1 error: ...`. What is expected must come, with the source line and the caret
below it; other errors and warnings must not come. Notes count when the file expects any.
"""
import re
import subprocess
import sys

EXPECTED = re.compile(r"^\s*//(?:\s*\^|@(\d+)) (error|warning|note): (.*?)\s*$")
MESSAGE = re.compile(r"^(.*?):(\d+):(?:(\d+):)? (error|warning|note): (.*)$")
PLACELESS = re.compile(r"^(?:.*: )?(error|warning): ")


def expectations(lines):
    out, at = [], 0
    for n, line in enumerate(lines, 1):
        m = EXPECTED.match(line)
        if not m:
            at = n
            continue
        col = int(m.group(1)) if m.group(1) else line.index("^") + 1
        out.append((at, col, m.group(2), m.group(3)))
    return out


def caret_faults(output, i, source, col):
    """What the two lines below message i lack."""
    shown = output[i + 1].split("|", 1)[-1] if i + 1 < len(output) else ""
    caret = output[i + 2].split("|", 1)[-1] if i + 2 < len(output) else ""
    if shown[1:].rstrip() != source.rstrip():
        return "the source line is not shown below it"
    if caret.find("^") != col:
        return "the caret is not below column %d" % col
    return ""


def check(path, lines, output, status):
    wanted = expectations(lines)
    notes = any(w[2] == "note" for w in wanted)
    faults, left = [], list(wanted)
    for i, text in enumerate(output):
        m = MESSAGE.match(text)
        if not m:
            if PLACELESS.match(text):
                faults.append("no place: " + text)
            continue
        line, col, kind, said = int(m.group(2)), int(m.group(3) or 0), m.group(4), m.group(5)
        if kind == "note" and not notes:
            continue
        hit = next((w for w in left if w[:3] == (line, col, kind) and said.startswith(w[3])), None)
        if not path.endswith(m.group(1)):
            faults.append("in another file: " + text)
        elif hit:
            left.remove(hit)
            fault = caret_faults(output, i, lines[line - 1], col)
            faults += [fault + ": " + text] if fault else []
        else:
            faults.append("not expected: " + text)
    faults += ["did not come: %s:%d:%d: %s: %s" % ((path,) + w) for w in left]
    if status != (1 if any(w[2] == "error" for w in wanted) else 0):
        faults.append("exit status %d" % status)
    if not wanted:
        faults.append("nothing is expected in " + path)
    return faults


def main():
    path = sys.argv[-1]
    with open(path) as f:
        lines = f.read().splitlines()
    run = subprocess.run(sys.argv[1:] + ["-o", "/dev/null"], capture_output=True, text=True, check=False)
    faults = check(path, lines, (run.stderr + run.stdout).splitlines(), run.returncode)
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
