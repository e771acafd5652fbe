# SPDX-License-Identifier: MIT
import struct

from rowlib import row

POINTER = ("-fcm-pointer",)


def wrap(x):
    x &= 0xFFFFFFFF
    return x - (1 << 32) if x >> 31 else x


@row("14.raw_pointers_under_fcm_pointer_cm", args=POINTER)
def pointer_elements(c):
    n = 13
    v = [c.random.randrange(-999, 999) / 4 for _ in range(n)]
    c.arg("svm", struct.pack("<%df" % n, *v))
    c.arg("svm", bytes(64), expect=struct.pack("<%di" % (n + 1), int(sum(v)), *(int(x * 2) for x in v)).ljust(64, b"\0"))
    c.arg("i32:%d" % n)


@row("14.raw_pointers_under_fcm_pointer_cm", args=POINTER)
def pointer_structs(c):
    n, fmt = 5, "<hBxf3i"
    items = [(c.random.randrange(-999, 999), c.random.randrange(256), c.random.randrange(-99, 99) / 2,
              *(c.random.randrange(-1 << 31, 1 << 31) for _ in range(3))) for _ in range(n)]
    out = b"".join(struct.pack(fmt, i[0] + 1, i[1] * 2 & 255, i[2] / 2, i[5], i[4], i[3]) for i in reversed(items))
    c.arg("svm", b"".join(struct.pack(fmt, *i) for i in items))
    c.arg("svm", bytes(len(out)), expect=out)
    c.arg("i32:%d" % n)


@row("14.raw_pointers_under_fcm_pointer_cm", args=POINTER)
def pointer_types(c):
    data = bytearray(c.random.randrange(256) for _ in range(192)) + bytes(64)
    halves = [c.random.randrange(-99, 99) / 4 for _ in range(4)]
    longs = [c.random.getrandbits(62) for _ in range(3)]
    struct.pack_into("<4e", data, 64, *halves)
    struct.pack_into("<3q", data, 128, *longs)
    out = bytearray(128)
    out[3] = data[5] + 1 & 255
    struct.pack_into("<e", out, 18, halves[3] + halves[2])
    struct.pack_into("<q", out, 40, longs[1] + longs[2])
    out[60:62] = data[34:36]
    out[64] = 1
    c.arg("svm", bytes(data))
    c.arg("svm", bytes(128), expect=bytes(out))


@row("14.raw_pointers_under_fcm_pointer_cm", args=POINTER)
def pointer_vectors(c):
    v = [c.random.randrange(-1 << 31, 1 << 31) for _ in range(64)]
    f = [c.random.randrange(-99, 99) / 4 for _ in range(8)]
    pick = c.random.randrange(4)
    a = [wrap(x + y) for x, y in zip(v[16 * pick:16 * pick + 16], v[16:32])]
    out = struct.pack("<16i8f2i", *a, *(x + 1 for x in f), (v if pick else v[32:])[1], a[2] if pick else v[2])
    c.arg("svm", struct.pack("<64i8f", *v, *f))
    c.arg("svm", bytes(128), expect=out.ljust(128, b"\0"))
    c.arg("i32:%d" % pick)
