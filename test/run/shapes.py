# SPDX-License-Identifier: MIT
"""Cases of kernels whose code depends on what the IR passes make of branches and variables. k: the module kernels."""


def odd_lengths(k):
    a, b, cases = k.numbers(48, -64, 64, 201), k.numbers(48, -64, 64, 202), []
    for n in range(5):
        out = []
        for length in (38, 40, 47, 5, 3):
            l = [v if v > 0 else 0 for v in a] if n & 1 else [v if v > 16 else 0 for v in b]
            x, y = a[:length], b[48 - length:]
            z = x if n > 2 else y
            if n > 1:
                x = [v + 1 for v in x]
            else:
                y = [v + 1 for v in y]
            if n == 3:
                l = [v + w for v, w in zip(l, x)]
            row = [p + 2 * q + 4 * r + 8 * s for p, q, r, s in zip(l, z, x, y)]
            out += row + [0] * (48 - length)
        cases.append(k.Case([("in", k.pack("f", a + b)), ("out", 4 * len(out)), ("i", n)], k.pack("f", out)))
    return cases


def decided_once(k):
    a, b, x, cases = 0.5, 2.0, [v / 4 for v in k.numbers(64, -100, 100, 203)], []
    kinds = {1: lambda v: max(v, 0.0), 2: lambda v: v if v > 0 else a * v, 3: lambda v: v * v * b + v * v}
    for kind in range(5):
        for flags in range(4):
            v = [kinds.get(kind, lambda v: v * a + b)(t) for t in x]
            n, total = flags, [0] * 16
            for i in range(16):
                t = int(v[i])
                if flags & 1:
                    n = k.s32(n * 3 + t)
                    if flags & 2:
                        total[i] = n >> 2
                elif t < n:
                    n += i
                else:
                    n ^= t
                if flags & 2:
                    total[15 - i] = k.s32(total[15 - i] + t * n)
            out = k.pack("f", v) + k.pack("i", total)
            cases.append(k.Case([("in", k.pack("f", x)), ("out", len(out)), ("i", kind), ("f", a), ("f", b), ("i", flags)], out))
    return cases


def running_max(k):
    nan, v = float("nan"), [x / 4 for x in k.numbers(32, -60, 60, 204)]
    numbers = list(v)
    v[3], v[17], v[20], v[5], v[21], v[6], v[22], v[7], v[23] = nan, nan, nan, 0.0, -0.0, -0.0, 0.0, nan, nan
    h, n = [x / 2 for x in k.numbers(32, -99, 99, 205)], k.numbers(32, -500, 500, 206)
    cases = []
    for first in (numbers[0], nan, float("inf")):
        v[0] = first
        most, least, top, low = v[0], v[0], -1000.0, 1000.0
        for x in v[1:]:
            most, least = x if x > most else most, x if x < least else least
            top, low = x if x >= top else top, x if low > x else low
        x, y = v[:16], v[16:]
        rows = [[a if a > b else b for a, b in zip(x, y)], [a if a < b else b for a, b in zip(x, y)],
                [a if a >= b else b for a, b in zip(x, y)], [a if a <= b else b for a, b in zip(x, y)],
                [a if a > 0 else 0.0 for a in x], [a if a < 2 else 2.0 for a in x],
                [b if a > b else a for a, b in zip(x, y)], [-1.0 if a < -1 else a for a in x]]
        out = k.pack("f", [most, least, top, low, max(h), min(n), 0, 0] + sum(rows, []))
        cases.append(k.Case([("in", k.pack("f", v) + k.pack("e", h) + k.pack("i", n)), ("out", len(out))], out))
    return cases


CASES = (odd_lengths, decided_once, running_max)


def cases(k):
    return {f.__name__: lambda f=f: f(k) for f in CASES}
