# SPDX-License-Identifier: MIT
from rowlib import row, wrap


def f32(x):
    return wrap("f", x)


@row("6.2.simd_if_begin_cond_simd_elseif", "6.2.nesting", "6.1.vector_ushort_n_matrix_ushort_r_c",
     "3.1.assignment_inside_simd_control_flow")
def simd_if_else(c):
    v, w = c.data("i", 16), c.data("f", 8)
    r = []
    for x in v:
        if x > 10:
            r.append(wrap("i", x * 3) + (7 if x > 1000 else -1))
        else:
            r.append(-x if x < -10 else 100)
    c.out("i", r)
    c.out("f", [-x if x < 0 else x for x in w])


@row("6.2.simd_do_while_begin_simd_do_while")
def simd_loop(c):
    v, u = c.data("i", 16), c.data("I", 8)
    n, last = [], []
    for x in v:
        k = 0
        while True:
            k, x = k + 1, x >> 1
            if x <= 0:
                break
        n.append(k)
        last.append(x)
    c.out("i", n)
    c.out("i", last)
    c.out("I", [bin(x).count("1") for x in u])


@row("6.2.simd_break_simd_continue")
def simd_break_continue(c):
    v = c.data("i", 16)
    counts, odds = [], []
    for x in v:
        n = odd = 0
        while True:
            n, x = n + 1, x >> 1
            if n == 9:
                break
            if x & 1:
                odd += 1
            if x <= 0:
                break
        counts.append(n)
        odds.append(odd)
    c.out("i", counts)
    c.out("i", odds)


def one_width(c, lanes):
    v, w = c.data("h", lanes), c.data("f", lanes, -100, 100)
    out_v, out_n, out_w = [], [], []
    for x, y in zip(v, w):
        n = 0
        if x > 3:
            y = f32(y + 1.0)
            while True:
                x, n = wrap("h", x - 1000), n + 1
                if x <= 3:
                    break
        else:
            x, y = 5, 2.0
        out_v.append(x)
        out_n.append(n)
        out_w.append(y)
    c.out("h", out_v)
    c.out("h", out_n)
    c.out("f", out_w)


@row("6.2.simd_width")
def simd_width_2(c):
    one_width(c, 2)


@row("6.2.simd_width")
def simd_width_4(c):
    one_width(c, 4)


@row("6.2.simd_width")
def simd_width_8(c):
    one_width(c, 8)


@row("6.2.simd_width")
def simd_width_16(c):
    one_width(c, 16)


@row("6.2.simd_width")
def simd_width_32(c):
    one_width(c, 32)


@row("6.2.simd_width")
def simd_two_widths(c):
    one_width(c, 16)
    one_width(c, 8)


@row("6.2.assignments", "6.2.partial_writes", "6.2.constructors_initialised")
def simd_partial(c):
    m = c.data("i", 32)
    x = list(m)
    d = m[:8]
    scalar, on = 0, [k for k in range(8) if d[k] > 0]
    off = [k for k in range(8) if d[k] <= 0]
    if on:
        for k in on:
            x[16 + k] = 1
        for k in on:
            m[1 + 4 * k] = d[k]
        for k in on:
            x[8 * (2 * (k // 4)) + 1 + 2 * (k % 4)] = d[k]
        scalar = 5
        d[3] = 77
    if off:
        for k in off:
            x[24 + k] = wrap("i", d[k] + 1)
        scalar += 10
        d[4] = 3
    c.out("i", m)
    c.out("i", x)
    c.out("i", d)
    c.out("i", [scalar])


@row("6.2.reductions_cm_sum_cm_prod_cm")
def simd_reduce(c):
    v, f = c.data("i", 16), c.data("f", 16, -50, 50)
    on = [k for k in range(16) if v[k] > 2]
    r, g = [-1] * 4, [-1.0] * 2
    if on:
        w = [v[k] for k in on]
        r = [sum(w), max(w), min(w), int(any(x > 100 for x in w)) + 2]
        g = [max(f[k] for k in on), min(f[k] for k in on)]
    c.out("i", r)
    c.out("f", g)


@row("6.2.assignments", "9.1.cm_dp2_3_4_dph_cm_line")
def simd_dots(c):
    v, f, g = c.data("i", 16), c.data("f", 16, -5, 5), c.data("f", 16, -5, 5)

    def dot(k, last):
        at = k // 4 * 4
        return sum(f[i] * g[i] for i in range(at, at + 3)) + last * g[at + 3]
    c.out("f", [dot(k, f[k // 4 * 4 + 3] if x > 2 else 1) for k, x in enumerate(v)], rel=1e-5, tol=1e-4)


@row("6.2.cond", "6.1.int_uint_packed_bit_i_element_i_n_32")
def simd_packed(c):
    v, bits = c.data("i", 32), c.data("I", 1)[0]
    c.out("i", [x if bits >> k & 1 else 1 for k, x in enumerate(v)])


def clamp(x, limit):
    return max(-limit, min(limit, x))


@row("6.2.calls")
def simd_calls(c):
    v, w = c.data("i", 16), c.data("i", 16)
    for k in range(16):
        if v[k] & 1:
            w[k] = clamp(w[k], 500)
        else:
            v[k] = clamp(v[k], 90)
            w[k] += v[k]
    c.out("i", v)
    c.out("i", w)


@row("6.2.scalar_control_flow")
def simd_scalar_inside(c):
    v, n = c.data("i", 16, -200, 200), c.data("i", 1, 0, 6)[0]
    out = []
    for x in v:
        r = 0
        if x > 0:
            for i in range(n):
                r += 100 if i == 2 else i
                if x > i * 20:
                    r += x
        elif n > 3:
            r = n
        out.append(r)
    c.out("i", out)


@row("6.2.nesting")
def simd_nested_loops(c):
    v = c.data("i", 8, -5, 12)
    sums, ends = [], []
    for x in v:
        i = s = 0
        while True:
            j = i
            while True:
                s, j = s + j, j + 1
                if s > 40 or j >= x:
                    break
            i += 1
            if i >= x:
                break
        sums.append(s)
        ends.append(i)
    c.out("i", sums)
    c.out("i", ends)


@row("6.2.cm_unmask_begin_uint_cm_unmask_end")
def simd_unmask(c):
    v = c.data("i", 16, -10, 10)
    some = any(x > 0 for x in v)
    c.out("i", [x + 1 if x > 0 else 0 for x in v])
    c.out("i", [x + 1 if some else 0 for x in v])


@row("6.2.scatter_gather", "6.2.intrinsics_with_an_i1_predicate")
def simd_scatter(c):
    import struct
    a = [-3, 5, 0, 9, 11, -1, 2, 2, -8, 7, 1, 0, 4, -4, 6, 3] + list(range(100, 116))
    b, g = [1000 + i for i in range(64)], [-1] * 16
    for k in range(16):
        if a[k] > 0:
            g[k] = a[4 + k]
            b[2 * k] = a[k] + g[k]
    for k in range(16):
        if a[k] <= 0:
            b[16 + k] = a[k]
            b[48] += 1
    start = struct.pack("<64i", *[1000 + i for i in range(64)])
    c.arg("buf", struct.pack("<32i", *a))
    c.arg("buf", start, struct.pack("<64i", *b))
    c.arg("buf", struct.pack("<16i", *[7] * 16), struct.pack("<16i", *g))


@row("6.2.intrinsics_with_an_i1_predicate", "12.4.write_atomic_op_t")
def simd_atomics(c):
    import struct
    v = [c.random.randrange(-100, 100) for _ in range(64)]
    counts, olds = list(range(1000, 1064)), [0] * 64
    for n in 2, 4, 8, 16, 32:
        first = n if n > 2 else 0
        for i in range(first, first + n):
            olds[i] = counts[i] if v[i] > 0 else -1
            counts[i] += abs(v[i])
        counts[first] += sum(1 for x in v[first:first + n] if x > 50)
    c.arg("buf", struct.pack("<64i", *v))
    c.arg("buf", struct.pack("<64i", *range(1000, 1064)), struct.pack("<64i", *counts))
    c.arg("buf", bytes(256), struct.pack("<64i", *olds))


@row("4.mask_any_mask_all", "6.2.reductions_cm_sum_cm_prod_cm")
def simd_ask_all(c):
    for n in 2, 8, 16, 32:
        v = c.data("i", n)
        off = sum(1 for x in v if x <= 3)
        c.out("i", [x + 1 if x > 3 else off for x in v])
        c.out("i", [3 if off < n else 0])
