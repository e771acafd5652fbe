#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The code that cmc makes of every kernel in the tree, as one line of text a kernel and target.

    code_bytes.py make CMC ROOT OUT     compiles all kernels of ROOT/test and ROOT/examples for all targets; writes OUT
    code_bytes.py compare A B           exits 1 and prints the lines that differ; kernels are matched by file name, and those of
                                        which only one list has the name (they were renamed) by their code

A line is "TARGET PATH HASH", the hash that of the whole zebin; "refused" for a kernel that a target does not have and for files
of test/ that are errors on purpose. Two compilers that are to agree (built by gcc and by clang; before and after a change that
only moves code) must give equal lists. At least half of all lines must be code, or the list proves nothing.
"""
import concurrent.futures
import hashlib
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lint"))
from common import targets

SECONDS = 120  # the largest kernel takes two


def kernels(root):
    for room in ("examples", "test"):
        for folder, _, names in sorted(os.walk(os.path.join(root, room))):
            for name in sorted(names):
                if name.endswith((".cm", ".ll")):
                    yield os.path.relpath(os.path.join(folder, name), root)


def line(cmc, root, target, path, scratch):
    out = os.path.join(scratch, "%s-%s" % (target, path.replace("/", "_")))
    done = subprocess.run([cmc, "-march=" + target, path, "-o", out], cwd=root, capture_output=True, timeout=SECONDS)
    if done.returncode < 0 or done.returncode > 2:
        sys.exit("%s -march=%s %s: exit code %d" % (cmc, target, path, done.returncode))
    if done.returncode:
        return "%s %s refused" % (target, path)
    with open(out, "rb") as f:
        text = hashlib.sha256(f.read()).hexdigest()
    os.remove(out)
    return "%s %s %s" % (target, path, text)


def make(cmc, root, out):
    jobs = [(t, p) for p in kernels(root) for _, t, _ in targets(root)]
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        lines = list(pool.map(lambda j: line(os.path.abspath(cmc), root, j[0], j[1], scratch), jobs))
    code = sum(not text.endswith(" refused") for text in lines)
    with open(out, "w", encoding="utf-8") as f:
        f.write("".join(text + "\n" for text in lines))
    print("%d kernels and targets, %d of them code" % (len(lines), code))
    return 0 if 2 * code >= len(lines) > 0 else 1


def rows(path):
    """(target, file name, which of that name) -> hash. Kernels may have moved: their folder does not count."""
    found = {}
    with open(path, encoding="utf-8") as f:
        for text in f:
            target, kernel, value = text.split()
            found.setdefault((target, os.path.basename(kernel)), []).append((value, kernel))
    return {k: sorted(v) for k, v in found.items()}


def take_renamed(one, two):
    """Removes the rows that only one list has when the other has the same code for the same target under another name."""
    only = [{k: v for k, v in x.items() if k not in y} for x, y in ((one, two), (two, one))]
    codes = [sorted((k[0], value) for k, values in x.items() for value, _ in values) for x in only]
    if codes[0] != codes[1]:
        return 0
    for x, gone in zip((one, two), only):
        for key in gone:
            del x[key]
    return len(only[0])


def compare(a, b):
    one, two = rows(a), rows(b)
    renamed = take_renamed(one, two)
    differ = 0
    for key in sorted(set(one) | set(two)):
        left, right = one.get(key, []), two.get(key, [])
        if [v for v, _ in left] != [v for v, _ in right]:
            differ += 1
            print("%s %s: %s" % (key[0], key[1], " ".join(sorted({k for _, k in left + right}))))
    print("%d kernels and targets compared, %d of them renamed, %d differ" % (len(set(one) | set(two)) + renamed, renamed, differ))
    return 1 if differ else 0


def main():
    if len(sys.argv) == 5 and sys.argv[1] == "make":
        return make(*sys.argv[2:])
    if len(sys.argv) == 4 and sys.argv[1] == "compare":
        return compare(*sys.argv[2:])
    sys.exit(__doc__)


if __name__ == "__main__":
    sys.exit(main())
