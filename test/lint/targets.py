#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Pages that list the targets list every one of include/cmc/targets.h. Tables of the code need no lint: one without a row for a
target does not compile. usage: targets.py ROOT"""
import os
import re
import sys

from common import finish, targets

PAGES = ("README.md", "docs/man/cmc.1", "docs/man/cmrun.1", "docs/man/xeas.1")


def missing(root, page):
    with open(os.path.join(root, page), encoding="utf-8") as f:
        text = f.read()
    for _, name, _ in targets(root):
        if not re.search(r"\b%s\b" % name, text):
            yield "%s: target %s is not named" % (page, name)


def main(root):
    findings = [] if targets(root) else ["include/cmc/targets.h: no rows"]
    for page in PAGES:
        findings += missing(root, page)
    finish(findings)


if __name__ == "__main__":
    main(sys.argv[1])
