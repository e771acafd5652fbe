# SPDX-License-Identifier: MIT
from rowlib import row


@row("5.add_sub_mul", "3.2.result_element_type_of_a_binary")
def add_mixed(c):
    a, b, f, h = c.data("B", 47), c.data("h", 47), c.data("f", 47), c.data("e", 47)
    c.out("i", [x + y for x, y in zip(a, b)])
    c.out("i", [x - y for x, y in zip(a, b)])
    c.out("i", [x * y for x, y in zip(a, b)])
    c.out("i", [x + x for x in a])
    c.out("f", [x + y for x, y in zip(f, b)])
    c.out("e", [x * y for x, y in zip(h, a)])
    c.out("f", [x + y for x, y in zip(h, f)])
