# SPDX-License-Identifier: MIT
"""Counts instructions of some kinds in an assembly file: kinds.py FILE 'REGEX<=N'... Each kind is there, at most N times."""
import re
import sys

with open(sys.argv[1], encoding="utf-8") as f:
    lines = f.read().splitlines()
bad = 0
for kind in sys.argv[2:]:
    regex, most = kind.rsplit("<=", 1)
    n = sum(1 for x in lines if re.search(regex, x))
    if not 0 < n <= int(most):
        print("%d of '%s', expected 1 to %s" % (n, regex, most))
        bad = 1
sys.exit(bad)
