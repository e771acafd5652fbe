# SPDX-License-Identifier: MIT
import struct

from rowlib import LSC, row


def some(c, size):
    return bytes(c.random.randrange(256) for _ in range(size))


def sources(c, size):
    """Offsets of different dwords, then random bytes."""
    offs = [4 * x for x in c.random.sample(range(64), 64)]
    return offs, struct.pack("<64I", *offs) + some(c, size - 256)


def give(c, data, *rest):
    c.arg("svm", data)
    for kind, value, expect in rest:
        c.arg(kind, value, expect=expect)


@row("15.1.cm_load", "15.1.cm_store_cm_ptr_store_cm_store_slm", targets=LSC)
def lsc_lanes(c):
    offs, data = sources(c, 2048)
    out = bytearray(4096)

    def move(dst, src, n):
        out[dst:dst + n] = data[src:src + n]

    for i, o in enumerate(offs[:21]):
        if i < 16:
            move(o, o + 256, 4)
            move(o + 1024, o + 256, 2)
            out[o + 1536:o + 1540] = bytes([data[o + 257], 0, 0, 0])
            move(4 * o + 2048, 4 * o + 256, 12)
        move(o + 512, o + 256, 1)
        if i < 7:
            move(2 * o + 3072, 2 * o + 256, 8)
    give(c, data, ("buf", data, None), ("buf", bytes(4096), bytes(out)))


@row("15.1.cm_load", "15.1.cm_store_cm_ptr_store_cm_store_slm", targets=LSC)
def lsc_lane_elements(c):
    offs, data = sources(c, 2048)
    surface, flat = bytearray(1024), bytearray(2048)
    for i, o in enumerate(4 * x for x in offs[:16]):
        surface[o:o + 16] = data[o:o + 16]
        if 0x5aff >> i & 1:
            flat[o:o + 8] = data[o + 256:o + 264]
        flat[o + 1024:o + 1036] = data[o + 4:o + 16]
    give(c, data, ("buf", data, None), ("buf", bytes(1024), bytes(surface)), ("svm", bytes(2048), bytes(flat)))


@row("15.1.cm_load", targets=LSC)
def lsc_masks(c):
    offs, data = sources(c, 1024)
    out = bytearray(1024)
    for i, o in enumerate(offs[:21]):
        if i < 16 and not o & 8:
            out[o:o + 4] = data[o + 256:o + 260]
        if not o & 16:
            out[o + 512:o + 514] = data[o + 256:o + 258]
    give(c, data, ("buf", data, None), ("buf", bytes(1024), bytes(out)))


@row("15.1.cm_load_2", "15.1.cm_ptr_load", targets=LSC)
def lsc_blocks(c):
    data, flat = some(c, 512), some(c, 512)
    out = data[4:68] + data[68:256] + bytes(4) + data[256:320] + bytes(192)
    c.arg("buf", data)
    c.arg("buf", bytes(512), expect=out)
    c.arg("svm", flat)
    c.arg("svm", bytes(512), expect=bytes(8) + flat[4:16] + bytes(12) + flat[16:416] + bytes(80))


@row("15.1.cm_load_2", "15.1.cm_store_cm_ptr_store_cm_store_slm", targets=LSC)
def lsc_old_blocks(c):
    data, flat = some(c, 512), some(c, 512)
    c.arg("buf", data)
    c.arg("buf", bytes(512), expect=data[4:68] + bytes(192) + data[256:320] + bytes(192))
    c.arg("svm", flat)
    c.arg("svm", bytes(512), expect=bytes(32) + flat[80:208] + bytes(352))


@row("15.1.cm_ptr_load", targets=LSC)
def lsc_addresses(c):
    offs, data = sources(c, 2048)
    out = bytearray(2048)
    for i, o in enumerate(offs[:21]):
        if i < 16:
            out[o:o + 4] = data[o + 256:o + 260]
            out[1024 + 2 * o:1032 + 2 * o] = data[256 + 2 * o:264 + 2 * o]
        out[512 + o:514 + o] = data[o + 256:o + 258]
    give(c, data, ("svm", bytes(2048), bytes(out)))


@row("15.1.cm_load4_cm_ptr_load4_cm_load4_slm", "15.1.cm_store4", targets=LSC)
def lsc_components(c):
    offs, data = sources(c, 2048)
    offs = [4 * o for o in offs[:16]]
    out, flat = bytearray(4096), bytearray(2048)
    for i, o in enumerate(offs):
        four = data[o + 256:o + 272]
        out[o:o + 16] = four
        flat[o + 12:o + 16] = four[4:8]
        out[3072 + 4 * i:3076 + 4 * i] = four[0:4]
        out[3136 + 4 * i:3140 + 4 * i] = four[12:16]
    for o in offs:
        out[1024 + o:1032 + o] = data[o + 256:o + 260] + data[o + 264:o + 268]
    give(c, data, ("buf", data, None), ("buf", bytes(4096), bytes(out)), ("svm", bytes(2048), bytes(flat)))


@row("15.1.cm_load_slm", "15.1.cm_store_cm_ptr_store_cm_store_slm", targets=LSC)
def lsc_local(c):
    offs, data = sources(c, 1024)
    mem = bytearray(2048)
    mem[1024:1280] = data[256:512]
    for i, o in enumerate(offs[:16]):
        mem[o:o + 4] = data[256 + 4 * i:260 + 4 * i]
        if i < 7:
            mem[512 + o] = data[256 + 4 * i]
    out = mem[0:256] + mem[512:768]
    for o in offs[:16]:
        out += mem[1024 + o:1028 + o]
    for o in offs[:11]:
        out += struct.pack("<i", struct.unpack("<h", mem[1024 + o:1026 + o])[0])
    give(c, data, ("svm", bytes(1024), bytes(out.ljust(1024, b"\0"))))


@row("15.1.cm_prefetch_cm_ptr_prefetch", targets=LSC)
def lsc_prefetches(c):
    _, data = sources(c, 1024)
    give(c, data, ("buf", data, None), ("svm", bytes(64), data[:64]))


@row("15.1.cm_atomic", "15.1.cm_ptr_atomic_cm_atomic_slm", targets=LSC)
def lsc_atomics(c):
    lanes = c.random.sample(range(16), 16)
    src = [c.random.getrandbits(32) for _ in range(16)]
    mem = [c.random.getrandbits(32) for _ in range(48)] + [struct.unpack("<I", struct.pack("<f", i / 4))[0] for i in range(16)]
    mem += [c.random.getrandbits(32) for _ in range(16)]
    flat = [c.random.getrandbits(32) for _ in range(32)] + [struct.unpack("<I", struct.pack("<f", 9.5 * i))[0] for i in range(16)]
    flat += [c.random.getrandbits(32) for _ in range(32)]
    expected = [mem[32 + n] if i % 2 else 1 for i, n in enumerate(lanes)]
    after, after_flat = list(mem), list(flat)

    def number(v):
        return struct.unpack("<f", struct.pack("<I", v))[0]

    def as_bits(f):
        return struct.unpack("<I", struct.pack("<f", f))[0]

    def signed(v):
        return v - (1 << 32) if v >> 31 else v

    for i, (n, x, e) in enumerate(zip(lanes, src, expected)):
        after[n] = mem[n] + x & 0xFFFFFFFF
        after[16 + n] = mem[16 + n] + 1 & 0xFFFFFFFF
        after[32 + n] = x if mem[32 + n] == e else mem[32 + n]
        after[48 + n] = as_bits(number(mem[48 + n]) + (x & 0xFF))
        if not 4 * n & 4:
            after[64 + n] = min(signed(mem[64 + n]), signed(x)) & 0xFFFFFFFF
        after_flat[n] = flat[n] ^ x
        if i < 11:
            after_flat[32 + n] = as_bits(max(number(flat[32 + n]), x & 0xFF))
        if i < 8:
            v = (flat[48 + 2 * n] | flat[49 + 2 * n] << 32) + (x << 24) & (1 << 64) - 1
            after_flat[48 + 2 * n:50 + 2 * n] = [v & 0xFFFFFFFF, v >> 32]
    olds = [mem[k + n] for k in (0, 16, 32) for n in lanes] + [flat[k + n] for k in (0, 16) for n in lanes]
    c.arg("svm", struct.pack("<48I", *[4 * n for n in lanes], *src, *expected))
    c.arg("buf", struct.pack("<80I", *mem), expect=struct.pack("<80I", *after))
    c.arg("svm", struct.pack("<80I", *flat), expect=struct.pack("<80I", *after_flat))
    c.arg("svm", bytes(320), expect=struct.pack("<80I", *olds))


@row("15.1.cm_ptr_atomic_cm_atomic_slm", targets=LSC)
def lsc_local_atomics(c):
    lanes, src = c.random.sample(range(16), 16), [c.random.getrandbits(32) | 8 for _ in range(16)]
    out = [5] * 64
    for n, x in zip(lanes, src):
        out[n] = 5 + 3 * x & 0xFFFFFFFF
        out[16 + n] = 2
        out[32 + n] = x
    c.arg("svm", struct.pack("<32I", *[4 * n for n in lanes], *src))
    c.arg("svm", bytes(256), expect=struct.pack("<64I", *out))
    c.local = (3, 1, 1)
