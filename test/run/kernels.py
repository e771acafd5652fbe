#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles every kernel of test/run/kernels with cmc, runs it on xesim through cmrun and compares what it wrote with a
reference in plain Python. Integers and single float operations are compared bit for bit. The checkers of xesim (scoreboard,
undefined registers, bounds, races) watch and must find nothing.
usage: kernels.py CMC CMRUN KERNEL_DIR [--refused=NAME,...] [--from-ir] [--share=K/N] [--CMC_OPTION...] [NAME...]
--share: of the kernels, each Nth from the Kth. Kernels named by --refused use what the target lacks: cmc must say so with an error. --from-ir: the
kernel is compiled to optimised IR first, and that IR to a kernel."""
import os
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import arguments  # noqa: E402
import idioms  # noqa: E402
import share  # noqa: E402
import shapes  # noqa: E402
import tuned  # noqa: E402
import typical  # noqa: E402


def f32(x):
    """Rounds a Python float to single precision."""
    return struct.unpack("<f", struct.pack("<f", x))[0]


def f16(x):
    return struct.unpack("<e", struct.pack("<e", x))[0]


def s32(x):
    x &= 0xFFFFFFFF
    return x - (1 << 32) if x & 0x80000000 else x


def u32(x):
    return x & 0xFFFFFFFF


def s16(x):
    x &= 0xFFFF
    return x - (1 << 16) if x & 0x8000 else x


def pack(fmt, values):
    return struct.pack("<%d%s" % (len(values), fmt), *values)


def numbers(n, lo, hi, seed=1):
    """n repeatable integers in [lo, hi]."""
    state, out = seed * 2654435761 % (1 << 32), []
    for _ in range(n):
        state = (state * 1664525 + 1013904223) % (1 << 32)
        out.append(lo + (state >> 8) % (hi - lo + 1))
    return out


def floats(n, seed=1):
    return [x / 8 for x in numbers(n, -4000, 4000, seed)]


class Case:
    """One launch: input buffers and scalars in, expected bytes of the output buffer. near: floats that may differ by so much,
    relatively, because the math unit is not the C library."""

    def __init__(self, args, expected, groups=(1, 1, 1), local=(1, 1, 1), near=None):
        self.args = args  # list of ("in", bytes) ("out", size) ("i", value) ("f", value) ...
        self.expected = expected
        self.groups = groups
        self.local = local
        self.near = near


def same(case, got):
    """Is what a kernel wrote what the reference says?"""
    got = got[:len(case.expected)]
    if case.near is None or got == case.expected or len(got) != len(case.expected):
        return got == case.expected
    pairs = zip(*(struct.unpack("<%df" % (len(x) // 4), x) for x in (got, case.expected)))
    return all(abs(a - b) <= case.near * max(1e-3, abs(b)) for a, b in pairs)


def unary(fmt_in, values, fmt_out, expected, *scalars):
    """The usual shape: one input, one output, then scalars."""
    data = pack(fmt_out, expected)
    return Case([("in", pack(fmt_in, values)), ("out", len(data))] + list(scalars), data)


INTS = numbers(32, -100000, 100000)
BIG = numbers(32, -(1 << 31), (1 << 31) - 1, 3)
FLOATS = floats(48)
N = 4  # run-time trip count of the loop kernels


def vadd(kind):
    n = 16 * 8
    a, b = floats(n, 1), floats(n, 2)
    out = pack("f", [f32(x + y) for x, y in zip(a, b)])
    return Case([(kind, pack("f", a)), (kind, pack("f", b)), ("out" if kind == "in" else "bufout", len(out))], out,
                groups=(8, 1, 1))


def media_copy():
    w, h = 128, 32
    image = bytes(numbers(w * h, 0, 255))
    return Case([("imgin", (w, h, image)), ("imgout", (w, h))], bytes(255 - x for x in image), groups=(4, 4, 1))


def int_ops():
    out = []
    for a, b in zip(INTS[:16], INTS[16:]):
        r = ((a + b) ^ (a - b)) | (a & ~b)
        out.append(s32(s32(r * 7) + s32(a << 3) - (b >> 2)))
    return unary("i", INTS, "i", out)


def mul32():
    a, b = BIG[:16], BIG[16:]
    return unary("i", BIG, "i", [s32(x * y + a[3] * b[5]) for x, y in zip(a, b)])


def short_ops():
    v = numbers(32, -32768, 32767)
    out = []
    for x in v:
        r = s16(x * 3 + 1000)
        out.append(s16(r - (x >> 1)))
    return unary("h", v, "h", out)


def uchar_ops():
    v = numbers(64, 0, 255)
    return unary("B", v, "B", [((x + y) & 255) ^ 0x5A for x, y in zip(v[:32], v[32:])])


def block_match():
    v = numbers(320, 0, 255, 5)
    cur, win = v[:64], v[64:]
    best = [0xFFFFFFFF] * 3
    for y in range(0, 9, 2):
        for x in range(9):
            s = sum(abs(cur[8 * j + i] - win[16 * (y + j) + x + i]) for j in range(8) for i in range(8))
            if s < best[0]:
                best = [s, x, y]
    return unary("B", v, "I", best + [3 * sum(abs(a - b) for a, b in zip(cur, win[100:164]))])


def float_mad():
    a, b, c = FLOATS[:16], FLOATS[16:32], FLOATS[32:]
    return unary("f", FLOATS, "f", [f32(x * y + z) for x, y, z in zip(a, b, c)])  # exact in double for these inputs


def merge_two():
    v = INTS[:16]
    v[2] = 10
    v[3] = 11
    return unary("i", v, "i", [x * 2 if x > 10 else x - 100 for x in v])


SMALL = list(range(16))


def any_all():
    v = numbers(16, -5, 200)
    r = 1 if any(x > 100 for x in v) else 0
    r += 2 if all(x < 1000 for x in v) else 0
    return unary("i", v, "i", [r] * 16)


def matrix_select():
    m = [INTS[i * 8:i * 8 + 8] for i in range(4)]
    r = [[0] * 8 for _ in range(4)]
    for i in range(2):
        for j in range(4):
            r[1 + 2 * i][1 + 2 * j] = m[i][2 + j]
    return unary("i", INTS, "i", sum(r, []))


def row_column():
    m = [FLOATS[i * 4:i * 4 + 4] for i in range(4)]
    m[2] = [m[i][1] for i in range(4)]
    first = list(m[0])
    for i in range(4):
        m[i][3] = first[i]
    return unary("f", FLOATS[:16], "f", sum(m, []))


def divide():
    edges = [0, 1, -1, 2, 3, 7, 255, 65535, 65536, (1 << 31) - 1, -(1 << 31), 12345678]
    cases = []
    for seed in range(4):
        a = [edges[x % 12] if x % 3 else s32(x * 40503) for x in numbers(16, 0, 1 << 30, seed)]
        b = [edges[x % 12] if x % 3 == 1 else s32(x * 40503) >> x % 31 for x in numbers(16, 0, 1 << 30, seed + 9)]
        b = [3 if y == 0 or (x, y) == (-(1 << 31), -1) else y for x, y in zip(a, b)]
        q = [abs(x) // abs(y) * (-1 if (x < 0) != (y < 0) else 1) for x, y in zip(a, b)]
        signed = q + [x - k * y for x, y, k in zip(a, b, q)]
        unsigned = [u32(x) // u32(y) for x, y in zip(a, b)] + [u32(x) % u32(y) for x, y in zip(a, b)]
        cases.append(unary("i", a + b, "I", [u32(x) for x in signed] + unsigned))
    return cases


def quotient(x, d):
    """C's: to zero."""
    return abs(x) // abs(d) * (-1 if (x < 0) != (d < 0) else 1)


def divide_constants():
    a = [0, 9, 10, 11, 65535, 65534, u32(-1), u32(-7), 1 << 31, u32(-16), 84, 0x7FFFFFFF] + numbers(4, 1 << 20, u32(-1), 7)
    s, h = [s32(x) for x in a], [s16(x) for x in a]
    rows = [[x // 10 for x in a], [x % 7 for x in a], [quotient(x, 10) for x in s],
            [x - quotient(x, -7) * -7 for x in s], [quotient(x, 16) for x in s], [x - quotient(x, 16) * 16 for x in s],
            [(x & 65535) // 7 for x in a], [quotient(x, 100) for x in h],
            [((x & 255) + (x >> 8 & 255) + (x >> 16 & 255)) // 3 for x in a], [(x & 255) % 9 for x in a],
            [x * x // 1000000007 for x in a], [int(x % 12 == 0) for x in a]]
    return unary("I", a, "I", [u32(x) for row in rows for x in row])


def byte_products():
    a, b = numbers(64, 0, 255, 5), numbers(64, 0, 255, 6)
    c, d = [x - 256 if x > 127 else x for x in a], [x - 256 if x > 127 else x for x in b]
    fours = range(0, 64, 4)
    dot = [sum(x * y for x, y in zip(a[i:i + 4], b[i:i + 4])) for i in fours]
    signs = [u32(sum(x * y for x, y in zip(c[i:i + 4], d[i:i + 4]))) for i in fours]
    grey = [66 * a[i] + 129 * a[i + 1] + 25 * a[i + 2] + 128 for i in fours]
    total = [u32(sum(x * y for x, y in zip(c, d))), sum(x * y for x, y in zip(a[16:48], b[8:40]))] + [0] * 14
    return unary("B", a + b, "I", [1000 + x for x in dot] + signs + grey + dot + total)


def pressure():
    rows = [floats(16, i + 1) for i in range(80)]
    v = [[f32(f32(x * 2) + i) for x in row] for i, row in enumerate(rows)]
    out = [f32(a - b) for i in range(80) for a, b in zip(v[79 - i], v[i * 7 % 80])]
    return unary("f", sum(rows, []), "f", out)


def pressure_wide():
    rows = [floats(64, i + 1) for i in range(40)]
    v = [[f32(f32(x * 2) + i) for x in row] for i, row in enumerate(rows)]
    out = [f32(a - b) for i in range(40) for a, b in zip(v[39 - i], v[i * 7 % 40])]
    return unary("f", sum(rows, []), "f", out)


def pressure_matrix():
    n = 2
    a, b = [numbers(n * 192, -9, 9, 4), numbers(n * 256, -9, 9, 5)]
    out = [sum(a[i * 192 + r * 8 + k] * b[i * 256 + k * 32 + c] for i in range(n) for k in range(8))
           for r in range(24) for c in range(32)]
    return Case([("in", pack("f", a)), ("in", pack("f", b)), ("out", len(out) * 4), ("i", n)], pack("f", out))


def pressure_masks():
    v = [numbers(16, -1000, 1000, i + 1) for i in range(72)]
    data = sum(v, [])
    m = [[x > y for x, y in zip(v[i], v[71 - i])] for i in range(24)]
    for i in range(72):
        v[i] = [y + i if on else x for x, y, on in zip(v[i], v[(i + 31) % 72], m[i % 24])]
    for i in range(72):
        v[i] = [y ^ i if on else x for x, y, on in zip(v[i], v[i * 5 % 72], m[(i + 7) % 24])]
    return unary("i", data, "i", sum(v, []))


def pressure_mixed():
    data = pack("i", numbers(24 * 64, -(1 << 30), 1 << 30, 6))
    b = [data[i * 256:i * 256 + 64] for i in range(24)]
    w = [[(x + i) & 0xFFFF for x in struct.unpack_from("<48H", data, i * 256 + 80)] for i in range(24)]
    d = [[s32(x * 3) for x in struct.unpack_from("<24i", data, i * 256 + 144)] for i in range(24)]
    f = [[f32(x >> 8) for x in struct.unpack_from("<16i", data, i * 64)] for i in range(32)]
    out = []
    for i in range(24):
        for k in range(16):
            r = b[23 - i][5 + 3 * k] + w[i * 5 % 24][3 + 2 * k]
            r = (r ^ d[i * 7 % 24][6 + k]) + int(f[31 - i][k] * 0.5)
            r += b[i * 11 % 24][2 + 4 * k] * w[i * 13 % 24][30 + k]
            out.append(s32(r - (d[23 - i][8 + k] & int(f[i * 3 % 32][k]))))
    return Case([("in", data), ("out", len(out) * 4)], pack("i", out))


def pressure_loop():
    n = 3
    v = [floats(16, i + 1) for i in range(96)]
    x = [[f32(p + q) for p, q in zip(v[i], v[95 - i])] for i in range(48)]
    for _ in range(n):
        for i in range(48):
            x[i] = [f32(p * 0.5 + q) for p, q in zip(x[i], x[(i + 17) % 48])]
    return unary("f", sum(v, []), "f", [f32(p - q) for i in range(96) for p, q in zip(v[i], x[i % 48])], ("i", n))


def pressure_consts():
    n, s = 3, 77
    v = [numbers(16, -100000, 100000, i + 1) for i in range(60)]
    data = sum(v, [])
    for _ in range(n):
        for i in range(60):
            ramp = [1000 + 3 * (i % 12) + (7 + i % 12) * k for k in range(16)]
            v[i] = [s32((x ^ r) + s * (i + 3) + y) for x, r, y in zip(v[i], ramp, v[(i + 29) % 60])]
    return unary("i", data, "i", sum(v, []), ("i", n), ("i", s))


def pressure_sort():
    v = [numbers(16, -1000, 1000, i + 1) for i in range(64)]
    lanes = [sorted(x) for x in zip(*v)]
    return unary("i", sum(v, []), "i", [lanes[e][i] for i in range(64) for e in range(16)])


def pressure_wave():
    steps, speed = 3, 5
    u = [[numbers(16, -100000, 100000, 5 * y + x + 1) for x in range(5)] for y in range(8)]
    data = sum(sum(u, []), [])
    p = u
    for _ in range(steps):
        p, u = u, [[[s32(2 * u[y][x][e] - p[y][x][e] + speed *
                         (u[y][(x + 4) % 5][e] + u[y][(x + 1) % 5][e] + u[(y + 7) % 8][x][e] + u[(y + 1) % 8][x][e] - 4 * u[y][x][e]))
                     for e in range(16)] for x in range(5)] for y in range(8)]
    return unary("i", data, "i", sum(sum(u, []), []), ("i", steps), ("i", speed))


def pressure_duals(lanes=16, fmt="f", groups=2):
    """The article's sums; the output holds -1 bytes (a NaN) before, so the case gives it zeros of its own."""
    n = lanes * groups
    rows = [[float(x) for x in numbers(80, -999, 999, i + 1)] for i in range(n)]
    out = []
    for r in rows:
        v = [r[8 * k:8 * k + 8] for k in range(10)]
        total = lambda *k: [sum(x) for x in zip(*k)]  # noqa: E731
        p0, p1, p2, p3, p4 = [total(v[k], v[k + 5]) for k in range(5)]
        p0 = total(p0, p1, v[5])
        p2 = total(p2, p3, v[6])
        p4 = total(p4, p1, v[7])
        p3 = total(p3, p2, v[8])
        p2 = total(p0, p4, v[9])
        p1 = total(p1, v[0])
        out += sum([p0, p1, p2, p3, p4] + v[:5], [])
    data = pack(fmt, out)
    return Case([("in", pack(fmt, sum(rows, []))), ("zeros", len(data))], data, groups=(groups, 1, 1))


def format_bytes():
    v = [u32(x) for x in BIG[:16]]
    return unary("I", v, "I", [(x & 255) + (x >> 24) * 256 for x in v])


def format_write():
    v = [u32(x) for x in BIG[:16]]
    return unary("I", v, "I", [(x & 0xFFFF) | 0xABCD0000 for x in v])


def replicate():
    v = INTS[:16]
    first = [v[2]] * 4 + [v[6]] * 4
    out = first * 2
    out = [s32(a + b) for a, b in zip(out, v[8:12] * 4)]
    third = [v[1 + 2 * k + i] for k in range(4) for i in range(4)]
    return unary("i", v, "i", [s32(a + b) for a, b in zip(out, third)])


def prefix_sum():
    v = list(INTS[:16])
    for base in (4, 8, 12):
        add = v[base - 1]
        for i in range(base, base + 4):
            v[i] = s32(v[i] + add)
    return unary("i", INTS[:16], "i", v)


def odd_even():
    v = numbers(32, 0, 65535)
    r = list(v)
    for i in range(16):
        r[2 * i + 1] = (v[2 * i + 1] + v[2 * i]) & 0xFFFF
    return unary("H", v, "H", r)


def ref_args():
    v = list(INTS[:16])
    for i in range(0, 16, 2):
        v[i] += 10
    for i in range(8, 16):
        v[i] += 10
    return unary("i", INTS[:16], "i", v)


def nested_select():
    m = [INTS[i * 8:i * 8 + 8] for i in range(4)]
    for row in (0, 2):
        for col in (3, 7):
            m[row][col] = s32(-m[row][col])
    return unary("i", INTS, "i", sum(m, []))


def element_access():
    v = list(INTS[:16])
    v[0] = v[5] + v[6]
    v[1 * 4 + 2] = v[15] * 2
    v[8] = 42
    return unary("i", INTS[:16], "i", v)


def variable_index():
    v = INTS[:16]
    return unary("i", v, "i", [v[(i * 5 + N) & 15] for i in range(16)], ("i", N))


def loop_sum():
    v = floats(16 * N, 5)
    out = [0.0] * 16
    for i in range(N):
        out = [f32(a + b) for a, b in zip(out, v[16 * i:16 * i + 16])]
    return unary("f", v, "f", out, ("i", N))


def nested_loops():
    v = INTS[:16]
    n, r = 6, list(v)
    for i in range(n):
        for j in range(i + 1):
            if j == 3:
                break
            r = [s32(a + b * j) for a, b in zip(r, v)]
        r = [a ^ i for a in r]
    return unary("i", v, "i", r, ("i", n))


def switch_case():
    v = INTS[:16]
    return [unary("i", v, "i", [f(x) for x in v], ("i", n)) for n, f in
            ((0, lambda x: x + 1), (1, lambda x: x - 1), (5, lambda x: x ^ 5), (3, lambda x: -x), (-1, lambda x: -x))]


def maybe_written():
    def reference(n):
        v, r = INTS[:16], [0] * 16
        a = [s32(v[i & 15] + i) for i in range(n)]
        for i in range(n):
            r[i & 15] = s32(r[i & 15] + a[n - 1 - i] * i)
        b = [r[i & 15] ^ i for i in range(n)]
        for i in range(n):
            r[(i + 3) & 15] = s32(r[(i + 3) & 15] + b[n - 1 - i])
        return r
    return [unary("i", INTS[:16], "i", reference(n), ("i", n)) for n in (0, 1, 37, 512)]


def scalar_args():
    f, i, s, u = 1.5, -7, -300, 70000
    out = []
    for x in FLOATS[:16]:
        r = f32(x * f + i)
        r = f32(r + s)
        out.append(f32(r - u))
    return unary("f", FLOATS[:16], "f", out, ("f", f), ("i", i), ("h", s), ("I", u))


def convert_float_int():
    v = FLOATS[:14] + [0.75, -0.75]
    ints = [int(x) for x in v]
    expected = pack("i", ints) + pack("f", [f32(x - i) for x, i in zip(v, ints)])
    return Case([("in", pack("f", v)), ("out", len(expected))], expected)


def convert_half():
    v = [f32(x * 1.0009765) for x in FLOATS[:16]]
    halves = [f16(x) for x in v]
    return unary("f", v, "f", [f16(h + h) for h in halves])


def shift_words():
    """By 0, the counts around the width of words, and the largest."""
    v = numbers(64, 0, 65535)
    cases = []
    for by in (0, 3, 15, 16, 17, 31):
        left = [(x << by) & 0xFFFF for x in v]
        mixed = [((a | x) - (x << (by & 7))) & 0xFFFF for a, x in zip(left, v)]
        words = left + mixed + [x >> by for x in v] + [x >> (x & 15) for x in v] + [(s16(x) >> by) & 0xFFFF for x in v]
        out = pack("H", words) + bytes((x & 0xFF) << by & 0xFF for x in v)
        cases.append(Case([("in", pack("H", v)), ("out", len(out)), ("i", by)], out))
    return cases


def mirror_bytes():
    v = bytes(numbers(128, 0, 255))
    rows = [v[r:r + 32] for r in range(0, 128, 32)]
    out = b"".join(row[g:g + 4] for row in rows for g in range(28, -1, -4))
    out += b"".join(row[g:g + 2] for row in rows for g in range(30, -1, -2))
    return Case([("in", v), ("out", len(out))], out)


def byte_tiles():
    w, h = 64, 16
    image = bytes(numbers(w * h, 0, 255))
    out = bytes(image[y * w + x // 32 * 32 + 24 - x % 32 // 8 * 8 + x % 8] for y in range(h) for x in range(w))
    return Case([("imgin", (w, h, image)), ("imgout", (w, h))], out, groups=(2, 2, 1))


def float_columns():
    v = [float(x) for x in numbers(64, -100, 100)]
    column = [v[i::4] for i in range(4)]
    total, halves = [0.0] * 16, []
    for i in range(4):
        half = [x * 0.5 for x in column[i]]
        total = [max(t + x * y, x) for t, x, y in zip(total, column[i], column[3 - i])]
        column[i] = [x + h for x, h in zip(column[i], half)]
        halves += half
    total = [b if a > d else t for t, a, b, d in zip(total, column[0], column[1], column[3])]
    rows = [column[k % 4][k // 4] for k in range(64)]
    out = pack("e", halves) + pack("f", total) + pack("f", rows) + pack("i", [int(x) for x in column[2]])
    return Case([("in", pack("f", v)), ("out", len(out))], out)


def half_places():
    """Halves to floats and back: (lanes, first source element, first result element) in blocks of 64."""
    places = [(16, 0, 0), (16, 0, 16), (16, 0, 8), (16, 8, 8), (8, 16, 0), (8, 4, 4), (8, 12, 12), (4, 20, 4), (32, 32, 0)]
    v = [f16(x * 1.0009765) for x in floats(64)]
    halves, wide = [], []
    for n, a, b in places:
        halves += [1.0] * b + [f16(x * 1.03125) for x in v[a:a + n]] + [1.0] * (64 - n - b)
        wide += [1.0] * b + [-x for x in v[a:a + n]] + [1.0] * (64 - n - b)
    out = pack("e", halves) + pack("f", wide)
    return Case([("in", pack("e", v)), ("out", len(out))], out)


def convert_bytes():
    v = numbers(32, 0, 255)
    return unary("B", v, "B", [int(f32(x * 0.5 + 1.0)) for x in v])


def min_max_abs():
    a, b = INTS[:16], INTS[16:]
    return unary("i", INTS, "i", [abs(min(x, y) * 3 + max(x, y)) for x, y in zip(a, b)])


def unsigned_ops():
    v = [u32(x) for x in BIG[:16]]
    return unary("I", v, "I", [x if x > 0x80000000 else x >> 5 for x in v])


def local_ids():
    groups, local, out = (2, 3, 2), (3, 2, 2), []
    for gz in range(2):
        for gy in range(3):
            for gx in range(2):
                group = (gz * 3 + gy) * 2 + gx
                for z in range(2):
                    for y in range(2):
                        for x in range(3):
                            out += [x, y, z, gx, gy, gz, (z * 2 + y) * 3 + x, group]
    data = pack("I", out)
    return Case([("out", len(data))], data, groups, local)


def constant_vector():
    c = [0, 1, 2, 3, 4, 5, 6, 7, 100, -200, 300, -400, 500000, 6, 7, -8]
    return unary("i", INTS[:16], "i", [x * 2 + k for x, k in zip(INTS, c)])


def pass_bytes(inputs, out, *scalars):
    """Surfaces in, one surface out, then scalars."""
    return Case([("bufin", x) for x in inputs] + [("bufout", len(out))] + list(scalars), out)


def sgemm_tile():
    n = 2
    a, b = [numbers(n * 64, -9, 9, 4), numbers(n * 128, -9, 9, 5)]
    out = [sum(a[i * 64 + r * 8 + k] * b[i * 128 + k * 16 + c] for i in range(n) for k in range(8))
           for r in range(8) for c in range(16)]
    return pass_bytes([pack("f", a), pack("f", b)], pack("f", out), ("i", n))


def histogram(n):
    v = [x & 255 for x in numbers(n, 0, 1 << 20, 7)]
    v[:n // 4] = [5] * (n // 4)
    return pass_bytes([bytes(v)], pack("i", [v.count(x) for x in range(256)]))


def prefix_guide():
    v = numbers(32, 0, 65535, 8)
    out = [sum(v[:i + 1]) & 0xFFFF for i in range(32)]
    return pass_bytes([pack("H", v)], pack("H", out))


def kmeans():
    n, x, y = 8, numbers(32, -50, 50, 2), numbers(32, -50, 50, 3)
    c = numbers(16, -50, 50, 4)
    out = [min(range(n), key=lambda i: ((px - c[2 * i]) ** 2 + (py - c[2 * i + 1]) ** 2, i)) for px, py in zip(x, y)]
    points = pack("f", x + y)
    case = pass_bytes([points, pack("f", c)], pack("i", out))
    case.args.append(("i", n))
    return case


def spmv():
    x, values, columns = numbers(32, -20, 20, 2), numbers(128, -20, 20, 3), [c & 31 for c in numbers(128, 0, 9999, 4)]
    out = [sum(values[16 * i + r] * x[columns[16 * i + r]] for i in range(8)) for r in range(16)]
    return pass_bytes([pack("f", values), pack("H", columns), pack("f", x)], pack("f", out))


def linear_filter():
    w, h = 24, 6
    image = bytes(numbers(32 * 8, 0, 255, 6))
    out = [[sum(image[(y + dy) * 32 + x + 3 * dx] for dy in range(3) for dx in range(3)) // 8 & 255 for x in range(w)]
           for y in range(h)]
    return Case([("imgin", (32, 8, image)), ("imgout", (w, h))], bytes(sum(out, [])))


def many_masks():
    rows = []
    a0, b0 = numbers(16, -6, 9, 21), numbers(16, 0, 13, 22)
    for a, b in zip(a0, b0):
        m = [a > 1, a > 2, a > 3, a > 4, b > 5, b > 6, b > 7]
        r = a
        for f, on in zip((lambda: b + 1, lambda: a + 2, lambda: r + 3, lambda: b * 5, lambda: b + 7, lambda: b ^ 1,
                          lambda: r + b), m):
            r = f() if on else r
        a += r
        for f, on in zip((lambda: a + 1, lambda: a - 2, lambda: r + 5, lambda: b * 7, lambda: b + 9, lambda: r ^ 1,
                          lambda: r - b), m):
            r = f() if on else r
        rows.append(r)
    return pass_bytes([pack("i", a0 + b0)], pack("i", rows))


def half_share():
    v = [x / 4 for x in numbers(16, -400, 400)]
    out = []
    for i in range(8):
        out += [f16(v[i] + v[8 + i]), f16(v[i] - v[8 + i])]
    return unary("e", v, "e", out)


# Subroutines: plain Python of the same functions.
def sub_values():
    v = INTS
    b = [s16(x) for x in v[16:24]]

    def mix(a, n):
        a = a[:]
        for i in range(8):
            a[2 * i + 1] = s32(a[2 * i + 1] + b[i])
        return [s32(x * n) for x in a]

    def five(x, up):
        return [y + 1 for y in x] if up else [y - 1 for y in x[:4] + [7]]
    r = mix(v[:16], 3)
    r = [s32(x + y) for x, y in zip(r, mix(r, -2))]
    r += five(v[24:29], v[0] & 1) + five(v[24:29], v[1] & 1) + [(x & 255) * 4 for x in v[8:14]]
    return unary("i", v, "i", r)


def sub_refs():
    v, total = numbers(32, -1000, 1000, 9), [0] * 8

    def add(a, b):
        for k in range(8):
            v[a[k]] += v[b[k]]
            total[k] += v[a[k]]

    def triple(rows, by):
        by = [v[k] for k in by]
        for k in rows[0] + rows[1]:
            v[k] *= 3
        for k, x in zip(rows[1], by):
            v[k] += x
    data = v[:]
    add(range(8), range(8, 16))
    add(range(16, 32, 2), range(17, 32, 2))
    n = v[3] + 102
    for k in range(4):
        v[k], v[8 + 2 * k] = v[8 + 2 * k], v[k]
    row = [list(range(4 * k, 4 * k + 4)) for k in range(4)]
    triple((row[1], row[2]), range(20, 24))
    triple((row[0], row[2]), row[3])
    for k in range(8):
        v[16 + k] += total[k]
    v[31] = v[0] + v[1] + 5 + 3 + n + v[4 + (v[2] & 7)]
    v[30] = v[1] + 5
    v[29] = 102
    return unary("i", data, "i", v)


def sub_struct():
    v = numbers(32, -1000, 1000, 10)

    def advance(a, n, f, s):
        return [x + n for x in a], 2 * n, f, [s[0], s16(s[1] + 4), s[2]]
    x = (v[:8], v[8], 0.5, [1, s16(v[9]), 3])
    y = advance(*x)
    a = x[0][:]
    a[0::2] = y[0][4:]
    x = (a, x[1], 1.0, x[3][:2] + [y[3][1]])
    y = advance(*y)
    c = [1 + p + q for p, q in zip(v[16:24], y[0])]
    r = x[0] + y[0] + c + [x[1], y[1], int(x[2] * 4), x[3][1], x[3][2], y[3][1], c[0], 0]
    return unary("i", v, "i", r)


def sub_nested():
    v = numbers(32, -100, 3000, 11)

    def weight(x):
        return -1 if x < 0 else 1000 if x > 1000 else x // 3

    def step(v, i):
        w = weight(v[i & 15])
        for k in range(i & 3):
            w += weight(v[k] + w)
        return [x + w for x in v]

    def twice(v, i):
        v = step(v, i)
        return step(v, i + 1) if v[0] & 1 else v
    a, b = v[:16], v[16:]
    for i in range(N):
        a = twice(a, i)
        b = twice(b, a[i]) if i & 1 else [x + weight(a[1]) for x in b]
    return unary("i", v, "i", a + [x - 1 for x in b], ("i", N))


def sub_memory():
    v = numbers(64, -1000, 1000, 13)
    rows = [v[16 * k:16 * k + 16] for k in range(4)]
    out = [[x + y for x, y in zip(rows[k], rows[k + 1 & 3])] for k in range(4)]
    out.append([x + y for x, y in zip(rows[0], out[2])])
    return Case([("bufin", pack("i", v)), ("bufout", 320)], pack("i", sum(out, [])), local=(4, 1, 1))


def sub_phases():
    v, n = numbers(48 * 16, -1000, 1000, 17), 2
    rows = [v[16 * k:16 * k + 16] for k in range(48)]

    def blend(x, y):
        t = [[p * (2 * i + 3) + q for p, q in zip(x, y)] for i in range(16)]
        for i in range(16):
            t[i] = [s32(p * q + r) for p, q, r in zip(t[i], y, t[i + 5 & 15])]
        total = t[0]
        for u in t[1:]:
            total = [s32(p * 3 + (q ^ r)) for p, q, r in zip(total, u, x)]
        return total
    for part in (rows[:24], rows[24:]):
        for _ in range(n):
            for i in range(0, 24, 6):
                part[i][:] = blend(part[(i + 6) % 24][:], part[(i + 1) % 24][:])
    return unary("i", v, "i", sum(rows, []), ("i", n))


def sub_deep():
    v, n = numbers(52 * 16, -1000, 1000, 19), 3
    m = [v[16 * k:16 * k + 16] for k in range(8)]
    rows = [v[16 * k:16 * k + 16] for k in range(8, 52)]

    def lanes(f):
        return lambda *a: [s32(f(*[x if isinstance(x, int) else x[e] for x in a])) for e in range(16)]
    leaf = lanes(lambda x, k: (s32(x * k) & s32(x + k)) + ((x ^ 0x55) | s32(x * k)) * s32(x + k - (x ^ 0x55)))
    add, sub = lanes(lambda x, y: x + y), lanes(lambda x, y: x - y)

    def third(x, k):
        p = leaf(x, k)
        q = leaf(p, k + 1)
        r, s = leaf(add(x, q), k + 2), leaf(sub(q, p), 3)
        return lanes(lambda p, q, r, s: p + q * r + s)(p, q, r, s)

    def second(k):
        carry = m[7]
        for i in range(8):
            t = third(m[i], k + i)
            m[i] = add(carry, t)
            carry = t
    for s in range(n):
        old = m[3]
        second(s)
        m[2] = add(m[2], old)
        if s & 1:
            second(s + 9)
        m[5] = sub(m[5], old)
        rows = [lanes(lambda x, y: x * 5 + y)(rows[i], m[i & 7]) for i in range(44)]
        m[1] = third(rows[3], s)
    return unary("i", v, "i", sum(rows + m, []), ("i", n))


CASES = {
    "vadd_svm": lambda: vadd("in"),
    "vadd_oword": lambda: vadd("bufin"),
    "media_copy": media_copy,
    "int_ops": int_ops,
    "mul32": mul32,
    "short_ops": short_ops,
    "uchar_ops": uchar_ops,
    "block_match": block_match,
    "float_mad": float_mad,
    "float47": lambda: unary("f", FLOATS, "f", [0.0] + [f32(x + x) for x in FLOATS[:47]]),
    "float48": lambda: unary("f", FLOATS, "f", [f32(x + 1.5) for x in FLOATS]),
    "compare_merge": lambda: unary("f", FLOATS[:32], "f", [max(a, b) for a, b in zip(FLOATS[:16], FLOATS[16:32])]),
    "merge_two": merge_two,
    "mask_arith": lambda: unary("i", SMALL, "i", [x + (1 if 3 < x < 12 else 0) for x in SMALL]),
    "any_all": any_all,
    "matrix_select": matrix_select,
    "pressure": pressure,
    "pressure_wide": pressure_wide,
    "pressure_matrix": pressure_matrix,
    "pressure_masks": pressure_masks,
    "pressure_mixed": pressure_mixed,
    "pressure_loop": pressure_loop,
    "pressure_consts": pressure_consts,
    "pressure_sort": pressure_sort,
    "pressure_wave": pressure_wave,
    "pressure_duals": pressure_duals,
    "divide": divide,
    "byte_products": byte_products,
    "divide_constants": divide_constants,
    "row_column": row_column,
    "transpose4": lambda: unary("i", INTS[:16], "i", [INTS[4 * j + i] for i in range(4) for j in range(4)]),
    "format_bytes": format_bytes,
    "format_write": format_write,
    "replicate": replicate,
    "prefix_sum": prefix_sum,
    "shift_in_place": lambda: unary("i", INTS[:16], "i", [INTS[0]] + INTS[:15]),
    "odd_even": odd_even,
    "ref_args": ref_args,
    "nested_select": nested_select,
    "element_access": element_access,
    "variable_index": variable_index,
    "loop_sum": loop_sum,
    "nested_loops": nested_loops,
    "switch_case": switch_case,
    "maybe_written": maybe_written,
    "scalar_args": scalar_args,
    "convert_float_int": convert_float_int,
    "convert_half": convert_half,
    "byte_tiles": byte_tiles,
    "mirror_bytes": mirror_bytes,
    "float_columns": float_columns,
    "half_places": half_places,
    "shift_words": shift_words,
    "convert_bytes": convert_bytes,
    "min_max_abs": min_max_abs,
    "unsigned_ops": unsigned_ops,
    "local_ids": local_ids,
    "sub_values": sub_values,
    "sub_refs": sub_refs,
    "sub_struct": sub_struct,
    "sub_nested": sub_nested,
    "sub_memory": sub_memory,
    "sub_phases": sub_phases,
    "sub_deep": sub_deep,
    "constant_vector": constant_vector,
    "half_share": half_share,
    "many_masks": many_masks,
    "bitonic256": lambda: unary("i", numbers(256, -9999, 9999, 9), "i", sorted(numbers(256, -9999, 9999, 9))),
    "transpose16": lambda: unary("i", list(range(256)), "i", [16 * j + i for i in range(16) for j in range(16)]),
    "transpose16_halves": lambda: unary("i", list(range(256)), "i", [16 * j + i for i in range(16) for j in range(16)]),
    "sgemm_tile": sgemm_tile,
    "histogram_loop": lambda: histogram(128),
    "histogram_unrolled": lambda: histogram(32),
    "prefix_guide": prefix_guide,
    "kmeans": kmeans,
    "spmv": spmv,
    "linear_filter": linear_filter,
}

CASES.update(typical.cases(sys.modules[__name__]))
CASES.update(idioms.cases(sys.modules[__name__]))
CASES.update(arguments.cases(sys.modules[__name__]))
CASES.update(tuned.cases(sys.modules[__name__]))
CASES.update(shapes.cases(sys.modules[__name__]))

SCALAR_TYPES = {"i": "d", "I": "ud", "h": "w", "H": "uw", "B": "ub", "f": "f"}


class Launch:
    """Builds cmrun's command line for one case."""

    def __init__(self, scratch):
        self.scratch = scratch
        self.args = []
        self.output = None

    def file(self, data):
        path = os.path.join(self.scratch, "arg%d" % len(self.args))
        with open(path, "wb") as f:
            f.write(data)
        return path

    def add(self, kind, value):
        if kind in ("in", "bufin"):
            self.args.append("%s:%d:file=%s" % ("svm" if kind == "in" else "buf", len(value), self.file(value)))
        elif kind in ("out", "bufout"):
            self.output = len(self.args)
            self.args.append("%s:%d:fill,-1:b" % ("svm" if kind == "out" else "buf", value))
        elif kind == "zeros":
            self.output = len(self.args)
            self.args.append("svm:%d:zero" % value)
        elif kind == "imgin":
            self.args.append("img:%dx%d:r8:file=%s" % (value[0], value[1], self.file(value[2])))
        elif kind == "imgout":
            self.output = len(self.args)
            self.args.append("img:%dx%d:r8:zero" % value)
        else:
            values = value if isinstance(value, list) else [value]
            self.args.append("%s:%s" % (SCALAR_TYPES[kind], ",".join("%r" % x for x in values)))

    def command(self, cmrun, binary, case, target):
        command = [cmrun, binary, "--device", target, "--groups", "%d,%d,%d" % case.groups, "--local", "%d,%d,%d" % case.local]
        for text in self.args:
            command += ["--arg", text]
        return command + ["--check", "--dump", "%d:file=%s" % (self.output, os.path.join(self.scratch, "out"))]


def run(command):
    r = subprocess.run(command, capture_output=True, text=True)
    if r.returncode != 0:
        raise RuntimeError("%s: exit %d\n%s%s" % (" ".join(command), r.returncode, r.stdout, r.stderr))


def check_case(cmrun, binary, case, scratch, target):
    launch = Launch(scratch)
    for kind, value in case.args:
        launch.add(kind, value)
    run(launch.command(cmrun, binary, case, target))
    with open(os.path.join(scratch, "out"), "rb") as f:
        got = f.read()[:len(case.expected)]
    if not same(case, got):
        bad = [i for i in range(len(case.expected)) if i >= len(got) or got[i] != case.expected[i]]
        dwords = struct.unpack_from("<%di" % (len(got) // 4), got), struct.unpack_from(
            "<%di" % (len(case.expected) // 4), case.expected)
        first = bad[0] // 4
        raise RuntimeError("%d of %d bytes differ, first at byte %d; dwords from %d: got %s, expected %s" % (
            len(bad), len(case.expected), bad[0], first, dwords[0][first:first + 4], dwords[1][first:first + 4]))


def check(cmc, cmrun, path, name, scratch, options):
    binary, ir = os.path.join(scratch, "k.bin"), os.path.join(scratch, "k.ll")
    if "--from-ir" in options:
        options = [x for x in options if x != "--from-ir"]
        run([cmc, path, "-S", "-emit-llvm", "-o", ir] + options)
        path = ir
    run([cmc, path, "-o", binary] + options)
    target = ([x[7:] for x in options if x.startswith("-march=")] or ["tgl"])[-1]
    cases = CASES[name]()
    for case in cases if isinstance(cases, list) else [cases]:
        check_case(cmrun, binary, case, scratch, target)


def check_refused(cmc, path, scratch, options):
    r = subprocess.run([cmc, path, "-o", os.path.join(scratch, "k.bin")] + options, capture_output=True, text=True)
    if r.returncode != 1 or "error: " not in r.stderr:
        raise RuntimeError("expected an error, got exit %d: %s" % (r.returncode, r.stderr))


def main(cmc, cmrun, folder, *rest):
    refused = [n for x in rest if x.startswith("--refused=") for n in x[10:].split(",")]
    options = [x for x in rest if x.startswith("-") and not x.startswith(("--refused=", share.OPTION))]
    names = [x for x in rest if not x.startswith("-")]
    os.environ.setdefault("CMRT_DEVICE", "xesim")
    present = {n[:-3] for n in os.listdir(folder) if n.endswith(".cm")}
    failed = 0
    if present != set(CASES):
        print("kernels without a case or cases without a kernel: %s" % sorted(present ^ set(CASES)))
        failed += 1
    with tempfile.TemporaryDirectory() as scratch:
        names = names or share.taken(sorted(CASES), rest)
        for name in names:
            try:
                path = os.path.join(folder, name + ".cm")
                if name in refused:
                    check_refused(cmc, path, scratch, options)
                else:
                    check(cmc, cmrun, path, name, scratch, options)
                print("ok   " + name)
            except RuntimeError as e:
                failed += 1
                print("FAIL %s: %s" % (name, e))
    print("%d kernels, %d failed" % (len(names), failed))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
