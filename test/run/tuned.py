# SPDX-License-Identifier: MIT
"""Cases of kernels that depend on how predicates, bits and 64-bit numbers become instructions. k: the module kernels."""
import base64 as standard
import zlib


def hashed(k, n, seed):
    return [k.u32(x * 2654435761) for x in k.numbers(n, 0, 1 << 24, seed)]


def base64(k):
    v = bytes(k.numbers(48, 0, 255, 80))
    return k.Case([("in", v), ("out", 64)], standard.b64encode(v))


def crc32(k):
    n, w = 2, hashed(k, 32, 30)
    return k.pass_bytes([k.pack("I", w)], k.pack("I", [zlib.crc32(k.pack("I", [w[16 * i + x] for i in range(n)])) for x in range(16)]),
                        ("i", n))


def conv7x3(k):
    m, w = [k.numbers(32, -9, 9, 70 + y) for y in range(6)], k.numbers(24, -9, 9, 8)
    out = [sum(m[y + j][x + i] * w[7 * j + i] for j in range(3) for i in range(7)) for y in range(4) for x in range(24)]
    return k.pass_bytes([k.pack("f", sum(m, [])), k.pack("f", w)], k.pack("f", out))


def fixed_mul64(k):
    a, b = [k.s32(x) for x in hashed(k, 16, 52)], [k.s32(x) for x in hashed(k, 16, 53)]
    p = [x * y + 0x8000 for x, y in zip(a, b)]
    out = k.pack("i", [k.s32(x >> 16) for x in p]) + k.pack("q", [abs(x) for x in p])
    return k.Case([("in", k.pack("i", a + b)), ("out", len(out))], out)


def collatz_simd(k):
    def steps(x):
        n = 0
        while x > 1:
            x, n = (x >> 1 if x % 2 == 0 else 3 * x + 1), n + 1
        return n
    v = k.numbers(32, 0, 40, 48)
    return k.pass_bytes([k.pack("I", v)], k.pack("H", [steps(x) for x in v]))


def memchr_mask(k):
    n, what, v = 4, 9, k.numbers(128, 0, 30, 92)
    v[:40] = [x + (x == what) for x in v[:40]]
    return k.pass_bytes([bytes(v)], k.pack("i", [v.index(what), v.count(what), 0, 0]), ("i", n), ("i", what))


def threshold32(k):
    low, high, v = 50, 150, k.numbers(64, 0, 255, 102)
    counts = [sum(x >= high for x in v), sum(low <= x < high for x in v), 0, 0]
    out = [255 if x >= high else x >> 1 if x >= low else 0 for x in v]
    return k.pass_bytes([k.pack("i", v)], k.pack("i", out + counts), ("i", low), ("i", high))


def blend_mul(k):
    n, v, out = 2, k.numbers(256, 0, 255, 16), []
    for i in range(n):
        s, d = v[128 * i:128 * i + 64], v[128 * i + 64:128 * i + 128]
        for j in range(64):
            t = s[j] * d[j] + 128
            t = ((t + (t >> 8)) & 0xffff) >> 8
            out.append(min(t + (d[j] * (255 - s[j | 3]) + 128 >> 8), 255))
    return k.pass_bytes([bytes(v)], bytes(out), ("i", n))


def xorshift64(k):
    n, most = 3, (1 << 64) - 1
    start = [x * 0x9E3779B97F4A7C15 & most for x in k.numbers(8, 1, 1 << 24, 51)]
    state, sums = list(start), [0] * 8
    for _ in range(n):
        for lane, x in enumerate(state):
            x ^= x >> 12
            x ^= x << 25 & most
            x ^= x >> 27
            state[lane] = x
            sums[lane] = sums[lane] + x * 0x2545F4914F6CDD1D & most
    out = k.pack("Q", state + sums) + k.pack("f", [(x >> 40) / 16777216 for x in sums])
    return k.Case([("in", k.pack("Q", start)), ("out", len(out)), ("i", n)], out)


def reduce_all(k):
    n, v = 4, k.numbers(128, -30000, 30000, 22)
    columns = [v[c::32] for c in range(32)]
    mask = sum((max(c) == max(v)) << i for i, c in enumerate(columns))
    first = (mask & -mask).bit_length() - 1
    out = [sum(v), min(v), max(v), k.s32(mask), first, columns[first].index(max(columns[first])), 0, 0]
    return k.pass_bytes([k.pack("i", v)], k.pack("i", out), ("i", n))


def unpack_bits(k):
    v = hashed(k, 8, 104)
    bits = bytes(v[i] >> j & 1 for i in range(4) for j in range(32))
    weights = [(v[4 + x] >> 2 * j & 3) - 1 for x in range(4) for j in range(16)]
    return k.pass_bytes([k.pack("I", v)], bits + k.pack("f", weights))


CASES = (base64, crc32, conv7x3, fixed_mul64, collatz_simd, memchr_mask, threshold32, blend_mul, xorshift64, reduce_all,
         unpack_bits)


def cases(k):
    return {f.__name__: lambda f=f: f(k) for f in CASES}
