#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Who may include what: the table of docs/architecture.md, checked. usage: includes.py ROOT"""
import re
import sys

from common import finish, sources

# First matching prefix wins. Value: public headers of ours that the room may include, and whether it may see
# LLVM-C, LLVM C++, Clang, Level Zero.
GENX = {"genx", "genx_bale", "genx_elementwise", "genx_lanes", "genx_mem", "genx_region"}
RULES = [
    ("lib/base", {"base"}, set()),
    ("lib/isa", {"base", "isa", "isa_msg", "isa_ops"}, set()),
    ("lib/zebin", {"base", "zebin"}, set()),
    ("lib/sim", {"base", "isa", "isa_msg", "zebin", "sim"}, set()),
    ("lib/driver", {"base", "isa", "zebin", "mir", "codegen", "select", "passes", "frontend", "driver"}, {"llvm-c"}),
    ("lib/genx", {"base", "isa"} | GENX, {"llvm-c"}),
    ("codegen/select", {"base", "isa", "mir", "select"} | GENX, {"llvm-c"}),
    ("codegen", {"base", "isa", "isa_msg", "mir", "codegen"}, set()),
    ("passes/plugin.cpp", {"base", "isa", "passes"} | GENX, {"llvm-c", "llvm"}),
    ("passes/llvm_shim", {"base", "isa", "passes"}, {"llvm-c", "llvm"}),
    ("passes", {"base", "isa", "passes"} | GENX, {"llvm-c"}),
    ("frontend", {"base", "isa", "frontend"}, {"llvm-c", "llvm", "clang"}),
    ("runtime/ze_xesim", {"base", "isa", "zebin", "sim"}, {"level_zero"}),
    ("runtime", {"base", "zebin"}, {"level_zero"}),
    ("tools", {"base", "isa", "isa_msg", "zebin", "driver", "mir", "codegen"}, set()),
    ("include/cm", set(), set()),
    ("include/sycl", set(), set()),
]
ALL = {"targets"}  # plain tokens: every room with a header of ours may include it
FOREIGN = ("llvm-c", "llvm", "clang", "level_zero")
# Public headers speak for themselves: they may include each other and LLVM-C's types.
SKIP = ("include/cmc", "include/cmrt")


def rule_for(path):
    for prefix, ours, foreign in RULES:
        if path.startswith(prefix):
            return ours, foreign
    return None


def room(path):
    """The room of a private header's path: first two folders below lib, else the first (select is its own)."""
    parts = path.split("/")
    if parts[0] == "lib" or parts[:2] in (["codegen", "select"], ["runtime", "ze_xesim"], ["runtime", "cmrt"]):
        return "/".join(parts[:2])
    return parts[0]


def check_file(path, text):
    ours, foreign = rule_for(path)
    for number, line in enumerate(text.splitlines(), 1):
        m = re.match(r'\s*#\s*include\s*[<"]([^>"]+)[>"]', line)
        if not m:
            continue
        name = m.group(1)
        top = name.split("/")[0]
        where = "%s:%d: %s" % (path, number, line.strip())
        if top == "cmc" and name.split("/")[-1].rsplit(".", 1)[0] not in (ours | ALL if ours else ours):
            yield where + " -- this room may not use that library"
        if top in FOREIGN and top not in foreign:
            yield where + " -- this room may not see " + top
        if name.endswith("_priv.h") and "/" in name and not name.startswith(".."):
            if room(name) != room(path) and name.split("/")[0] in ("lib", "codegen", "passes", "runtime", "frontend"):
                yield where + " -- another room's private header"
        if name.startswith("../") and ("lib/" in name or "codegen/" in name or "passes/" in name or "runtime/" in name):
            yield where + " -- reaches into another room"


def main(root):
    findings = []
    for path, text in sources(root):
        if path.startswith(SKIP):
            continue
        if rule_for(path) is None:
            findings.append("%s: no include rule covers this file" % path)
            continue
        findings += check_file(path, text)
    finish(findings)


if __name__ == "__main__":
    main(sys.argv[1])
