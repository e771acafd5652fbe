#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the messages that commits reworded, old beside new, as a table of tab-separated rows. usage: reworded.py COMMIT...

For each file of the sources that a commit changed, its string literals (adjacent ones joined) before and after the commit are
aligned; a row is a pair of literals that differ. Literals without a space are names, not messages.
"""
import difflib
import re
import subprocess
import sys

SOURCES = ("include", "frontend", "passes", "codegen", "lib", "runtime", "tools")
ENDINGS = (".h", ".c", ".cpp", ".def")
LITERALS = re.compile(r'//[^\n]*|/\*.*?\*/|^[ \t]*#[ \t]*include[^\n]*|((?:"(?:[^"\\\n]|\\.)*"(?:\s|\\\n)*)+)', re.S | re.M)
ONE = re.compile(r'"((?:[^"\\\n]|\\.)*)"')


def git(*args):
    return subprocess.run(("git",) + args, capture_output=True, text=True, check=True).stdout


def messages(commit, path):
    text = git("show", "%s:%s" % (commit, path))
    return ["".join(ONE.findall(m.group(1))).replace("\t", "\\t") for m in LITERALS.finditer(text) if m.group(1)]


def pairs(commit):
    changed = git("diff", "--name-only", "--diff-filter=M", commit + "~1", commit, "--", *SOURCES).split()
    for path in changed:
        if not path.endswith(ENDINGS):
            continue
        old, new = messages(commit + "~1", path), messages(commit, path)
        for tag, a, b, c, d in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            if tag != "equal" and b - a == d - c:
                yield from ((path, x, y) for x, y in zip(old[a:b], new[c:d]) if x != y and (" " in x or " " in y))


def main(commits):
    seen = set()
    for commit in commits:
        for path, old, new in pairs(commit):
            if (old, new) not in seen:
                seen.add((old, new))
                print("%s\t%s\t%s" % (path, old, new))
    print("%d messages" % len(seen), file=sys.stderr)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1:])
