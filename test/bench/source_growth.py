#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Ten times the kernel cost at most twelve times the work, from source: counted in executed instructions by callgrind.

usage: source_growth.py CMC VALGRIND SIZE [SHAPE...]

SIZE is about the number of machine instructions of the smaller kernel. Counts grow by less than seconds do in large kernels,
whose IR no longer fits the cache: source_scaling.py measures seconds."""
import sys

import mir_growth
import source_scaling

if __name__ == "__main__":
    cmc, valgrind, size, *names = sys.argv[1:]
    mir_growth.measure(names or source_scaling.SHAPES, int(size),
                       lambda shape, n: mir_growth.executed(cmc, valgrind, source_scaling.SHAPES[shape](n), ".cm"))
