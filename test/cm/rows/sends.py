# SPDX-License-Identifier: MIT
import struct

from rowlib import row

KNOWN = ["tgl", "pvc"]  # whose descriptors the kernels hold


def blocks(c, f):
    v = [c.random.getrandbits(32) for _ in range(16)]
    c.arg("svm", struct.pack("<16I", *v))
    c.arg("svm", bytes(64), expect=struct.pack("<16I", *(f(x) & 0xFFFFFFFF for x in v)))


@row("17.cm_send_cm_sends", targets=KNOWN)
def send_blocks(c):
    blocks(c, lambda x: x + 1)


@row("17.cm_raw_send", targets=KNOWN)
def raw_send_blocks(c):
    blocks(c, lambda x: x * 3)


@row("6.2.cm_raw_send", targets=KNOWN)
def raw_send_simd_flow(c):
    v = [c.random.getrandbits(32) for _ in range(16)]
    c.arg("svm", struct.pack("<16I", *v))
    c.arg("svm", bytes(64), expect=struct.pack("<16I", *(x if x > 0x40000000 else 0 for x in v)))
