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


def at(plane, y, x):
    """A pixel; outside the picture that of the nearest edge."""
    return plane[min(max(y, 0), len(plane) - 1)][min(max(x, 0), len(plane[0]) - 1)]


def bordered(launch, image, edge):
    """The picture with its edges repeated, as an argument; wider than needed, since whole blocks are read."""
    rows = [[at(image, y, x) for x in range(-edge, len(image[0]) + 32 - edge)] for y in range(-edge, len(image) + edge)]
    launch.image(len(rows[0]), len(rows), "r8", rows)


@kernels("yuy2_nv12.cm", yuy2_nv12={}, uyvy_nv12={"FORMAT": 1}, y210_p010={"FORMAT": 2})
def yuy2_nv12(launch, FORMAT=0):
    width, height = 32, 16
    rows = picture(launch, 2 * width, height, 255 if FORMAT < 2 else 1023)
    fmt, by = ("B", 0) if FORMAT < 2 else ("H", 6)
    luma, chroma = int(FORMAT == 1), int(FORMAT != 1)
    means = [[(a + b + 1) >> 1 for a, b in zip(p[chroma::2], q[chroma::2])] for p, q in zip(rows[::2], rows[1::2])]
    launch.image(2 * width, height, "r16" if by else "r8", [[x << by for x in row] for row in rows], fmt)
    launch.image_output(width, height, "r16" if by else "r8", [[x << by for x in row[luma::2]] for row in rows], fmt)
    launch.image_output(width // 2, height // 2, "rg16" if by else "rg8", [[x << by for x in row] for row in means], fmt)
    launch.groups = (width // 16, height // 8, 1)


@kernels("p010_nv12.cm", p010_nv12={}, p010_nv12_dither={"DITHER": 1}, nv12_p010={"BACK": 1})
def p010_nv12(launch, DITHER=0, BACK=0):
    width, height, pattern = 64, 16, ((0, 2, 1, 3), (3, 1, 2, 0), (1, 3, 0, 2), (2, 0, 3, 1))
    planes = [picture(launch, width, h, 255 if BACK else 65535) for h in (height, height // 2)]

    def one(v, y, x):
        if BACK:
            return v << 8 | v & 0xC0
        return min(((v >> 6) + (pattern[y % 4][x % 4] if DITHER else 2)) >> 2, 255)
    results = [[[one(v, y, x) for x, v in enumerate(row)] for y, row in enumerate(plane)] for plane in planes]
    kinds = [("r8", "rg8", "B"), ("r16", "rg16", "H")]
    for which, (a, b) in ((BACK == 0, (planes[0], planes[1])), (BACK != 0, (results[0], results[1]))):
        luma, chroma, fmt = kinds[which]
        add = launch.image if a is planes[0] else launch.image_output
        add(width, height, luma, a, fmt)
        add(width // 2, height // 2, chroma, b, fmt)
    launch.groups = (width // 32, height // 8, 1)


@kernels("scale_down.cm", scale_down_2={"BY": 2}, scale_down_4_edges={"BY": 4, "EDGES": 1}, scale_down_8={"BY": 8})
def scale_down(launch, BY, EDGES=0):
    width, height = 32, 8
    image = picture(launch, width * BY, height * BY)
    squares = [[[image[y * BY + j][x * BY:(x + 1) * BY] for j in range(BY)] for x in range(width)] for y in range(height)]
    launch.image(width * BY, height * BY, "r8", image)
    launch.image_output(width, height, "r8", [[(sum(sum(r) for r in s) + BY * BY // 2) // (BY * BY) for s in row] for row in squares])
    if EDGES:
        launch.image_output(width, height, "r8", [[max(abs(a - b) for r in s for a, b in zip(r, r[1:])) for s in row] for row in squares])
    else:
        launch.image(width, height, "r8", [[0] * width] * height)
    launch.groups = (width // 16, height // 8, 1)


@kernels("denoise.cm", denoise_3x3={}, denoise_5x5={"RADIUS": 2})
def denoise(launch, RADIUS=1):
    width, height, limit = 32, 16, 12
    image = [[100 + x for x in launch.integers(width, -12, 12)] for _ in range(height)]
    out = []
    for y in range(height):
        for x in range(width):
            near = [at(image, y + j, x + i) for j in range(-RADIUS, RADIUS + 1) for i in range(-RADIUS, RADIUS + 1)]
            weights = [max(limit - abs(v - image[y][x]), 0) for v in near]
            out.append(int(sum(w * v for w, v in zip(weights, near)) / sum(weights) + 0.5))
    bordered(launch, image, RADIUS)
    launch.image_output(width, height, "r8", [out])
    launch.scalar("i", limit)
    launch.groups = (width // 16, height // 8, 1)


@kernels("motion_search.cm", motion_search={}, motion_search_narrow={"ACROSS": 8, "DOWN": 4})
def motion_search(launch, ACROSS=16, DOWN=8, LAMBDA=2):
    blocks, out = 2, []
    now, before = picture(launch, 16 * blocks, 16), picture(launch, 16 * blocks + 32, 32)
    for b in range(blocks):
        best = [1 << 32] * 5
        for y in range(DOWN):
            for x in range(ACROSS):
                d = [[abs(now[r][16 * b + c] - before[y + r][16 * b + x + c]) for c in range(16)] for r in range(16)]
                quarters = [sum(sum(row[i:i + 8]) for row in d[j:j + 8]) for j in (0, 8) for i in (0, 8)]
                price = LAMBDA * (abs(x - 8) + abs(y - 4))
                for i, cost in enumerate(quarters + [sum(quarters)]):
                    best[i] = min(best[i], (cost + price & 0xFFFF) << 16 | y << 8 | x)
        out += best + [0] * 3
    launch.image(16 * blocks, 16, "r8", now)
    launch.image(16 * blocks + 32, 32, "r8", before)
    launch.output("I", out)
    launch.groups = (blocks, 1, 1)


def dct(line):
    c1, c2, c3, c4, c5, c6, c7 = 4017, 3784, 3406, 2896, 2276, 1567, 799
    s, d = [line[i] + line[7 - i] for i in range(4)], [line[i] - line[7 - i] for i in range(4)]
    a, b, c, e = s[0] + s[3], s[1] + s[2], s[0] - s[3], s[1] - s[2]
    sums = [(a + b) * c4, d[0] * c1 + d[1] * c3 + d[2] * c5 + d[3] * c7, c * c2 + e * c6, d[0] * c3 - d[1] * c7 - d[2] * c1 - d[3] * c5,
            (a - b) * c4, d[0] * c5 - d[1] * c1 + d[2] * c7 + d[3] * c3, c * c6 - e * c2, d[0] * c7 - d[1] * c5 + d[2] * c3 - d[3] * c1]
    return [(x + 2048) >> 12 for x in sums]


def hadamard(line):
    return [sum(x * (-1) ** bin(i & j).count("1") for j, x in enumerate(line)) for i in range(8)]


@kernels("dct8x8.cm", dct8x8={}, hadamard8x8={"HADAMARD": 1})
def dct8x8(launch, HADAMARD=0, QUALITY=1):
    width, height, out = 32, 16, []
    image, line = picture(launch, width, height), hadamard if HADAMARD else dct
    zigzag = sorted(range(64), key=lambda i: (i // 8 + i % 8, (i % 8 if (i // 8 + i % 8) % 2 == 0 else i // 8)))
    for y in range(0, height, 8):
        for x in range(0, width, 8):
            block = [[v - 128 for v in row[x:x + 8]] for row in image[y:y + 8]]
            columns = [line(list(c)) for c in zip(*block)]  # transformed, and transposed
            block = [list(r) for r in zip(*[line(list(c)) for c in zip(*columns)])]
            if HADAMARD:
                out += [sum(abs(v) for r in block for v in r)] + ([0, 0] if x % 16 else [])
            else:
                v = sum(([block[i][j] for i in range(8)] for j in range(8)), [])
                q = [(abs(a) + (16 + QUALITY * 2 * (i // 8 + i % 8)) // 2) // (16 + QUALITY * 2 * (i // 8 + i % 8)) * (-1 if a < 0 else 1)
                     for i, a in enumerate(v)]
                out += [q[i] for i in zigzag]
    launch.image(width, height, "r8", image)
    launch.output("i" if HADAMARD else "h", out)
    launch.scalar("i", width // 16)
    launch.groups = (width // 16, height // 8, 1)


@kernels("sharpen.cm", sharpen={}, sharpen_7={"WEIGHTS": "1,2,4,6,4,2,1"})
def sharpen(launch, WEIGHTS="1,4,6,4,1"):
    width, height, amount, image, w = 32, 16, 12, picture(launch, 32, 16), [int(x) for x in WEIGHTS.split(",")]
    edge, out = len(w) // 2, []
    for y in range(height):
        for x in range(width):
            soft = sum(a * b * at(image, y + j - edge, x + i - edge) for j, a in enumerate(w) for i, b in enumerate(w))
            soft = (soft + sum(w) ** 2 // 2) // sum(w) ** 2
            out.append(clamp(image[y][x] + ((image[y][x] - soft) * amount >> 4)))
    bordered(launch, image, edge)
    launch.image_output(width, height, "r8", [out])
    launch.scalar("i", amount)
    launch.groups = (width // 16, height // 8, 1)
