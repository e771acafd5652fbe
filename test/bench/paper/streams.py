# SPDX-License-Identifier: MIT
"""Workloads that read and write each number about once: transpose, linear filter, histogram, prefix sum."""
import numpy as np

from workload import Workload, cover, rng, same


class Transpose(Workload):
    name = "transpose"
    source = "examples/transpose/transpose.cm"
    program = "transpose"
    inputs = {"512": {"side": 512}, "1536": {"side": 1536}}
    small, trial = {"side": 64}, {"side": 512}

    def twice(self, parameters):
        return {"side": parameters["side"] * 3 // 2}  # 2.25 times the numbers

    space = {"BLOCK": (0, 4), "TILE": (8, 16), "ROWS": (4, 8)}

    def data(self, side):
        return {"input": rng().random((side, side), np.float32)}

    def expected(self, data):
        return data["input"].T

    def allowed(self, target, constants):
        return constants["BLOCK"] or constants["ROWS"] <= constants["TILE"]

    def least(self, data):
        return 2 * data["input"].nbytes, 0

    def cm_arguments(self, files):
        return ["--input=" + files["input"]]

    def ocl_launch(self, device, data, constants, target):
        side = len(data["input"])
        source, out = device.buffer(data["input"]), device.buffer(data["input"].nbytes)
        if constants is None:
            device.launch("transpose", (side // 16, side // 16), (16, 16), source, out, side, side)
        else:
            tile, rows, block = constants["TILE"], constants["ROWS"], constants["BLOCK"]
            covered = (tile * block, rows * block) if block else (tile, tile)
            device.launch("transpose", (side // covered[0], side // covered[1]), (tile, rows), source, out, side, side)
        return out.read(np.float32, (side, side))


class Linear(Workload):
    """Rows of the buffers are padded to whole words, those of the images are not."""
    name = "linear"
    source = "test/bench/paper/cm/linear.cm"
    inputs = {"1536x480": {"width": 1536, "height": 480}}
    small, trial = {"width": 192, "height": 48}, {"width": 1536, "height": 240}
    space = {"ROWS": (4, 8), "WORDS": (1, 2), "WIDTH": (16, 64)}
    options = {"group": (1, 2, 4, 8)}
    double = "height"
    PIXEL = 3
    BLOCK = (56, 6)  # bytes and rows that a thread of the CM kernel writes

    def ocl_options(self, target, constants):
        return super().ocl_options(target, {"MEDIA": 0, **constants})

    def data(self, width, height):
        return {"picture": rng().integers(0, 256, (height + 2, (width + 2) * self.PIXEL), np.uint8)}

    def expected(self, data):
        picture = data["picture"].astype(np.float32)
        height, width = picture.shape[0] - 2, picture.shape[1] - 6
        total = sum(picture[r:r + height, c:c + width] for r in range(3) for c in (0, 3, 6))
        return (total * np.float32(0.1111)).astype(np.uint8)

    def check(self, data, got):
        same(got, self.expected(data), 1)

    def least(self, data):
        out = self.expected(data).size
        return data["picture"].size + out, 9 * out

    def cm_launch(self, device, data, options):
        height, width = (x - y for x, y in zip(data["picture"].shape, (2, 6)))
        source, out = device.image("r8ui", width + 6, height + 2, data["picture"]), device.image("r8ui", width, height)
        group = options.get("group", 4)
        device.launch("linear", (cover(width, self.BLOCK[0] * group), cover(height, self.BLOCK[1])), group, source, out)
        return out.read((height, width))

    def ocl_launch(self, device, data, constants, target):
        height, width = (x - y for x, y in zip(data["picture"].shape, (2, 6)))
        pitch = cover(width + 6 + 16, 64) * 64
        padded = np.zeros((height + 2, pitch), np.uint8)
        padded[:, :width + 6] = data["picture"]
        source, out = device.buffer(padded), device.buffer(width * height)
        rows, step, local = (constants["ROWS"], 4 * constants["WORDS"], constants["WIDTH"]) if constants else (1, 1, 64)
        device.launch("linear", (width // step // local, height // rows), local, source, out, pitch, width)
        return out.read(np.uint8, (height, width))


class LinearMedia(Linear):
    """The paper's second form of the filter in OpenCL: media blocks, which end with tgl."""
    name = "linear_media"
    ocl = "linear"
    targets = ("icl", "tgl")
    space = {"ROWS": (2, 4, 8), "WIDTH": (16, 64)}

    def ocl_options(self, target, constants):
        return super().ocl_options(target, {"MEDIA": 1, **constants} if constants else {})

    def ocl_launch(self, device, data, constants, target):
        if constants is None:
            return super().ocl_launch(device, data, constants, target)
        height, width = (x - y for x, y in zip(data["picture"].shape, (2, 6)))
        source, out = device.image("r8ui", width + 6, height + 2, data["picture"]), device.image("r8ui", width, height)
        device.launch("linear", (width // constants["WIDTH"], height // constants["ROWS"]), constants["WIDTH"], source, out)
        return out.read((height, width))


class LinearImage(Linear):
    """The paper's first form of the filter in OpenCL: images of four channels, through the sampler, which pvc does not have."""
    name = "linear_image"
    targets = ("icl", "tgl", "bmg")
    space = {"ROWS": (1, 2, 4), "WIDTH": (8, 16), "HEIGHT": (4,)}

    def ocl_launch(self, device, data, constants, target):
        height, width = data["picture"].shape[0] - 2, data["picture"].shape[1] // self.PIXEL - 2
        pixels = np.zeros((height + 2, width + 2, 4), np.uint8)
        pixels[:, :, :self.PIXEL] = data["picture"].reshape(height + 2, width + 2, self.PIXEL)
        source, out = device.image("rgba8ui", width + 2, height + 2, pixels), device.image("rgba8ui", width, height)
        across, down, rows = (constants["WIDTH"], constants["HEIGHT"], constants["ROWS"]) if constants else (16, 1, 1)
        device.launch("linear", (width // across, height // down // rows), (across, down), source, out)
        return out.read((height, width, 4))[:, :, :self.PIXEL].reshape(height, width * self.PIXEL)


class Histogram(Workload):
    name = "histogram"
    source = "examples/histogram/histogram.cm"
    inputs = {"random": {"size": 1 << 20, "colour": -1}, "one-colour": {"size": 1 << 20, "colour": 7}}
    small = {"size": 1 << 16, "colour": -1}
    space = {"GROUP": (256,), "VECTORS": (1, 4, 16), "COPIES": (1, 4, 16)}
    options = {"thread": (256, 512, 1024, 2048)}
    double = "size"
    VALUES = 256

    def data(self, size, colour):
        return {"pixels": rng().integers(0, self.VALUES, size, np.uint8) if colour < 0 else np.full(size, colour, np.uint8)}

    def expected(self, data):
        return np.bincount(data["pixels"], minlength=self.VALUES).astype(np.uint32)

    def least(self, data):
        return data["pixels"].size, data["pixels"].size

    def cm_launch(self, device, data, options):
        thread, size = options.get("thread", 4096), data["pixels"].size
        source, counts = device.buffer(data["pixels"]), device.buffer(np.zeros(self.VALUES, np.uint32))
        device.launch("histogram", size // thread, 1, source, counts, thread)
        return counts.read(np.uint32, self.VALUES)

    def ocl_launch(self, device, data, constants, target):
        source, counts = device.buffer(data["pixels"]), device.buffer(np.zeros(self.VALUES, np.uint32))
        local = constants["GROUP"] if constants else 256
        each = 16 * constants["VECTORS"] if constants else 1
        device.launch("histogram", data["pixels"].size // each // local, local, source, counts)
        return counts.read(np.uint32, self.VALUES)


class HistogramTable(Histogram):
    """The paper's form in OpenCL: one table for a work-group, in local memory."""
    name = "histogram_table"
    ocl = "histogram"
    space = {"GROUP": (256,), "VECTORS": (1, 4, 16), "COPIES": (1,)}


class PrefixSum(Workload):
    name = "prefix_sum"
    source = "examples/prefix_sum/prefix_sum.cm"
    program = "prefix_sum"
    inputs = {"2^19": {"size": 1 << 19}}
    small, trial = {"size": 1 << 14}, {"size": 1 << 19}
    double = "size"
    space = {"GROUP": (64, 128, 256, 512), "VECTORS": (1, 2, 4)}

    def data(self, size):
        return {"input": rng().integers(0, 1 << 32, size, np.uint32)}

    def expected(self, data):
        return np.cumsum(data["input"], dtype=np.uint32)

    def least(self, data):
        return 2 * data["input"].nbytes, data["input"].size

    def cm_arguments(self, files):
        return ["--input=" + files["input"]]

    def ocl_launch(self, device, data, constants, target):
        n = data["input"].size
        if constants is None:
            buffers = [device.buffer(data["input"]), device.buffer(data["input"].nbytes)]
            distance = 1
            while distance < n:
                device.launch("step", n // 256, 256, *buffers, distance)
                buffers.reverse()
                distance *= 2
            return buffers[0].read(np.uint32, n)
        local = constants["GROUP"]
        block = 4 * local * constants["VECTORS"]
        sizes = [n]
        while sizes[-1] > 1:
            sizes.append(cover(sizes[-1], block))
        padded = [cover(x, block) * block * 4 for x in sizes]
        first = np.zeros(padded[0] // 4, np.uint32)
        first[:n] = data["input"]
        ins = [device.buffer(first)] + [device.buffer(np.zeros(x // 4, np.uint32)) for x in padded[1:]]
        outs = [device.buffer(x) for x in padded]
        for i, blocks in enumerate(sizes[1:-1]):
            device.launch("sum_blocks", blocks, local, ins[i], ins[i + 1])
        for i in reversed(range(len(sizes) - 1)):
            device.launch("scan_blocks", sizes[i + 1], local, ins[i], outs[i + 1], outs[i])
        return outs[0].read(np.uint32, n)
