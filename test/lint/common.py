# SPDX-License-Identifier: MIT
"""Shared by the lint scripts: which files there are, and how a finding is reported."""
import os
import re
import subprocess
import sys

ROOMS = ("include", "lib", "frontend", "passes", "codegen", "runtime", "tools")
SOURCE = (".c", ".h", ".cpp", ".def", ".inc")


def sources(root, rooms=ROOMS, suffixes=SOURCE):
    """Yields (path relative to root, text) of every source file of the rooms."""
    for room in rooms:
        for folder, _, names in sorted(os.walk(os.path.join(root, room))):
            for name in sorted(names):
                if name.endswith(suffixes):
                    path = os.path.join(folder, name)
                    with open(path, encoding="utf-8") as f:
                        yield os.path.relpath(path, root), f.read()


def targets(root):
    """The rows of include/cmc/targets.h: (ID, name, family) each."""
    with open(os.path.join(root, "include/cmc/targets.h"), encoding="utf-8") as f:
        return re.findall(r"^ +X\((\w+), *(\w+), *(\w+),", f.read(), re.M)


def symbols(objects, undefined=False):
    """(object, kind, name) of each symbol: nm's answer. One process for many objects, since nm loads its plugins first."""
    step = 200
    for k in range(0, len(objects), step):
        part = objects[k:k + step]
        out = subprocess.run(["nm", "-A"] + (["-u"] if undefined else []) + part, capture_output=True, text=True, check=True).stdout
        for line in out.splitlines():
            path, rest = line.split(":", 1)
            kind, name = rest.split()[-2:]
            yield path, kind, name.split("@")[0]


def finish(findings):
    """Prints the findings and exits 1 if there are any."""
    findings = list(findings)
    for text in findings:
        print(text)
    print("%d finding(s)" % len(findings))
    sys.exit(1 if findings else 0)
