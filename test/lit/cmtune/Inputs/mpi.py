#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs cmtune-mpi under mpirun.

usage: mpi.py ranks PROGRAM FILE N    N processes from the beginning; the table goes to the file N
       mpi.py killed PROGRAM FILE     kills one of four processes in the middle; a second run must try what is missing, and no more
"""
import os
import signal
import subprocess
import sys
import time

MPIRUN = ["mpirun", "--oversubscribe", "--allow-run-as-root", "-n"]
WAIT_S = 60
# OpenMPI keeps memory until the end; a leak checker would call that the program's.
ENVIRONMENT = dict(os.environ, ASAN_OPTIONS=os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0")


def results(path):
    """The variants that the file has, of whole lines."""
    if not os.path.exists(path):
        return []
    with open(path) as f:
        return [line.split("\t")[3] for line in f if line.endswith("\n") and line.count("\t") == 4]


def ranks(program, path, n):
    subprocess.run(MPIRUN + [n, program, path, "--results=mpi%s.results" % n, "--table=" + n], check=True, env=ENVIRONMENT)


def children(pid):
    with open("/proc/%d/task/%d/children" % (pid, pid)) as f:
        return [int(p) for p in f.read().split()]


def killed(program, path):
    command = MPIRUN + ["4", program, path, "--results=killed.results", "--table=table"]
    first = subprocess.Popen(command, stderr=subprocess.DEVNULL, env=ENVIRONMENT)
    end = time.monotonic() + WAIT_S
    while len(results("killed.results")) < 4:
        if time.monotonic() > end or first.poll() is not None:
            sys.exit("no results in time")
        time.sleep(0.02)
    os.kill(children(first.pid)[2], signal.SIGKILL)
    status, before = first.wait(WAIT_S), results("killed.results")
    if status == 0 or os.path.exists("table"):
        sys.exit("a killed process did not end the job")
    subprocess.run(command, check=True, env=ENVIRONMENT)
    after = results("killed.results")
    if after[:len(before)] != before or len(after) != len(set(after)):
        sys.exit("the second run repeated variants: %s, then %s" % (before, after))
    print("%d of %d variants before, all after" % (len(before), len(after)) if len(before) < len(after) else "none was missing")


if __name__ == "__main__":
    {"ranks": ranks, "killed": killed}[sys.argv[1]](*sys.argv[2:])
