# SPDX-License-Identifier: MIT
from rowlib import row, wrap


@row("2.2.c_arrays_of_scalars")
def local_arrays(c):
    v, s, f, at = c.data("i", 16), c.data("h", 16), c.data("f", 16, -9, 9), c.data("I", 16)
    a, b, d = [wrap("i", 2 * x) for x in v], list(s), [f[4 * i:4 * i + 4] for i in range(4)]
    e = sum(([x & 255, 3] for x in v), [])
    n = at[0] & 15
    r, g = [], []
    for i in range(16):
        k = (i * 5 + n) & 15
        a[k] = wrap("i", a[k] + i)
        b[k] = wrap("h", b[k] - 1)
        r.append(a[k] + b[(k + 1) & 15] + e[(k + n) & 31])
        g.append(d[k & 3][k >> 2])
    c.out("i", r)
    c.out("f", g)


@row("2.2.arrays_of_vectors")
def local_vectors(c):
    v, n = c.data("h", 8), c.data("I", 16)[0] & 3
    t = [[wrap("f", x * i) for x in v[1:6]] for i in range(6)]
    q = [[wrap("h", x + i) for x in v] for i in range(4)]
    q[n][3] = 77
    q[n][4] = q[n][6] = 5
    c.out("f", [x + y for x, y in zip(t[n + 2], t[n])])
    c.out("h", [x + y for x, y in zip(q[n ^ 1], q[n])])
    c.out("i", [(n ^ 1) * 10, n * 10])


@row("7.const_t_table_n")
def tables(c):
    at = c.data("I", 16)
    c.out("i", [3 ** (x & 7) for x in at])
    c.out("f", [(0.5, 0.25, 0.125, 4.0)[x & 3] for x in at])
    rows = [[1, 2, 3, 4], [50, 60, 70, 80], [-9, -8, -7, -6]]
    c.out("i", [rows[1][at[0] & 3], rows[at[1] & 1][at[2] & 3] + rows[2][at[3] & 3]])


@row("7.const_t_table_n")
def large_table(c):
    many = [x * 7 % 1009 for x in range(600)]
    c.out("i", [many[x % 600] + many[(x >> 7) % 600] for x in c.data("I", 16)])


def both(x, first):
    x[0 if first else 1] += 100
    x[0] += x[1]


@row("8.c_references_to_scalars")
def scalar_references(c):
    v = c.data("i", 4)
    a, b = v[:2], v[2:]
    both(a, v[0] > v[1])
    both(b, v[2] > v[3])
    b[0 if v[3] > 0 else 1] += 1
    c.out("i", a + b)


@row("2.2.c_arrays_of_scalars", "2.2.struct_of_scalars_vectors_matrices")
def initialised_arrays(c):
    at = c.data("I", 16)
    i, j, k = at[0] & 3, at[1] & 3, at[2] % 3
    t, z, odd = [1, 2, 3, 4], [0] * 16, [9, 8, 7, 0, 0]
    s, f, by = [[-1, 2, -3], [4, -5, 6]], [0.5, 1.5, -2.5, 3.5], [200, 1, 2, 3, 4, 5, 6]
    t[i] = 70
    z[i * 4 + j] = 5
    s[i & 1][k] += 10
    by[j + k] = 77
    f[j] = f[i] * 2
    weight = [[1, 2, 3, 4, 5], [11, 0, 0, 0, 0], [0] * 5]
    flags = [[6, 7, 8, 0, 0, 0], [0] * 6, [1, 1, 0, 0, 0, 0]]
    following, scale = [9, 12, 13], [1, 2, 3, 4]
    weight[k][i] = 50
    e = list(flags[k])
    e[j] = 99
    c.out("i", [t[j] + t[0], z[5] + z[j * 4 + i] * 100, odd[i] + odd[4], s[0][k] * 100 + s[1][k], by[i] + by[6],
                int(f[j] * 4), weight[k][j] * 100 + following[(k + 1) % 3], following[k] + t[j], e[i] + weight[k][j],
                scale[i], flags[k][j], following[k], following[k] + t[j]])


def chosen(c):
    n, left = c.data("i", 2, 0, 9)
    a, b = [n * i for i in range(8)], [n - i for i in range(8)] + list(range(8))
    p = a if n > 3 else b
    p[n & 7] = 100
    v, w = [n] * 8, [2 * n] * 8
    if left:
        v[0:4] = [x + 5 for x in v[0:4]]
    else:
        w[2:6] = [x + 5 for x in w[2:6]]
    o = [x * y for x, y in zip(v, w)]
    o[0] = sum(a[(i * n) & 7] * b[(i + n) & 15] for i in range(8))
    o[1] = p[3]
    c.out("i", o)


@row("2.2.c_arrays_of_scalars", "2.2.vector_ref_t_n")
def chosen_arrays(c):
    chosen(c)


@row("2.2.c_arrays_of_scalars", "2.2.vector_ref_t_n", args=("-O0",))
def chosen_arrays_plain(c):
    chosen(c)


@row("2.2.c_arrays_of_scalars", targets=("pvc", "lnl", "bmg", "ptl"))
def large_array(c):
    n, at = c.data("i", 2, 0, 1199)
    a = [n + i for i in range(1200)]
    a[at] = 7
    c.out("i", [a[at * i % 1200] for i in range(4)])
