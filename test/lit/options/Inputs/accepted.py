#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""accepted.py CMC TEST KERNEL: compares messages about the options that TEST lists, one a row: option | what | reason."""
import os
import re
import subprocess
import sys

cmc, test, kernel = sys.argv[1:]
with open(test, encoding="utf-8") as file:
    rows = re.findall(r"^# (\S+) \| (\w+) \|(.*)$", file.read(), re.MULTILINE)


def messages(options):
    run = subprocess.run([cmc, *options, kernel, "-o", os.devnull], capture_output=True, text=True)
    return run.stderr.splitlines()


accepted = [option for option, what, _ in rows if what != "REFUSED"]
wanted = ["warning: '%s' has no effect: %s [-Wcm-ignored]" % (option, reason.strip())
          for option, what, reason in rows if what == "IGNORED"]
got = messages(accepted)
faults = [line for line in got if line not in wanted] + ["missing: " + line for line in wanted if line not in got]
for option, what, reason in rows:
    if what == "REFUSED":
        got = messages([option])
        if not got or "error: " not in got[0] or reason.strip() not in got[0]:
            faults.append("%s: %s" % (option, got))
print("\n".join(faults + ["%d options" % len(rows)]))
sys.exit(bool(faults) or not accepted)
