# SPDX-License-Identifier: MIT
import struct

from rowlib import MEDIA, row


def places(c, n, w, h):
    return zip(*c.random.sample([(x, y) for x in range(w) for y in range(h)], n))


@row("12.3.read_typed_write_typed")
def typed_pixels(c):
    w, h = 16, 24
    src = [[c.random.getrandbits(32) for _ in range(4)] for _ in range(w * h)]
    dst = [[0] * 4 for _ in range(w * h)]
    u, v = map(list, places(c, 16, w, 8))
    for i in range(16):
        x, y = u[i], v[i]
        a = src[y * w + x]
        dst[y * w + x] = a
        dst[(y + 8) * w + x] = [src[(y + 8) * w + x][0], 7, a[2], a[3]]
        if i < 11:
            dst[(y + 16) * w + x] = [3, 3, src[(y + 16) * w + x][1], 3]
    pack = lambda p: b"".join(struct.pack("<4I", *q) for q in p)
    c.arg("img:%dx%d:rgba32" % (w, h), pack(src))
    c.arg("img:%dx%d:rgba32" % (w, h), bytes(16 * w * h), expect=pack(dst))
    c.arg("svm", struct.pack("<32I", *u, *v))


@row("12.4.write_typed_atomic_op")
def typed_atomics(c):
    w, h = 16, 16
    mem = [c.random.getrandbits(32) for _ in range(w * h)]
    src = [c.random.getrandbits(32) for _ in range(8)]
    u, v = map(list, places(c, 8, w, 4))
    after, olds = list(mem), []
    for x, y, s in zip(u, v, src):
        after[y * w + x] = mem[y * w + x] + s & 0xFFFFFFFF
        after[(y + 4) * w + x] = mem[(y + 4) * w + x] + 1 & 0xFFFFFFFF
        if s & 1:
            after[(y + 8) * w + x] = max(mem[(y + 8) * w + x], s)
    for x, y, s in list(zip(u, v, src))[1:6]:
        after[(y + 12) * w + x] ^= s
    olds = [mem[(y + k) * w + x] for k in (0, 4) for x, y in zip(u, v)]
    olds += [mem[(y + 12) * w + x] for x, y in list(zip(u, v))[1:6]] + [0] * 3
    n = w * h
    c.arg("img:%dx%d:r32" % (w, h), struct.pack("<%dI" % n, *mem), expect=struct.pack("<%dI" % n, *after))
    c.arg("svm", struct.pack("<24I", *u, *v, *src))
    c.arg("svm", bytes(96), expect=struct.pack("<24I", *olds))


@row("7.images")
def image_kinds(c):
    # kind, size, texels, where the eight texels that are read and written begin
    kinds = [("image1d:8", 8, 0, None), ("image1d_array:8x2", 16, 0, 8), ("image1d_buffer:16", 16, 8, 0),
             ("image2d:8x2", 16, 0, 8), ("image2d_array:8x2x2", 32, 8, 16), ("image3d:8x2x2", 32, 16, 24),
             ("image2d:8x2", 16, None, 8)]
    before = [[c.random.getrandbits(32) for _ in range(k[1])] for k in kinds]
    after = [list(b) for b in before]
    for i in range(1, len(kinds)):
        read, write = kinds[i - 1][2], kinds[i][3]
        add = i if i < 6 else 0
        for n in range(8):
            after[i][write + n] = before[i - 1][read + n] + add & 0xFFFFFFFF
    pack = lambda p: struct.pack("<%dI" % len(p), *p)
    for k, b, a in zip(kinds, before, after):
        c.arg(k[0] + ":r32", pack(b), expect=pack(a))


@row("12.3.read_transpose")
def transposed_block(c):
    w, h = 16, 12
    px = [c.random.getrandbits(32) for _ in range(w * h)]
    a = [px[(2 + r) * w + 3 + k] for k in range(4) for r in range(8)]
    b = [px[(5 + r) * w + 9 + k] for k in range(2) for r in range(4)]
    c.arg("img:%dx%d:r32" % (w, h), struct.pack("<%dI" % (w * h), *px))
    c.arg("svm", bytes(160), expect=struct.pack("<40I", *a, *b))


@row("12.1.top_field_idx_bottom_field_idx", "12.1.cmbufferattrib_argument", targets=MEDIA)
def fields(c):
    w, h = 32, 12
    src = bytes(c.random.getrandbits(8) for _ in range(w * h))
    dst = bytearray(w * h)
    for r in range(4):
        dst[(2 * r + 1) * w:(2 * r + 1) * w + 16] = src[2 * (1 + r) * w + 4:2 * (1 + r) * w + 20]
        dst[2 * r * w:2 * r * w + 16] = src[(2 * (1 + r) + 1) * w + 4:(2 * (1 + r) + 1) * w + 20]
    c.arg("img:%dx%d:r8" % (w, h), src)
    c.arg("img:%dx%d:r8" % (w, h), bytes(w * h), expect=bytes(dst))


@row("2.2.surfaceindex")
def surface_vector(c):
    a, b, v = [[c.random.randint(-9999, 9999) for _ in range(16)] for _ in range(3)]
    pack = lambda p: struct.pack("<%di" % len(p), *p)
    r = [x + y + z for x, y, z in zip(a, b, v)]
    c.arg("i32:1")
    c.arg("buf", pack(a))
    c.arg("buf", pack(b), expect=pack(b[:4] + r[:4] + b[8:]))
    c.arg("buf", bytes(64), expect=pack(r))
    c.arg("svm", pack(v))
