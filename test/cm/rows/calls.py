# SPDX-License-Identifier: MIT
from rowlib import row, wrap


@row("7.by_value", "7.by_reference", "7.return", "7.genx", "7.plain_c_function")
def calls_marked(c):
    v = c.data("i", 16)
    w = list(v)
    w[3] = 9
    c.out("i", v[8:] + v[:8])
    c.out("i", [2 * x + 5 for x in w])
    c.out("i", [6 + 6 * 6])


@row("7.genx_stackcall")
def stack_calls(c):
    v = c.data("i", 32)
    total, calls, last = [0] * 8, 0, [0] * 8
    for part in (v[1:32:4], v[:8], v[16:32:2], v[8:16], v[16:32:2]):
        if calls < 3:
            total = [wrap("i", x + y) for x, y in zip(total, part)]
            calls, last = calls + 1, part
    c.out("i", total)
    c.out("i", last)
    c.out("i", [calls, 3])


@row("6.2.calls")
def calls_and_simd_flow(c):
    def clamped(v, top):
        return [top if x > top else wrap("i", x + 1) for x in v]
    a, b = clamped(c.data("i", 16), 500), c.data("i", 16)
    for k in range(16):
        if a[k] < b[k]:
            a[k] = wrap("i", a[k] + 3)
        else:
            b[k] = wrap("i", a[k] - 3)
    c.out("i", a)
    c.out("i", clamped([wrap("i", x + 1) for x in b], 2000))


@row("7.genx", targets=["skl", "tgl"])
def deep_calls(c):
    v, levels = c.data("i", 16), 530
    n, add = v[0], 0
    for k in range(levels, 0, -1):
        add += k
        n ^= k
    c.out("i", [((x + add) * n + 1) * 3 ** levels for x in v])


@row("7.by_value", "7.genx")
def large_argument(c):
    x = c.data("i", 16)
    out = []
    for v in x:
        m = [(v * i * 3 + x[0]) * 3 + x[1] for i in range(100)]
        s = 0
        for w in m:
            s = wrap("i", s * 3 + w)
        out.append(s)
    c.out("i", out)
