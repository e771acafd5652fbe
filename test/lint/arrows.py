#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Include and call arrows between rooms, as the compiler and the linker saw them. usage: arrows.py BUILD ROOT

Includes are those of the compiler's dependency files, each followed to the file that it names; calls are the undefined symbols of
each object that an object of another room defines. An arrow runs upward when the table of rooms.py does not allow it. A table of
rules may name its rules, which are above it: those symbols are in RULES, and only the files listed there may use them.
Prints the number of arrows of each kind and of those that run upward, which must be 0.
"""
import os
import re
import subprocess
import sys

from common import finish, symbols
from includes import edges
from rooms import may_use, room_of

# (file that holds the table, symbols of its rules)
RULES = [
    ("passes/plugin.cpp", r"gx_\w+"),                                     # passes/passes.def
    ("codegen/runner.c", r"cg_pass_\w+"),                                 # codegen/passes.def
    ("lib/sim/watch.c", r"sim_check_\w+_create|sim_timing_create"),       # the watches that a launch may have
]


def dependencies(build, root):
    """source -> headers of ours, from ninja's record of the compiler's dependency files; objects of rooms only."""
    out = subprocess.run(["ninja", "-C", build, "-t", "deps"], capture_output=True, text=True, check=True).stdout
    found = {}
    for block in out.split("\n\n"):
        lines = block.strip().split("\n")
        if "#deps" not in lines[0]:
            continue
        files = [os.path.relpath(os.path.normpath(os.path.join(build, l.strip())), root) for l in lines[1:]]
        ours = [f for f in files if not f.startswith("..") and not f.startswith("build")]
        if ours and room_of(ours[0]):
            found[lines[0].split(":")[0]] = ours
    return found


def include_arrows(root, deps):
    """(file, file) for every include of every file that took part in the build."""
    files = {f for ours in deps.values() for f in ours}
    for path in sorted(files):
        with open(os.path.join(root, path), encoding="utf-8") as f:
            for _, _, name, _, target in edges(root, path, f.read()):
                if target in files:
                    yield path, target, name


def call_arrows(build, deps):
    defined, wanted = {}, []
    made_of = {os.path.join(build, obj): ours[0] for obj, ours in sorted(deps.items())}
    for path, kind, name in symbols([p for p in made_of if os.path.exists(p)]):
        if kind in "TDRBV":
            defined[name] = made_of[path]
        elif kind == "U":
            wanted.append((made_of[path], name))
    for source, name in wanted:
        if name in defined:
            yield source, defined[name], name


def by_rule(source, name):
    return any(source == path and re.fullmatch(rules, name) for path, rules in RULES)


def judge(kind, arrows):
    """Findings for the upward ones; prints the count."""
    between = {(a, b, n) for a, b, n in arrows if room_of(a) and room_of(b) and room_of(a) is not room_of(b)}
    rules = {x for x in between if by_rule(x[0], x[2])}
    upward = sorted(x for x in between - rules if not may_use(room_of(x[0]), room_of(x[1])))
    print("%s: %d arrows between rooms, %d of them from a table to its rules, %d upward" % (
        kind, len(between), len(rules), len(upward)))
    return ["%s -> %s (%s): %s may not use %s" % (a, b, n, room_of(a).folder, room_of(b).folder) for a, b, n in upward]


def main(build, root):
    build, root = os.path.realpath(build), os.path.realpath(root)
    deps = dependencies(build, root)
    findings = [] if deps else ["no dependency files below %s" % build]
    findings += judge("includes", include_arrows(root, deps))
    findings += judge("calls", call_arrows(build, deps))
    finish(findings)


if __name__ == "__main__":
    main(*sys.argv[1:])
