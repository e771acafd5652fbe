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


CASES = (odd_lengths,)


def cases(k):
    return {f.__name__: lambda f=f: f(k) for f in CASES}
