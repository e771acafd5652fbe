# SPDX-License-Identifier: MIT
"""References of the attention kernels."""
import math

from corpus import BLOCKS, DPAS, kernels


def softmax(scores):
    top = max(scores)
    e = [math.exp(x - top) for x in scores]
    return [x / sum(e) for x in e]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def attended(query, keys, values, scale):
    """One query over the keys: the row of the result."""
    p = softmax([dot(query, k) * scale for k in keys])
    return [sum(w * v[c] for w, v in zip(p, values)) for c in range(len(values[0]))]


def rows(launch, count, width, low=-1, high=1):
    return [launch.halves(width, low, high) for _ in range(count)]


@kernels("flash_prefill.cm", DPAS, 256,
         flash_prefill_64={"HEAD": 64, "HEADS": 2}, flash_prefill_96={"HEAD": 96}, flash_prefill_128={"HEAD": 128},
         flash_prefill_causal_64={"HEAD": 64, "CAUSAL": 1}, flash_prefill_causal_128={"HEAD": 128, "CAUSAL": 1},
         flash_prefill_causal_72={"HEAD": 72, "CAUSAL": 1, "targets": BLOCKS})
def flash_prefill(launch, HEAD, HEADS=1, CAUSAL=0):
    q_len, kv_len, scale = 27, 27 if CAUSAL else 41, HEAD ** -0.5
    q, k, v = rows(launch, q_len, HEAD * HEADS), rows(launch, kv_len, HEAD * HEADS, -2, 2), rows(launch, kv_len, HEAD * HEADS)
    out = [[] for _ in range(q_len)]
    for h in range(HEADS):
        a, b = h * HEAD, (h + 1) * HEAD
        for i in range(q_len):
            seen = i + 1 if CAUSAL else kv_len
            out[i] += attended(q[i][a:b], [x[a:b] for x in k[:seen]], [x[a:b] for x in v[:seen]], scale)
    for x in (q, k, v):
        launch.input("e", sum(x, []))
    launch.output("e", sum(out, []), 4e-3)
    launch.scalar("i", q_len)
    launch.scalar("i", kv_len)
    launch.scalar("f", scale)
    tile = 16 if launch.lanes == 16 else 8
    launch.groups = ((q_len + tile - 1) // tile, HEADS, 1)
