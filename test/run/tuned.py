# SPDX-License-Identifier: MIT
"""Cases of kernels that depend on how predicates, bits, bytes and 64-bit numbers become instructions. k: the module kernels."""
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


def utf8_valid(k):
    text = "h\u00e9llo \u4e16\u754c \U0001f600 \u00fc\u00f1\u00ee, plain and long enough".encode()[:60]
    v = bytes(text).ljust(64, b".")
    v = v[:40] + b"\xc0\xed\xa1" + v[43:]
    w, bad = bytes(3) + v, 0
    for i in range(64):
        p3, p2, p1, c = w[i:i + 4]
        follows = 0x80 <= c < 0xc0
        wrong = follows != (p1 >= 0xc0 or p2 >= 0xe0 or p3 >= 0xf0) or c >= 0xf8 or c in (0xc0, 0xc1)
        wrong = wrong or (p1 == 0xe0 and c < 0xa0) or (p1 == 0xed and c > 0x9f)
        bad |= wrong << i % 32
    out = [bad, sum(not 0x80 <= c < 0xc0 for c in v), 0, 0]
    return k.pass_bytes([v], k.pack("I", out), ("i", 2))


def histogram_masks(k):
    v = k.numbers(64, 0, 255, 60)
    return k.pass_bytes([bytes(v)], k.pack("I", [sum(x >> 4 == b for x in v) for b in range(16)]), ("i", 2))


def gemm_bytes(k):
    a, b = k.numbers(64, -128, 127, 61), k.numbers(256, -128, 127, 62)
    out = [sum(a[16 * r + i] * b[16 * i + c] for i in range(16)) for r in range(4) for c in range(16)]
    return k.pass_bytes([k.pack("b", a), k.pack("b", b)], k.pack("i", out))


def digit_ranks(k):
    v = k.numbers(64, 0, 1 << 20, 63)
    order = sorted(range(64), key=lambda i: v[i] & 3)
    ranks = [order.index(i) for i in range(64)]
    return k.pass_bytes([k.pack("I", v)], k.pack("I", ranks + [sum(x & 3 == d for x in v) for d in range(4)]))


def matmul4(k):
    a, b = k.numbers(64, -99, 99, 64), k.numbers(64, -99, 99, 65)
    out = [sum(a[16 * t + 4 * y + i] * b[16 * t + 4 * i + x] for i in range(4)) for t in range(4) for y in range(4) for x in range(4)]
    return k.pass_bytes([k.pack("f", a), k.pack("f", b)], k.pack("f", out))


def median5(k):
    v = k.numbers(160, 0, 255, 66)
    return k.pass_bytes([bytes(v)], bytes(sorted(v[x::32])[2] for x in range(32)))


def haar64(k):
    v = k.floats(64, 67)
    out = list(v)
    for n in (32, 16, 8, 4, 2):
        pairs = [out[2 * i:2 * i + 2] for i in range(n)]
        out[:2 * n] = [(a + b) / 2 for a, b in pairs] + [(a - b) / 2 for a, b in pairs]
    return k.pass_bytes([k.pack("f", v)], k.pack("f", out))


def segment_sums(k):
    v, heads, out = k.floats(32, 68), k.numbers(32, 0, 4, 69), []
    for x, h in zip(v, heads):
        out.append(x + (out[-1] if out and h else 0.0))
    return k.pass_bytes([k.pack("f", v), k.pack("I", heads)], k.pack("f", out))


def layer_norm(k):
    v, w, out = k.floats(128, 71), k.floats(64, 72), []
    for i in range(0, 128, 32):
        mean = sum(v[i:i + 32]) / 32
        x = [a - mean for a in v[i:i + 32]]
        by = (sum(a * a for a in x) / 32 + 1e-5) ** -0.5
        out += [a * by * w[j] + w[32 + j] for j, a in enumerate(x)]
    case = k.pass_bytes([k.pack("f", v), k.pack("f", w)], k.pack("f", out))
    case.near = 1e-3
    return case


def tone_table(k):
    v, t = k.numbers(128, 0, 255, 73), k.numbers(256, 0, 65535, 74)
    return k.pass_bytes([bytes(v), k.pack("H", t)], k.pack("H", [t[x] for x in v]))


def alive(k):
    v = k.numbers(192, 0, 1, 75)
    out = []
    for y in range(2):
        for x in range(32):
            n = sum(v[48 * (y + j) + x + i] for j in range(3) for i in range(3) if (i, j) != (1, 1))
            out.append(int(n == 3 or (n == 2 and v[48 * (y + 1) + x + 1] == 1)))
    return k.pass_bytes([bytes(v)], bytes(out))


def widened_ops(k):
    top, x, y = (1 << 64) - 1, hashed(k, 16, 160), hashed(k, 16, 161)
    x[:4] = [0, 0xffffffff, 0x80000000, 0x7fff8080]

    def narrow(v, bits, signed):
        v &= (1 << bits) - 1
        return v - (1 << bits) if signed and v >> (bits - 1) else v

    def logic(a, b):
        c = a * 3 + (b << 20) & top
        return [a << 32 | b, b << 40 ^ a, a & 0xff00ff, a | 0xf00000000, a ^ top, c & 0xffffffff, c & 0xffffffff << 32,
                c | 0xffffffff, c & a, c | a, c ^ a, c >> 32 | a, c >> 40 & b, a - b, b - a, a * 4 + c, c - (b << 3)]
    rows = []
    for n in (16, 3, 1):
        kinds = [[narrow(v, bits, signed) for v in x[:n]] for signed in (False, True) for bits in (32, 16, 8)]
        for v in kinds:
            for by in (0, 1, 4, 16, 31, 32, 33, 63):
                rows += [[a << by for a in v], [a >> by for a in v], [(a & top) >> by for a in v]]
        for v in kinds:
            rows += [list(r) for r in zip(*(logic(a & top, b) for a, b in zip(v, y)))]
    out = k.pack("Q", [a & top for r in rows for a in r + [0] * (16 - len(r))])
    return k.Case([("in", k.pack("I", x + y)), ("out", len(out))], out)


def store_then_load(k):
    x, out = k.numbers(16, -500, 500, 170), []
    for base in (0, 1000, 2000):
        v = [a + base for a in x]
        back = v[::-1]
        # Block to block, block to lanes, lanes to block, lanes to lanes, then the later store of two.
        rows = [v, [a + 1 for a in back], [a + 2 for a in back], [a + 3 for a in v], [a + 5 for a in back], [a + 7 for a in back]]
        out += [3 * a for r in rows for a in r]
    return k.Case([("bufin", bytes(64)), ("in", k.pack("i", x)), ("out", 4 * len(out))], k.pack("i", out))


CASES = (base64, crc32, conv7x3, fixed_mul64, collatz_simd, memchr_mask, threshold32, blend_mul, xorshift64, reduce_all,
         unpack_bits, utf8_valid, histogram_masks, gemm_bytes, digit_ranks, matmul4, median5, haar64, segment_sums, layer_norm,
         tone_table, alive, widened_ops, store_then_load)


def cases(k):
    return {f.__name__: lambda f=f: f(k) for f in CASES}
