# SPDX-License-Identifier: MIT
"""A reader that has seen enough ends a tool without a message: usage: closed_pipe.py TOOL WORD...

The pipe is closed before the tool starts, so that its first write meets the end.
"""
import os
import signal
import subprocess
import sys

for ignored in (False, True):  # a caller such as Python's subprocess may ignore the signal
    reader, writer = os.pipe()
    os.close(reader)
    run = subprocess.run(sys.argv[1:], stdout=writer, stderr=subprocess.PIPE, timeout=60, restore_signals=False,
                         preexec_fn=lambda: signal.signal(signal.SIGPIPE, signal.SIG_IGN if ignored else signal.SIG_DFL))
    os.close(writer)
    assert run.stderr == b"", (sys.argv[1:], run.stderr)
    assert run.returncode == -signal.SIGPIPE, (sys.argv[1:], run.returncode)
