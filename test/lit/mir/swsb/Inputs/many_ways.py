# SPDX-License-Identifier: MIT
"""usage: many_ways.py N   prints a kernel of N parts that one flag skips: a way past any of them joins what the others issued"""
import sys

n = int(sys.argv[1])
print('target tgl\nkernel "k" {\n  phase allocated\nentry:')
for i in range(n):
    print("  (W&f0.0) cbr (1|M0) e%d b%d\nb%d:" % (i, i, i))
    for k in range(5):
        print("  (W) add (8|M0) r%d.0<1>:f r4.0<1;1,0>:f 0x3F800000:f" % (10 + (5 * i + k) % 100))
    print("e%d:" % i)
print("  (W) send.ts (8|M0) null r127 null 0x0 0x02000010 {EOT}\n}")
