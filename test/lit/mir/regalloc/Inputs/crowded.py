# SPDX-License-Identifier: MIT
"""Prints a kernel of which 4,080 of tgl's 4,096 bytes of registers are full almost all the way, of variables of one to sixteen
registers that are defined and end in random order. usage: crowded.py SEED"""
import random
import sys

STEPS, FULL = 250, 4080


def main(seed):
    r, live, used, variables, code = random.Random(seed), [], 0, [], []

    def end(name, size):
        for o in range(0, size, 32):
            code.append("  (W) add (8|M0) %%sum<1>:f %%sum<1;1,0>:f %%%s+%d<1;1,0>:f" % (name, o))

    for k in range(STEPS):
        while live and (used > FULL - 300 and r.random() < 0.9 or r.random() < 0.1):
            name, size = live.pop(int(r.random() * len(live)))
            used -= size
            end(name, size)
        size = (32, 64, 96, 256, 512)[int(r.random() * 5)]
        if used + size > FULL:
            continue
        variables.append("  var grf %%v%d %d :f align=32" % (k, size))
        live.append(("v%d" % k, size))
        used += size
        for o in range(0, size, 32):
            code.append("  (W) add (8|M0) %%v%d+%d<1>:f %%sum<1;1,0>:f 0x%x:f" % (k, o, 0x3F800000 + k * 1000 + o))
    for name, size in live:
        end(name, size)
    print("\n".join(['target tgl', 'kernel "crowded" {', "  phase legal", "  var grf %h 32 :ud align=32 live_in fixed=r2+0",
                     "  var grf %sum 32 :f align=32"] + variables + ["entry:", "  (W) mov (8|M0) %sum<1>:f 0x0:f"] + code +
                    ["  (W) send.dc1 (1|M0) null %h %sum 0x40 0x020D42FF",
                     "  (W) send.ts (8|M0) null r127 null 0x0 0x02000010 {EOT}", "}"]))


main(int(sys.argv[1]))
