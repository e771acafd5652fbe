# SPDX-License-Identifier: MIT
"""References of kernels that sort and select."""
import math

from corpus import BLOCKS as WIDE, kernels


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


@kernels("bitonic_sort.cm", bitonic_256={}, bitonic_pairs_256={"PAIRS": 1}, bitonic_half_512={"COUNT": 512, "TYPE": "half"},
         bitonic_int_1024={"COUNT": 1024, "TYPE": "int", "registers": 256, "targets": WIDE})
def bitonic_sort(launch, COUNT=256, PAIRS=0, TYPE="float"):
    fmt = {"float": "f", "half": "e", "int": "i"}[TYPE]
    rows = [launch.random.sample(range(-1024, 1024), COUNT) for _ in range(2)]
    launch.input(fmt, sum(rows, []))
    launch.output(fmt, sum((sorted(row) for row in rows), []))
    if PAIRS:
        launch.output("H", sum((sorted(range(COUNT), key=row.__getitem__) for row in rows), []))
    else:
        launch.scratch(64)
    launch.groups = (2, 1, 1)


@kernels("radix_sort.cm", radix_sort_16={}, radix_sort_8_threads={"BITS": 12, "DIGIT": 3, "THREADS": 8})
def radix_sort(launch, BITS=16, DIGIT=4, THREADS=4):
    count = 32 * THREADS
    keys = launch.integers(count, 0, (1 << BITS) - 1)
    order = sorted(range(count), key=keys.__getitem__)
    assert BITS // DIGIT % 2 == 0  # the result is where the keys were
    launch.updated("H", keys, [keys[i] for i in order])
    launch.updated("H", list(range(count)), order)
    launch.scratch(count * 2)
    launch.scratch(count * 2)
    launch.scalar("i", count)
    launch.local = (THREADS, 1, 1)


@kernels("choose_blocks.cm", choose_blocks_64={}, choose_blocks_32={"BLOCKS": 32, "ROWS": 16})
def choose_blocks(launch, BLOCKS=64, ROWS=8):
    rows, valid, part = 3, BLOCKS - 5, 0.75
    data = [launch.grid(BLOCKS, 0, 4, 1 / 16) for _ in range(rows * ROWS)]
    mask, counts = [], []
    for r in range(rows):
        w = [sum(x) for x in zip(*data[r * ROWS:(r + 1) * ROWS])][:valid]
        order, total, chosen = sorted(range(valid), key=lambda i: -w[i]), 0, [0] * BLOCKS
        count = 0
        for i in order:
            if total < sum(w) * part:
                chosen[i] = 1
                count += 1
            total += w[i]
        chosen[0] = chosen[valid - 1] = 1
        mask += chosen
        counts.append(count)
    launch.input("e", sum(data, []))
    launch.output("B", mask)
    launch.output("i", counts)
    launch.scalar("i", valid)
    launch.scalar("f", part)
    launch.groups = (rows, 1, 1)


@kernels("histogram_slm.cm", histogram_slm={}, histogram_slm_8={"THREADS": 8})
def histogram_slm(launch, THREADS=4):
    v = [launch.random.randint(0, 255) & launch.random.randint(0, 255) for _ in range(128 * THREADS)]
    counts = [v.count(b) for b in range(256)]
    launch.input("B", v)
    launch.output("I", counts)
    launch.output("I", [sum(counts[:b + 1]) for b in range(256)])
    launch.scalar("i", len(v))
    launch.local = (THREADS, 1, 1)
