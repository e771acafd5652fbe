# SPDX-License-Identifier: MIT
"""Workloads that compute: bitonic sort, products of matrices, sparse matrix times vector, k-means."""
import numpy as np

from workload import Workload, Wrong, cover, rng, same


class BitonicSort(Workload):
    name = "bitonic_sort"
    source = "examples/bitonic_sort/bitonic_sort.cm"
    program = "bitonic_sort"
    inputs = {"2^13": {"log2": 13}, "2^15": {"log2": 15}}
    small, trial = {"log2": 11}, {"log2": 15}
    space = {"GROUP": (64, 128, 256, 512)}

    def twice(self, parameters):
        return {"log2": parameters["log2"] + 1}

    KEYS = 4  # of a work-item

    def data(self, log2):
        return {"input": rng().integers(0, 1 << 32, 1 << log2, np.uint32)}

    def expected(self, data):
        return np.sort(data["input"])

    def least(self, data):
        steps = int(data["input"].size).bit_length() * (int(data["input"].size).bit_length() - 1) // 2
        return 2 * data["input"].nbytes, steps * data["input"].size

    def cm_arguments(self, files):
        return ["--input=" + files["input"]]

    def ocl_launch(self, device, data, constants, target):
        n = data["input"].size
        keys = device.buffer(data["input"])
        if constants is None:
            for length in (2 << i for i in range(int(n).bit_length() - 1)):
                for distance in (length >> i for i in range(1, length.bit_length())):
                    device.launch("step", n // 2 // 256, 256, keys, length, distance)
            return keys.read(np.uint32, n)
        group = constants["GROUP"]
        block, items = self.KEYS * group, n // self.KEYS
        device.launch("sort_blocks", n // block, group, keys)
        length = 2 * block
        while length <= n:
            distance = length // 2
            while distance >= block:
                single = int(distance // 2 < block)
                device.launch("merge_far", items // 4 // 64, 64, keys, length // self.KEYS, distance // self.KEYS, single)
                distance //= 2 if single else 4
            device.launch("merge_blocks", n // block, group, keys, length)
            length *= 2
        return keys.read(np.uint32, n)


class Sgemm(Workload):
    name = "sgemm"
    source = "examples/gemm/sgemm.cm"
    program = "sgemm"
    inputs = {"512x1024x192": {"m": 512, "n": 1024, "k": 192}}
    small, trial = {"m": 64, "n": 128, "k": 32}, {"m": 768, "n": 1024, "k": 64}
    space = {"ROWS": (8, 16), "COLUMNS": (1, 2), "ACROSS": (2,), "DOWN": (4, 8)}
    options = {"across": (2, 4), "down": (4, 8)}
    double = "n"
    kind, real, alpha, beta = np.float32, "float", 1.5, -0.5
    # A device with more threads needs more tiles to fill them.
    larger = {"pvc": {"1024x1792x128": {"m": 1024, "n": 1792, "k": 128}}}

    def inputs_on(self, target):
        return self.larger.get(target, self.inputs)

    def data(self, m, n, k):
        r = rng()
        return {x: (2 * r.random(shape) - 1).astype(self.kind) for x, shape in (("a", (m, k)), ("b", (k, n)), ("c", (m, n)))}

    def expected(self, data):
        a, b, c = (data[x].astype(np.float64) for x in "abc")
        return self.alpha * (a @ b) + self.beta * c

    def check(self, data, got):
        k = data["a"].shape[1]
        size = self.alpha * (np.abs(data["a"]).astype(np.float64) @ np.abs(data["b"])) + np.abs(self.beta * data["c"])
        same(got, self.expected(data), (k + 4) * np.finfo(self.kind).eps * size)

    def least(self, data):
        return sum(x.nbytes for x in data.values()) + data["c"].nbytes, data["a"].size * data["c"].shape[1]

    def cm_arguments(self, files):
        return ["--%s=%s" % x for x in files.items()] + ["--alpha=%g" % self.alpha, "--beta=%g" % self.beta]

    def ocl_options(self, target, constants):
        return super().ocl_options(target, constants) + ["-DREAL=" + self.real]

    def ocl_launch(self, device, data, constants, target):
        (m, k), n = data["a"].shape, data["b"].shape[1]
        buffers = [device.buffer(data[x]) for x in "abc"]
        if constants is None:
            across, down, group = 16, 1, (16, 1)
        else:
            group = (16 * constants["ACROSS"], constants["DOWN"])
            across, down = group[0] * constants["COLUMNS"], group[1] * constants["ROWS"]
        device.launch("gemm", (n // across, m // down), group, *buffers, m, n, k, self.kind(self.alpha), self.kind(self.beta))
        return buffers[2].read(self.kind, (m, n))


class Dgemm(Sgemm):
    name = "dgemm"
    source = "examples/gemm/dgemm.cm"
    program = "dgemm"
    targets = ("pvc",)
    ocl = "sgemm"
    kind, real = np.float64, "double"
    larger = {"pvc": {"512x896x128": {"m": 512, "n": 896, "k": 128}}}

    def expected(self, data):
        a, b, c = (data[x].astype(np.longdouble) for x in "abc")
        return self.alpha * (a @ b) + self.beta * c


class Spmv(Workload):
    """band and random: about 200 elements a row; web: 3, with some long rows. As `examples/spmv` has them."""
    name = "spmv"
    source = "examples/spmv/spmv.cm"
    inputs = {"band": {"kind": "band", "rows": 2048}, "random": {"kind": "random", "rows": 2048}, "web": {"kind": "web", "rows": 32768}}
    small = {"kind": "web", "rows": 1024}
    double = "rows"
    space = {"GROUP": (64,), "LONG": (8, 16), "SHORT": (1, 2, 4, 8)}
    ROWS, PAD, MEAN = 16, 32, 200  # of a thread of the CM kernel; what it may read after the end; mean length of a long row
    LONG = 16  # from this mean on, both sides take their kernel for long rows

    def data(self, kind, rows):
        r = rng()
        if kind == "web":
            length = np.minimum(r.geometric(0.5, rows), 12) * np.where(r.integers(0, 64, rows), 1, 32)
        else:
            length = r.integers(self.MEAN - self.MEAN // 10, self.MEAN + self.MEAN // 10 + 1, rows)
        length = np.minimum(length, rows)
        first = np.concatenate([[0], np.cumsum(length)]).astype(np.uint32)
        row = np.repeat(np.arange(rows), length)
        if kind == "band":
            left = np.clip(np.arange(rows) - length // 2, 0, rows - length)
            column = left[row] + np.arange(first[-1]) - first[row]
        else:
            column = r.integers(0, rows, first[-1])
        value, x = (2 * r.random((2, int(first[-1])), np.float32) - 1)
        return {"first": first, "column": column.astype(np.uint32), "value": value, "x": x[:rows].copy()}

    def is_long(self, data):
        return data["value"].size >= self.LONG * (len(data["first"]) - 1)

    def products(self, data):
        return data["value"].astype(np.float64) * data["x"][data["column"]]

    def expected(self, data):
        return np.add.reduceat(self.products(data), data["first"][:-1])

    def check(self, data, got):
        size = np.add.reduceat(np.abs(self.products(data)), data["first"][:-1])
        same(got, self.expected(data), size * (np.diff(data["first"].astype(np.int64)) + 2) * np.finfo(np.float32).eps)

    def least(self, data):
        return sum(x.nbytes for x in data.values()) + data["x"].nbytes, data["value"].size

    def cm_launch(self, device, data, options):
        rows = len(data["first"]) - 1
        first = np.concatenate([data["first"], np.full(self.ROWS, data["first"][-1], np.uint32)])
        pad = np.zeros(self.PAD, np.uint32)
        buffers = [device.buffer(x) for x in (first, np.concatenate([data["column"], pad]), np.concatenate([data["value"], pad.view(np.float32)]),
                                              data["x"])]
        y = device.buffer(4 * rows)
        if self.is_long(data):
            device.launch("spmv_row", rows, 1, *buffers, y)
        else:
            device.launch("spmv", rows // self.ROWS, 1, *buffers, y)
        return y.read(np.float32, rows)

    def ocl_launch(self, device, data, constants, target):
        rows = len(data["first"]) - 1
        buffers = [device.buffer(data[x]) for x in ("first", "column", "value", "x")]
        y = device.buffer(4 * rows)
        if constants is None:
            device.launch("spmv", rows // 256, 256, *buffers, y)
        else:
            form = "LONG" if self.is_long(data) else "SHORT"
            device.launch("spmv_" + form.lower(), rows * constants[form] // constants["GROUP"], constants["GROUP"], *buffers, y)
        return y.read(np.float32, rows)


class Kmeans(Workload):
    """To convergence. The results are labels and centres."""
    name = "kmeans"
    source = "examples/kmeans/kmeans.cm"
    program = "kmeans"
    outputs = ("labels", "centres")
    # The last two need many more steps than the blobs.
    inputs = {"blobs": {"kind": "blobs", "points": 1 << 15}, **{x: {"kind": x, "points": 1 << 14} for x in ("rings", "uniform")}}
    small, trial = {"kind": "blobs", "points": 1 << 12}, {"kind": "blobs", "points": 1 << 15}
    double = "points"
    space = {"GROUP": (256,), "POINTS": (2, 4, 8), "COPIES": (4, 16)}
    options = {"thread": (64, 128, 256)}
    CLUSTERS, RANGE, MOST_STEPS, TABLE, UPDATERS = 16, 1024, 1000, 64, 4

    def data(self, kind, points):
        r = rng()
        k = np.arange(points) * self.CLUSTERS // points  # the first centres are one of each blob
        noise = r.normal(0, 30, (points, 2))
        if kind == "blobs":
            xy = np.stack([k % 4 * 256 + 128, k // 4 * 256 + 128], 1) + noise
        elif kind == "rings":
            angle, radius = r.random(points) * 2 * np.pi, (k % 3 + 1) * 150
            xy = self.RANGE / 2 + np.stack([radius * np.cos(angle), radius * np.sin(angle)], 1)
        else:
            xy = r.random((points, 2)) * self.RANGE
        return {"input": np.clip(xy, 0, self.RANGE).astype(np.float32)}

    def check(self, data, got):
        """Each point has a nearest centre, each centre is the mean of its points: that does not depend on the order of additions."""
        points, (labels, centres) = data["input"].astype(np.float64), got
        far = ((points[:, None, :] - centres[None, :, :]) ** 2).sum(2)
        worse = far[np.arange(len(points)), labels] - far.min(1)
        if worse.max() > 1e-3 * self.RANGE:
            raise Wrong("point %d has not the nearest centre" % worse.argmax())
        for c in range(self.CLUSTERS):
            if (labels == c).any():
                same(centres[c], points[labels == c].mean(0), 1e-2)

    def least(self, data):
        return data["input"].nbytes + 8 * len(data["input"]), 5 * self.CLUSTERS * len(data["input"])

    def steps(self, launches):
        return launches // 2

    def cm_arguments(self, files):
        return ["--input=" + files["input"]]

    def ocl_launch(self, device, data, constants, target):
        points = data["input"]
        n = len(points)
        group, each = (constants["GROUP"], constants["POINTS"]) if constants else (256, 1)
        groups = n // group // each
        first = points[np.arange(self.CLUSTERS) * n // self.CLUSTERS]
        labels, centres = device.buffer(np.full(n, self.CLUSTERS, np.uint32)), device.buffer(first)
        tables, changed = device.buffer(np.zeros(self.TABLE * groups, np.float32)), device.buffer(4)
        source = device.buffer(points)
        for _ in range(self.MOST_STEPS):
            changed.write(np.zeros(1, np.uint32))
            device.launch("assign", groups, group, source, labels, centres, tables)
            if constants:
                device.launch("update", 1, (self.TABLE, self.UPDATERS), tables, centres, changed, groups)
            else:
                device.launch("update", 1, self.CLUSTERS, tables, centres, changed)
            if changed.read(np.uint32, 1)[0] == 0:
                return labels.read(np.uint32, n), centres.read(np.float32, (self.CLUSTERS, 2))
        raise Wrong("points still change their cluster after %d steps" % self.MOST_STEPS)
