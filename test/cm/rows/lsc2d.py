# SPDX-License-Identifier: MIT
import struct

from rowlib import row

BLOCK2D = ["pvc", "lnl", "bmg", "ptl"]


def some(c, size):
    return bytes(c.random.randrange(256) for _ in range(size))


class Plane:
    """w bytes by h rows; outside are zeros."""

    def __init__(self, data, w, h):
        self.data, self.w, self.h = bytearray(data), w, h

    def get(self, x_b, y, n):
        return bytes(self.data[y * self.w + x_b + i] if 0 <= x_b + i < self.w and 0 <= y < self.h else 0 for i in range(n))

    def put(self, x_b, y, values):
        for i, v in enumerate(values):
            if 0 <= x_b + i < self.w and 0 <= y < self.h:
                self.data[y * self.w + x_b + i] = v


def block(p, size, w, h, x, y):
    return [[p.get((x + i) * size, y + j, size) for i in range(w)] for j in range(h)]


def dense(rows):
    return b"".join(b"".join(r) for r in rows)


def transposed(rows):
    return [list(r) for r in zip(*rows)]


def vnni(rows, size):
    k, out = 4 // size, []
    while len(rows) % k:
        rows = rows + [[bytes(size)] * len(rows[0])]
    for j in range(0, len(rows), k):
        out.append([rows[j + i][x] for x in range(len(rows[0])) for i in range(k)])
    return out


def place(c, w, h, rows, cols):
    """Also places that reach over an edge."""
    return c.random.choice((0, 1, 3, w // 4 - cols, w // 4 - 2)), c.random.choice((-2, 0, 2, h - rows, h - 1))


def pad64(data):
    return data + bytes(-len(data) % 64)


@row("15.4.cm_ptr_load_older_cm_load_spelling", "15.4.cm_ptr_prefetch", targets=BLOCK2D)
def block2d_sizes(c):
    w, h = 64, 32
    data = some(c, w * h)
    p = Plane(data, w, h)
    x, y = place(c, w, h, 8, 8)
    out = [dense(block(p, 4, 5, 3, x, y)),
           dense(block(p, 1, 16, 7, 4 * x, y)) + dense(block(p, 1, 16, 7, 4 * x + 16, y)),
           dense(block(p, 2, 16, 8, 2 * x, y)),
           dense(transposed(block(p, 4, 3, 7, x, y))),
           dense(vnni(block(p, 2, 8, 6, 2 * x, y), 2)),
           dense(vnni(block(p, 1, 12, 8, 4 * x, y), 1))]
    want = b"".join(pad64(o) for o in out)
    c.arg("svm", data)
    c.arg("svm", bytes(len(want)), expect=want)
    for v in (w, h, x, y):
        c.arg("i32:%d" % v)


@row("15.4.cm_ptr_store", targets=BLOCK2D)
def block2d_stores(c):
    w, h = 64, 32
    data = some(c, w * h)
    p, q = Plane(data, w, h), Plane(bytes(w * h), w, h)
    x, y = place(c, w, h, 8, 8)
    for j, r in enumerate(block(p, 4, 5, 3, x, y)):
        for i, v in enumerate(r):
            q.put(4 * (x + 3 + i), y + 2 + j, struct.pack("<I", struct.unpack("<I", v)[0] + 1 & 0xFFFFFFFF))
    for j, r in enumerate(block(p, 2, 6, 8, 2 * x, y)):
        for i, v in enumerate(r):
            q.put(2 * (2 * x + 24 + i), y + 8 + j, v)
    c.arg("svm", data)
    c.arg("svm", bytes(w * h), expect=bytes(q.data))
    for v in (w, h, x, y):
        c.arg("i32:%d" % v)


@row("15.4.lsc_block_2d_desc_t_nblocks_h_w", "15.4.cm_load", "15.4.cm_prefetch_with_a_descriptor", targets=BLOCK2D)
def block2d_descriptors(c):
    w, h = 64, 32
    data = some(c, w * h)
    p = Plane(data, w, h)
    x, y = place(c, w, h, 8, 8)
    a = dense(block(p, 4, 8, 4, x, y))
    out = [a, dense(block(p, 4, 8, 4, x + 2, y + 1)), dense(transposed(block(p, 4, 8, 4, x + 4, y + 2))),
           dense(vnni(block(p, 2, 8, 4, 2 * x, y), 2)), struct.pack("<3i", x + 4, h - 1, 1)]
    q = Plane(b"".join(pad64(o) for o in out).ljust(1024, b"\0"), 64, 16)
    for j in range(2):
        q.put(4, 12 + j, a[32 * j:32 * j + 32])
    c.arg("svm", data)
    c.arg("svm", bytes(1024), expect=bytes(q.data))
    for v in (w, h, x, y):
        c.arg("i32:%d" % v)
