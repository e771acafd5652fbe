#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""errors.py CMC TEST: for each row `# old => new | message` of TEST, the text below it with that change must be refused with
the message, at the line of the change."""
import re
import subprocess
import sys

TEXT = """target tgl
kernel "k" {
  phase selected
  arg svm index=0 off=0 size=8
  var grf %x 64 :f align=32
  var flag %p 4 fixed=f1.0
  var addr %a 8
entry:
  (W) mov (1|M0) %a<1>:uw &%x+16:uw
  (W&~%p.1) add (16|M0) (lt)%p.1 %x<1>:f -(abs)%x<1;1,0>:f 1.5:f {$3.dst}
  mov (8|M0) %x<1>:f r[a0.2,-16]<1,0>:f
  jmpi entry
}
"""

cmc, test = sys.argv[1:]
faults = 0
with open(test, encoding="utf-8") as file:
    rows = re.findall(r"^# (.*?) => (.*?) \| (.*)$", file.read(), re.MULTILINE)
for old, new, message in [("", "", "")] + rows:
    assert TEXT.count(old) == 1 or not old, old
    text = TEXT.replace(old, new) if old else TEXT
    run = subprocess.run([cmc, "-x", "mir", "-", "--passes=", "-o", "-"], input=text, capture_output=True, text=True)
    line = TEXT[:TEXT.index(old)].count("\n") + 1
    first = run.stderr.split("\n")[0]
    if (run.returncode == 0) != (not message) or not re.search(r":%d:\d+: error: %s" % (line, re.escape(message)), first) and message:
        faults += 1
        print("%s => %s: expected line %d: %s\n  got: %s" % (old, new, line, message, first or "success"))
print("%d rows, %d faults" % (len(rows), faults))
sys.exit(faults != 0 or not rows)
