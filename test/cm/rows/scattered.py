# SPDX-License-Identifier: MIT
import struct

from rowlib import row


def memory(c, size, indices):
    """Random bytes whose first dwords are different indices below a limit."""
    data = bytearray(c.random.randrange(256) for _ in range(size))
    struct.pack_into("<%dI" % len(indices), data, 0, *indices)
    return data


def pick(c, n, limit):
    return c.random.sample(range(limit), n)


@row("12.3.read", "12.3.write")
def surface_elements(c):
    data = bytearray(c.random.randrange(256) for _ in range(2048))
    out = bytearray(b"\xff" * 4096)
    for k, (size, n) in enumerate(((4, 8), (1, 16), (2, 32), (4, 47))):
        where = pick(c, n, 60)
        struct.pack_into("<%dI" % n, data, 256 * k, *where)
        base_in, base_out = 1024, 256 * (k + 1)
        for i in where:
            out[base_out + i * size:base_out + (i + 1) * size] = data[base_in + i * size:base_in + (i + 1) * size]
    c.arg("buf", bytes(data))
    c.arg("buf", b"\xff" * 4096, expect=bytes(out))


@row("12.3.read_scaled_write_scaled")
def surface_bytes(c):
    where = pick(c, 19, 100)
    data = memory(c, 2048, where)
    out = bytearray(b"\xff" * 1024)
    for i in where:
        out[64 + 2 * i:66 + 2 * i] = data[1024 + 2 * i:1026 + 2 * i]
        out[512 + 4 * i:516 + 4 * i] = data[1024 + 4 * i:1028 + 4 * i]
    c.arg("buf", bytes(data))
    c.arg("buf", b"\xff" * 1024, expect=bytes(out))


@row("12.3.read")
def surface_one(c):
    data, at = bytes(c.random.randrange(256) for _ in range(256)), c.random.randrange(40)
    out = data[2 * at:2 * at + 2] * 16 + data[4 * (3 + at):4 * (4 + at)] + data[at + 5:at + 6]
    c.arg("buf", data)
    c.arg("buf", bytes(64), expect=out.ljust(64, b"\0"))
    c.arg("i32:%d" % at)


@row("12.3.write_scalar")
def surface_scalar(c):
    data = bytes(c.random.randrange(256) for _ in range(64))
    out = bytearray(b"\xff" * 64)
    out[0:4] = data[12:16]
    out[16] = data[21]
    out[40:42] = data[18:20]
    c.arg("buf", data)
    c.arg("buf", b"\xff" * 64, expect=bytes(out))


@row("12.3.read_untyped_write_untyped")
def surface_components(c):
    where = [x * 4 for x in pick(c, 16, 60)]
    data = memory(c, 4096, where)
    words = list(struct.unpack("<1024I", data))
    out = [0xFFFFFFFF] * 1024
    for i in where:
        out[i:i + 4] = words[i:i + 4]
    for i in where[8:]:
        out[i + 256:i + 258] = [words[i], words[i + 2]]
    for i in where:
        out[i + 512 + 3] = words[i + 1]
    for k, i in enumerate([60, 60, 55, 64, 64]):
        out[1000 + k] = words[i + 1]
    out[1005:1008] = [0] * 3
    c.arg("buf", bytes(data))
    c.arg("buf", b"\xff" * 4096, expect=struct.pack("<1024I", *out))


@row("14.cm_svm_scatter_read", "14.cm_svm_scatter_write")
def address_elements(c):
    where = pick(c, 32, 100)
    data = memory(c, 2048, where)
    out = bytearray(b"\xff" * 2048)
    for i in where:
        out[i] = data[256 + i]
        out[512 + 4 * i:516 + 4 * i] = data[256 + 4 * i:260 + 4 * i]
    for i in where[:19]:
        out[256 + 2 * i:258 + 2 * i] = data[256 + 2 * i:258 + 2 * i]
    for i in where[0:14:2]:
        out[1024 + 8 * i:1032 + 8 * i] = data[256 + 8 * i:264 + 8 * i]
    c.arg("svm", bytes(data))
    c.arg("svm", b"\xff" * 2048, expect=bytes(out))


@row("14.cm_svm_block_read", "14.cm_svm_block_write", "14.cm_svm_block_read_unaligned")
def address_blocks(c):
    data = bytes(c.random.randrange(256) for _ in range(512))
    out = data[0:188] + bytes(4) + data[208:221] + bytes(3) + data[224:368] + data[372:408] + bytes(12)
    c.arg("svm", data)
    c.arg("svm", b"\xff" * 512, expect=out + b"\xff" * (512 - len(out)))


@row("14.cm_svm_gather4_scaled_cm_svm", "14.cm_ptr_read4_write4_cm_ptr_atomic")
def address_components(c):
    where = [x * 4 for x in pick(c, 16, 60)]
    data = memory(c, 2048, where)
    words = struct.unpack("<512I", data)
    out = [0xFFFFFFFF] * 768
    for i in where:
        out[i:i + 4] = words[64 + i:68 + i]
        out[256 + i + 1] = words[64 + i + 2]
    c.arg("svm", bytes(data))
    c.arg("svm", b"\xff" * 3072, expect=struct.pack("<768I", *out))


@row("12.3.write", "12.4.write_atomic_op_t")
def own_places(c):
    where = pick(c, 16, 64)
    out, counts = [7] * 64, list(range(1000, 1128))
    for i, x in enumerate(where):
        out[x] = x
        if i % 2 == 0:
            counts[x] += x
            counts[x + 64] += x
    c.arg("buf", struct.pack("<16I", *where))
    c.arg("buf", struct.pack("<64I", *[7] * 64), expect=struct.pack("<64I", *out))
    c.arg("buf", struct.pack("<128I", *range(1000, 1128)), expect=struct.pack("<128I", *counts))
