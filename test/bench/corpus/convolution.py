# SPDX-License-Identifier: MIT
"""References of convolutions."""
import math

from corpus import kernels
from launch import half, single


def activate(v, kind, alpha):
    return (v, max(v, 0.0), v * alpha if v < 0 else v, 1 / (1 + math.exp(-v)), v * min(max(v + 3, 0), 6) / 6)[kind]


@kernels("conv_nchw.cm", conv3x3_relu={"KERNEL": 3}, conv3x3_stride2_half={"KERNEL": 3, "STRIDE": 2, "TYPE": "half"},
         conv5x5_leaky={"KERNEL": 5}, conv5x5_half={"KERNEL": 5, "TYPE": "half", "OUTPUTS": 16, "FIXED": 1},
         conv7x7_stride2={"KERNEL": 7, "STRIDE": 2}, conv7x7_half={"KERNEL": 7, "TYPE": "half"})
def conv_nchw(launch, KERNEL, STRIDE=1, TYPE="float", OUTPUTS=8, FIXED=0):
    channels, outputs, height = 2, OUTPUTS, 3 * STRIDE
    width, pad, kind, alpha = 48 * STRIDE, KERNEL // 2, FIXED or KERNEL % 5, 0.125
    image = [launch.grid(width * height, -2, 2, 1 / 8) for _ in range(channels)]
    weights = [[launch.grid(KERNEL * KERNEL, -1, 1, 1 / 8) for _ in range(channels)] for _ in range(outputs)]
    bias = launch.grid(outputs, -1, 1, 1 / 8)
    out = []
    for o in range(outputs):
        for y in range(0, height, STRIDE):
            for x in range(0, width, STRIDE):
                v = bias[o]
                for c in range(channels):
                    for ky in range(max(0, pad - y), min(KERNEL, height + pad - y)):
                        for kx in range(max(0, pad - x), min(KERNEL, width + pad - x)):
                            v += image[c][(y + ky - pad) * width + x + kx - pad] * weights[o][c][ky * KERNEL + kx]
                out.append((half if TYPE == "half" else single)(activate(v, kind, alpha)))
    fmt = "e" if TYPE == "half" else "f"
    launch.input(fmt, sum(image, []))
    launch.input(fmt, [weights[o][c][k] for c in range(channels) for k in range(KERNEL * KERNEL) for o in range(outputs)])
    launch.input("f", bias)
    launch.output(fmt, out, 2e-3 if TYPE == "half" else 1e-5)
    for value in (channels, width, height, kind):
        launch.scalar("i", value)
    launch.scalar("f", alpha)
    launch.groups = (3, height // STRIDE, 1)


@kernels("depthwise.cm", depthwise_3x3={}, depthwise_5x5={"KERNEL": 5}, depthwise_3x3_stride2={"STRIDE": 2})
def depthwise(launch, KERNEL=3, STRIDE=1, COLUMNS=4):
    width, height, depth, pad = 12 * STRIDE, 4 * STRIDE, 32, KERNEL // 2
    image = launch.grid(width * height * depth, -2, 2, 1 / 8)
    weights, bias, out = launch.grid(KERNEL * KERNEL * depth, -1, 1, 1 / 8), launch.grid(depth, -1, 1, 1 / 8), []
    for y in range(0, height, STRIDE):
        for x in range(0, width, STRIDE):
            for c in range(depth):
                v = bias[c]
                for ky in range(max(0, pad - y), min(KERNEL, height + pad - y)):
                    for kx in range(max(0, pad - x), min(KERNEL, width + pad - x)):
                        v += image[((y + ky - pad) * width + x + kx - pad) * depth + c] * weights[(ky * KERNEL + kx) * depth + c]
                out.append(half(min(max(v, 0), 6)))
    launch.input("e", image)
    launch.input("e", weights)
    launch.input("e", bias)
    launch.output("e", out, 1e-3)
    for value in (width, height, depth):
        launch.scalar("i", value)
    launch.groups = (width // STRIDE // COLUMNS, height // STRIDE, depth // 16)
