#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs a command with a terminal as its outputs and prints what it shows there, a line for each redrawn one."""
import os
import pty
import sys

pid, master = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
shown = b""
while True:
    try:
        piece = os.read(master, 4096)
    except OSError:  # the command has ended
        break
    if not piece:
        break
    shown += piece
print(shown.decode().replace("\r\n", "\n").replace("\r", "\n"))
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
