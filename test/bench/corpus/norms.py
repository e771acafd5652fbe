# SPDX-License-Identifier: MIT
"""References of softmax, normalisation and reductions."""
import math

from corpus import kernels


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
