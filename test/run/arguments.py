# SPDX-License-Identifier: MIT
"""Cases of kernels whose arguments take most of the registers. k: the module kernels."""


def case(k, args, data):
    return k.Case([("out", len(data))] + args, data)


def argument_bytes(k):
    data, at, out = k.numbers(3072, 0, 255, 41), [5, 9, 3, 0], []
    args = [("B", list(data)), ("B", at)]
    for i in range(2):
        for r in range(8):
            for first, row in ((at[0], 2 + 32 * i + r), (16 + at[0], 10 + 32 * i + r)):
                taken = data[row * 32 + 1:row * 32 + 17:2]
                for j in range(8):
                    data[(64 + r) * 32 + first + 2 * j] = taken[j]
            for first, row in ((at[1], 32 * i + r), (at[2], 32 * i + r + 4)):
                taken = data[row * 32 + 1:row * 32 + 17:4]
                for j in range(4):
                    data[(64 + r) * 32 + first + 4 * j] = taken[j]
        out += data[64 * 32:72 * 32]
    return case(k, args, bytes(out))


def argument_pair(k):
    n = 20
    x, y = k.numbers(384, -1000, 1000, 42), k.numbers(368, -1000, 1000, 43)
    args = [("i", list(x)), ("i", list(y)), ("i", n)]
    for i in range(n):
        p, q = (i * i + 3) % 384, (i * 11 + 5) % 368
        x[p] += y[q]
        y[q] = x[(p + 1) % 384] - i
    return case(k, args, k.pack("i", x + y[:352]))


def argument_places(k):
    n = 37
    x, y, c = k.numbers(1001, 0, 255, 44), k.numbers(500, -100, 100, 45), k.numbers(n, 0, 255, 46)
    args = [("B", 7), ("B", list(x)), ("B", 9), ("h", list(y)), ("B", c), ("i", n)]
    for i in range(n):
        x[c[i] * 3 % 1001] ^= c[i]
        y[c[i]] += x[i]
    return case(k, args, bytes([(x[3] + 16) & 255] + x[4:131]) + k.pack("h", y[5:69]))


def argument_kept(k):
    n = 20
    x = k.numbers(768, -1000, 1000, 47)
    z = list(x)
    for i in range(n):
        z[i * 7 % 768] += i
    return case(k, [("i", x), ("i", n)], k.pack("i", [2 * a - b for a, b in zip(z, x)]))


def argument_spilled(k):
    n = 3
    s, x = k.numbers(768, -1000, 1000, 48), k.numbers(512, -1000, 1000, 49)
    args = [("in", k.pack("i", s)), ("i", list(x)), ("i", n)]
    x = [3 * v + 1 for v in x]
    for i in range(n):
        x[i * 40] = i
    total = [0] * 768
    for i in range(n):
        total = [t + s[j] * (i + 1) + s[767 - j] for j, t in enumerate(total)]
    return case(k, args, k.pack("i", [a + b for a, b in zip(x, total)]))


def arguments_changed(k):
    m = [k.numbers(64, -1000, 1000, 50 + r) for r in range(10)]
    args = [("i", list(x)) for x in m] + [("i", 3)]
    for r in range(10):
        m[r] = [2 * a + b for a, b in zip(m[r], m[(r + 1) % 10])]
        m[r][3 + r * 5] = 7
    return case(k, args, k.pack("i", sum(m, [])))


CASES = (argument_bytes, argument_pair, argument_places, argument_kept, argument_spilled, arguments_changed)


def cases(k):
    return {f.__name__: lambda f=f: f(k) for f in CASES}
