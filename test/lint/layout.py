#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The top level, the languages and the licence line of every source. usage: layout.py ROOT"""
import os
import re
import sys

from common import finish, sources

TOP = {"CMakeLists.txt", "CMakePresets.json", "LICENSE", "README.md", "build.sh", "codegen", "docs", "examples",
       "frontend", "include", "lib", "passes", "runtime", "test", "tools"}
CXX_OK = re.compile(r"^(frontend/|passes/plugin\.cpp$|passes/llvm_shim\w*\.cpp$|codegen/host/link\.cpp$|include/cm/|include/sycl/)")
UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX)\b")


def main(root):
    findings = []
    for name in sorted(os.listdir(root)):
        if name not in TOP and not name.startswith((".", "build")):
            findings.append("%s: not part of the top level" % name)
    for path, text in sources(root, suffixes=(".c", ".h", ".cpp", ".cc", ".hpp", ".def")):
        if path.endswith((".cpp", ".cc", ".hpp")) and not CXX_OK.match(path):
            findings.append("%s: C++ outside the places for it" % path)
        if "SPDX-License-Identifier: MIT" not in "".join(text.splitlines(True)[:2]):
            findings.append("%s: no SPDX line at the top" % path)
        for number, line in enumerate(text.splitlines(), 1):
            if UNFINISHED.search(line):
                findings.append("%s:%d: %s" % (path, number, line.strip()))
    finish(findings)


if __name__ == "__main__":
    main(sys.argv[1])
