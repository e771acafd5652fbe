# SPDX-License-Identifier: MIT
import struct

from rowlib import row, sat, wrap


def chunks(v, n):
    return [list(v[i:i + n]) for i in range(0, len(v), n)]


def flat(m):
    return [x for r in m for x in r]


@row("4.v_select_size_stride_i_0", "4.m_select_all_v_select_all", "1.all_operands_of_a_vector_statement",
     "1.vector_lengths_are_arbitrary_any_n", "2.2.vector_ref_t_n")
def select_1d(c):
    v, (i,) = c.data("i", 47), c.data("i", 1, 0, 16)
    c.out("i", v[1:9:2])
    c.out("i", v[i:i + 31:3])
    v[1:47:2] = v[0:46:2]
    v[1:8] = v[0:7]
    for k in range(5):
        v[i + 4 * k] += 100
    v[46] = -1
    c.out("i", v)
    c.out("i", [v[2 + 7 * k] + v[k] for k in range(3)])


@row("4.m_select_vs_vst_hs_hst_i_0_j_0", "3.1.matrix_ref_of_select")
def select_2d(c):
    m = chunks(c.data("i", 63), 9)
    i, j = c.data("i", 2, 0, 2)
    c.out("i", [m[r][k] for r in (1, 3, 5) for k in (1, 3, 5, 7)])
    c.out("i", [m[i + r][j + k] for r in range(2) for k in range(3)])
    part = [[m[r][j + 3 * k] for k in range(3)] for r in range(2)]
    for r in range(2):
        m[i + 3 * r][2:5] = part[r]
    for r in range(4, 7):
        m[r][8] += 5
    m[6] = [3 * x for x in m[6]]
    c.out("i", flat(m))
    c.out("i", [x - 1 for x in flat(m)])


@row("3.1.ref_of_select", "3.1.ref_of_object", "3.1.assign_through_ref", "2.2.matrix_ref_t_r_c", "3.1.matrix_ref_of_select")
def nested_references(c):
    m, (n,) = chunks(c.data("h", 48), 8), c.data("i", 1, 0, 2)

    def r(i, j):
        return 2 * i, 1 + 2 * j

    def put(i, j, x):
        i, j = r(i, j)
        m[i][j] = x

    def at(i, j):
        i, j = r(i, j)
        return m[i][j]
    for i in (1, 2):
        for j in (0, 2):
            put(i, j, -7)
    for j in range(4):
        put(0, j, at(0, j) + 1)
    for i in range(3):
        put(i, 3, 5)
    put(n, 1, 77)
    m[3][1], m[3][5] = m[3][0], m[3][1]
    for j in range(1, 4):
        put(1, j, at(1, j) + 1000)
    c.out("h", flat(m))
    c.out("h", [at(i, j) for i in range(3) for j in range(4)])


@row("4.m_row_i", "4.m_column_j", "1.matrices_are_row_major_in")
def rows_and_columns(c):
    m = chunks(c.data("f", 30, -10, 10), 6)
    i, j = c.data("i", 2, 0, 4)
    c.out("f", [x + y for x, y in zip(m[2], m[i])])
    c.out("f", [r[3] for r in m])
    c.out("f", [r[j] * 2 for r in m])
    m[4] = list(m[0])
    for r in m:
        r[1] = r[2]
    m[1] = [x + 1 for x in m[1]]
    c.out("f", flat(m))
    c.out("f", [5, 6, 35])


@row("4.v_index", "4.m_index", "3.1.element_write", "5.one_element_results_used_as_scalars", "2.1.bool")
def elements(c):
    v, m = c.data("i", 21), chunks(c.data("B", 20), 5)
    i, j = c.data("i", 2, 1, 3)
    v[0] = v[5] + v[i]
    v[i + 1] = 9
    v[j] += 1
    v[7] -= 1
    v[8] <<= 2
    v[9] = v[10] = 4
    m[1][2] = (m[2][3] + 1) & 255
    m[i][j] = 200
    m[0][j] = m[3][0]
    v[11] = m[2][2] + (1 if v[12] > v[13] else 2)
    c.out("i", v)
    c.out("B", flat(m))


@row("4.v_index", "4.m_index", "5.one_element_results_used_as_scalars", "3.1.element_write")
def element_variables(c):
    v, h = c.data("i", 16, -1000, 1000), chunks(c.data("e", 8, -20.0, 20.0), 4)
    i, sign = c.data("i", 2, 0, 1)
    x, y = v[1], h[1][2]
    v[1] = 77
    h[1][2] = wrap("e", y + 1)
    h[0][0] = wrap("e", y * y)
    v[2] = v[3] * v[3] + x
    v[4] = max(v[5], 1) + max(v[i], v[6])
    v[7], v[i] = v[i], v[7]
    v[8] += v[9]
    v[10] = v[10] * 3 + i
    v[11 if sign > 0 else 12] = 5
    v[i + 1] = (v[i + 1] + 3) * 2
    v[13] += 4
    v[14] = wrap("h", v[0]) + c.data("i", 2)[1]
    v[15] = 4 + 2
    c.out("i", v)
    c.out("e", flat(h))


def bfloat16(x):
    (bits,) = struct.unpack("I", struct.pack("f", x))
    bits += 0x7fff + (bits >> 16 & 1)
    return struct.unpack("f", struct.pack("I", bits & 0xffff0000))[0]


@row("4.v_index", "2.1.bf16")
def element_bfloat16(c):
    v = [bfloat16(x) for x in c.data("f", 8, -8.0, 8.0)]
    w = v[::-1]
    v[0] = bfloat16(v[1] + v[2])
    v[3] = bfloat16(v[3] + 1.0)
    v[4] = bfloat16(v[4] * v[5])
    v[6], v[7] = 2.0, v[6]
    w[0] = bfloat16(w[0] + 1)
    c.out("f", v)
    c.out("f", w)


@row("4.v_iselect_idx", "4.v_idxvec_v_idxvec", "4.m_iselect_idx", "4.m_iselect_rows_cols")
def gathers(c):
    v, m = c.data("f", 32), c.data("i", 28)
    i, r, k = c.data("H", 17, 0, 31), c.data("H", 5, 0, 3), c.data("H", 5, 0, 6)
    for _ in range(3):
        c.out("f", [v[x] for x in i])
    for _ in range(2):
        c.out("i", [m[7 * x + y] for x, y in zip(r, k)])
    c.out("f", [v[x] for x in (0, 1, 2, 2)])
    c.out("f", [v[1 + 2 * x] for x in (0, 1, 2, 2)])


@row("4.v_replicate_rep", "4.v_replicate_rep_w_i_0", "4.v_replicate_rep_vs_w_i", "4.v_replicate_rep_vs_w_hs_i",
     "4.m_replicate_i_j")
def replication(c):
    v, m, (i,) = c.data("i", 18), c.data("h", 18), c.data("i", 1, 0, 1)

    def rep(src, n, vs, w, hs, at):
        return [src[at + k * vs + x * hs] for k in range(n) for x in range(w)]
    c.out("i", v[2:7] * 3)
    c.out("i", v * 2)
    c.out("i", rep(v, 4, 0, 3, 1, i))
    c.out("i", rep(v, 3, 0, 2, 1, 0))
    c.out("i", rep(v, 4, 2, 4, 1, i))
    c.out("i", rep(v, 2, 4, 4, 0, 2))
    c.out("i", rep(v, 3, 1, 5, 2, i))
    c.out("h", m * 2)
    c.out("h", rep(m, 2, 0, 4, 1, 8))
    c.out("h", rep(m, 3, 1, 3, 1, i))
    c.out("h", rep(m, 2, 6, 3, 2, 6 * i + 1))
    c.out("h", rep([m[1], m[3], m[5]], 2, 0, 3, 1, 0))


@row("4.x_format_t2", "4.x_format_t2_r2_c2")
def formats(c):
    data, f = c.data("i", 8), c.data("f", 4)
    b = bytearray(struct.pack("8i", *data))
    c.out("B", b)
    c.out("b", struct.unpack("32b", b))
    c.out("h", struct.unpack("16h", b)[8:])
    for k in range(1, 16, 2):
        struct.pack_into("H", b, 2 * k, 0x1234)
    b[0::4] = bytes([7] * 8)
    struct.pack_into("f", b, 12, 1.0)
    b[16 + 5] = 99
    c.out("i", struct.unpack("8i", b))
    c.out("I", [x & 0x7FFFFFFF for x in struct.unpack("4I", struct.pack("4f", *f))])
    struct.pack_into("2I", b, 16, 5, 5)
    c.out("i", struct.unpack("8i", b))
    c.out("h", struct.unpack("16h", b))


@row("4.x_merge_y_mask", "4.x_merge_y_z_mask", "6.1.vector_ushort_n_matrix_ushort_r_c",
     "6.1.int_uint_packed_bit_i_element_i_n_32")
def merges(c):
    x, y, z, mask, (n,) = c.data("i", 21), c.data("i", 21), c.data("i", 21), c.data("H", 21), c.data("i", 1)

    def pick(p, q, m):
        return [s if k & 1 else t for s, t, k in zip(p, q, m)]
    packed = [n >> i for i in range(21)]
    a, b = pick(y, x, mask), pick(y, z, mask)
    c.out("i", a)
    c.out("i", b)
    c.out("i", pick(y, x, packed))
    c.out("i", pick([5] * 21, x, [s > t for s, t in zip(x, y)]))
    a[1:21:4] = pick(z[:5], a[1:21:4], mask[3:8])
    c.out("i", a)
    c.out("i", pick([v + 1 for v in b], [7] * 21, [0b0101 >> i for i in range(21)]))
    c.out("h", pick(y, x, mask))
    c.out("i", pick(x, y, mask))
    c.out("i", pick(x, [3] * 21, packed))


@row("4.mask_any_mask_all", "6.1.vector_ushort_n_matrix_ushort_r_c")
def any_and_all(c):
    a, m = c.data("i", 21), c.data("H", 21)
    k = m[:10]
    r = [any(x > 5 for x in a), all(x > 5 for x in a), any(m), all(m), 1, 0, any(k) + all(k), any(x > 0 for x in a[:4])]
    c.out("H", r)


@row("4.x_merge_y_z_mask", "4.v_replicate_rep_vs_w_hs_i")
def transpose(c):
    a = c.data("i", 4)
    c.out("i", [a[0], a[2], a[1], a[3]])


def moved(c, t):
    """What move_parts of members.cm does, one list at a time."""
    v = c.data(t, 100, -8, 8) if t == "f" else c.data(t, 100)
    at = [x & 63 for x in c.data("i", 16)]

    def part(i, n, step=1):
        return v[i:i + n * step:step]

    def put(i, values, step=1):
        for k, x in enumerate(values):
            v[i + k * step] = wrap(t, x)
    put(at[0] + 1, part(at[0], 7))
    put(at[1], part(at[1] + 3, 16))
    put(at[2], part(at[3], 16, 2), 2)
    put(5, part(at[4] & 31, 32))
    put(at[5], [x + y for x, y in zip(part(at[5] + 1, 32), part(at[5] + 2, 32))])
    put(at[6], [x + y for x, y in zip(part(at[6], 13), part(at[7], 13))])
    put(at[8], [v[at[9]] * v[at[10]] + v[3]])
    put(at[11], [y if a & 1 else x for x, y, a in zip(part(at[11], 16), part(at[11] + 5, 16), at)])
    put(20, [v[a] for a in at[3:11]])
    put(at[12] + 1, [sat(t, wide(t, x - y)) for x, y in zip(part(at[12], 8, 3), part(at[13], 8, 3))], 3)
    c.out(t, v)
    m = [part(7 + 6 * i, 6) for i in range(10)]
    for i in range(8):
        m[i][1:] = m[i][:5]
        m[i + 1] = [wrap(t, x + y) for x, y in zip(m[i], m[i + 1])]
        for r in m:
            r[at[i] % 6] = r[at[i + 1] % 6]
    c.out(t, sum(m, []))


def wide(t, x):
    """A difference of two elements of type t before it is converted."""
    return wrap("i", x) if t == "i" else wrap("q", x) if t == "q" else x


@row("1.all_operands_of_a_vector_statement")
def moved_parts(c):
    for t in "iBhfq":
        moved(c, t)


@row("4.x_format_t2", "4.v_select_size_stride_i_0")
def inside_elements(c):
    import struct
    b = bytearray(struct.pack("<15I", *c.data("I", 15)))
    for at in range(26, 42, 4):
        b[at:at + 4] = struct.pack("<I", struct.unpack_from("<I", b, at)[0] + 9 & 0xffffffff)
    c.out("I", struct.unpack("<15I", b))
    c.out("i", [struct.unpack_from("<i", b, 5 + 12 + 8 * k)[0] for k in range(3)])
    c.out("q", struct.unpack_from("<2q", b, 9 + 16))


@row("4.x_format_t2", "4.v_select_size_stride_i_0")
def inside_elements_at_run_time(c):
    import struct
    data = struct.pack("<16I", *c.data("I", 16))
    v, w, x = bytearray(data), bytearray(data), bytearray(data)
    at = [k & 7 for k in c.data("i", 4)]
    for k in range(8):
        a = 2 * at[0] + 4 * k
        struct.pack_into("<I", v, a, struct.unpack_from("<I", v, a)[0] + 9 & 0xffffffff)
    c.out("I", struct.unpack("<16I", v))
    for k in range(3 if at[1] % 2 == 0 else 0):
        struct.pack_into("<I", w, at[1] + 8 * k, 7)
    c.out("I", struct.unpack("<16I", w))
    struct.pack_into("<q", x, 4 * at[2] + 8, 1 << 40 | 5)
    c.out("I", struct.unpack("<16I", x))
    c.out("I", [struct.unpack_from("<I", x, at[3] + 4 + 8 * k)[0] for k in range(3)])
    sums = [sum(struct.unpack_from("<i", x, i + 4 * k)[0] for i in range(at[3] & ~3, 16, 4)) for k in range(4)]
    c.out("i", [wrap("i", s) for s in sums])
