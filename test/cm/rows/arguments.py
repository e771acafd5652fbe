# SPDX-License-Identifier: MIT
import struct

from rowlib import row


@row("7.scalar_vector_by_value", "7.genx_main", "7.buffer", "2.1.float", "2.2.surfaceindex")
def values(c):
    out = [-3, 60000, 70000, -2, 5, 9, 1, -2, 3, -4, 5, -6, 7, -8, 9, -10]
    c.arg("buf", None, struct.pack("16i", *out))
    for a in ("i8:-3", "u16:60000", "i32:70000", "f32:-2.5", "f16:2.5", "i64:%d" % (9 << 32 | 5), "i32:1,-2,3,-4",
              "i16:5,-6,7,-8,9,-10"):
        c.arg(a)


@row("7.scalar_vector_by_value", "2.2.struct_of_scalars_vectors_matrices", "7.pointer")
def structs(c):
    count, offsets = [10, -20, 30], [1, 2, -3, 4]
    out = [10] + count + offsets + [-7, 8, 5, -9, 1 + 3, 2, 77, 0]
    c.arg("svm", None, struct.pack("16i", *out))
    data = struct.pack("<f3i4ihhi q", 2.5, *count, *offsets, -7, 8, 0, (-9 << 32) + 5)
    data += b"\0" * (-len(data) % 16)
    c.arg("u8:" + ",".join(map(str, data)))
    c.arg("u8:1,2,3")
    c.arg("i32:77")


@row("10.cm_get_value_surfaceindex_uint", "10.cm_rdtsc_vector", "10.cm_get_r0_cm_get_sr0", "10.cm_get_hwid_cm_get_tileid",
     "10.details_cm_intrinsic_impl_rdregion")
def identities(c):
    v = c.data("i", 16)
    data = struct.pack("16i", *v)
    v[:4] = [1, 1, 0, 0]
    w = v[8:16]
    w[0::2] = [x for x in w[1::2]]
    c.arg("buf", data)
    c.arg("buf", None, struct.pack("16i", *(v[:8] + w)))


@row("7.scalar_vector_by_value")
def truths(c):
    c.arg("svm", None, struct.pack("16i", 200, -1, 77, 1, *[0] * 12))
    for a in ("u8:1", "u8:200", "u8:0", "i32:77"):
        c.arg(a)
