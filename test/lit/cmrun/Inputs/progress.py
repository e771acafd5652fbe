# SPDX-License-Identifier: MIT
"""A launch of hours: on a terminal it soon shows how far it is, into a pipe it says nothing. usage: progress.py COMMAND...

The bar comes a second after the start. Each run ends as soon as the answer is known."""
import os
import pty
import re
import select
import subprocess
import sys
import time

BAR = re.compile(rb"\[[#.]{30}\] +\d+% \d+/\d+ groups, ETA \d+:\d\d")


def watch(command, reader, writer, seconds, stop):
    """What the command writes into its standard error until `stop` matches, or for so many seconds."""
    environment = {k: v for k, v in os.environ.items() if k != "XESIM_PROGRESS"}
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=writer, env=environment)
    os.close(writer)
    shown, end = b"", time.monotonic() + seconds
    while not stop.search(shown) and time.monotonic() < end:
        if select.select([reader], [], [], 0.1)[0]:
            shown += os.read(reader, 4096)
        if process.poll() is not None:
            sys.exit("the run has ended, so it shows nothing about long ones")
    process.kill()
    process.wait()
    return shown


def main(command):
    shown = watch(command, *pty.openpty(), 60, BAR)
    found = BAR.search(shown)
    if not found:
        sys.exit("no bar on a terminal: %r" % shown)
    print("terminal:", found.group(0).decode())
    print("pipe:", watch(command, *os.pipe(), 2.5, re.compile(rb".")).decode() or "nothing")


main(sys.argv[1:])
