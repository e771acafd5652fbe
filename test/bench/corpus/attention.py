# SPDX-License-Identifier: MIT
"""References of the attention kernels."""
import math

from corpus import BLOCKS, DPAS, kernels
from launch import pack


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


def quantised(rows_in, by_channel):
    """Bytes, scales, zero points and the numbers that they mean, for each row or each column."""
    n, width = len(rows_in), len(rows_in[0])
    lines = [list(x) for x in zip(*rows_in)] if by_channel else rows_in
    q, scales, zeros, values = [], [], [], []
    for line in lines:
        scale = 2.0 ** -6
        zero = 128.0
        q.append([min(max(round(x / scale + zero), 0), 255) for x in line])
        scales.append(scale)
        zeros.append(zero)
        values.append([(x - zero) * scale for x in q[-1]])
    if by_channel:
        q, values = [list(x) for x in zip(*q)], [list(x) for x in zip(*values)]
    assert len(q) == n and len(q[0]) == width
    return q, scales, zeros, values


def cache(launch, tokens, table, pages, head, quant, by_channel):
    """The pages of a cache as one list of bytes, and the rows that they mean."""
    data, meaning = [b""] * pages, []
    for p in range(pages):
        data[p] = pack("e", [7.0] * (16 * head)) if not quant else bytes([77] * (16 * head)) + pack("e", [3.0] * (2 * (head if by_channel else 16)))
    for i, p in enumerate(table):
        part = rows(launch, 16, head)
        if quant:
            q, scales, zeros, part = quantised(part, by_channel)
            data[p] = bytes(sum(q, [])) + pack("e", scales + zeros)
        else:
            data[p] = pack("e", sum(part, []))
        meaning += part
    return list(b"".join(data)), meaning[:tokens]


@kernels("paged_decode.cm", DPAS, 256, paged_decode_8x128={"HEADS": 8}, paged_decode_4x64={"HEAD": 64, "KEYS": 128},
         paged_decode_token_8x128={"HEADS": 8, "QUANT": 1}, paged_decode_token_1x128={"HEADS": 1, "QUANT": 1, "KEYS": 128},
         paged_decode_token_6x128_long={"HEADS": 6, "QUANT": 1, "KEYS": 256},
         paged_decode_channel_4x128={"QUANT": 2}, paged_decode_channel_7x96={"HEADS": 7, "HEAD": 96, "QUANT": 2})
def paged_decode(launch, HEAD=128, HEADS=4, QUANT=0, KEYS=64):
    parts, used, scale = 2, 2 * KEYS - 21, HEAD ** -0.5
    pages = parts * KEYS // 16 + 3
    table = launch.random.sample(range(pages), parts * KEYS // 16)
    q = rows(launch, HEADS, HEAD)
    keys, k = cache(launch, parts * KEYS, table, pages, HEAD, QUANT, QUANT == 2)
    values, v = cache(launch, parts * KEYS, table, pages, HEAD, QUANT, False)
    out, lse = [], []
    for p in range(parts):
        a, b = p * KEYS, min((p + 1) * KEYS, used)
        for row in q:
            scores = [dot(row, x) * scale for x in k[a:b]]
            out += attended(row, k[a:b], v[a:b], scale)
            lse.append(math.log(sum(math.exp(x) for x in scores)))
    launch.input("e", sum(q, []))
    launch.input("B", keys)
    launch.input("B", values)
    launch.input("i", table)
    launch.output("f", out, 4e-3)
    launch.output("f", lse, 4e-3)
    launch.scalar("i", used)
    launch.scalar("f", scale)
    launch.groups = (parts, 1, 1)


@kernels("combine_parts.cm", combine_parts_64={}, combine_parts_128={"WIDTH": 128, "MOST": 64})
def combine_parts(launch, WIDTH=64, MOST=32):
    parts, heads, size = 11, 3, 128
    partial = [launch.floats(size, -2, 2) for _ in range(parts * heads)]
    lse, out = launch.floats(parts * heads, -3, 3), []
    for h in range(heads):
        w = softmax(lse[h::heads])
        out += [sum(w[i] * partial[i * heads + h][c] for i in range(parts)) for c in range(size)]
    launch.input("f", sum(partial, []))
    launch.input("f", lse)
    launch.output("e", out, 2e-3)
    for value in (parts, heads, size):
        launch.scalar("i", value)
    launch.groups = (heads, size // WIDTH, 1)


@kernels("delta_rule.cm", delta_rule_64={"registers": 256}, delta_rule_128={"KEYS": 128, "NORMALISE": 1, "registers": 256, "targets": BLOCKS},
         delta_rule_32={"KEYS": 32, "NORMALISE": 1})
def delta_rule(launch, KEYS=64, NORMALISE=0):
    tokens, width, scale = 5, 32, KEYS ** -0.5
    q, k = rows(launch, tokens, KEYS), [launch.halves(KEYS, -0.25, 0.25) for _ in range(tokens)]
    v, state = rows(launch, tokens, width), [launch.floats(width, -1, 1) for _ in range(KEYS)]
    gates, s, out = [[-launch.random.random(), launch.random.random(), 0, 0] for _ in range(tokens)], [list(x) for x in state], []
    for t in range(tokens):
        key, query = k[t], q[t]
        if NORMALISE:
            key, query = [[x / math.sqrt(dot(r, r) + 1e-6) for x in r] for r in (key, query)]
        keep, rate = math.exp(gates[t][0]), gates[t][1]
        s = [[x * keep for x in row] for row in s]
        change = [(v[t][c] - sum(s[i][c] * key[i] for i in range(KEYS))) * rate for c in range(width)]
        s = [[x + change[c] * key[i] for c, x in enumerate(row)] for i, row in enumerate(s)]
        out += [sum(s[i][c] * query[i] for i in range(KEYS)) * scale for c in range(width)]
    launch.input("e", sum(q, []))
    launch.input("e", sum(k, []))
    launch.input("e", sum(v, []))
    launch.input("f", sum(gates, []))
    launch.updated("f", sum(state, []), sum(s, []), 1e-3)
    launch.output("e", out, 4e-3)
    launch.scalar("i", tokens)
    launch.scalar("i", width)
    launch.scalar("f", scale)
    launch.groups = (width // 16, 1, 1)


def rotated(row, c, s):
    h = len(row) // 2
    return [row[j] * c[j] - row[j + h] * s[j] for j in range(h)] + [row[j + h] * c[j] + row[j] * s[j] for j in range(h)]


@kernels("kv_update.cm", kv_update_token={"WAY": 1}, kv_update_token_rope={"WAY": 1, "ROPE": 1}, kv_update_channel={"WAY": 2})
def kv_update(launch, WAY, HEAD=128, ROPE=0):
    table, page = [2, 0], 16
    first, count = (9, 12) if WAY == 1 else (0, 32)
    width = page if WAY == 1 else HEAD  # numbers that have a scale each
    size = page * HEAD + width * 4
    data = [launch.grid(HEAD, -2, 2, 1 / 64) for _ in range(count)]
    angles = [launch.floats(HEAD // 2, -1, 1) for _ in range(2 * 2 * page)]
    launch.input("e", sum(data, []))
    if ROPE:
        data = [rotated(row, *angles[2 * (first + i):2 * (first + i) + 2]) for i, row in enumerate(data)]
    if WAY == 2:
        data = [list(x) for i in (0, page) for x in zip(*data[i:i + page])]
    for i, line in enumerate(data):
        step = 255 / (max(line) - min(line))
        zero = -min(line) * step
        at, place = table[(first + i) // width] * size, (first + i) % width
        for j, x in enumerate(line):
            byte = place * HEAD + j if WAY == 1 else j * HEAD + place
            launch.expect("B", [min(max(round(x * step + zero), 0), 255)], 1, at + byte)
        for j, x in enumerate((1 / step, zero)):
            launch.expect("e", [x], 1e-3, at + page * HEAD + 2 * (place + j * width))
    launch.input("B", [0x11] * (3 * size))
    launch.input("i", table)
    launch.input("f", sum(angles, []))
    launch.scalar("i", first)
    launch.groups = (count, 1, 1) if WAY == 1 else (2, HEAD // 32, 1)
