#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""words.py make FILE N...   writes 32-bit integers;  words.py show FILE [bytes]   prints them."""
import struct
import sys

if sys.argv[1] == "make":
    with open(sys.argv[2], "wb") as f:
        f.write(b"".join(struct.pack("<i", int(n)) for n in sys.argv[3:]))
else:
    with open(sys.argv[2], "rb") as f:
        data = f.read()
    if len(sys.argv) == 4:
        print(*data)
    else:
        print(*struct.unpack("<%di" % (len(data) // 4), data))
