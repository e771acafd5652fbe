# SPDX-License-Identifier: MIT
from rowlib import row, wrap


def I(x):
    return wrap("i", x)


def W(x):
    return wrap("h", x)


@row("2.2.c_arrays_of_scalars")
def private_forms(c):
    x, w, f = c.data("i", 16), c.data("h", 16), c.data("f", 16)
    n = x[0] & 15
    m = [I(v + i) for i in range(120) for v in x]
    for k in range(16):
        m[16 * n + k] = 7
    m[16 * (n + 20) + (w[3] & 15)] += 9
    for r in range(2):
        for k in range(4):
            m[16 * (n + 30 + 2 * r) + 3 + 2 * k] = x[2 + 4 * r + k]
    at = [(v & 127) * 15 % 1920 for v in w]
    c.out("i", [m[a] for a in at])
    c.out("i", [m[16 * (n + 31 + r) + 2 + 2 * k] for r in range(2) for k in range(4)])
    for k in range(16):
        m[80 + k] = I(x[k] * 3)
    for k in range(3):
        m[96 + 5 + k] = 1
    c.out("i", [m[80 + k] + m[96 + k] + m[16 * (n + 20) + k] + m[16 * n + k] for k in range(16)])
    c.out("i", [m[16 * (2 + 3 * k) + 3] for k in range(16)])
    s = 0
    for v in m:
        s = (s * 3 + v) & 0xffffffff
    c.out("i", [s])


@row("2.2.c_arrays_of_scalars")
def private_words(c):
    w, x = c.data("h", 32), c.data("i", 2)
    n = x[0] & 15
    m = [W(v + i) for i in range(120) for v in w]
    for k in range(32):
        m[32 * (n + 1) + k] = W(w[k] * 2)
    m[32 * n + 5] = 3
    for k in range(8):
        m[32 * (n + 3) + 1 + 4 * k] = 5
    c.out("h", [m[(v & 4095) % 3840] for v in w])
    c.out("h", [m[32 * (n + 3) + k] + m[32 * (x[1] & 63) + k] for k in range(32)])
    c.out("e", [m[32 * n + 4 + k] for k in range(16)])
    for k in range(5):
        m[32 * 7 + 3 + k] = 9
    c.out("h", [m[32 * 7 + k] for k in range(32)])


@row("2.2.c_arrays_of_scalars")
def private_bytes(c):
    b, x = c.data("B", 64), c.data("i", 2)
    n = x[0] & 31
    a = [i * 7 & 255 for i in range(8000)]
    for i in range(64):
        a[b[i] * 31 + n] = i
    c.out("B", [a[(i * 123 + n) & 4095] + a[b[i] * 31 + n] for i in range(64)])


@row("2.2.c_arrays_of_scalars")
def private_quads(c):
    q, x = c.data("q", 8), c.data("i", 2)
    n = x[0] & 31
    m = [[wrap("q", v + i) for v in q] for i in range(120)]
    m[n] = [wrap("q", v << 1) for v in q]
    m[n + 1][x[1] & 7] = 5
    m[3] = [v + 1 for v in m[3]]
    c.out("q", m[n])
    c.out("q", [a - b for a, b in zip(m[n + 1], m[3])])
    flat = sum(m, [])
    c.out("q", [flat[(v & 1023) % 960] for v in q])


@row("2.2.c_arrays_of_scalars")
def private_masked(c):
    x, y = c.data("i", 16), c.data("i", 16)
    n = x[0] & 31
    m = [[I(v + i) for v in y] for i in range(120)]
    m[n] = [a if b > a else o for a, b, o in zip(x, y, m[n])]
    m[n + 1] = [a if a < 0 else b for a, b in zip(x, y)]
    m[4] = [3 if a > 5 else o for a, o in zip(x, m[4])]
    on = [a > b for a, b in zip(x, y)]
    m[n + 2] = [11 if t else o for t, o in zip(on, m[n + 2])]
    m[9] = [b if t else o for t, b, o in zip(on, y, m[9])]
    m[n + 2] = [o if t else p + 1 for t, o, p in zip(on, m[n + 2], m[n])]
    for r in (n, n + 1, 4, n + 2, 9):
        c.out("i", m[r])
    c.out("i", [sum(m[i][k] * i for i in range(120)) for k in range(16)])


@row("2.2.c_arrays_of_scalars")
def private_two(c):
    x = c.data("i", 16)
    n, k = x[0] & 31, x[1] & 31
    a = [I(x[2] + i) for i in range(1500)]
    b = [i * 3 for i in range(1500)]
    f = [i * .5 for i in range(1500)]
    a[n] = 3
    b[k * 2] += 5
    f[n * 4] = wrap("f", f[n * 4] + wrap("f", a[n * k]))
    c.out("f", [wrap("f", wrap("f", f[n * i % 1500] + b[k * i % 1500]) + (a[i * n % 1500] & 255)) for i in range(16)])


@row("2.2.c_arrays_of_scalars")
def private_calls(c):
    x = c.data("i", 16)
    m = [[I(v * i) for v in x] for i in range(120)]
    c.out("i", [m[(x[i] & 63) + i][((x[i] & 63) + i) & 15] for i in range(4)])
    q = [list(r) for r in m]
    q[x[1] & 31] = [5] * 16
    m[x[2] & 31] = [6] * 16
    c.out("i", [a + b for a, b in zip(q[x[3] & 31], m[x[3] & 31])])


@row("2.2.c_arrays_of_scalars")
def private_large(c):
    x = c.data("i", 16)
    n = x[0] & 4095
    a = [0] * 8000
    for i in range(3, 4000):
        a[2 * i] = I(i * x[1])
    a[n] += 3
    c.out("i", [a[n * i % 8000] + a[7999 - i] for i in range(16)])


@row("7.const_t_table_n")
def private_table(c):
    def ten(i):
        return [i * 3, i * 5 + 1, i * 7, i * 11, i * 13, i * 17, i * 19 + 4, i * 23, i * 29, i * 31]
    t = [v for h in (1, 20, 3) for i in range(10) for v in ten(h + i)] + [0] * 1800
    c.out("i", [t[v % 300] - t[v % 2100] for v in c.data("I", 16)])


@row("2.2.c_arrays_of_scalars")
def private_in_call(c):
    x = c.data("i", 16)
    r = []
    for i in range(4):
        n = x[i] & 1023
        t = [I(x[k & 15] + k) for k in range(1200)]
        t[n] = 5
        r.append(t[n * 3 % 1200] + t[1199 - n])
    c.out("i", r)


@row("2.2.arrays_of_vectors", args=["-O0"])
def private_between_bound(c):
    r = []
    for v in c.data("i", 16):
        bound = I(v * 3)
        a = [I(v * (i + 1) + bound) for i in range(50)]
        s = I(a[3] + a[4])
        for w in a:
            s = I(s * 3 + w + bound)
        r.append(s)
    c.out("i", r)
