#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs a command with a terminal as its outputs and prints what it shows there, a line for each redrawn one."""
import os
import pty
import sys

shown = bytearray()


def read(fd):
    data = os.read(fd, 4096)
    shown.extend(data)
    return b""


status = pty.spawn(sys.argv[1:], read)
print(shown.decode().replace("\r\n", "\n").replace("\r", "\n"))
sys.exit(os.waitstatus_to_exitcode(status))
