# SPDX-License-Identifier: MIT
"""References of products of matrices and vectors, with and without quantised weights."""
from corpus import BLOCKS, DPAS, kernels
from launch import half


def packed(numbers, bits):
    """Numbers of so many bits in bytes, the first in the low bits."""
    step = 8 // bits
    return [sum((numbers[i + j] & ((1 << bits) - 1)) << (bits * j) for j in range(step)) for i in range(0, len(numbers), step)]


def e4m3(x):
    """The number that a byte means; without the exponent 0, whose numbers are denormal."""
    return (-1 if x & 0x80 else 1) * (1 + (x & 7) / 8) * 2.0 ** ((x >> 3 & 15) - 7)


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


@kernels("woq_gemv.cm", woq_gemv_s8={"BITS": 8}, woq_gemv_u4={"BITS": 4}, woq_gemv_u2={"BITS": 2, "GROUP": 128},
         woq_gemv_e4m3={"BITS": 8, "FP8": 1}, woq_gemv_u4_wide={"BITS": 4, "GROUP": 128})
def woq_gemv(launch, BITS, GROUP=64, FP8=0):
    n, groups = 32, 6
    x = launch.grid(groups * GROUP, -1, 1, 1 / 16)
    if FP8:
        raw = [(b & 0x80) | (4 + b % 6) << 3 | b & 7 for b in launch.integers(n * groups * GROUP, 0, 255)]
        weights = [e4m3(b) for b in raw]
    else:
        weights = launch.integers(n * groups * GROUP, -128 if BITS == 8 else 0, 127 if BITS == 8 else (1 << BITS) - 1)
        raw = packed(weights, BITS)
    scales = launch.grid(n * groups, 1 / 64, 1 / 8, 1 / 128)
    zeros = launch.integers(n * groups, 0, 3 if BITS == 2 else 15) if BITS < 8 else [0] * (n * groups)
    out = []
    for i in range(n):
        y = 0
        for g in range(groups):
            row = i * groups + g
            part = x[g * GROUP:(g + 1) * GROUP]
            y += scales[row] * (dot(weights[row * GROUP:(row + 1) * GROUP], part) - zeros[row] * sum(part))
        out.append(half(y))
    launch.input("e", x)
    launch.input("B", raw)
    launch.input("e", scales)
    launch.input("B", zeros)
    launch.output("e", out, 2e-3)
    launch.scalar("i", groups)
    launch.groups, launch.local = (n // 16, 1, 1), (4, 1, 1)
