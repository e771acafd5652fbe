# SPDX-License-Identifier: MIT
"""One launch of a kernel of the corpus: its arguments, and what it must have written."""
import os
import random
import struct

SCALARS = {"i": "d", "I": "ud", "f": "f", "q": "q"}


def pack(fmt, values):
    return struct.pack("<%d%s" % (len(values), fmt), *values)


def half(x):
    return struct.unpack("<e", struct.pack("<e", x))[0]


def single(x):
    return struct.unpack("<f", struct.pack("<f", x))[0]


LIKE = {"mtl": "tgl", "arlh": "dg2", "lnl": "bmg", "ptl": "bmg"}  # these run the kernels of those


class Launch:
    """Arguments are added in the kernel's order. Letters of types are those of module struct."""

    def __init__(self, name, target):
        self.random = random.Random(name)  # the same data for every compiler and target
        self.target = target
        self.lanes = 8 if LIKE.get(target, target) in ("tgl", "dg2") else 16  # of 32 bits in a register; of a dpas
        self.groups = self.local = (1, 1, 1)
        self.arguments = []  # (text of --arg with %s for a file, bytes of the file or None)
        self.expected = []  # (argument, type letter, numbers, tolerance, first byte)

    def integers(self, n, low, high):
        return [self.random.randint(low, high) for _ in range(n)]

    def grid(self, n, low, high, step):
        """Multiples of step: sums of products of few such numbers are exact in single precision."""
        return [x * step for x in self.integers(n, round(low / step), round(high / step))]

    def floats(self, n, low, high):
        return [single(self.random.uniform(low, high)) for _ in range(n)]

    def halves(self, n, low, high):
        return [half(self.random.uniform(low, high)) for _ in range(n)]

    def input(self, fmt, values, kind="svm"):
        data = pack(fmt, values)
        self.arguments.append(("%s:%d:file=%%s" % (kind, len(data)), data))
        return values

    def scalar(self, fmt, value):
        self.arguments.append(("%s:%r" % (SCALARS[fmt], value), None))

    def expect(self, fmt, values, near=0, first=0):
        """The next argument must hold the values from that byte on."""
        self.expected.append((len(self.arguments), fmt, list(values), near, first))

    def output(self, fmt, values, near=0, kind="svm"):
        """Memory full of -1 bytes; afterwards it must hold the values. near: the largest error, of a float absolute for numbers up
        to 1 and relative above."""
        self.expect(fmt, values, near)
        self.arguments.append(("%s:%d:fill,-1:b" % (kind, len(values) * struct.calcsize(fmt)), None))

    def updated(self, fmt, before, after, near=0, kind="svm"):
        """Memory that the kernel changes in place."""
        self.expect(fmt, after, near)
        self.input(fmt, before, kind)

    def scratch(self, size):
        """Memory whose content after the launch does not matter."""
        self.arguments.append(("svm:%d:zero" % size, None))

    def image(self, width, height, texels, rows, fmt="B"):
        """A surface of so many texels; rows: its numbers, row by row."""
        data = pack(fmt, sum(rows, []))
        self.arguments.append(("img:%dx%d:%s:file=%%s" % (width, height, texels), data))

    def image_output(self, width, height, texels, rows, fmt="B"):
        self.expect(fmt, sum(rows, []))
        self.arguments.append(("img:%dx%d:%s:zero" % (width, height, texels), None))

    def command(self, cmrun, binary, scratch):
        words = [cmrun, binary, "--device", self.target, "--groups", "%d,%d,%d" % self.groups, "--local", "%d,%d,%d" % self.local]
        for i, (text, data) in enumerate(self.arguments):
            path = os.path.join(scratch, "arg%d" % i)
            if data is not None:
                with open(path, "wb") as f:
                    f.write(data)
            words += ["--arg", text % path if data is not None else text]
        for i in sorted({x[0] for x in self.expected}):
            words += ["--dump", "%d:file=%s" % (i, os.path.join(scratch, "out%d" % i))]
        return words

    def mistake(self, scratch):
        """None when the kernel wrote what it must, else a line about the first difference."""
        for i, fmt, values, near, first in self.expected:
            with open(os.path.join(scratch, "out%d" % i), "rb") as f:
                data = f.read()[first:]
            size = len(values) * struct.calcsize(fmt)
            got = struct.unpack("<%d%s" % (len(values), fmt), data[:size]) if len(data) >= size else ()
            bad = [k for k, (a, b) in enumerate(zip(got, values)) if not close(a, b, near)]
            if len(got) < len(values) or bad:
                at = bad[0] if bad else 0
                return "argument %d: %d of %d numbers differ; from %d: got %s, expected %s" % (
                    i, len(bad), len(values), at, list(got[at:at + 6]), values[at:at + 6])
        return None


def close(got, expected, near):
    return got == expected or abs(got - expected) <= near * (1 if isinstance(got, int) else max(1, abs(expected)))
