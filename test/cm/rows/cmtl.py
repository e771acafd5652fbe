# SPDX-License-Identifier: MIT
import math
import struct

from rowlib import MEDIA, row, sat


@row("20.block_i_o_of_any_size", targets=MEDIA[:4])
def cmtl_blocks(c):
    w, h = 64, 20
    src = [[c.random.getrandbits(8) for _ in range(w)] for _ in range(h)]
    dst = [[c.random.getrandbits(8) for _ in range(w)] for _ in range(h)]
    before = bytes(b for line in dst for b in line)
    for r in range(11):
        dst[1 + r][4:41] = src[2 + r][8:45]
    for r in range(3):
        dst[14 + r][8:18] = src[14 + r][4:14]
    for r in range(2):
        dst[14 + r][32:40] = src[14 + r][28:36]
    flat = lambda p: bytes(b for line in p for b in line)
    c.arg("img:%dx%d:r8" % (w, h), flat(src))
    c.arg("img:%dx%d:r8" % (w, h), before, expect=flat(dst))
    lin = bytes(c.random.getrandbits(8) for _ in range(128))
    out = bytearray(c.random.getrandbits(8) for _ in range(160))
    first = bytes(out)
    out[16:16 + 86] = lin[12:12 + 86]
    out[128:140] = lin[4:16]
    c.arg("buf", lin)
    c.arg("buf", first, expect=bytes(out))


@row("20.slm_helpers")
def cmtl_slm(c):
    v = [c.random.getrandbits(32) for _ in range(64)]
    t = [v[16 * (i % 4) + i // 4] for i in range(64)]
    pack = lambda p: struct.pack("<%dI" % len(p), *p)
    c.local = (2, 1, 1)
    c.arg("svm", pack(v))
    c.arg("buf", bytes(512), expect=pack(t + v))
    c.arg("svm", bytes(256), expect=pack(v))


@row("20.packing")
def cmtl_packing(c):
    a, b, x, y = c.data("h", 13), c.data("h", 13), c.data("B", 21), c.data("B", 21)
    c.out("i", [(n << 16) + (m & 65535) for m, n in zip(a, b)])
    c.out("H", [(n << 8) + m for m, n in zip(x, y)])
    c.out("I", [(n << 8) + m for m, n in zip(x, y)])
    c.out("h", a)
    c.out("h", b)
    c.out("h", b)
    c.out("B", y)


@row("20.geometry_on_16x16_and_8x8_blocks")
def cmtl_turned(c):
    m, n, s = c.data("B", 256), c.data("i", 64), c.data("h", 15)
    mapping = c.data("H", 64, 0, 63)
    turned = lambda f: [m[16 * y + x] for y, x in (f(i // 16, i % 16) for i in range(256))]
    c.out("h", s[12:15] + s[9:12] + s[6:9] + s[3:6] + s[0:3])
    c.out("B", turned(lambda r, k: (r, 15 - k)))
    c.out("B", turned(lambda r, k: (15 - k, r)))  # what was at the left, from below, is on top
    c.out("B", turned(lambda r, k: (15 - r, 15 - k)))
    c.out("B", turned(lambda r, k: (k, 15 - r)))
    c.out("B", turned(lambda r, k: (k, r)))
    c.out("B", turned(lambda r, k: (15 - k, 15 - r)))
    c.out("i", [n[8 * (i % 8) + i // 8] for i in range(64)])
    c.out("i", [n[k] for k in mapping])


@row("20.initialisation")
def cmtl_initial(c):
    a, b = c.data("i", 2)
    m = [4 * i for i in range(15)]
    c.out("h", [3 - 2 * i for i in range(21)])
    c.out("I", m)
    c.out("f", range(16))
    m[5:10] = [a + b * i for i in range(5)]
    c.out("I", m)


@row("20.math")
def cmtl_math(c):
    y, x = c.data("f", 37, -50, 50), c.data("f", 37, -50, 50)
    m = c.data("f", 21, -2, 2)
    angles = [math.atan2(p, q) for p, q in zip(y, x)]
    c.out("f", angles, tol=3e-5)
    c.out("f", [a % (2 * math.pi) for a in angles], tol=1e-2)
    c.out("f", [math.fmod(p, q) for p, q in zip(y, x)], tol=3e-5)
    c.out("f", map(math.floor, y))
    c.out("i", map(math.ceil, m))
    c.out("f", map(math.tanh, m), tol=1e-6)
    c.out("f", map(math.tanh, m), rel=2e-6)
    c.out("f", [angles[3], math.tanh(m[9]), sat("f", angles[0]), math.floor(y[1])], tol=3e-5)
