# SPDX-License-Identifier: MIT
"""Cases of the kernels that people tune by hand: filters, products of matrices, searches, sums. k: the module kernels."""


def image(k, width, height, seed):
    return [k.numbers(width, 0, 255, seed * 100 + y) for y in range(height)]


def flat(rows):
    return bytes(sum(rows, []))


def filtered(k, rows, columns, of):
    """An image of 32 x 8 in, rows x columns of of(in, y, x) out."""
    pixels = image(k, 32, 8, 3)
    out = [[of(pixels, y, x) for x in range(columns)] for y in range(rows)]
    return k.Case([("imgin", (32, 8, flat(pixels))), ("imgout", (columns, rows))], flat(out))


def gemm_half(k):
    n = 2
    a, b = k.numbers(n * 64, -4, 4, 11), k.numbers(n * 128, -4, 4, 12)
    out = [sum(a[i * 64 + r * 8 + j] * b[i * 128 + j * 16 + c] for i in range(n) for j in range(8))
           for r in range(8) for c in range(16)]
    return k.pass_bytes([k.pack("e", a), k.pack("e", b)], k.pack("e", out), ("i", n))


def conv3x3(k):
    w = (1, 2, 1)
    return filtered(k, 6, 16, lambda p, y, x: (sum(p[y + j][x + i] * w[i] * w[j] for j in range(3) for i in range(3)) + 8) >> 4)


def conv5x5(k):
    w = (1, 4, 6, 4, 1)
    return filtered(k, 4, 16, lambda p, y, x: sum(p[y + j][x + i] * w[i] * w[j] for j in range(5) for i in range(5)) >> 8)


def sobel(k):
    def edge(p, y, x):
        gx = sum(w * (p[y + j][x + 2] - p[y + j][x]) for j, w in enumerate((1, 2, 1)))
        gy = sum(w * (p[y + 2][x + i] - p[y][x + i]) for i, w in enumerate((1, 2, 1)))
        return min(abs(gx) + abs(gy), 255)
    return filtered(k, 6, 16, edge)


def median3x3(k):
    return filtered(k, 6, 16, lambda p, y, x: sorted(p[y + j][x + i] for j in range(3) for i in range(3))[4])


def bilinear(k):
    pixels = image(k, 16, 8, 5)
    wide = [[row[x // 2] * 2 if x % 2 == 0 else row[x // 2] + row[x // 2 + 1] for x in range(16)] for row in pixels]
    out = []
    for y in range(7):
        out.append([v >> 1 for v in wide[y]])
        out.append([(a + b) >> 2 for a, b in zip(wide[y], wide[y + 1])])
    return k.Case([("imgin", (16, 8, flat(pixels))), ("imgout", (16, 14))], flat(out))


def sad_search(k):
    ref, cur = image(k, 32, 8, 6), image(k, 16, 8, 7)
    sads = [sum(abs(cur[y][x] - ref[y][x + dx]) for y in range(8) for x in range(16)) for dx in range(8)]
    out = k.pack("H", sads + [0xffff] * 7 + [min(sads)])
    return k.Case([("imgin", (16, 8, flat(cur))), ("imgin", (32, 8, flat(ref))), ("bufout", len(out))], out)


def yuv_rgb(k):
    y, u, v = (k.numbers(32, 0, 255, s) for s in (13, 14, 15))
    out = []
    for a, b, e in zip(y, u, v):
        c, d, e = (a - 16) * 298, b - 128, e - 128
        out += [min(max(t >> 8, 0), 255) for t in (c + e * 409 + 128, c - d * 100 - e * 208 + 128, c + d * 516 + 128)] + [255]
    return k.pass_bytes([bytes(y + u + v)], bytes(out))


def transpose8(k):
    v = k.floats(64, 16)
    return k.unary("f", v, "f", [v[8 * j + i] for i in range(8) for j in range(8)])


def mandelbrot(k):
    most, out = 40, []
    cr, ci = [x / 8 for x in k.numbers(16, -16, 8, 17)], [x / 8 for x in k.numbers(16, -10, 10, 18)]
    for a, b in zip(cr, ci):
        x = y = xx = yy = 0.0
        n = 0
        while True:  # 2xy + b is one fma, and the product before it exact but for its rounding
            y = k.f32(k.f32(2 * x) * y + b)
            x = k.f32(k.f32(xx - yy) + a)
            xx, yy, n = k.f32(x * x), k.f32(y * y), n + 1
            if not (k.f32(xx + yy) < 4 and n < most):
                break
        out.append(n)
    return k.pass_bytes([k.pack("f", cr + ci)], k.pack("i", out), ("i", most))


def spmv_gather(k):
    m, x = 6, k.numbers(64, -20, 20, 19)
    values, columns = k.numbers(16 * m, -20, 20, 20), [c & 63 for c in k.numbers(16 * m, 0, 9999, 21)]
    out = [sum(values[16 * i + r] * x[columns[16 * i + r]] for i in range(m)) for r in range(16)]
    return k.pass_bytes([k.pack("f", values), k.pack("I", columns), k.pack("f", x)], k.pack("f", out), ("i", m))


def nbody(k):
    n = 5
    p, others = [k.floats(16, s) for s in (22, 23, 24)], [k.floats(4, 30 + i) for i in range(n)]
    acc = [[0.0] * 16 for _ in range(3)]
    for b in others:
        for i in range(16):
            d = [b[c] - p[c][i] for c in range(3)]
            f = b[3] * (sum(x * x for x in d) + 0.5) ** -1.5
            for c in range(3):
                acc[c][i] += d[c] * f
    case = k.pass_bytes([k.pack("f", sum(p, []) + sum(others, []))], k.pack("f", sum(acc, [])), ("i", n))
    case.near = 1e-4
    return case


def matvec(k):
    m, x = k.numbers(512, -20, 20, 25), k.numbers(32, -20, 20, 26)
    out = [sum(a * b for a, b in zip(m[32 * r:32 * r + 32], x)) for r in range(16)]
    return k.pass_bytes([k.pack("f", m), k.pack("f", x)], k.pack("f", out))


def scan64(k):
    v = k.numbers(64, -9999, 9999, 27)
    return k.pass_bytes([k.pack("i", v)], k.pack("i", [sum(v[:i + 1]) for i in range(64)]))


def stencil5(k):
    v = [k.numbers(64, -99, 99, 40 + y) for y in range(6)]
    out = [(v[y][x + 1] + v[y + 2][x + 1] + v[y + 1][x] + v[y + 1][x + 2]) * 0.25 for y in range(4) for x in range(32)]
    data = k.pack("f", out)
    return k.Case([("in", k.pack("f", sum(v, []))), ("out", len(data))], data, groups=(2, 1, 1))


def dot_product(k):
    n = 3
    a, b = k.numbers(64 * n, -9, 9, 28), k.numbers(64 * n, -9, 9, 29)
    data = k.pack("f", [sum(x * y for x, y in zip(a, b))] * 4)
    return k.Case([("in", k.pack("f", a)), ("in", k.pack("f", b)), ("out", len(data)), ("i", n)], data)


CASES = (gemm_half, conv3x3, conv5x5, sobel, median3x3, bilinear, sad_search, yuv_rgb, transpose8, mandelbrot, spmv_gather, nbody,
         matvec, scan64, stencil5, dot_product)


def cases(k):
    return {f.__name__: lambda f=f: f(k) for f in CASES}
