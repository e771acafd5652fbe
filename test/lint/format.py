#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every C and C++ file is as clang-format 14 writes it by .clang-format, and has no banner rules. usage: format.py ROOT"""
import os
import re
import subprocess
import sys

from common import ROOMS, finish, sources

FORMATTER = "clang-format-14"
AT_ONCE = 64
BANNER = re.compile(r"^\s*//(?:.*[^-=\s]?\s*(?:-{5,}|={5,})|\s*[-=]+)\s*$", re.M)
DRAWING = re.compile(r"\^|>|\|")


def reformatted(root, paths):
    """Paths that the formatter would change."""
    done = subprocess.run([FORMATTER, "--dry-run"] + paths, cwd=root, capture_output=True, text=True, check=False)
    if done.returncode:
        yield "%s: %s" % (FORMATTER, done.stderr.strip()[:200])
    for path in sorted(set(re.findall(r"^(\S+?):\d+:\d+: warning: code should be clang-formatted", done.stderr, re.M))):
        yield "%s: is not formatted; %s -i %s" % (path, FORMATTER, path)


def findings(root):
    texts = [(p, t) for p, t in sources(root, ROOMS + ("test", "examples"), (".c", ".h", ".cpp", ".hpp")) if "/corpus/" not in p]
    paths = [p for p, _ in texts]
    for i in range(0, len(paths), AT_ONCE):
        yield from reformatted(root, paths[i:i + AT_ONCE])
    for path, text in texts:
        for m in BANNER.finditer(text):
            if not DRAWING.search(m.group(0)):
                yield "%s:%d: banner rule" % (path, text.count("\n", 0, m.start()) + 1)


if __name__ == "__main__":
    finish(findings(os.path.abspath(sys.argv[1])))
