# SPDX-License-Identifier: MIT
import math
import struct

from rowlib import LSC, row


def s32(x):
    x &= 0xFFFFFFFF
    return x - (1 << 32) if x >> 31 else x


OPS = [lambda a, b: a + b, lambda a, b: a - b, min, max, lambda a, b: b, lambda a, b: a & b, lambda a, b: a | b,
       lambda a, b: a ^ b, lambda a, b: min(s32(a), s32(b)), lambda a, b: max(s32(a), s32(b))]


def words(c, n):
    return [c.random.choice((0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, c.random.getrandbits(32), c.random.getrandbits(32)))
            for _ in range(n)]


def pack(values):
    return struct.pack("<%dI" % len(values), *(x & 0xFFFFFFFF for x in values))


def floats(c, n):
    return [c.random.choice((0.5, -2.0, 1e10, -1e-10, math.inf, c.random.uniform(-9, 9))) for _ in range(n)]


def fpack(values):
    return struct.pack("<%df" % len(values), *values)


def permutation(c, n):
    return c.random.sample(range(n), n)


@row("12.4.write_atomic_op_t")
def atomic_int(c):
    where, src, mem = permutation(c, 16), words(c, 16), words(c, 16 * 14)
    base = 16 * 13
    expected = [mem[base + where[i]] if i % 3 else c.random.getrandbits(32) for i in range(16)]
    after, olds = list(mem), []
    for k, f in enumerate(OPS):
        olds += [mem[16 * k + w] for w in where]
        for w, x in zip(where, src):
            after[16 * k + w] = f(mem[16 * k + w], x)
    for k, step in ((10, 1), (11, -1), (12, -1)):
        olds += [mem[16 * k + w] + (step if k == 12 else 0) for w in where]
        for w in where:
            after[16 * k + w] = mem[16 * k + w] + step
    olds += [mem[base + w] for w in where]
    for w, x, e in zip(where, src, expected):
        after[base + w] = x if mem[base + w] == e else mem[base + w]
    c.arg("buf", pack(mem), expect=pack(after))
    c.arg("buf", pack(where) + pack(src) + pack(expected))
    c.arg("buf", pack([0] * len(olds)), expect=pack(olds))


@row("12.4.write_atomic_op_t")
def atomic_masked(c):
    where, src, mem = c.random.sample(range(60), 19), words(c, 19), words(c, 64)
    after, olds = list(mem), [mem[w] if x & 3 else 7 for w, x in zip(where, src)]
    for w, x in zip(where, src):
        after[w] = (after[w] + (x if x & 3 else 0)) | 0x10000
    after[63] += 8
    c.arg("buf", pack(mem), expect=pack(after))
    c.arg("buf", (pack(where) + bytes(128))[:128] + pack(src) + bytes(64))
    c.arg("buf", pack([0] * 19), expect=pack(olds))


@row("12.4.write_atomic_op_t", args=["-Wno-cm-deprecated"])
def atomic_two_sources(c):
    where, src, mem = permutation(c, 16), words(c, 16), words(c, 16)
    olds, after = [mem[w] for w in where], list(mem)
    for w, x in zip(where, src):
        after[w] = (mem[w] + x) & 0xFFFFFFFF
    olds += [after[w] if x & 1 else mem[w] for w, x in zip(where, src)]
    for w, x in zip(where, src):
        after[w] = (after[w] + (x & 1)) & 0xFFFFFFFF
    c.arg("buf", pack(mem), expect=pack(after))
    c.arg("buf", pack(where) + pack(src))
    c.arg("buf", pack([0] * 32), expect=pack(olds))


@row("12.4.write_atomic_op_t")
def atomic_float(c):
    where, src, mem = permutation(c, 16), floats(c, 16), floats(c, 48)
    expected = [mem[32 + where[i]] if i % 2 else 99.0 for i in range(16)]
    after = list(mem)
    for w, x, e in zip(where, src, expected):
        after[w] = max(mem[w], x)
        after[16 + w] = min(mem[16 + w], x)
        after[32 + w] = x if mem[32 + w] == e else mem[32 + w]
    olds = [mem[16 * k + w] for k in range(3) for w in where]
    c.arg("buf", fpack(mem), expect=fpack(after))
    c.arg("buf", pack(where) + fpack(src) + fpack(expected))
    c.arg("buf", fpack([0] * 48), expect=fpack(olds))


@row("12.4.write_idx_atomic")
def atomic_old(c):
    where, src, mem = permutation(c, 8), words(c, 8), words(c, 32)
    new, least = words(c, 8), words(c, 8)
    for i in range(0, 8, 2):
        least[i] = mem[16 + where[i]]
    after = list(mem)
    for w, x, e, n in zip(where, src, least, new):
        after[w] += x
        after[8 + w] += 1
        after[16 + w] = n if mem[16 + w] == e else mem[16 + w]
        after[24 + w] = max(s32(mem[24 + w]), s32(e))
    olds = [mem[8 * k + w] for k in (1, 2) for w in where] + [0] * 8 + [mem[24 + w] for w in where]
    c.arg("buf", pack(mem), expect=pack(after))
    c.arg("buf", pack(where) + pack(src) + pack(new) + pack(least))
    c.arg("buf", pack([0] * len(olds)), expect=pack(olds))


@row("12.4.write_atomic_op_t", "14.cm_svm_atomic", targets=LSC)
def atomic_float_sum(c):
    where = permutation(c, 16)
    src, mem, flat = ([c.random.randrange(-999, 999) / 8 for _ in range(n)] for n in (16, 32, 16))
    after, after_flat = list(mem), list(flat)
    for w, x in zip(where, src):
        after[w] += x
        after[16 + w] -= x
        after_flat[w] += x
    c.arg("buf", fpack(mem), expect=fpack(after))
    c.arg("buf", pack(where) + fpack(src))
    c.arg("svm", fpack(flat), expect=fpack(after_flat))


@row("14.cm_svm_atomic", "14.cm_ptr_read4_write4_cm_ptr_atomic")
def atomic_address(c):
    where, src, mem = permutation(c, 16), words(c, 16), words(c, 80 + 32)
    expected = [mem[32 + where[i]] if i % 2 else 5 for i in range(16)]
    after = list(mem)
    for w, x, e in zip(where, src, expected):
        after[w] += x
        after[16 + w] += 1
        after[32 + w] = x if mem[32 + w] == e else mem[32 + w]
        after[64 + w] = max(s32(mem[64 + w]), s32(x))
    for w, x in zip(where[:11], src):
        after[48 + w] ^= x
    olds = [mem[16 * k + w] for k in range(3) for w in where]
    for w, x in zip(where[:8], src):
        at = 80 + 2 * w
        v = mem[at] | mem[at + 1] << 32
        olds += mem[at:at + 2]
        v += x << 20
        after[at:at + 2] = [v & 0xFFFFFFFF, v >> 32]
    c.arg("svm", pack(mem), expect=pack(after))
    c.arg("buf", pack(where) + pack(src) + pack(expected))
    c.arg("buf", pack([0] * 64), expect=pack(olds))
