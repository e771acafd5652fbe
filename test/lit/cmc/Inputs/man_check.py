# SPDX-License-Identifier: MIT
"""The manual page has every option in the table of lib/options/options.c. usage: man_check.py options.c cmc.1"""
import re
import sys

table = open(sys.argv[1], encoding="utf-8").read().split("static const opt_row rows[] = {")[1].split("};")[0]
page = open(sys.argv[2], encoding="utf-8").read().replace("\\-", "-").replace("\\fR", " ").replace("\\fP", " ")
options = re.findall(r'^ *\{"(-[^"]*)",', table, re.M)
missing = [o for o in options if not re.search(r'(?<![\w-])' + re.escape(o) + r'(?![a-z-])', page)]
for o in missing:
    print("cmc.1 lacks", o)
print("%d of %d options" % (len(options) - len(missing), len(options)))
sys.exit(bool(missing) or len(options) < 40)
