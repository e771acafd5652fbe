#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Arrays of NumPy, without NumPy and without the examples' reader.

usage: npy.py write FILE TYPE SHAPE EXPRESSION    EXPRESSION gives element i; TYPE such as '<f4'; SHAPE such as '(3, 4)'
       npy.py check FILE TYPE SHAPE EXPRESSION    fails unless FILE is such an array
"""
import array
import ast
import math
import sys

CODES = {"f4": "f", "f8": "d", "i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I"}


def head(kind, shape):
    text = str({"descr": kind, "fortran_order": False, "shape": shape})
    text += " " * (-(len(text) + 11) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text.encode()


def main(what, path, kind, shape, expression):
    shape = ast.literal_eval(shape)
    numbers = array.array(CODES[kind[1:]], [eval(expression, {"i": i, "math": math}) for i in range(math.prod(shape))])
    if what == "write":
        with open(path, "wb") as f:
            f.write(head(kind, shape) + numbers.tobytes())
        return
    with open(path, "rb") as f:
        data = f.read()
    length = int.from_bytes(data[8:10], "little")
    found = ast.literal_eval(data[10:10 + length].decode())
    wanted = {"descr": kind, "fortran_order": False, "shape": shape}
    if data[:8] != b"\x93NUMPY\x01\x00" or (10 + length) % 64 or found != wanted:
        sys.exit("%s: %s, expected %s" % (path, found, wanted))
    if data[10 + length:] != numbers.tobytes():
        sys.exit("%s: other numbers than expected" % path)


if __name__ == "__main__":
    main(*sys.argv[1:])
