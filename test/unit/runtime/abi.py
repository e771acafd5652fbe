#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares libcmrt's binary interface with the stored one by abidiff (package abigail-tools): functions may be added,
nothing may be changed or removed. Then it changes the stored interface in ways that programs would notice, and expects
abidiff to notice each.

What is compared is a library of empty functions, made of the headers and the linker script: private types are as opaque
in it as they are for programs. misuse.py checks that the real library exports the same functions.

usage: abi.py SOURCE_DIR COMPILER DUMP           compares
       abi.py SOURCE_DIR COMPILER DUMP --write   stores the interface (for a new major version, or to keep functions that
                                                 were added)
"""
import os
import re
import subprocess
import sys
import tempfile

# What it is, and a change of the stored text that has the same effect as the opposite change of the library.
CHANGES = [
    ("a function that is gone", r"\bcmrt_wait\b", "cmrt_await"),
    ("another value of a status", r"(<enumerator name='CMRT_ERR_BUSY' value=')17'", r"\g<1>18'"),
    ("a larger structure", r"(<class-decl name='cmrt_event_times' size-in-bits=')256'", r"\g<1>320'"),
    ("a member at another place", r"(layout-offset-in-bits=')64('>\s*<var-decl name='submitted_ns')", r"\g<1>128\g<2>"),
    ("another type of a parameter", r"(<function-decl name='cmrt_version'.*?<return type-id=')[^']*'", r"\g<1>type-id-1'"),
    ("another version of a symbol", r"CMRT_1\.0", "CMRT_0.9"),
    ("another name of the library", r"soname='libcmrt.so.1'", "soname='libcmrt.so.0'"),
]


def stub(source_dir):
    """The headers, then a definition of each function."""
    bodies = []
    for name in ("cmrt.h", "cmrt_ze.h"):
        with open(os.path.join(source_dir, "include", "cmrt", name), encoding="utf-8") as f:
            text = re.sub(r"//.*", "", f.read())
        for declaration in re.findall(r"^CMRT_API ([^;]*);", text, re.M):
            body = "{ }" if declaration.startswith("void cmrt_") else "{ return 0; }"
            bodies.append("%s %s" % (declaration, body))
    return "#include <cmrt/cmrt_ze.h>\n" + "\n".join(bodies) + "\n"


def build(source_dir, compiler, folder):
    library, source = os.path.join(folder, "libcmrt.so.1"), os.path.join(folder, "stub.c")
    with open(source, "w", encoding="utf-8") as f:
        f.write(stub(source_dir))
    subprocess.run([compiler, "-w", "-g", "-O0", "-fPIC", "-shared", "-I", os.path.join(source_dir, "include"), source, "-o", library,
                    "-Wl,-soname,libcmrt.so.1",
                    "-Wl,--version-script=" + os.path.join(source_dir, "runtime", "cmrt", "cmrt.map")], check=True)
    return library


def differences(dump, library):
    done = subprocess.run(["abidiff", "--no-added-syms", dump, library], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def write(library, dump):
    subprocess.run(["abidw", "--no-show-locs", "--no-comp-dir-path", "--no-corpus-path", "--exported-interfaces-only",
                    "--out-file", dump, library], check=True)
    with open(dump, encoding="utf-8") as f:
        text = f.read()
    with open(dump, "w", encoding="utf-8") as f:
        f.write(re.sub(r"path='[^']*/", "path='", text))  # the same wherever the sources are


def blind_spots(library, dump, folder):
    with open(dump, encoding="utf-8") as f:
        text = f.read()
    for what, pattern, change in CHANGES:
        changed, n = re.subn(pattern, change, text, flags=re.S)
        path = os.path.join(folder, "changed.abi")
        with open(path, "w", encoding="utf-8") as f:
            f.write(changed)
        status, report = differences(path, library)
        if n == 0 or status == 0 or "Assertion" in report:
            yield "abidiff does not notice %s" % what


def main(source_dir, compiler, dump, *options):
    with tempfile.TemporaryDirectory() as folder:
        library = build(source_dir, compiler, folder)
        if options == ("--write",):
            write(library, dump)
            return 0
        status, report = differences(dump, library)
        if status:
            print(report)
            print("libcmrt's interface has changed; programs that were linked with it would break")
            return 1
        problems = list(blind_spots(library, dump, folder))
    print("\n".join(problems) or "no change; %d planted changes are found" % len(CHANGES))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
