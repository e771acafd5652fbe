# SPDX-License-Identifier: MIT
"""libcmrt for Python: what the OpenCL side needs to launch kernels through Level Zero. Arrays are NumPy's."""
import ctypes

import numpy as np

MESSAGE_B = 4096
DIMS = 3


class DeviceError(Exception):
    """A call of libcmrt failed; the text is the device's message."""


def dims(values):
    """A number or a tuple as three dimensions."""
    values = (values,) if isinstance(values, (int, np.integer)) else tuple(values)
    return (ctypes.c_uint32 * DIMS)(*values, *([1] * (DIMS - len(values))))


class Buffer:
    def __init__(self, device, content):
        """content: an array to copy, or a number of bytes."""
        self.device, self.handle = device, ctypes.c_void_p()
        size_b = content if isinstance(content, int) else content.nbytes
        device.call("buffer_create", device.handle, ctypes.c_size_t(size_b), ctypes.byref(self.handle))
        if not isinstance(content, int):
            self.write(content)

    def write(self, array):
        array = np.ascontiguousarray(array)
        self.device.call("buffer_write", self.handle, ctypes.c_size_t(0), array.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(array.nbytes))

    def read(self, kind, shape):
        out = np.empty(shape, kind)
        self.device.call("buffer_read", self.handle, ctypes.c_size_t(0), out.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(out.nbytes))
        return out


class Image:
    def __init__(self, device, pixel_format, width, height, pixels=None):
        """pixel_format: as cmrt_format_find names it. pixels: an array with contiguous rows."""
        self.device, self.handle = device, ctypes.c_void_p()
        number = device.library.cmrt_format_find(pixel_format.encode())
        device.call("image_create", device.handle, number, ctypes.c_uint32(width), ctypes.c_uint32(height), ctypes.byref(self.handle))
        if pixels is not None:
            self.write(pixels)

    def write(self, pixels):
        pixels = np.ascontiguousarray(pixels)
        self.device.call("image_write", self.handle, pixels.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(0))

    def read(self, shape):
        out = np.empty(shape, np.uint8)
        self.device.call("image_read", self.handle, out.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(0))
        return out


class Device:
    """A device with a program. Everything lives until the process ends."""

    def __init__(self, library, spec, program):
        self.library = ctypes.CDLL(library)
        self.library.cmrt_device_message.restype = ctypes.c_size_t
        self.handle, self.program, self.kernels = ctypes.c_void_p(), ctypes.c_void_p(), {}
        self.memory, self.used = [], 0
        why = ctypes.create_string_buffer(MESSAGE_B)
        if self.library.cmrt_device_open(spec.encode(), ctypes.byref(self.handle), why, ctypes.c_size_t(MESSAGE_B)):
            raise DeviceError(why.value.decode())
        self.call("program_load_file", self.handle, program.encode(), ctypes.byref(self.program))

    def call(self, name, *args):
        if getattr(self.library, "cmrt_" + name)(*args):
            why = ctypes.create_string_buffer(MESSAGE_B)
            self.library.cmrt_device_message(self.handle, why, ctypes.c_size_t(MESSAGE_B))
            raise DeviceError("%s: %s" % (name, why.value.decode()))

    def again(self):
        """From now on the same buffers and images are handed out in the same order, so that a repeated run finds them in the caches."""
        self.used = 0

    def _memory(self, kind, args, content):
        if self.used == len(self.memory):
            self.memory.append(kind(self, *args))
        elif content is not None:
            self.memory[self.used].write(content)
        self.used += 1
        return self.memory[self.used - 1]

    def buffer(self, content):
        return self._memory(Buffer, (content,), None if isinstance(content, int) else content)

    def image(self, pixel_format, width, height, pixels=None):
        return self._memory(Image, (pixel_format, width, height, pixels), pixels)

    def _kernel(self, name):
        if name not in self.kernels:
            self.kernels[name] = ctypes.c_void_p()
            self.call("kernel_create", self.program, name.encode(), ctypes.byref(self.kernels[name]))
        return self.kernels[name]

    def set_arguments(self, kernel, args):
        for i, arg in enumerate(args):
            index = ctypes.c_uint32(i)
            if isinstance(arg, Buffer):
                self.call("kernel_set_buffer", kernel, index, arg.handle)
            elif isinstance(arg, Image):
                self.call("kernel_set_image", kernel, index, arg.handle)
            else:
                value = np.uint32(arg) if isinstance(arg, int) else arg
                self.call("kernel_set_value", kernel, index, value.tobytes(), ctypes.c_size_t(value.nbytes))

    def launch(self, name, groups, local, *args):
        """groups, local: numbers or tuples. args: buffers, images, NumPy's scalars; an int is 32 bits."""
        kernel = self._kernel(name)
        self.set_arguments(kernel, args)
        self.call("launch", kernel, dims(groups), dims(local))

    def wait(self):
        self.call("wait", self.handle)
