#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes a grey PNG file of 8 bits a pixel. usage: png.py FILE WIDTH HEIGHT EXPRESSION, which gives pixel i"""
import struct
import sys
import zlib


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def main(path, width, height, expression):
    w, h = int(width), int(height)
    pixels = bytes(eval(expression, {"i": i}) & 255 for i in range(w * h))
    rows = b"".join(b"\0" + pixels[y * w:(y + 1) * w] for y in range(h))
    with open(path, "wb") as f:
        f.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", w, h, 8, 0, 0, 0, 0)) +
                chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


if __name__ == "__main__":
    main(*sys.argv[1:])
