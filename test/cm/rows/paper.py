# SPDX-License-Identifier: MIT
import struct

from rowlib import row, sat, wrap


@row("4.v_select_size_stride_i_0", "4.m_select_vs_vst_hs_hst_i_0_j_0")
def paper_figure_1_select(c):
    v, m = c.data("f", 8, -50, 50), c.data("i", 32)
    c.out("f", v[1::2])
    c.out("i", [m[8 + 2], m[8 + 6], m[24 + 2], m[24 + 6]])
    for i in range(1, 8, 2):
        v[i] += 1
    for i in (10, 14, 26, 30):
        m[i] *= 2
    c.out("f", v)
    c.out("i", m)


@row("4.v_iselect_idx")
def paper_iselect(c):
    v, m = c.data("f", 8, -50, 50), c.data("i", 8)
    c.out("f", [v[0], v[1], v[2], v[2]])
    c.out("i", [m[3], m[4], m[6], m[3]])


@row("4.x_format_t2_r2_c2")
def paper_format(c):
    b = bytearray(struct.pack("<8f", *c.data("f", 8, -50, 50)))
    c.out("b", struct.unpack("8b", b[16:24]))
    for r in range(4):
        b[8 * r + 3] = 7
    for i in list(range(8)) + list(range(16, 24)):
        b[i] = b[i] + 1 & 255
    c.out("I", struct.unpack("<8I", b))


@row("4.v_replicate_rep_vs_w_hs_i")
def paper_replicate(c):
    v = c.data("h", 8)
    c.out("h", [v[2]] * 4 + [v[6]] * 4)
    c.out("h", v * 3)
    c.out("h", v[3:7] * 2)
    c.out("h", v[1:5] + v[4:8])


@row("3.2.float_int", "3.2.int_float_double_float_float_half")
def paper_conversions(c):
    b, f = c.data("b", 16), c.data("f", 16, -120, 120)
    c.out("f", b)
    c.out("b", [int(x) for x in f])
    c.out("f", [x + y for x, y in zip(b, f)])
    c.out("B", [sat("B", x) for x in f])


@row("6.2.simd_if_begin_cond_simd_elseif")
def paper_simd_if(c):
    kind = c.random.choice(("mixed", "mixed", "all", "none"))
    cond = c.data("H", 16) if kind == "mixed" else c.data("H", 16, 0, 0) if kind == "none" else c.data("H", 16, 1, 1)
    v = c.data("i", 16, -90, 90)
    entered, out = [0] * 4, []
    for k, x in zip(cond, v):
        if not k & 1:
            entered[3] = 1
            x = -x
        else:
            entered[0] = 1
            x *= 3
            entered[1 if x > 100 else 2] = 1
            x += -100 if x > 100 else 5
        out.append(x)
    c.out("i", out)
    c.out("i", entered)


@row("4.x_merge_y_mask", "4.v_replicate_rep_vs_w_hs_i")
def paper_transpose_2x2(c):
    v, m = c.data("i", 4), None
    c.out("i", [v[0], v[2], v[1], v[3]])
    c.out("i", [v[0], v[2], v[1], v[3]])
    m = c.data("i", 16)
    c.out("i", [m[4 * (i % 4) + i // 4] for i in range(16)])


@row("1.all_operands_of_a_vector_statement")
def paper_linear_filter(c):
    b = c.data("B", 256)
    out = []
    for r in range(6):
        for k in range(24):
            s = sum(b[32 * (r + i) + k + 3 * j] for i in range(3) for j in range(3))
            out.append(int(wrap("f", s * wrap("f", 0.1111))))
    c.out("B", out)
