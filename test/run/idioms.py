# SPDX-License-Identifier: MIT
"""Cases of the idioms that kernels are made of: masks that are counted, scans in place, packed numbers. k: the module kernels."""


def clamp(x, low, high):
    return max(low, min(high, x))


def conv_words(k):
    row, w = k.numbers(32, -32768, 32767, 1), k.numbers(16, -20000, 20000, 2)
    out = [k.s32(sum(row[x + i] * w[i] for i in range(7))) for x in range(16)]
    return k.pass_bytes([k.pack("h", row + w)], k.pack("i", out))


def alpha_blend(k):
    over, under = k.numbers(64, 0, 255, 3), k.numbers(64, 0, 255, 4)
    alpha = [over[i | 3] for i in range(64)]
    out = [(s * a + d * (255 - a) + 127) >> 8 for s, d, a in zip(over, under, alpha)]
    return k.pass_bytes([bytes(over + under)], bytes(out))


def yuv_words(k):
    y, u, v = [k.numbers(32, 0, 255, seed) for seed in (5, 6, 7)]
    c, d, e = [x * 64 for x in y], [x - 128 for x in u], [x - 128 for x in v]
    r = [(a + f * 90) >> 6 for a, f in zip(c, e)]
    g = [(a - b * 22 - f * 46) >> 6 for a, b, f in zip(c, d, e)]
    b = [(a + f * 113) >> 6 for a, f in zip(c, d)]
    return k.pass_bytes([bytes(y + u + v)], bytes(clamp(x, 0, 255) for x in r + g + b))


def scan16(k):
    v, w = k.numbers(16, -9999, 9999, 8), k.numbers(32, 0, 65535, 9)
    sums, most = [sum(v[:i + 1]) for i in range(16)], [max(w[:i + 1]) for i in range(32)]
    return k.pass_bytes([k.pack("i", v) + k.pack("H", w)], k.pack("i", sums) + k.pack("H", most))


def clamp_levels(k):
    n, v = 200000, k.numbers(32, -400000, 400000, 10)
    level = [clamp(x, -n, n) for x in v]
    words, small = [clamp(x >> 2, -32768, 32767) for x in level], [clamp(x >> 9, 0, 255) for x in level]
    return k.pass_bytes([k.pack("i", v)], k.pack("h", words) + bytes(small), ("i", n))


def count_above(k):
    n = 5
    rows = [k.numbers(16, -3, 13, 11 + i) for i in range(n)]
    columns = list(zip(*rows))
    above = [sum(x > 10 for x in c) for c in columns]
    balance = [sum((x > 0) - (x < 0) for x in c) for c in columns]
    words = [sum(x == 3 for x in c) for c in columns]
    return k.pass_bytes([k.pack("i", sum(rows, []))], k.pack("i", above + balance) + k.pack("h", words), ("i", n))


def arg_max(k):
    n = 6
    rows = [k.numbers(16, -50, 50, 20 + i) for i in range(n)]
    best = [max(c) for c in zip(*rows)]
    at = [c.index(max(c)) for c in zip(*rows)]
    return k.pass_bytes([k.pack("f", sum(rows, []))], k.pack("f", best) + k.pack("i", at), ("i", n))


def byte_order(k):
    v = bytes(k.numbers(64, 0, 255, 30))
    dwords = [v[i:i + 4] for i in range(0, 64, 4)]
    return k.pass_bytes([v], b"".join(d[::-1] for d in dwords) + b"".join(d[2:] + d[:2] for d in dwords))


def nibbles(k):
    q = k.numbers(32, 0, 255, 31)
    return k.pass_bytes([bytes(q)], k.pack("e", [(x - 8) * 0.5 for b in q for x in (b & 15, b >> 4)]))


def packed_masks(k):
    n, v, m = 3, k.numbers(32, -20, 20, 32), [0x81c3a55a, 0x1f00f731, 0, 0]
    v2 = [0 if m[0] >> i & 1 else x for i, x in enumerate(v)]
    v2 = [7 if i < 16 and m[1] >> i & 1 else x for i, x in enumerate(v2)]
    bits = sum((x > n) << i for i, x in enumerate(v2))
    return k.pass_bytes([k.pack("i", v) + k.pack("I", m)], k.pack("I", [k.u32(x + bits) for x in v2]), ("i", n))


def collatz(k):
    def steps(v, n):
        i = 0
        while True:
            v, i = [x * 3 + 1 if x & 1 else x >> 1 for x in v], i + 1
            if all(x == 1 for x in v) or i >= n:
                return [x + i for x in v]
    spread, same = k.numbers(16, 1, 99, 33), [13] * 16
    return [k.pass_bytes([k.pack("I", v)], k.pack("I", steps(v, n)), ("i", n)) for v, n in ((spread, 7), (same, 99))]


def complex_mul(k):
    a, b = k.numbers(32, -30, 30, 34), k.numbers(32, -30, 30, 35)
    out = []
    for i in range(0, 32, 2):
        out += [a[i] * b[i] - a[i + 1] * b[i + 1], a[i] * b[i + 1] + a[i + 1] * b[i]]
    return k.pass_bytes([k.pack("f", a + b)], k.pack("f", out))


def odd_even_sort(k):
    n, v = 5, k.numbers(32, -30000, 30000, 36)
    out = list(v)
    for _ in range(n):
        for first in (0, 1):
            for i in range(first, 31, 2):
                out[i:i + 2] = sorted(out[i:i + 2])
    return k.pass_bytes([k.pack("h", v)], k.pack("h", out), ("i", n))


CASES = (conv_words, alpha_blend, yuv_words, scan16, clamp_levels, count_above, arg_max, byte_order, nibbles, packed_masks, collatz,
         complex_mul, odd_even_sort)


def cases(k):
    return {f.__name__: lambda f=f: f(k) for f in CASES}
