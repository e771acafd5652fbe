# SPDX-License-Identifier: MIT
"""References of kernels that sort and select."""
import math

from corpus import kernels


@kernels("topk.cm", top8={"KEEP": 8}, top16_unrolled={"KEEP": 16, "UNROLLED": 1}, router_top8={"KEEP": 8, "ROUTER": 1, "UNROLLED": 1})
def topk(launch, KEEP, ROUTER=0, UNROLLED=0):
    count, rows = 128, 4
    data, values, places = [], [], []
    for _ in range(rows):
        row = [x / 64 for x in launch.random.sample(range(-1000, 1000), count)]
        best = sorted(range(count), key=lambda i: -row[i])[:KEEP]
        top = [row[i] for i in best]
        if ROUTER:
            e = [math.exp(x - top[0]) for x in top]
            top = [x / sum(e) for x in e]
        data += row
        values += top
        places += best
    launch.input("f", data)
    launch.output("f", values, 1e-5 if ROUTER else 0)
    launch.output("i", places)
    launch.scalar("i", count)
    launch.groups = (rows, 1, 1)
