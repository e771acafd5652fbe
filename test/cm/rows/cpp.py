# SPDX-License-Identifier: MIT
from rowlib import row, wrap


@row("7.templates", "8.templates_overloads_default")
def deduced_sizes(c):
    v = c.data("i", 16)
    a = [2 * x for x in v[::2]]
    b = [2 * x for x in a]
    m = [x + 1 for x in b]
    m[4:] = [x + 10 for x in m[4:]]
    c.out("i", m)
    a = [x + y for x, y in zip(a, b)]
    c.out("i", a)
    a[:4] = [x + y for x, y in zip(b[1:5], m[4:])]
    c.out("i", a)
    c.out("i", [3 - b[0]])


@row("7.templates", "8.templates_overloads_default")
def explicit_sizes(c):
    v, w = c.data("B", 16), c.data("i", 16, -10000, 10000)
    d = [(x << 1 & 255) ^ (27 if x & 128 else 0) for x in v]
    for part in (d, d, d[4:12], d[8:12], d[1::4]):
        c.out("B", part)
    q = [x - (105 if 4 <= k < 8 else 5) for k, x in enumerate(w)]
    w = [x - 7 for x in w]
    c.out("i", q)
    c.out("i", w)
    c.out("h", [(a + b) >> 1 for a, b in zip(w[::2], w[1::2])])
    c.out("h", [(a + b) >> 1 for a, b in zip(q, w)])


@row("2.2.struct_of_scalars_vectors_matrices", "8.c_references_to_scalars")
def structures(c):
    f = c.data("f", 6, -9, 9)
    a, b = f[:3], f[3:]
    total = [(x + y) / 2 for x, y in zip(a, b)]
    a = [a[0], a[1] * 2, a[2] * 2]
    b = [x + 3 for x in b]
    for v in (a, b, total):
        c.out("f", v, tol=1e-5)
    c.out("f", [sum(a), 6, 7, 1], tol=1e-5)


@row("2.2.arrays_of_vectors", "2.2.c_arrays_of_scalars", "23.pragma_unroll_pragma_unroll_n")
def vector_arrays(c):
    v = [c.data("i", 9) for _ in range(4)]
    for i in range(3):
        v[i] = [wrap("i", x * i + y) for x, y in zip(v[i + 1], v[0])]
    for i in (3, 2, 1, 0):
        c.out("i", v[i])
    c.out("i", [v[0][i] * i for i in range(5)])


@row("7.by_value", "7.by_reference", "7.return", "7.genx", "7.plain_c_function", "7.default_arguments_overloads_lambdas",
     "7.cm_inline_cm_noinline", "7.semantics_of_a_by_ref_argument", "8.templates_overloads_default")
def functions(c):
    v = c.data("i", 8)
    w = [x + 5 for x in v]
    m = v[:4] + [x + 4 for x in v[4:]]
    for u in (v, w):
        u[0::2] = [1] * 4
        c.out("i", u)
    c.out("i", m)
    c.out("f", [20, 7, 4, 3])


@row("7.vector_int_16_g_at_file_scope", "7.genx_volatile_vector_g", "7.genx_volatile_binding_byteoffset",
     "7.const_t_table_n", "1.file_scope_variables_live_in")
def file_scope(c):
    n, = c.data("i", 1)
    sums = [3] * 16
    sums[2:6] = [3 + n + 7] * 4
    c.out("i", sums)
    c.out("B", [5] * 8 + [9] * 8)
    kept = [wrap("i", 1 + n + 7)] * 2 + [1] * 6
    c.out("i", kept)
    c.out("i", [2 * x for x in kept])
    c.out("i", [6 * x for x in (1, 2, 3, -4, -5, -6)])


@row("7.vector_int_16_g_at_file_scope", "7.const_t_table_n")
def file_tables(c):
    n, = c.data("i", 1)
    table = [wrap("i", n + x) for x in (3, -1, 4, 15)]
    c.out("i", table)
    c.out("f", [0.5, 2, -3])
    c.out("i", [7, 9])
    c.out("i", table)


@row("8.goto", "1.a_cm_kernel_instance_is_one")
def control_flow(c):
    v = c.data("i", 8, -200, 200)
    n = v[0] & 7
    if n == 0:
        v = [x + 1 for x in v]
    elif n in (3, 4):
        v = [x * (2 if n == 3 else 1) - 5 for x in v]
    else:
        v = [x ^ n for x in v]
    k = 0
    while True:
        k += 1
        if k != 3:
            for i in range(4):
                v[(k & 3) + i] += k
        if k >= n:
            break
    for i in range(n):
        if v[i] & 1:
            break
        v[i] = -i
    c.out("i", v)
    if any(x > 100 for x in v):
        c.out("i", v)
        return
    c.out("i", [x + 1 for x in v])
    step = (n + 1, n - 1, -n)[k % 3]
    c.out("i", [x + step for x in (v[::-1] if k & 1 == 0 else [x + 1 for x in v])])


@row("21.cm_cmc", "21.cm_genx", "21.intel_cm_intel_mdf", "21.cm_grf_width", "21.cm_ptrsize", "21.cm_genx_revid")
def predefined_macros(c):
    c.out("i", [1, 512 if c.target in ("pvc", "lnl", "bmg", "ptl") else 256, 64, 1, 1, 1, 2, 5])


@row("7.const_t_table_n", "7.cm_spec_constant", args=["-Wno-integer-overflow"])
def constants_of_other_headers(c):
    v = c.data("I", 8)
    c.out("I", [x & 0x7FFFFFFF for x in v])
    c.out("i", [64] * 8)
    c.out("f", [2.0 + 1] * 8)
    c.out("i", [1] * 24)
    c.out("I", [v[1], v[4]])
    c.out("I", [7 if i == 2 else x for i, x in enumerate(v)])
