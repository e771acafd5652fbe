# SPDX-License-Identifier: MIT
import struct

from rowlib import LSC, row


def s32(x):
    x &= 0xFFFFFFFF
    return x - (1 << 32) if x >> 31 else x


def ints(data):
    return list(struct.unpack("<%di" % (len(data) // 4), data))


def pack(values):
    return struct.pack("<%di" % len(values), *map(s32, values))


def some(c, size):
    return bytes(c.random.randrange(256) for _ in range(size))


@row("13.cm_slm_init_bytes", "13.cm_slm_alloc_bytes_uint", "13.cm_slm_read", "13.cm_slm_write",
     "13.cm_slm_read_scaled_write_scaled", "13.cm_slm_fence_mask", "16.cm_slm_fence_mask", "16.cm_barrier")
def slm_elements(c):
    data = some(c, 256)
    v = [ints(data[64 * t:64 * t + 64]) for t in range(4)]
    flat = [v[i % 4][i // 4] for i in range(64)]
    out = []
    for t in range(4):
        n = (t + 1) % 4
        r = [flat[16 * t + i] + (v[n][i] & 255) for i in range(16)]
        for i in range(11):
            s = v[n][i] & 0xFFFF
            r[i] += s - 65536 if s >> 15 else s
        out += r
    c.arg("svm", data)
    c.arg("svm", bytes(256), expect=pack(out))
    c.local = (4, 1, 1)


@row("13.cm_slm_alloc_bytes_uint")
def slm_sizes(c):
    data = some(c, 320)
    v = [[x & 0xFFFFFFFF for x in ints(data[64 * t:64 * t + 64])] for t in range(5)]
    out = []
    for t in range(5):
        n = v[(t + 1) % 5]
        x = [(p + q) & 0xFFFFFFFF for p, q in zip(n, v[0])]
        out += [x[i] ^ n[i] if i < 4 else x[i] for i in range(16)]
    c.arg("svm", data)
    c.arg("svm", bytes(320), expect=struct.pack("<80I", *out))
    c.local = (5, 1, 1)


@row("13.cm_slm_block_read_write")
def slm_blocks(c):
    data = some(c, 1024)
    mem = bytearray(1024)
    for at, size in ((0, 13), (16, 188), (208, 48), (256, 400)):
        mem[at:at + size] = data[at:at + size]
    out = mem[0:13] + bytes(3) + mem[20:208] + bytes(4) + mem[208:256] + mem[256:656]
    c.arg("svm", data)
    c.arg("svm", bytes(1024), expect=bytes(out.ljust(1024, b"\0")))


@row("13.cm_slm_read4_write4_scaled_variants")
def slm_components(c):
    where = c.random.sample(range(60), 16)
    where = [w // 4 * 4 for w in c.random.sample(range(0, 64, 4), 16)]
    where = [w // 4 for w in where]
    data = pack(where) + some(c, 256)
    v = ints(data)[16:]
    mem = [0] * 256
    for k in range(4):
        for i, w in enumerate(where):
            mem[4 * w + k] = v[16 * k + i]
    for k in range(2):
        for i, w in enumerate(where):
            mem[4 * w + k] = v[32 + 16 * k + i]
    out = [mem[4 * w + k] for k in range(4) for w in where] + [mem[4 * w + k] for k in (1, 3) for w in where]
    c.arg("svm", data)
    c.arg("svm", bytes(384), expect=pack(out))


@row("13.cm_slm_atomic")
def slm_atomics(c):
    where, src = c.random.sample(range(16), 16), [c.random.getrandbits(32) for _ in range(16)]
    out = [5] * 64
    for w, x in zip(where, src):
        out[w] += 3 * x
        out[16 + w] += 3
        out[32 + w] = max(5, x)
    c.arg("svm", pack(where) + pack(src))
    c.arg("svm", bytes(256), expect=pack(out))
    c.local = (3, 1, 1)


@row("13.cm_slm_load")
def slm_copies(c):
    data, buf = some(c, 2048), some(c, 1024)
    c.arg("svm", data)
    c.arg("buf", buf)
    c.arg("svm", bytes(2048), expect=data[64:1600] + buf[16:528])
    c.local = (3, 1, 1)


@row("16.cm_sbarrier_1_or_0")
def split_barriers(c):
    data = some(c, 320)
    v = [ints(data[64 * t:64 * t + 64]) for t in range(5)]
    for _ in range(3):
        v = [[s32(3 * x + y) for x, y in zip(v[t], v[(t + 1) % 5])] for t in range(5)]
    c.arg("svm", data)
    c.arg("svm", bytes(320), expect=pack(sum(v, [])))
    c.local = (5, 1, 1)


@row("16.cm_fence_mask")
def memory_fences(c):
    data = some(c, 448)
    c.arg("svm", data)
    c.arg("svm", bytes(448))
    c.arg("svm", bytes(448), expect=b"".join(data[64 * t:64 * t + 64] for t in reversed(range(7))))
    c.local = (7, 1, 1)


@row("16.cm_local_id_d_cm_local_size_d_cm", "16.cm_linear_local_id_cm_linear_local")
def thread_numbers(c):
    groups, local, out = (2, 3, 2), (3, 1, 2), b""
    for gz in range(2):
        for gy in range(3):
            for gx in range(2):
                for z in range(2):
                    for x in range(3):
                        g = (gz * 3 + gy) * 2 + gx
                        out += struct.pack("<16I", x, 0, z, *local, gx, gy, gz, *groups, z * 3 + x, 6, g, 12 * 1000 + 72)
    c.arg("svm", bytes(len(out)), expect=out)
    c.groups, c.local = groups, local


@row("16.cm_nbarrier_signal_id_mode", "16.cm_nbarrier_wait_id_cm_nbarrier", targets=["pvc", "lnl", "bmg", "ptl"])
def named_barriers(c):
    data = some(c, 256)
    c.arg("svm", data)
    c.arg("svm", bytes(256), expect=b"".join(data[64 * (t ^ 2):64 * (t ^ 2) + 64] for t in range(4)))
    c.local = (4, 1, 1)


@row("16.cm_nbarrier_wait_id_cm_nbarrier", targets=["pvc", "lnl", "bmg", "ptl"])
def named_by_variable(c):
    threads = [struct.pack("<I", t & 1) + some(c, 60) for t in range(4)]
    c.arg("svm", b"".join(threads))
    c.arg("svm", bytes(256), expect=b"".join(threads[t ^ 2] for t in range(4)))
    c.local = (4, 1, 1)


@row("16.cm_fence", "15.1.cm_fence", targets=LSC)
def lsc_fences(c):
    data = some(c, 256)
    v = [ints(data[64 * t:64 * t + 64]) for t in range(4)]
    c.arg("svm", data)
    c.arg("svm", bytes(256))
    c.arg("svm", bytes(256), expect=pack([x + y for t in range(4) for x, y in zip(v[t ^ 1], v[t ^ 2])]))
    c.local = (4, 1, 1)


@row("16.get_thread_origin_x_get_thread")
def thread_origins(c):
    c.groups, c.local = (3, 2, 1), (2, 3, 1)
    out = []
    for g in range(6):
        for t in range(6):
            out += [g % 3 * 2 + t % 2, g // 3 * 3 + t // 2] + [0] * 6
    c.arg("svm", bytes(36 * 16), expect=struct.pack("<%dH" % len(out), *out))


@row("1.under_opencl_level_zero_one_work")
def one_thread_per_item(c):
    c.groups, c.local = (3, 2, 5), (4, 2, 1)
    out, ids = bytearray(4 * 240 * 1000), []
    for z in range(5):
        for y in range(4):
            for x in range(12):
                i = (z * 4 + y) * 12 + x
                struct.pack_into("<I", out, 4 * i * 1000, i + 1)
                ids += [x, y, z, i]
    c.arg("buf", bytes(len(out)), expect=bytes(out))
    c.arg("svm", bytes(240 * 16), expect=struct.pack("<960I", *ids))


@row("1.execution_order_between_threads_is")
def any_order(c):
    c.groups, c.local = (3, 1, 1), (4, 1, 1)
    v = [c.random.randint(-(1 << 24), 1 << 24) for _ in range(192)]
    parts = [sum(v[16 * t:16 * t + 16]) for t in range(12)]
    c.arg("svm", struct.pack("<192i", *v))
    c.arg("svm", bytes(192), expect=struct.pack("<48i", *[p for p in parts for _ in range(4)]))
    c.arg("buf", bytes(64), expect=struct.pack("<16I", 12, *[0] * 15))
    c.arg("svm", bytes(16), expect=struct.pack("<4i", *[sum(parts)] * 4))
