# SPDX-License-Identifier: MIT
"""What the bench measures: launches on the CPU path and on PoCL, and calls of C functions. Each side can repeat its work with
nothing but the work itself in the measured time: a launch keeps a kernel object with its arguments."""
import ctypes
import time

import numpy as np

import cmrt

LOG_B = 1 << 16
PLATFORM = b"Portable Computing Language"
DEVICE_TYPE_CPU, PLATFORM_NAME, BUILD_LOG, READ_WRITE, TRUE = 2, 0x0902, 0x1183, 1, 1


class Failed(Exception):
    """A side could not be set up; the text says why."""


CLOCKS = {"wall": time.perf_counter, "processor": time.process_time}


class Side:
    """What can be repeated. last: how many of the recorded launches are the work (None: all)."""
    last, clock = None, staticmethod(CLOCKS["wall"])

    def start(self):
        """Begins the work once, with a call of `finish` for any number of them."""
        raise NotImplementedError

    def finish(self):
        pass

    def seconds(self, times):
        begin = Side.clock()
        for _ in range(times):
            self.start()
        self.finish()
        return (Side.clock() - begin) / times


class Call(Side):
    """A C function with NumPy's arrays and scalars; an int is 32 bits."""

    def __init__(self, library, name, *args):
        self.function, self.kept = getattr(library, name), args
        self.args = [self.argument(x) for x in args]

    @staticmethod
    def argument(x):
        if isinstance(x, np.ndarray):
            return x.ctypes.data_as(ctypes.c_void_p)
        return ctypes.c_float(x) if isinstance(x, float) else ctypes.c_uint32(x)

    def start(self):
        self.function(*self.args)


class Host(cmrt.Device, Side):
    """The CPU path."""

    def __init__(self, library, program):
        super().__init__(library, "host", program)
        self.launches = []

    def launch(self, name, groups, local, *args):
        kernel = ctypes.c_void_p()
        self.call("kernel_create", self.program, name.encode(), ctypes.byref(kernel))
        self.set_arguments(kernel, args)
        self.launches.append((kernel, cmrt.dims(groups), cmrt.dims(local)))
        self.call("launch", *self.launches[-1])

    def start(self):
        for launch in self.launches[-(self.last or 0):]:
            self.library.cmrt_launch(*launch)

    def finish(self):
        self.wait()


def cl_handle(library, name, *args):
    """An OpenCL function that returns an object and writes an error to its last parameter."""
    function, error = getattr(library, name), ctypes.c_int32()
    function.restype = ctypes.c_void_p
    handle = function(*args, ctypes.byref(error))
    if error.value:
        raise Failed("%s: error %d" % (name, error.value))
    return ctypes.c_void_p(handle)


def cl_need(library, name, *args):
    status = getattr(library, name)(*args)
    if status:
        raise Failed("%s: error %d" % (name, status))


class PoclBuffer:
    def __init__(self, device, content):
        size_b = content if isinstance(content, int) else content.nbytes
        self.device = device
        self.handle = cl_handle(device.cl, "clCreateBuffer", device.context, ctypes.c_uint64(READ_WRITE), ctypes.c_size_t(size_b), None)
        if not isinstance(content, int):
            self.write(content)

    def _copy(self, function, array):
        cl_need(self.device.cl, function, self.device.queue, self.handle, ctypes.c_uint32(TRUE), ctypes.c_size_t(0),
                ctypes.c_size_t(array.nbytes), array.ctypes.data_as(ctypes.c_void_p), ctypes.c_uint32(0), None, None)

    def write(self, array):
        self._copy("clEnqueueWriteBuffer", np.ascontiguousarray(array))

    def read(self, kind, shape):
        out = np.empty(shape, kind)
        self._copy("clEnqueueReadBuffer", out)
        return out


class Pocl(Side):
    """PoCL, with the interface of cmrt.Device."""

    def __init__(self, source, options):
        self.cl = ctypes.CDLL("libOpenCL.so.1")
        self.launches = []
        device = self._device()
        self.context = cl_handle(self.cl, "clCreateContext", None, ctypes.c_uint32(1), ctypes.byref(device), None, None)
        self.queue = cl_handle(self.cl, "clCreateCommandQueue", self.context, device, ctypes.c_uint64(0))
        with open(source, "rb") as f:
            text = f.read()
        self.program = cl_handle(self.cl, "clCreateProgramWithSource", self.context, ctypes.c_uint32(1),
                                 ctypes.byref(ctypes.c_char_p(text)), ctypes.byref(ctypes.c_size_t(len(text))))
        if self.cl.clBuildProgram(self.program, ctypes.c_uint32(1), ctypes.byref(device), " ".join(options).encode(), None, None):
            log = ctypes.create_string_buffer(LOG_B)
            self.cl.clGetProgramBuildInfo(self.program, device, ctypes.c_uint32(BUILD_LOG), ctypes.c_size_t(LOG_B), log, None)
            raise Failed("PoCL: %s: %s" % (source, log.value.decode()))

    def _device(self):
        platforms, n, device = (ctypes.c_void_p * 16)(), ctypes.c_uint32(), ctypes.c_void_p()
        self.cl.clGetPlatformIDs(ctypes.c_uint32(16), platforms, ctypes.byref(n))
        for platform in platforms[:n.value]:
            name = ctypes.create_string_buffer(LOG_B)
            self.cl.clGetPlatformInfo(ctypes.c_void_p(platform), ctypes.c_uint32(PLATFORM_NAME), ctypes.c_size_t(LOG_B), name, None)
            if name.value == PLATFORM:
                cl_need(self.cl, "clGetDeviceIDs", ctypes.c_void_p(platform), ctypes.c_uint64(DEVICE_TYPE_CPU), ctypes.c_uint32(1),
                        ctypes.byref(device), None)
                return device
        raise Failed("no OpenCL platform is PoCL: it is in Debian's package pocl-opencl-icd (./build.sh build installs it)")

    def buffer(self, content):
        return PoclBuffer(self, content)

    def launch(self, name, groups, local, *args):
        kernel = cl_handle(self.cl, "clCreateKernel", self.program, name.encode())
        for i, arg in enumerate(args):
            value = ctypes.c_void_p(arg.handle.value) if isinstance(arg, PoclBuffer) else \
                (np.uint32(arg) if isinstance(arg, int) else arg).tobytes()
            size_b = len(value) if isinstance(value, bytes) else ctypes.sizeof(value)
            cl_need(self.cl, "clSetKernelArg", kernel, ctypes.c_uint32(i), ctypes.c_size_t(size_b),
                    value if isinstance(value, bytes) else ctypes.byref(value))
        groups, local = (cmrt.dims(x) for x in (groups, local))
        sizes = [(ctypes.c_size_t * cmrt.DIMS)(*x) for x in ((g * n for g, n in zip(groups, local)), local)]
        self.launches.append((self.queue, kernel, ctypes.c_uint32(cmrt.DIMS), None, *sizes, ctypes.c_uint32(0), None, None))
        cl_need(self.cl, "clEnqueueNDRangeKernel", *self.launches[-1])

    def start(self):
        for launch in self.launches[-(self.last or 0):]:
            self.cl.clEnqueueNDRangeKernel(*launch)

    def wait(self):
        cl_need(self.cl, "clFinish", self.queue)

    def finish(self):
        self.wait()
