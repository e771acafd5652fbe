#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Target differences are isa_model fields or table rows: no comparison with a target or family outside lib/isa.
usage: platforms.py ROOT"""
import re
import sys

from common import finish, sources, targets


def pattern(rows):
    word = r"(ISA_TARGET_\w+|ISA_FAMILY_\w+|%s)\b" % "|".join(sorted({"ISA_" + family for _, _, family in rows}))
    names = "|".join(name for _, name, _ in rows)
    return re.compile(r"(==|!=|<=|>=|<|>|case)\s*%s|\b%s\s*(==|!=|<=|>=|<|>)|strcmp\([^;]*->name[^;]*\"(%s)\""
                      % (word, word, names))


def main(root):
    findings = []
    compares = pattern(targets(root))
    for path, text in sources(root):
        if path.startswith(("lib/isa", "include/cmc")):
            continue
        for number, line in enumerate(text.splitlines(), 1):
            code = line.split("//")[0]
            if compares.search(code):
                findings.append("%s:%d: %s" % (path, number, line.strip()))
    finish(findings)


if __name__ == "__main__":
    main(sys.argv[1])
