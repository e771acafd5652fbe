# SPDX-License-Identifier: MIT
"""References of codes, transforms and formulas."""
import cmath
import hashlib
import math
import struct

from corpus import kernels


@kernels("sha256.cm", sha256={"registers": 256}, sha256_8_lanes={"LANES": 8})
def sha256(launch, LANES=16):
    texts = [bytes(launch.integers(100, 0, 255)) for _ in range(LANES)]
    padded = [t + b"\x80" + bytes(19) + struct.pack(">Q", 800) for t in texts]
    words = [struct.unpack(">32I", t) for t in padded]
    digests = [struct.unpack(">8I", hashlib.sha256(t).digest()) for t in texts]
    launch.input("I", [w[i] for i in range(32) for w in words])
    launch.output("I", [d[i] for i in range(8) for d in digests])
    launch.scalar("i", 2)


def quarter(s, a, b, c, d):
    for x, y, z, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        s[x] = (s[x] + s[y]) & 0xFFFFFFFF
        v = s[z] ^ s[x]
        s[z] = (v << by | v >> (32 - by)) & 0xFFFFFFFF


def chacha(start):
    s = list(start)
    for _ in range(10):
        for i in range(4):
            quarter(s, i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter(s, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    return [(a + b) & 0xFFFFFFFF for a, b in zip(s, start)]


@kernels("chacha20.cm", chacha20={}, chacha20_8_lanes={"LANES": 8})
def chacha20(launch, LANES=16):
    groups, first = 2, 3
    key = list(struct.unpack("<4I", b"expand 32-byte k")) + launch.integers(12, 0, (1 << 32) - 1)
    key[12] = 7
    data, out = launch.integers(16 * LANES * groups, 0, (1 << 32) - 1), []
    for b in range(LANES * groups):
        stream = chacha(key[:12] + [key[12] + first + b] + key[13:])
        out += [x ^ y for x, y in zip(stream, data[16 * b:16 * b + 16])]
    launch.input("I", key)
    launch.input("I", data)
    launch.output("I", out)
    launch.scalar("i", first)
    launch.groups = (groups, 1, 1)


@kernels("fft.cm", fft_128={}, fft_256={"COUNT": 256, "registers": 256}, fft_64={"COUNT": 64})
def fft(launch, COUNT=128):
    rows, out, factors, size = 2, [], [], COUNT
    data = [launch.floats(2 * COUNT, -1, 1) for _ in range(rows)]
    while size >= 4:
        turns = [cmath.exp(-2j * math.pi * i / size) for i in range(size // 2)]
        factors += [x.real for x in turns] + [x.imag for x in turns]
        size //= 2
    for row in data:
        z = [complex(a, b) for a, b in zip(row[::2], row[1::2])]
        for k in range(COUNT):
            x = sum(v * cmath.exp(-2j * math.pi * i * k / COUNT) for i, v in enumerate(z))
            out += [x.real, x.imag]
    launch.input("f", sum(data, []))
    launch.input("f", factors)
    launch.output("f", out, 1e-3)
    launch.groups = (rows, 1, 1)


def sigmoid(x):
    return 1 / (1 + math.exp(-x))


@kernels("lstm_cell.cm", lstm_cell={}, gru_cell={"KIND": 1})
def lstm_cell(launch, KIND=0):
    inputs, width, gates = 24, 32, 3 if KIND else 4
    x, h = launch.halves(inputs, -1, 1), launch.halves(width, -1, 1)
    wx, wh = launch.halves(inputs * gates * width, -0.5, 0.5), launch.halves(width * gates * width, -0.5, 0.5)
    bias, state, after, out = launch.floats(gates * width, -1, 1), launch.floats(width, -1, 1), [], []
    for u in range(width):
        a = [bias[g * width + u] + sum(v * wx[(i * gates + g) * width + u] for i, v in enumerate(x)) for g in range(gates)]
        b = [sum(v * wh[(i * gates + g) * width + u] for i, v in enumerate(h)) for g in range(gates)]
        if KIND:
            z, fresh = sigmoid(a[0] + b[0]), math.tanh(a[2] + sigmoid(a[1] + b[1]) * b[2])
            out.append((1 - z) * fresh + z * h[u])
            after.append(state[u])
        else:
            i, f, g, o = [p + q for p, q in zip(a, b)]
            after.append(sigmoid(f) * state[u] + sigmoid(i) * math.tanh(g))
            out.append(sigmoid(o) * math.tanh(after[-1]))
    for v in (x, h, wx, wh):
        launch.input("e", v)
    launch.input("f", bias)
    launch.updated("f", state, after, 1e-3)
    launch.output("e", out, 2e-3)
    launch.scalar("i", inputs)
    launch.scalar("i", width)
    launch.groups = (width // 16, 1, 1)


@kernels("option_price.cm", option_price={}, option_price_64={"LANES": 64})
def option_price(launch, LANES=32):
    n, rate, sigma = 2 * LANES, 0.02, 0.3
    spot, strike, years = launch.floats(n, 5, 30), launch.floats(n, 5, 30), launch.floats(n, 0.25, 5)
    calls, puts = [], []
    for s, x, t in zip(spot, strike, years):
        d1 = (math.log(s / x) + (rate + sigma * sigma / 2) * t) / (sigma * math.sqrt(t))
        n1, n2 = [(1 + math.erf(d / math.sqrt(2))) / 2 for d in (d1, d1 - sigma * math.sqrt(t))]
        discounted = x * math.exp(-rate * t)
        calls.append(s * n1 - discounted * n2)
        puts.append(discounted * (1 - n2) - s * (1 - n1))
    for v in (spot, strike, years):
        launch.input("f", v)
    launch.output("f", calls, 1e-3)
    launch.output("f", puts, 1e-3)
    launch.scalar("f", rate)
    launch.scalar("f", sigma)
    launch.groups = (2, 1, 1)
