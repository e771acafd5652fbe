#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Files stay below 1,000 lines and functions below 100. usage: sizes.py ROOT"""
import sys

from common import finish, sources

MAX_FILE = 1000
MAX_FUNCTION = 100


def functions(text):
    """Yields (first line, lines) of each top-level brace block that is a function body. The project's format puts
    a function's opening brace at the end of an unindented line (or alone) and its closing brace in column 0."""
    start, previous = None, ""
    for number, line in enumerate(text.splitlines(), 1):
        if start is None and line.rstrip().endswith("{") and not line.startswith((" ", "\t", "}")):
            head = line if "(" in line else previous + line
            if "(" in head and not head.lstrip().startswith(("typedef", "struct", "enum", "union", "#", "extern", "namespace")) \
                    and "=" not in head.split("(")[0]:
                start = number
        elif start is None and line.startswith(" ") and line.rstrip().endswith(") {") and "(" in previous \
                and not previous.startswith(" "):
            start = number
        elif start is not None and line.startswith("}"):
            yield start, number - start + 1
            start = None
        previous = line


def main(root):
    findings = []
    for path, text in sources(root, suffixes=(".c", ".h", ".cpp")):
        n = text.count("\n")
        if n > MAX_FILE:
            findings.append("%s: %d lines (at most %d)" % (path, n, MAX_FILE))
        for first, length in functions(text):
            if length > MAX_FUNCTION:
                findings.append("%s:%d: function of %d lines (at most %d)" % (path, first, length, MAX_FUNCTION))
    finish(findings)


if __name__ == "__main__":
    main(sys.argv[1])
