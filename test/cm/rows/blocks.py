# SPDX-License-Identifier: MIT
import struct

from rowlib import MEDIA, row


class Image:
    """Bytes in rows; reading outside gives the nearest edge."""

    def __init__(self, w, h, data):
        self.w, self.h, self.data = w, h, bytearray(data)

    def at(self, x, y, unit=1):
        # The edge is that of pixels, which have unit bytes.
        x = min(max(x // unit, 0), self.w // unit - 1) * unit + x % unit
        return self.data[min(max(y, 0), self.h - 1) * self.w + x]

    def put(self, x, y, v):
        if 0 <= x < self.w and 0 <= y < self.h:
            self.data[y * self.w + x] = v & 255

    def block(self, x, y, rows, row_b):
        return [[self.at(x + i, y + j) for i in range(row_b)] for j in range(rows)]

    def write(self, x, y, block):
        for j, r in enumerate(block):
            for i, v in enumerate(r):
                self.put(x + i, y + j, v)


def images(c, w, h):
    data = bytes(c.random.randrange(256) for _ in range(w * h))
    return Image(w, h, data), Image(w, h, bytes(w * h))


def give(c, src, dst, w, h):
    c.arg("img:%dx%d:r8" % (w, h), bytes(src.data))
    c.arg("img:%dx%d:r8" % (w, h), bytes(w * h), expect=bytes(dst.data))


@row("12.1.read", "12.1.write", targets=MEDIA)
def media_sizes(c):
    w, h = 128, 64
    src, dst = images(c, w, h)
    for rows, cols, x, y in ((1, 1, 0, 0), (2, 3, 4, 0), (8, 5, 8, 1), (33, 7, 20, 3), (17, 13, 32, 0), (9, 24, 64, 0),
                             (6, 47, 64, 10), (5, 64, 0, 40), (3, 100, 0, 50)):
        block = src.block(x, y, rows, cols)
        wide = (cols + 3) // 4 * 4
        dst.write(x & -4, y, [[v + 1 for v in r] + [0] * (wide - cols) for r in block])
    give(c, src, dst, w, h)


@row("12.1.read_write_with_a_vector", "12.1.cmbufferattrib_argument", targets=MEDIA)
def media_attributes(c):
    w, h = 128, 16
    src, dst = images(c, w, h)
    dst.write(0, 0, src.block(4, 2, 4, 16))
    dst.write(0, 4, src.block(16, 3, 1, 16))
    dst.write(0, 5, src.block(16, 4, 1, 16))
    m = src.block(-8, -2, 4, 16)
    dst.write(0, 6, m)
    for j, r in enumerate(src.block(120, 14, 2, 8)):
        m[2 * j][0:8] = r
    dst.write(0, 10, m)
    give(c, src, dst, w, h)


def buffers(c, size):
    data = bytes(c.random.randrange(256) for _ in range(size))
    c.arg("buf", data)
    return data


@row("12.2.read", "12.2.write")
def oword_sizes(c):
    data = buffers(c, 2048)
    out, at = bytearray(b"\xff" * 2048), 0
    for size, n in ((1, 1), (1, 13), (2, 8), (4, 5), (4, 24), (1, 47), (2, 47), (4, 47), (4, 100), (8, 7)):
        used = size * n
        whole = (used + 15) // 16 * 16
        out[at:at + whole] = data[at:at + used] + bytes(whole - used)
        at += whole
    c.arg("buf", b"\xff" * 2048, expect=bytes(out))


@row("12.2.write", "14.cm_svm_block_write", "13.cm_slm_block_read_write")
def odd_writes(c):
    data = buffers(c, 512)
    out = bytearray(b"\xee" * 512)
    for i, size in enumerate((1, 13, 10, 47, 46, 12, 44, 36, 24, 36)):
        out[48 * i:48 * i + size] = data[48 * i:48 * i + size]
    c.arg("buf", b"\xee" * 512, expect=bytes(out))
    c.arg("svm", b"\xee" * 512, expect=bytes(out))
    c.arg("svm", bytes(512), expect=bytes(out))


@row("12.2.read_dwaligned_idx_off_v")
def oword_aligned(c):
    data = buffers(c, 256)
    out = data[4:24] + bytes(12) + data[20:144] + bytes(4) + data[12:60] + data[60:120] + bytes(4)
    c.arg("buf", b"\xff" * 512, expect=out + b"\xff" * (512 - len(out)))


@row("12.2.modified_modified_dwaligned")
def oword_modified(c):
    data = buffers(c, 64)
    c.arg("buf", b"\xff" * 64, expect=data[0:32] + data[36:52] + b"\xff" * 16)
