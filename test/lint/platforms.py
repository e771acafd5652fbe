#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Target differences are isa_model fields or table rows: no comparison with a target or family outside lib/isa.
usage: platforms.py ROOT"""
import re
import sys

from common import finish, sources

PATTERN = re.compile(
    r"(==|!=|<=|>=|<|>|case)\s*(ISA_TARGET_\w+|ISA_GEN9|ISA_GEN11|ISA_XE\w*|XE_\w+|ISA_FAMILY_\w+)\b"
    r"|\b(ISA_TARGET_\w+|ISA_GEN9|ISA_GEN11|ISA_XE_LP|ISA_XE_HPG|ISA_XE_HPC|ISA_XE2)\s*(==|!=|<=|>=|<|>)"
    r"|strcmp\([^;]*->name[^;]*\"(skl|icl|tgl|dg2|pvc|lnl|bmg)\"")


def main(root):
    findings = []
    for path, text in sources(root):
        if path.startswith(("lib/isa", "include/cmc")):
            continue
        for number, line in enumerate(text.splitlines(), 1):
            code = line.split("//")[0]
            if PATTERN.search(code):
                findings.append("%s:%d: %s" % (path, number, line.strip()))
    finish(findings)


if __name__ == "__main__":
    main(sys.argv[1])
