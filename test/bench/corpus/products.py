# SPDX-License-Identifier: MIT
"""References of products of matrices and vectors, with and without quantised weights."""
import math

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


def product(a, b, m, n, k):
    """Of row-major matrices; b may be in columns already."""
    columns = [b[j::n] for j in range(n)]
    return [dot(a[i * k:(i + 1) * k], columns[j]) for i in range(m) for j in range(n)]


@kernels("gemm_half.cm", DPAS, 256, gemm_half_32x32={}, gemm_half_32x64_gelu={"COLUMNS": 64, "ACT": 1, "targets": BLOCKS},
         gemm_half_16x32_silu={"ROWS": 16, "ACT": 2}, gemm_half_8x64={"ROWS": 8, "COLUMNS": 64, "AHEAD": 4, "registers": 128},
         gemm_half_32x128={"COLUMNS": 128, "targets": BLOCKS})
def gemm_half(launch, ROWS=32, COLUMNS=32, ACT=0, AHEAD=2):
    m, n, k = ROWS, 2 * COLUMNS, 48
    a, b = launch.grid(m * k, -1, 1, 1 / 8), launch.grid(k * n, -1, 1, 1 / 8)
    bias, gate = launch.grid(n, -1, 1, 1 / 8), launch.grid(m * n, -1, 1, 1 / 8)
    out = []
    for i, v in enumerate(product(a, b, m, n, k)):
        v += bias[i % n]
        if ACT == 1:
            v *= 0.5 * (1 + math.tanh(0.7978845608 * (v + 0.044715 * v ** 3)))
        elif ACT == 2:
            v *= gate[i] / (1 + math.exp(-v))
        out.append(v)
    for x in (a, b, bias, gate):
        launch.input("e", x)
    launch.output("e", out, 3e-3)
    for value in (m, n, k):
        launch.scalar("i", value)
    launch.groups = (n // COLUMNS, m // ROWS, 1)


@kernels("gemm_w4.cm", DPAS, 256, gemm_w4_16x32={}, gemm_w4_8x64_zeros={"ROWS": 8, "COLUMNS": 64, "ZEROS": 1},
         gemm_w4_32x32_group64={"ROWS": 32, "GROUP": 64, "ZEROS": 1, "targets": BLOCKS})
def gemm_w4(launch, ROWS=16, COLUMNS=32, GROUP=32, ZEROS=0):
    m, n, k = ROWS, COLUMNS, 128
    a, q = launch.grid(m * k, -1, 1, 1 / 8), launch.integers(n * k, 0, 15)
    scales, zeros = launch.grid(k // GROUP * n, 1 / 16, 1, 1 / 16), launch.integers(k // GROUP * n, 0, 15)
    b = [[(q[j * k + i] - (zeros[i // GROUP * n + j] if ZEROS else 8)) * scales[i // GROUP * n + j] for i in range(k)] for j in range(n)]
    launch.input("e", a)
    launch.input("B", packed(q, 4))
    launch.input("e", scales)
    launch.input("B", zeros + [0] * 8)  # blocks of eight bytes are read as sixteen
    launch.output("e", [dot(a[i * k:(i + 1) * k], b[j]) for i in range(m) for j in range(n)], 2e-3)
    launch.scalar("i", n)
    launch.scalar("i", k)


@kernels("gemm_bytes_dpas.cm", DPAS, gemm_bytes_requantised={}, gemm_bytes_to_half={"ROWS": 32, "TO_HALF": 1, "registers": 256})
def gemm_bytes_dpas(launch, ROWS=16, COLUMNS=32, TO_HALF=0):
    m, n, k, zero = ROWS, 2 * COLUMNS, 96, 5
    a, b = launch.integers(m * k, -128, 127), launch.integers(k * n, -128, 127)
    row_scales, scales = launch.grid(m, 1 / 8, 1, 1 / 8), [x / 65536 for x in launch.integers(n, 8, 64)]
    out = product(a, b, m, n, k)
    if TO_HALF:
        out = [x * scales[i % n] * row_scales[i // n] for i, x in enumerate(out)]
    else:
        out = [min(max(round(x * scales[i % n]) + zero, -128), 127) for i, x in enumerate(out)]
    launch.input("b", a)
    launch.input("b", [b[(i + r) * n + j] for i in range(0, k, 4) for j in range(n) for r in range(4)])
    launch.input("f", row_scales)
    launch.input("f", scales)
    launch.output("e" if TO_HALF else "b", out, 2e-3 if TO_HALF else 0)
    for value in (n, k, zero):
        launch.scalar("i", value)
    launch.groups = (n // COLUMNS, m // ROWS, 1)


@kernels("moe_gate_up.cm", moe_gate_up={}, moe_gate_up_16={"OUTPUTS": 16, "WORKERS": 8, "registers": 256})
def moe_gate_up(launch, OUTPUTS=8, WORKERS=4):
    experts, choices, outputs, groups, size = 3, [2, 0], 2 * OUTPUTS, 9, 64
    x = launch.grid(groups * size, -1, 1, 1 / 8)
    launch.input("e", x)
    launch.input("i", choices)
    sums = []
    for _ in range(2):
        w, scales = launch.integers(experts * outputs * groups * size, 0, 15), launch.grid(experts * outputs * groups, 1 / 64, 1 / 16, 1 / 64)
        rows = range(experts * outputs * groups)
        parts = [scales[r] * dot([q - 8 for q in w[r * size:(r + 1) * size]], x[r % groups * size:(r % groups + 1) * size]) for r in rows]
        sums.append([sum(parts[i * groups:(i + 1) * groups]) for i in range(experts * outputs)])
        launch.input("B", packed(w, 4))
        launch.input("e", scales)
    pairs = [(sums[0][e * outputs + i], sums[1][e * outputs + i]) for e in choices for i in range(outputs)]
    launch.output("e", [g / (1 + math.exp(-g)) * u for g, u in pairs], 3e-3)
    launch.scalar("i", outputs)
    launch.scalar("i", groups)
    launch.groups, launch.local = (2, len(choices), 1), (WORKERS, 1, 1)


@kernels("sgemm_slm.cm", sgemm_slm_32={}, sgemm_slm_deep={"SLAB": 32, "UNITS": 1})
def sgemm_slm(launch, SLAB=16, UNITS=2):
    m, n, k = 16, 32 * UNITS, 64
    a, b = launch.grid(m * k, -2, 2, 1 / 8), launch.grid(k * n, -2, 2, 1 / 8)
    launch.input("f", a, "buf")
    launch.input("f", b, "buf")
    launch.output("f", product(a, b, m, n, k), kind="buf")
    launch.scalar("i", n)
    launch.scalar("i", k)
    launch.local = (2, 2, 1)
