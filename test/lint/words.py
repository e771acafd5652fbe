#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Comments, documents and messages are in plain English. usage: words.py ROOT [--count]

Reports words that marked the translated style of this project: "behind" and "in front of" for order, "stands" for "is", "is none",
"is asked". WORDS says what to write instead. words_allowed.txt lists at most 30 exceptions, each with its reason; a row
there that matches nothing is a finding too. --count prints the number of hits of each folder.
"""
import collections
import os
import re
import sys

WORDS = [
    (r"behind", "after, or 'in' for code inside something"),
    (r"in front of", "before"),
    (r"stands?|standing|stood", "is, lies, holds"),
    (r"(?:is|are|was|were|be) (?-i:none)", "is not a ..., there is no ..."),
    (r"(?:is|are|was|were|be|been) asked", "is checked, is requested"),
]
PATTERN = re.compile(r"\b(?:%s)\b" % "|".join("(?P<w%d>%s)" % (i, w) for i, (w, _) in enumerate(WORDS)), re.I)
ENDINGS = (".c", ".h", ".cpp", ".hpp", ".def", ".inc", ".py", ".md", ".1", ".cm", ".ll", ".mir", ".test", ".txt", ".cmake", ".asm", ".sh",
           ".json", ".in", ".supp", ".cl", ".tbl")
NAMES = {"build.sh", "run"}
SKIPPED = re.compile(r"(^|/)(build[^/]*|\.git|corpus)(/|$)")
SELF = ("test/lint/words.py", "test/lint/words_allowed.txt", "test/lint/selftest.py")
MAX_ALLOWED = 30


def texts(root):
    for folder, folders, names in os.walk(root):
        rel = os.path.relpath(folder, root)
        folders[:] = sorted(d for d in folders if not SKIPPED.search(os.path.normpath(os.path.join(rel, d))))
        for name in sorted(names):
            path = os.path.normpath(os.path.join(rel, name))
            if (name.endswith(ENDINGS) or name in NAMES) and path not in SELF:
                with open(os.path.join(root, path), encoding="utf-8", errors="replace") as f:
                    yield path, f.read()


def allowed(root):
    """[(path, stretch of the line, reason)]"""
    rows, path = [], os.path.join(root, "test/lint/words_allowed.txt")
    if not os.path.exists(path):
        return rows
    with open(path, encoding="utf-8") as f:
        for line in f:
            if line.strip() and not line.startswith("#"):
                rows.append(tuple(part.strip() for part in line.split(" | ")))
    return rows


def hits(root):
    for path, text in texts(root):
        for number, line in enumerate(text.splitlines(), 1):
            for m in PATTERN.finditer(line):
                yield path, number, line.strip(), m


def findings(root):
    rows = allowed(root)
    used = set()
    if len(rows) > MAX_ALLOWED:
        yield "words_allowed.txt: %d rows (at most %d)" % (len(rows), MAX_ALLOWED)
    for row in rows:
        if len(row) != 3 or not row[2]:
            yield "words_allowed.txt: '%s' has no reason" % " | ".join(row)
    for path, number, line, m in hits(root):
        row = next((r for r in rows if len(r) == 3 and r[0] == path and r[1] in line), None)
        if row:
            used.add(row)
        else:
            yield "%s:%d: '%s' (%s): %s" % (path, number, m.group(0), WORDS[int(m.lastgroup[1:])][1], line[:120])
    for row in rows:
        if row not in used:
            yield "words_allowed.txt: '%s' matches nothing" % " | ".join(row)


def main(root, count=False):
    if count:
        total = collections.Counter("/".join(path.split("/")[:2]) for path, _, _, _ in hits(root))
        print("\n".join("%5d %s" % (n, folder) for folder, n in total.most_common()))
        return 0
    out = list(findings(root))
    print("\n".join(out + ["%d finding(s)" % len(out)]))
    return 1 if out else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], "--count" in sys.argv))
