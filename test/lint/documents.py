#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every path of the tree that README.md or a page of docs/ names exists. usage: documents.py ROOT

A path is a word that begins with a folder of the top level, or in backticks with a folder of test/lit. It may contain * and
{a,b}. Words in capitals (STAGE, NAME) are placeholders: the path before them has to exist."""
import glob
import os
import re
import sys

from common import finish

TOP = "codegen|docs|examples|frontend|include|lib|passes|runtime|test|tools"
LIT = "cmc|cmrun|codegen|diag|errors|esimd|frontend|isa|mir|options|passes|select"
WORD = re.compile(r"(?<![\w./$-])(?:%s)/[\w./*{},-]*\w|`(?:%s)/[\w./*-]+`" % (TOP, LIT))


def documents(root):
    for path in ["README.md"] + sorted(glob.glob("docs/**/*", root_dir=root, recursive=True)):
        if path.endswith((".md", ".1")) and os.path.exists(os.path.join(root, path)):
            with open(os.path.join(root, path), encoding="utf-8") as f:
                yield path, f.read()


def spellings(word):
    """A path without placeholders, its {a,b} as single paths."""
    word = re.split(r"/[A-Z]+\b", word)[0]
    m = re.search(r"\{([^}]*)\}", word)
    return [word[:m.start()] + x + word[m.end():] for x in m.group(1).split(",")] if m else [word]


def main(root):
    findings = []
    for path, text in documents(root):
        for number, line in enumerate(text.splitlines(), 1):
            for m in WORD.finditer(line):
                for word in spellings(m.group(0).strip("`")):
                    if not any(glob.glob(os.path.join(root, x, word)) for x in ("", "test/lit")):
                        findings.append("%s:%d: there is no %s" % (path, number, word))
    finish(findings)


if __name__ == "__main__":
    main(sys.argv[1])
