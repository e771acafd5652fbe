# SPDX-License-Identifier: MIT
"""References of kernels over pictures."""
from corpus import kernels


def picture(launch, width, height, top=255):
    return [launch.integers(width, 0, top) for _ in range(height)]


def clamp(x):
    return min(max(x, 0), 255)


@kernels("nv12_to_rgb.cm", nv12_to_rgb={}, nv12_to_rgb_smooth={"SMOOTH": 1}, p010_to_rgb={"P010": 1})
def nv12_to_rgb(launch, P010=0, SMOOTH=0):
    width, height, tile = 64, 16, 32
    top = 65535 if P010 else 255
    luma, chroma = picture(launch, width, height, top), picture(launch, width, height // 2, top)
    by = 8 if P010 else 0
    out = []
    for y in range(height):
        line = [x >> by for x in chroma[y // 2]]
        row = []
        for x in range(width):
            u, v = line[x & ~1] - 128, line[x | 1] - 128
            if SMOOTH and x % 2 and x % tile != tile - 1:
                u, v = (u + line[x + 1] - 128 + 1) >> 1, (v + line[x + 2] - 128 + 1) >> 1
            elif SMOOTH and x % 2:
                u, v = (2 * u + 1) >> 1, (2 * v + 1) >> 1
            c = ((luma[y][x] >> by) - 16) * 298 + 128
            row += [clamp(c + v * 409 >> 8), clamp(c - u * 100 - v * 208 >> 8), clamp(c + u * 516 >> 8), 255]
        out.append(row)
    fmt = "H" if P010 else "B"
    launch.image(width, height, "r16" if P010 else "r8", luma, fmt)
    launch.image(width // 2, height // 2, "rg16" if P010 else "rg8", chroma, fmt)
    launch.image_output(width, height, "rgba8", out)
    launch.groups = (2, 2, 1)


@kernels("mirror_nv12.cm", mirror_nv12={"WAY": 1}, turn180_nv12={"WAY": 2}, turn90_nv12={"WAY": 3})
def mirror_nv12(launch, WAY):
    width, height = 48, 32
    luma, chroma = picture(launch, width, height), picture(launch, width, height // 2)
    pairs = [[row[x:x + 2] for x in range(0, width, 2)] for row in chroma]
    turned = []
    for plane in (luma, pairs):
        plane = [row[::-1] for row in plane] if WAY < 3 else [list(x)[::-1] for x in zip(*plane)]
        turned.append(plane[::-1] if WAY == 2 else plane)
    w, h = (width, height) if WAY < 3 else (height, width)
    launch.image(width, height, "r8", luma)
    launch.image(width // 2, height // 2, "rg8", chroma)
    launch.image_output(w, h, "r8", turned[0])
    launch.image_output(w // 2, h // 2, "rg8", [sum(row, []) for row in turned[1]])
    launch.scalar("i", width)
    launch.scalar("i", height)
    launch.groups = (width // 16, height // 16, 1)
