# SPDX-License-Identifier: MIT
from rowlib import row


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
