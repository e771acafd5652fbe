#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Who may include what: every #include is resolved to a file and checked by the table of rooms.py. usage: includes.py ROOT

A name in quotes is looked for beside the file and then in the folders that CMake adds (FOLDERS); one that is found nowhere is a
finding, so no edge stays unseen.
"""
import os
import re
import sys

from common import finish, sources
from rooms import FOR_ALL, MORE_SEEN, may_use, room_of

FOLDERS = ("include", "passes", "codegen", "frontend", "lib/sim", "lib/isa")
FOREIGN = ("llvm-c", "llvm", "clang", "level_zero")
LINE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
MADE = {"builtin_pch.inc"}  # written by the build


def resolve(root, path, quote, name):
    """Path of the file that an include names, None when it is not ours."""
    beside = os.path.normpath(os.path.join(os.path.dirname(path), name))
    tries = ([beside] if quote == '"' else []) + [os.path.join(folder, name) for folder in FOLDERS]
    return next((t for t in tries if os.path.isfile(os.path.join(root, t))), None)


def edges(root, path, text):
    """(line number, line, included name, quote, path of ours or None)"""
    for number, line in enumerate(text.splitlines(), 1):
        m = LINE.match(line)
        if m:
            yield number, line.strip(), m.group(2), m.group(1), resolve(root, path, m.group(1), m.group(2))


def check_file(root, path, text):
    room = room_of(path)
    if path in FOR_ALL:
        return
    if room is None:
        yield "%s: no room covers this file" % path
        return
    sees = set(room.sees) | MORE_SEEN.get(path, set())
    for number, line, name, quote, target in edges(root, path, text):
        where = "%s:%d: %s" % (path, number, line)
        top = name.split("/")[0]
        if top in FOREIGN and top not in sees and not path.startswith("include/cmc"):
            yield where + " -- this room may not see " + top
        if target is None:
            if (quote == '"' or top in ("cmc", "cmrt", "cm")) and os.path.basename(name) not in MADE:
                yield where + " -- there is no such file"
            continue
        if target in FOR_ALL:
            continue
        other = room_of(target)
        if other is None or not may_use(room, other):
            yield where + " -- this room may not use " + (other.folder if other else target)
        elif other is not room and target.endswith("_priv.h") and not target.startswith(room.folder.split("/")[0] + "/"):
            yield where + " -- another room's private header"


def main(root):
    finish(f for path, text in sources(root) for f in check_file(root, path, text))


if __name__ == "__main__":
    main(sys.argv[1])
