#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes a program for the CPU from C, with the C compiler and objcopy: nothing of our compiler takes part.

usage: host_member.py CC OBJCOPY INCLUDE SOURCE OUT [COMPILER OPTION]...

A line of the source describes a kernel: "//! NAME ARGUMENT... [slm=BYTES] [barriers=N] [printf]". An argument is buffer,
image, pointer, i8, i16, i32, i64, f32, f64 or bytes:N.
"""
import os
import struct
import subprocess
import sys

MAGIC, ABI, CHECKSUM_AT = b"CMCHOST\0", 1, 16
LETTERS = {"buffer": "i", "image": "i", "pointer": "l", "i8": "b", "i16": "h", "i32": "i", "i64": "l", "f32": "f", "f64": "d"}
SIZES = {"i8": 1, "i16": 2, "i32": 4, "i64": 8, "f32": 4, "f64": 8}


def kernels(source):
    with open(source, encoding="utf-8") as f:
        for line in f:
            if line.startswith("//! "):
                name, *words = line[4:].split()
                yield name, [w for w in words if "=" not in w and w != "printf"], dict(
                    w.split("=") for w in words if "=" in w), "printf" in words


def signature(args):
    return "".join("v" if a.startswith("bytes:") else LETTERS[a] for a in args) or "-"


def argument(index, what, offset, bti):
    """Lines of .ze_info for one argument, lines of its surface, bytes of payload."""
    if what in ("buffer", "image"):
        space = "image" if what == "image" else "global"
        return (["arg_type: arg_bypointer", "offset: 0", "size: 0", "arg_index: %d" % index, "addrmode: stateful",
                 "addrspace: " + space, "access_type: readwrite"], ["bti_value: %d" % bti, "arg_index: %d" % index], 0)
    if what == "pointer":
        return (["arg_type: arg_bypointer", "offset: %d" % offset, "size: 8", "arg_index: %d" % index, "addrmode: stateless",
                 "addrspace: global", "access_type: readwrite"], None, 8)
    size = int(what.split(":")[1]) if what.startswith("bytes:") else SIZES[what]
    return (["arg_type: arg_byvalue", "offset: %d" % offset, "size: %d" % size, "arg_index: %d" % index], None, size)


def entry(lines, indent):
    return "".join(" " * indent + ("- " if i == 0 else "  ") + line + "\n" for i, line in enumerate(lines))


def ze_info(source):
    out = "version: '1.15'\nkernels:\n"
    for name, args, more, printf in kernels(source):
        out += "  - name: %s\n    execution_env:\n      grf_count: 128\n      simd_size: 1\n" % name
        out += "      slm_size: %s\n" % more["slm"] if "slm" in more else ""
        out += "      barrier_count: %s\n" % more["barriers"] if "barriers" in more else ""
        payload, surfaces, offset = "", "", 32
        for i, what in enumerate(args):
            lines, bti, size = argument(i, what, offset, i + 1)
            payload += entry(lines, 6)
            surfaces += entry(bti, 6) if bti else ""
            offset += (size + 7) // 8 * 8
        if printf:
            payload += entry(["arg_type: printf_buffer", "offset: %d" % offset, "size: 8"], 6)
        out += "    payload_arguments:\n" + payload if payload else ""
        out += "    binding_table_indices:\n" + surfaces if surfaces else ""
    return out.encode()


def head(source, machine, features):
    listed = list(kernels(source))
    text = "".join("%s %s\n" % (name, signature(args)) for name, args, _, _ in listed)
    return MAGIC + struct.pack("<IIQ16s232s", ABI, len(listed), 0, machine.encode(), features.encode()) + text.encode()


def fnv1a(data):
    value = 0xcbf29ce484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001b3 & 0xffffffffffffffff
    return value


def main(cc, objcopy, include, source, out, *options):
    subprocess.run([cc, "-shared", "-fPIC", "-nostdlib", "-ffreestanding", "-O1", "-fno-stack-protector", "-fvisibility=hidden",
                    "-Wl,--build-id=none", "-I", include, source, "-o", out, *options], check=True)
    machine = {"x86_64": "x86_64", "aarch64": "aarch64"}[os.uname().machine]
    for name, data in ((".ze_info", ze_info(source)), (".cmc.host", head(source, machine, ""))):
        part = out + name
        with open(part, "wb") as f:
            f.write(data)
        subprocess.run([objcopy, "--add-section", "%s=%s" % (name, part), out], check=True)
        os.remove(part)
    with open(out, "rb") as f:
        data = bytearray(f.read())
    at = data.index(MAGIC) + CHECKSUM_AT
    data[at:at + 8] = struct.pack("<Q", fnv1a(data))
    with open(out, "wb") as f:
        f.write(data)


if __name__ == "__main__":
    main(*sys.argv[1:])
