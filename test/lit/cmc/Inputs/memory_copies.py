# SPDX-License-Identifier: MIT
"""What memory_copies.ll reads and must leave: memory_copies.py FOLDER writes in, in.want and out.want there."""
import random
import sys

r = random.Random(1)
data = bytearray(r.randrange(256) for _ in range(320))
out = bytearray(b"\xff" * 128)
with open(sys.argv[1] + "/in", "wb") as f:
    f.write(data)
out[0:72] = data[0:72]
out[101:108] = b"\x05" * 7
data[8:308] = bytes(data[0:300])
for name, what in (("in.want", data), ("out.want", out)):
    with open(sys.argv[1] + "/" + name, "wb") as f:
        f.write(what)
