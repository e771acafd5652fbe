# SPDX-License-Identifier: MIT
from rowlib import row


@row("7.by_value", "7.by_reference", "7.return", "7.genx", "7.plain_c_function")
def calls_marked(c):
    v = c.data("i", 16)
    w = list(v)
    w[3] = 9
    c.out("i", v[8:] + v[:8])
    c.out("i", [2 * x + 5 for x in w])
    c.out("i", [6 + 6 * 6])
