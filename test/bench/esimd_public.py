#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares cmc with Intel's vector compiler on the kernels of SYCL programs that are not part of this repository: static
instructions and spilled bytes, from the same IR, kernel by kernel. Nothing is run. A tool for developers; the lists and the
programs are theirs.
usage: esimd_public.py CMC XEDIS LIST [--ocloc=PATH] [--modern=PATH] [--ops] [--keep=DIR] [--json=FILE] [WORD...]
LIST has a program a line: FILE TARGET[,TARGET...] REGISTERS OPTION..., the file relative to the list, as for public.py. A kernel
is one row; those that are not ones of ESIMD are left out. With words, only kernels of whose row one is a part. --ops: for rows
above the limit, the instructions of which cmc has more and fewer. --keep: DIR gets the IR and both binaries of each kernel."""
import collections
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE]
import public  # noqa: E402
import vs_vc  # noqa: E402
from vc import Refused, bitcode, result, run  # noqa: E402

LIMIT = 1.05  # ours / Intel's static instructions


def kernel_names(ll):
    """The ESIMD kernels of a module: the others run a work-item at a time."""
    with open(ll, encoding="utf-8") as f:
        names = re.findall(r'^define [^\n]*spir_kernel void @("[^"]+"|[\w.$]+)\(', f.read(), re.M)
    return [x.strip('"') for x in names if not x.strip('"').endswith(".simt")]


def readable(names):
    """Name -> what it means, shortened to the functions and classes around the kernel."""
    r = subprocess.run(["c++filt"], input="\n".join(re.sub(r"^_ZTS", "_Z", x) for x in names), capture_output=True, text=True)
    long = r.stdout.splitlines() if r.returncode == 0 else names
    out = {}
    for name, text in zip(names, long):
        text = re.sub(r"\((?:[^()]|\([^()]*\))*\)|const|::operator|\{lambda#\d+\}|(?:sycl|std|detail)::", "", text)
        out[name] = re.sub(r"[:\s]+$|^[:\s]+", "", re.sub(r"\s+", " ", text)) or name
    return out


def wrapped(path, scratch):
    """A file that includes the program: cmc takes a file for SYCL by the headers that it includes itself."""
    wrapper = os.path.join(scratch, "all.cpp")
    with open(wrapper, "w", encoding="utf-8") as f:
        f.write('#include <sycl/sycl.hpp>\n#include "%s"\n' % os.path.abspath(path))
    return wrapper


def only(ll, name, scratch):
    """A module with the one kernel and what it needs."""
    path = os.path.join(scratch, "one.ll")
    run(["llvm-extract-19", "-S", "--recursive", "--func=" + name, ll, "-o", path], "llvm-extract-19")
    with open(path, encoding="utf-8") as f:
        text = f.read()
    gone = set(re.findall(r"^(!\d+) = (?:distinct )?!\{null,", text, re.M))  # of the kernels that are no longer there
    text = re.sub(r"^(!genx\.kernels = !\{)(.*)\}$",
                  lambda m: m[1] + ", ".join(x for x in m[2].split(", ") if x not in gone) + "}", text, flags=re.M)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    return path


def operations(xedis, binary):
    """How many instructions of each kind the file has."""
    kernels = json.loads(run([xedis, "--json", binary], "xedis"))
    return collections.Counter(i["op"] for k in kernels for i in k["instructions"] if i["op"] not in ("illegal", "nop"))


def compare(tools, ll, name, target, registers, scratch):
    one, ours = only(ll, name, scratch), os.path.join(scratch, "ours.bin")
    options = ["-march=" + target, "-w"] + (["-mgrf=256"] if registers == 256 else [])
    run([tools["cmc"], one, "-o", ours] + options, "cmc")
    vs_vc.compile_theirs(tools, bitcode(one, scratch), target, registers, scratch, 1)
    binaries = ours, result(scratch)
    figures = [public.all_static(tools["xedis"], x) for x in binaries]
    return *figures, *(operations(tools["xedis"], x) for x in binaries)


def show(target, registers, a, b, text):
    print("%-4s %3d %6.2f %6d / %-6d spill %5d / %-5d sends %4d / %-4d sync %4d / %-4d %s" % (
        target, registers, a["static"] / b["static"], a["static"], b["static"], a["spill"], b["spill"], a["sends"], b["sends"],
        a["sync"], b["sync"], text))


def show_operations(ours, theirs):
    more = {op: ours[op] - theirs[op] for op in {*ours, *theirs} if ours[op] != theirs[op]}
    print("         " + ", ".join("%+d %s" % (n, op) for op, n in sorted(more.items(), key=lambda x: -x[1])))


def summary(rows):
    mean = math.exp(sum(math.log(a["static"] / b["static"]) for a, b in rows) / len(rows))
    print("%d kernels: static %.3f (geometric mean), spilled bytes %d / %d, more spilled in %d, static above %.2f in %d" % (
        len(rows), mean, sum(a["spill"] for a, _ in rows), sum(b["spill"] for _, b in rows),
        sum(a["spill"] > b["spill"] for a, b in rows), LIMIT, sum(a["static"] > LIMIT * b["static"] for a, b in rows)))


def measure_file(tools, entry, target, wanted, keep, rows):
    registers = entry.registers if target != "tgl" else 128
    with tempfile.TemporaryDirectory() as scratch:
        ll = os.path.join(scratch, "all.ll")
        run([tools["cmc"], wrapped(entry.path, scratch), "--stop-after=globaldce", "-o", ll, "-march=" + target, "-w"] +
            entry.options(target), "cmc")
        texts = readable(kernel_names(ll))
        for name, text in texts.items():
            text = "%s: %s" % (os.path.basename(entry.path), text)
            if wanted and not any(w in text for w in wanted):
                continue
            try:
                a, b, ours, theirs = compare(tools, ll, name, target, registers, scratch)
            except Refused as e:
                print("%-4s %3d %s: %s" % (target, registers, text, e))
                continue
            rows["%s %s %d" % (target, text, len(rows))] = a, b
            show(target, registers, a, b, text)
            if tools["ops"] and a["static"] > LIMIT * b["static"]:
                show_operations(ours, theirs)
            if keep:
                for file in ("one.ll", "ours.bin", os.path.basename(result(scratch))):
                    shutil.copy(os.path.join(scratch, file), os.path.join(keep, "%03d-%s" % (len(rows), file)))
            sys.stdout.flush()


def main(argv):
    words = [x for x in argv if not x.startswith("--")]
    options = dict((x + "=").split("=")[:2] for x in argv if x.startswith("--"))
    tools = dict(zip(("cmc", "xedis"), words[:2]), ocloc=options.get("--ocloc", "ocloc"), modern=options.get("--modern"),
                 ops="--ops" in options)
    rows = {}
    if options.get("--keep"):
        os.makedirs(options["--keep"], exist_ok=True)
    for targets, entry in public.lines(words[2], []):
        for target in targets:
            try:
                measure_file(tools, entry, target, words[3:], options.get("--keep"), rows)
            except Refused as e:
                print("%-4s %3d %s: %s" % (target, entry.registers, os.path.basename(entry.path), e))
    if rows:
        summary(list(rows.values()))
    if options.get("--json"):
        with open(options["--json"], "w", encoding="utf-8") as f:
            json.dump({key: {"ours": a, "theirs": b} for key, (a, b) in rows.items()}, f, indent=1)


if __name__ == "__main__":
    main(sys.argv[1:])
