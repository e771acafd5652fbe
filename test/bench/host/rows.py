# SPDX-License-Identifier: MIT
"""The rows of the bench: the workloads of the paper, with what the CPU path, PoCL and plain C need to run them. The data and the
check are the paper's."""
import itertools
import os

import numpy as np

import workloads  # noqa: F401
from workload import ROOT, WORKLOADS

HERE = os.path.dirname(os.path.abspath(__file__))
PAPER = os.path.join(HERE, "../paper/ocl")
ROWS = {}


class Row:
    """A workload of the paper on the CPU. A subclass has:

    name                of the workload and of its C functions
    parameters          of the data
    portable            the OpenCL kernel of this folder and its constants -> values, which replace the paper's where that
                        needs an extension of Intel
    naive               whether PoCL takes the paper's naive version; a kernel named step collides with OpenCL's function
    cm_options          of cmc
    last                how many launches are measured (None: all)
    parallel            whether the work is parallel over its data
    """
    portable, naive, last, parallel, cm_options = None, True, None, True, ()

    def __init_subclass__(cls):
        ROWS[cls.name] = cls()

    @property
    def workload(self):
        return WORKLOADS[self.name]

    def data(self):
        return self.workload.data(**self.parameters)

    @property
    def source(self):
        return os.path.join(ROOT, self.workload.source)

    def cm(self, device, data):
        return self.workload.cm_launch(device, data, {})

    def forms(self):
        """OpenCL: source and constants of each form; constants None: the naive one."""
        if self.naive:
            yield os.path.join(PAPER, self.workload.ocl + "_naive.cl"), None
        source, space = os.path.join(PAPER, self.workload.ocl + ".cl"), self.workload.space
        if self.portable:
            source, space = os.path.join(HERE, "ocl", self.portable[0]), self.portable[1]
        for values in itertools.product(*space.values()):
            constants = dict(zip(space, values))
            if self.portable or self.workload.allowed("host", constants):
                yield source, constants

    def ocl_options(self, constants):
        return self.workload.ocl_options("host", constants or {}) + ["-cl-std=CL3.0"]

    def ocl(self, device, data, constants):
        return self.workload.ocl_launch(device, data, constants, "host")

    def c_arguments(self, data):
        """Arguments of the C function, and a function that reads the result."""
        raise NotImplementedError


class Transpose(Row):
    name = "transpose"
    parameters = {"side": 512}

    def cm(self, device, data):
        side = len(data["input"])
        source, out = device.buffer(data["input"]), device.buffer(data["input"].nbytes)
        device.launch("transpose", (side // 16, side // 16), 1, source, out, side, side)
        return out.read(np.float32, (side, side))

    def c_arguments(self, data):
        out = np.empty_like(data["input"])
        return (data["input"], out, len(out)), lambda: out


class Linear(Row):
    name = "linear"
    parameters = {"width": 1536, "height": 480}

    def cm(self, device, data):
        return self.workload.cm_launch(device, data, {"group": 1})

    def c_arguments(self, data):
        height, width = (x - y for x, y in zip(data["picture"].shape, (2, 6)))
        out = np.empty((height, width), np.uint8)
        return (data["picture"], out, width, height), lambda: out


class Histogram(Row):
    name = "histogram"
    parameters = {"size": 1 << 20, "colour": -1}
    parallel, THREAD = False, 1 << 17  # bytes of a thread

    def cm(self, device, data):
        return self.workload.cm_launch(device, data, {"thread": self.THREAD})

    def c_arguments(self, data):
        counts = np.zeros(self.workload.VALUES, np.uint32)
        return (data["pixels"], counts, data["pixels"].size), lambda: counts


class PrefixSum(Row):
    name = "prefix_sum"
    parameters = {"size": 1 << 18}
    parallel = naive = False
    portable = "prefix_sum.cl", {"GROUP": (4, 16, 64), "VECTORS": (4, 16, 64)}
    BLOCK = 512

    def cm(self, device, data):
        n = data["input"].size
        blocks = [n // self.BLOCK]
        while blocks[-1] > 1:
            blocks.append(-(-blocks[-1] // self.BLOCK))
        empty = [np.zeros(x * self.BLOCK, np.uint32) for x in blocks]
        ins = [device.buffer(data["input"])] + [device.buffer(x) for x in empty[1:]]
        outs = [device.buffer(x) for x in empty] + [device.buffer(self.BLOCK)]
        for i in range(len(blocks) - 1):
            device.launch("sum_blocks", blocks[i], 1, ins[i], ins[i + 1])
        for i in reversed(range(len(blocks))):
            device.launch("scan_blocks", blocks[i], 1, ins[i], outs[i + 1], outs[i])
        return outs[0].read(np.uint32, n)

    def c_arguments(self, data):
        out = np.empty_like(data["input"])
        return (data["input"], out, out.size), lambda: out


class BitonicSort(Row):
    name = "bitonic_sort"
    parameters = {"log2": 16}
    naive = False
    portable = "bitonic_sort.cl", {"GROUP": (64, 256, 1024)}
    BLOCK, MOST = 256, 4

    def cm(self, device, data):
        n = data["input"].size
        keys = device.buffer(data["input"])
        device.launch("sort_blocks", n // self.BLOCK, 1, keys)
        length = 2 * self.BLOCK
        while length <= n:
            distance = length // 2
            while distance >= self.BLOCK:
                steps = 1
                while steps < self.MOST and distance // 2 >= self.BLOCK:
                    distance, steps = distance // 2, steps + 1
                device.launch("merge_far_%d" % (1 << steps), n // self.BLOCK, 1, keys, length, distance)
                distance //= 2
            device.launch("merge_blocks", n // self.BLOCK, 1, keys, length)
            length *= 2
        return keys.read(np.uint32, n)

    def c_arguments(self, data):
        keys = data["input"].copy()
        return (keys, keys.size), lambda: keys


class Sgemm(Row):
    name = "sgemm"
    parameters = {"m": 256, "n": 512, "k": 192}
    portable = "sgemm.cl", {"ROWS": (4, 8), "COLUMNS": (8, 16), "ACROSS": (1, 4), "DOWN": (1, 4)}
    TILE = (8, 32)  # sums that the registers of the processor hold
    cm_options = ("-DROWS=8", "-DCOLUMNS=32")

    def cm(self, device, data):
        w, (m, k), n = self.workload, data["a"].shape, data["b"].shape[1]
        buffers = [device.buffer(data[x]) for x in "abc"]
        device.launch("sgemm_%dx%d" % self.TILE, (n // self.TILE[1], m // self.TILE[0]), 1, *buffers, m, n, k, np.float32(w.alpha),
                      np.float32(w.beta))
        return buffers[2].read(np.float32, (m, n))

    def ocl(self, device, data, constants):
        if constants is None:
            return super().ocl(device, data, constants)
        w, (m, k), n = self.workload, data["a"].shape, data["b"].shape[1]
        buffers = [device.buffer(data[x]) for x in "abc"]
        group = constants["ACROSS"], constants["DOWN"]
        groups = n // constants["COLUMNS"] // group[0], m // constants["ROWS"] // group[1]
        device.launch("gemm", groups, group, *buffers, m, n, k, np.float32(w.alpha), np.float32(w.beta))
        return buffers[2].read(np.float32, (m, n))

    def c_arguments(self, data):
        (m, k), n, c = data["a"].shape, data["b"].shape[1], data["c"].copy()
        return (data["a"], data["b"], c, m, n, k, self.workload.alpha, self.workload.beta), lambda: c


class Spmv(Row):
    name = "spmv"
    parameters = {"kind": "random", "rows": 2048}
    portable = "spmv.cl", {"GROUP": (16, 64), "LONG": (1,)}

    def cm(self, device, data):
        """The kernel of 16 rows: threads of one row are for GPUs, which need many of them."""
        w, rows = self.workload, len(data["first"]) - 1
        first = np.concatenate([data["first"], np.full(w.ROWS, data["first"][-1], np.uint32)])
        pad = np.zeros(w.PAD, np.uint32)
        buffers = [device.buffer(x) for x in (first, np.concatenate([data["column"], pad]),
                                              np.concatenate([data["value"], pad.view(np.float32)]), data["x"])]
        y = device.buffer(4 * rows)
        device.launch("spmv", rows // w.ROWS, 1, *buffers, y)
        return y.read(np.float32, rows)

    def c_arguments(self, data):
        y = np.empty(len(data["first"]) - 1, np.float32)
        return (data["first"], data["column"], data["value"], data["x"], y, y.size), lambda: y


class Kmeans(Row):
    """A step after convergence is measured."""
    name = "kmeans"
    parameters = {"kind": "blobs", "points": 1 << 15}
    last = 2
    THREAD, UPDATERS = 512, 16

    def cm(self, device, data):
        w, points = self.workload, data["input"]
        n, groups = len(points), len(points) // self.THREAD
        first = points[np.arange(w.CLUSTERS) * n // w.CLUSTERS]
        x, y, centres = (device.buffer(np.ascontiguousarray(v)) for v in (points[:, 0], points[:, 1], first.T))
        labels, changed = device.buffer(np.full(n, ~np.uint32(0), np.uint32)), device.buffer(4)
        tables = device.buffer(np.zeros(w.TABLE * groups, np.float32))
        for _ in range(w.MOST_STEPS):
            device.launch("assign", groups, 1, x, y, labels, centres, tables, self.THREAD, n)
            device.launch("update", 1, self.UPDATERS, tables, centres, changed, groups)
            if changed.read(np.uint32, 1)[0] == 0:
                break
        return labels.read(np.uint32, n), centres.read(np.float32, (2, w.CLUSTERS)).T

    def c_arguments(self, data):
        """Steps until nothing changes are the function's; it starts from the last one's result."""
        w, points = self.workload, data["input"]
        n = len(points)
        centres = points[np.arange(w.CLUSTERS) * n // w.CLUSTERS].T.copy()
        labels = np.full(n, ~np.uint32(0), np.uint32)
        x, y = (np.ascontiguousarray(points[:, i]) for i in (0, 1))
        return (x, y, labels, centres, n), lambda: (labels, centres.T)
