# SPDX-License-Identifier: MIT
"""References of softmax, normalisation and reductions."""
import math

from corpus import BLOCKS, kernels


@kernels("softmax_row.cm", softmax_64={"WIDTH": 64}, softmax_77={"WIDTH": 77}, softmax_320={"WIDTH": 320, "SCALED": 1})
def softmax_row(launch, WIDTH, SCALED=0):
    count, padded, valid, scale = 4, (WIDTH + 31) // 32 * 32, WIDTH - 13 if SCALED else WIDTH, 0.25
    data, out = launch.halves(count * padded, -6, 6), []
    for i in range(count):
        row = data[i * padded:i * padded + valid]
        row = [x * scale for x in row] if SCALED else row
        e = [math.exp(x - max(row)) for x in row]
        out += [x / sum(e) for x in e] + [0.0] * (padded - valid)
    launch.input("e", data)
    launch.output("e", out, 1e-3)
    launch.scalar("i", valid)
    launch.scalar("f", scale)
    launch.groups = (count, 1, 1)


@kernels("rms_norm.cm", rms_norm={}, rms_norm_residual={"RESIDUAL": 1, "SHARE": 256, "registers": 256}, rms_norm_bytes={"TO_BYTES": 1},
         layer_norm_residual={"KIND": 1, "RESIDUAL": 1}, layer_norm_8={"KIND": 1, "THREADS": 8, "SHARE": 64})
def rms_norm(launch, KIND=0, RESIDUAL=0, TO_BYTES=0, SHARE=128, THREADS=4):
    width, rows, epsilon = SHARE * THREADS, 2, 1e-5
    data, more = launch.grid(rows * width, -2, 2, 1 / 64), launch.grid(rows * width, -2, 2, 1 / 64)
    weights, shifts = launch.halves(width, -1, 1), launch.halves(width, -1, 1)
    added = [x + y for x, y in zip(data, more)] if RESIDUAL else data
    out, scales = [], []
    for r in range(rows):
        v = added[r * width:(r + 1) * width]
        if KIND == 1:
            v = [x - sum(v) / width for x in v]
        by = (sum(x * x for x in v) / width + epsilon) ** -0.5
        v = [x * by * w + (s if KIND == 1 else 0) for x, w, s in zip(v, weights, shifts)]
        if TO_BYTES:
            top = max(abs(x) for x in v)
            v = [round(x * 127 / top) for x in v]
            scales.append(top / 127)
        out += v
    launch.input("e", data)
    launch.updated("e", more, added if RESIDUAL else more)
    launch.input("e", weights)
    launch.input("e", shifts)
    launch.output("b" if TO_BYTES else "e", out, 1 if TO_BYTES else 2e-3)
    if TO_BYTES:
        launch.output("f", scales, 1e-5)
    else:
        launch.scratch(64)
    launch.scalar("f", epsilon)
    launch.groups, launch.local = (rows, 1, 1), (THREADS, 1, 1)


@kernels("group_norm.cm", group_norm={})
def group_norm(launch, CHANNELS=8, THREADS=4):
    plane, groups, activation = 128, 2, 2
    data = [launch.halves(plane, -2, 3) for _ in range(groups * CHANNELS)]
    weights, shifts, out = launch.floats(groups * CHANNELS, -1, 1), launch.floats(groups * CHANNELS, -1, 1), []
    for g in range(groups):
        v = sum(data[g * CHANNELS:(g + 1) * CHANNELS], [])
        mean = sum(v) / len(v)
        by = (sum(x * x for x in v) / len(v) - mean * mean + 1e-5) ** -0.5
        for c in range(g * CHANNELS, (g + 1) * CHANNELS):
            row = [(x - mean) * by * weights[c] + shifts[c] for x in data[c]]
            out += [x / (1 + math.exp(-x)) for x in row]
    launch.input("e", sum(data, []))
    launch.input("f", weights)
    launch.input("f", shifts)
    launch.output("e", out, 2e-3)
    launch.scalar("i", plane)
    launch.scalar("i", activation)
    launch.groups, launch.local = (groups, 1, 1), (THREADS, 1, 1)


@kernels("qk_block_sums.cm", qk_block_sums={"registers": 256}, qk_block_sums_128={"COLUMNS": 128, "SIZE": 32, "registers": 256, "targets": BLOCKS})
def qk_block_sums(launch, COLUMNS=64, SIZE=64):
    queries, count, first = 16, 2 * COLUMNS, COLUMNS + 20
    q, k = [launch.grid(SIZE, -1, 1, 1 / 8) for _ in range(queries)], [launch.grid(count, -1, 1, 1 / 8) for _ in range(SIZE)]
    tops, sums = [], []
    for y, row in enumerate(q):
        scores = [sum(row[i] * k[i][x] for i in range(SIZE)) if x < first + y else -60000.0 for x in range(count)]
        for x in range(0, count, COLUMNS):
            part = scores[x:x + COLUMNS]
            tops.append(max(part))
            e = [math.exp(v - tops[-1]) for v in part]
            sums += [sum(e[b:b + 16]) for b in range(0, COLUMNS, 16)]
    launch.input("e", sum(q, []))
    launch.input("e", sum(k, []))
    launch.output("f", tops, 1e-5)
    launch.output("f", sums, 1e-3)
    launch.scalar("i", count)
    launch.scalar("i", first)
    launch.groups = (2, queries // 8, 1)
