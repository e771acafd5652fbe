#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The names of the ESIMD dialect, and the tests that use them.

esimd.py ROOT [--check]                 writes the table of docs/esimd.md, or compares it and fails for a name without a test
esimd.py ROOT --run CMC OUT [--all] [--host]
                                        compiles each of these tests at -O0, -O1, -O2, with and without -g, for bmg, and runs
                                        it; without --all, each test in one of the six ways; with --host for the CPU, and the
                                        programs of examples/esimd too

A name is a function or a class that a header declares outside its namespace detail. A test has main and fails by itself."""
import glob
import os
import re
import subprocess
import sys

BEGIN, END = "<!-- the table of names: test/cm/esimd.py -->", "<!-- end of the table -->"
HEADERS = "include/sycl/ext/intel/esimd"
# Members that the other headers need, and words that look like names of functions.
NO_NAMES = {"data_ref", "set_raw", "set_masked", "set_part", "from_list", "where", "count", "progression", "element", "short",
            "simd_view", "simd_mask_view", "name", "decltype", "get_num_channels_enabled"}
# Tested by kernels of the CM language, whose headers call the same builtin.
ELSEWHERE = {"dpasw": "[rows/dpasw](../test/cm/rows)"}
LEVELS = [[level] + debug for level in ("-O0", "-O1", "-O2") for debug in ([], ["-g"])]
MAX_TESTS = 3  # named in a row
NO_FORM = {("send.cpp", "host")}  # docs/host.md lists what has no form on the CPU


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def names_of(text):
    text = re.sub(r"^namespace detail \{$.*?\} // namespace detail", "", text, flags=re.S | re.M)
    found = re.findall(r"ESIMD_API[^;{}()]*?(?<![\w#])(\w+)\(", text) + re.findall(r"^ESIMD_[A-Z0-9_]+\((\w+)[,)]", text, flags=re.M)
    return sorted({n for n in found if n not in NO_NAMES and not n.startswith("operator") and not n.isupper()
                   and not re.match(r"ESIMD_[A-Z]+$", n)})


def tests_of(root):
    """Name of a test in test/lit/esimd -> its text."""
    base = os.path.join(root, "test", "lit", "esimd")
    paths = glob.glob(os.path.join(base, "*.cpp")) + glob.glob(os.path.join(base, "listings", "*.cpp"))
    texts = {os.path.relpath(p, base): read(p) for p in sorted(paths)}
    return {name: text for name, text in texts.items() if "int main(" in text and "env CMRT_DEVICE=xesim" in text}


def rows_of(root):
    """(header, name, tests) of each name."""
    tests = {name: set(re.findall(r"\w+", text)) for name, text in tests_of(root).items()}
    headers = glob.glob(os.path.join(root, HEADERS, "*.hpp")) + glob.glob(os.path.join(root, HEADERS, "xmx", "*.hpp"))
    for path in sorted(headers):
        for name in names_of(read(path)):
            yield os.path.relpath(path, os.path.join(root, HEADERS)), name, [t for t in tests if name in tests[t]]


def table(root):
    lines = ["| header | name | tests |", "| --- | --- | --- |"]
    for header, name, tests in rows_of(root):
        links = ", ".join("[%s](../test/lit/esimd/%s)" % (t, t) for t in tests[:MAX_TESTS])
        lines.append("| `%s` | `%s` | %s |" % (header, name, links or ELSEWHERE.get(name, "**missing**")))
    return "\n".join(lines)


def page(root, check):
    path = os.path.join(root, "docs", "esimd.md")
    old = read(path)
    head, rest = old.split(BEGIN)
    text = head + BEGIN + "\n" + table(root) + "\n" + END + rest.split(END, 1)[1]
    missing = [name for _, name, tests in rows_of(root) if not tests and name not in ELSEWHERE]
    for name in missing:
        print("no test uses %s" % name)
    if not check:
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
    elif text != old:
        print("the table of docs/esimd.md is old: run test/cm/esimd.py")
    return 1 if missing or (check and text != old) else 0


def run_one(cmc, out, source, launches, level, target):
    """Compiles a program and runs it once with each list of arguments."""
    program = os.path.join(out, "program")
    env = dict(os.environ, CMRT_DEVICE="host" if target == "host" else "xesim:" + target)
    compilation = [cmc, "-fsycl", "-fsycl-targets=" + target, "-std=c++17", *level, source, "-o", program]
    for command in (compilation, *([program, *arguments] for arguments in launches)):
        done = subprocess.run(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600, check=False)
        if done.returncode:
            print("%s with %s: %s fails\n%s" % (os.path.basename(source), " ".join(level), " ".join(command),
                                                done.stdout.decode(errors="replace")))
            return False
    return True


def examples_of(root):
    """Source of an example -> the arguments of each run for bmg in its test, apart from those that name files."""
    found = {}
    for path in glob.glob(os.path.join(root, "test", "lit", "esimd", "examples", "*.test")):
        text = read(path)
        for source in re.findall(r"-fsycl .*%srcroot/(\S+\.cpp)", text):
            runs = re.findall(r"RUN: env [^\n]*xesim:bmg[^\n]*? (?:\./app|%t)((?: -?[-=\w]+)*) *(?:\||2>|\n)", text)
            found[os.path.join(root, source)] = [r.split() for r in runs] or [[]]
    return found


def run(root, cmc, out, everything, target):
    os.makedirs(out, exist_ok=True)
    tests = sorted({t for _, _, tests in rows_of(root) for t in tests[:MAX_TESTS]})
    programs = [(os.path.join(root, "test", "lit", "esimd", t), [[]]) for t in tests if (t, target) not in NO_FORM]
    if target == "host":
        programs += sorted(examples_of(root).items())
    todo = [(source, launches, level) for i, (source, launches) in enumerate(programs)
            for level in (LEVELS if everything else [LEVELS[i % len(LEVELS)]])]
    good = sum(run_one(cmc, out, source, launches, level, target) for source, launches, level in todo)
    print("%s: %d of %d runs of %d programs are good" % (target, good, len(todo), len(programs)))
    return 0 if todo and good == len(todo) else 1


def main(root, *options):
    if "--run" in options:
        return run(root, options[1], options[2], "--all" in options, "host" if "--host" in options else "bmg")
    return page(root, "--check" in options)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
