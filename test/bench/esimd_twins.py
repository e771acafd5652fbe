#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the ESIMD dialect with CM: the same kernel in both, compiled by cmc, counted and run on xesim.

The twins are the files test/bench/esimd/NAME.cpp. The CM side is NAME.cm beside it, else the kernel of that name in test/run/kernels
or in test/bench/corpus; the last two also say how it is launched and what it must write. Both sides get the same data; what they
write must be the same byte for byte, and what the reference says. Per target and kernel: static and executed instructions of ESIMD
and of CM; at the end the geometric mean of the ratios.
usage: esimd_twins.py CMC CMRUN XEDIS [-march=TARGET,...] [NAME...]"""
import glob
import math
import os
import random
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, x) for x in ("../peer", "../run", "corpus", "vs-vc")]
import corpus  # noqa: E402
import kernels  # noqa: E402
import vs_vc  # noqa: E402
from vc import Refused, run  # noqa: E402

TWINS = os.path.join(HERE, "esimd")
TARGETS = "bmg,pvc"


def picture(name):
    """Two tiles each way of a surface of bytes, which 2-D blocks read and write."""
    width, height = 128, 64
    data = random.Random(name).randbytes(width * height)
    return kernels.Case([("in", data), ("zeros", len(data)), ("i", width), ("i", height)], b"", groups=(2, 2, 1))


PICTURES = ("conv3x3", "linear_filter")


class Launch:
    """A case of test/run/kernels, with memory in place of surfaces."""

    def __init__(self, case, target):
        kinds = {"bufin": "in", "bufout": "out"}
        args = [(kinds.get(kind, kind), value) for kind, value in case.args]
        self.case = vs_vc.Case(kernels.Case(args, case.expected, case.groups, case.local, case.near), target)

    def command(self, cmrun, binary, scratch):
        return self.case.command(cmrun, binary, scratch)

    def outputs(self, scratch):
        return [os.path.join(scratch, "out")]

    def mistake(self, scratch):
        return self.case.mistake(scratch)


class CorpusLaunch:
    """A launch of the corpus."""

    def __init__(self, launch):
        self.launch = launch

    def command(self, cmrun, binary, scratch):
        return self.launch.command(cmrun, binary, scratch)

    def outputs(self, scratch):
        return [os.path.join(scratch, "out%d" % i) for i in sorted({x[0] for x in self.launch.expected})]

    def mistake(self, scratch):
        return self.launch.mistake(scratch)


class Twin:
    """One row: both files, options, and launches for a target."""

    def __init__(self, name, esimd, cm, options, launches):
        self.name, self.esimd, self.cm, self.options, self.launches = name, esimd, cm, options, launches


def of_case(name, esimd):
    beside = os.path.join(TWINS, name + ".cm")
    cm = beside if os.path.exists(beside) else os.path.join(HERE, "../run/kernels", name + ".cm")

    def launches(target):
        cases = picture(name) if name in PICTURES else kernels.CASES[name]()
        return [Launch(x, target) for x in (cases if isinstance(cases, list) else [cases])]
    return Twin(name, esimd, cm, lambda target: [], launches)


def of_corpus(entry, esimd):
    return Twin(entry.name, esimd, entry.path, entry.options, lambda target: [CorpusLaunch(x) for x in entry.launches(target)])


def twins(names):
    """All rows: a file of the corpus has one for each set of macros."""
    rows = []
    entries = corpus.load().values()
    for esimd in sorted(glob.glob(os.path.join(TWINS, "*.cpp"))):
        name = os.path.splitext(os.path.basename(esimd))[0]
        same = [x for x in entries if os.path.basename(x.path) == name + ".cm"]
        rows += [of_corpus(x, esimd) for x in same] or [of_case(name, esimd)]
    return [x for x in rows if not names or x.name in names]


def measure(tools, source, options, launches, scratch):
    """Static and executed instructions; the bytes that the launches wrote."""
    binary, executed, written = os.path.join(scratch, "k.bin"), 0, []
    run([tools["cmc"], "-w", source, "-o", binary] + options, "cmc")
    for launch in launches:
        figures = vs_vc.json.loads(run(launch.command(tools["cmrun"], binary, scratch) + ["--timing=json"], "cmrun").splitlines()[0])
        executed += figures["instructions"]
        for path in launch.outputs(scratch):
            with open(path, "rb") as f:
                written.append(f.read())
        mistake = launch.mistake(scratch)
        if mistake:
            raise Refused("%s: %s" % (os.path.basename(source), mistake))
        run(launch.command(tools["cmrun"], binary, scratch) + ["--check"], "cmrun --check")
    return vs_vc.static_figures(tools["xedis"], binary)["static"], executed, written


def compare(tools, twin, target):
    options = ["-march=" + target] + twin.options(target)
    figures = []
    for source in (twin.esimd, twin.cm):
        with tempfile.TemporaryDirectory() as scratch:
            figures.append(measure(tools, source, options, twin.launches(target), scratch))
    (static, executed, written), (cm_static, cm_executed, cm_written) = figures
    if written != cm_written:
        raise Refused("ESIMD and CM write different bytes")
    return static, cm_static, executed, cm_executed


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else math.nan


def bench(tools, target, rows):
    """Prints the rows of a target; the number of those that failed."""
    ratios, failed = [], 0
    print("%-24s %21s %27s" % (target, "static esimd/cm", "executed esimd/cm"))
    for twin in rows:
        try:
            static, cm_static, executed, cm_executed = compare(tools, twin, target)
        except (Refused, subprocess.SubprocessError) as e:
            failed += 1
            print("%-24s FAIL %s" % (twin.name, e))
            continue
        ratios.append((static / cm_static, executed / cm_executed))
        print("%-24s %6d %6d %7.3f %10d %10d %7.3f" % (
            twin.name, static, cm_static, static / cm_static, executed, cm_executed, executed / cm_executed))
        sys.stdout.flush()
    print("%-24s %21.3f %29.3f" % ("geometric mean", mean([x[0] for x in ratios]), mean([x[1] for x in ratios])))
    return failed


def main(argv):
    options = dict((x + "=").split("=")[:2] for x in argv if x.startswith("-"))
    words = [x for x in argv if not x.startswith("-")]
    tools = dict(zip(("cmc", "cmrun", "xedis"), words[:3]))
    rows = twins(words[3:])
    failed = sum(bench(tools, target, [x for x in rows if target in corpus.TARGETS])
                 for target in options.get("-march", TARGETS).split(","))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
