#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares cmc with Intel's vector compiler on kernels that are not part of this repository: static instructions, spilled bytes and
processor time of the whole compiler, from the same IR. Nothing is run, so no arguments are needed. A tool for developers; the lists
and the kernels are theirs.
usage: public.py CMC XEDIS LIST [--ocloc=PATH] [--modern=PATH] [--ir=clean|opt|llvm14] [--times=N] [--json=FILE] [WORD...]
LIST has a kernel a line: FILE TARGET[,TARGET...] REGISTERS OPTION..., the file relative to the list; # begins a comment. With
words, only lines that contain one of them. A file that holds several kernels counts as their sum."""
import json
import math
import os
import shlex
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "vs-vc")]
import vs_vc  # noqa: E402
from vc import Refused, run  # noqa: E402

LIMITS = (("static", 1.05), ("time", 1.0))


class Line:
    """A line of the list, for one target, as an entry of the bench."""

    def __init__(self, path, registers, words):
        self.path, self.registers, self.words = path, registers, words
        self.name = os.path.basename(path) + "".join(" " + x[2:] for x in words if x.startswith("-D"))

    def options(self, target):
        return (["-mgrf=%d" % self.registers] if self.registers != 128 and target != "tgl" else []) + self.words


def lines(path, words):
    folder = os.path.dirname(os.path.abspath(path))
    with open(path, encoding="utf-8") as f:
        for line in f:
            parts = shlex.split(line, comments=True)
            if parts and (not words or any(w in line for w in words)):
                yield parts[1].split(","), Line(os.path.join(folder, parts[0]), int(parts[2]), parts[3:])


def all_static(xedis, binary):
    """The sum over the kernels of a file."""
    kernels = json.loads(run([xedis, "--json", binary], "xedis"))
    codes = [[i for i in k["instructions"] if i["op"] not in ("illegal", "nop")] for k in kernels]
    return {"static": sum(map(len, codes)), "bytes": sum(i["size"] for c in codes for i in c),
            "sends": sum(i["op"].startswith("send") for c in codes for i in c), "sync": sum(i["op"] == "sync" for c in codes for i in c),
            "spill": vs_vc.spilled(binary)}


def compare(tools, entry, target, times, form):
    with tempfile.TemporaryDirectory() as scratch:
        ours, theirs, seconds, peer = vs_vc.compile_both(tools, entry, target, scratch, times, form)
        a, b = all_static(tools["xedis"], ours), all_static(tools["xedis"], theirs)
    a["time"], b["time"] = seconds, peer
    return a, b


def show(target, entry, a, b):
    print("%-4s %3d %6.2f %6d / %-6d spill %6d / %-6d sends %4d / %-4d sync %4d / %-4d time %5.2f %6.2f / %-6.2f s  %s" % (
        target, entry.registers, a["static"] / b["static"], a["static"], b["static"], a["spill"], b["spill"], a["sends"], b["sends"],
        a["sync"], b["sync"], a["time"] / b["time"], a["time"], b["time"], entry.name))


def summary(rows):
    for target in sorted({t for t, _ in rows}) + [""]:
        part = {key: x for key, x in rows.items() if key[0] == target or not target}
        means = [math.exp(sum(math.log(a[k] / b[k]) for a, b in part.values()) / len(part)) for k in ("static", "time")]
        print("%-4s %d kernels: static %.2f, time %.2f (geometric means), spilled bytes %d / %d, more spilled in %d, static above 1.05 in %d, "
              "slower in %d" % (target or "all", len(part), *means, *(sum(x[i]["spill"] for x in part.values()) for i in (0, 1)),
                                sum(a["spill"] > b["spill"] for a, b in part.values()),
                                *(sum(a[k] > limit * b[k] for a, b in part.values()) for k, limit in LIMITS)))


def main(argv):
    words = [x for x in argv if not x.startswith("--")]
    options = dict((x + "=").split("=")[:2] for x in argv if x.startswith("--"))
    tools = dict(zip(("cmc", "xedis"), words[:2]), ocloc=options.get("--ocloc", "ocloc"), modern=options.get("--modern"))
    rows, out = {}, {}
    for targets, entry in lines(words[2], words[3:]):
        for target in targets:
            try:
                a, b = compare(tools, entry, target, int(options.get("--times", "1")), options.get("--ir", "clean"))
                key = (target, "%s %d" % (entry.name, entry.registers))
                rows[key] = a, b
                out[" ".join(key)] = {"ours": a, "theirs": b}
                show(target, entry, a, b)
            except Refused as e:
                print("%-4s %3d %s: %s" % (target, entry.registers, entry.name, e))
            sys.stdout.flush()
    if rows:
        summary(rows)
    if "--json" in options:
        with open(options["--json"], "w", encoding="utf-8") as f:
            json.dump(out, f, indent=1)


if __name__ == "__main__":
    main(sys.argv[1:])
