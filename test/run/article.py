#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The kernel of Intel's article on porting code with high register pressure to Max GPUs (dual numbers, doubles) on pvc, in CM:
16 and 32 work items a thread, 128 and 256 registers. Each program must compute the right sums on xesim; it must spill less
than the article's ("spilled around" 396, 206, 112 and nothing; we count messages of spilling), most at 32/128 and nothing at
16/256; no row may need more scratch memory than Intel's vector compiler does for the same IR, nor more messages or cycles.
usage: article.py CMC CMRUN XEDIS KERNEL_DIR [--ocloc=PATH]"""
import os
import re
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "../peer"), os.path.join(HERE, "../bench/vs-vc")]
import kernels  # noqa: E402
import vc  # noqa: E402
import vs_vc  # noqa: E402

ARTICLE = {(32, 128): 396, (32, 256): 206, (16, 128): 112, (16, 256): 0}


def theirs(bc, grf, scratch, ocloc):
    vc.run(vc.command(bc, "pvc", scratch, ocloc, grf), "vc")
    return vc.result(scratch)


def row(tools, path, lanes, grf):
    case = kernels.pressure_duals(lanes, "d", 2)
    launches = [vs_vc.Case(case, "pvc")]
    with tempfile.TemporaryDirectory() as scratch:
        ll, ours = os.path.join(scratch, "k.ll"), os.path.join(scratch, "ours.bin")
        options = ["-march=pvc", "-mgrf=%d" % grf, "-DW=%d" % lanes, "-DT=double", path]
        vc.run([tools["cmc"]] + options + ["--stop-after=globaldce", "-o", ll], "cmc")
        report = vc.run([tools["cmc"]] + options + ["--report", "-o", ours], "cmc")
        moves = [int(n) for n in re.search(r"\((\d+) spills, (\d+) fills\)", report).groups()]
        a = vs_vc.measure(tools, ours, launches, scratch, "cmc")
        b = vs_vc.measure(tools, theirs(vc.bitcode(ll, scratch), grf, scratch, tools["ocloc"]), launches, scratch, "vc")
        launch = kernels.Launch(scratch)
        for kind, value in case.args:
            launch.add(kind, value)
        vc.run(launch.command(tools["cmrun"], ours, case, "pvc"), "cmrun --check")
    return sum(moves), a, b


def main(argv):
    words = [x for x in argv if not x.startswith("-")]
    options = dict((x + "=").split("=")[:2] for x in argv if x.startswith("-"))
    tools = dict(zip(("cmc", "cmrun", "xedis"), words[:3]), ocloc=options.get("--ocloc", "ocloc"), fast=False)
    os.environ.setdefault("CMRT_DEVICE", "xesim")
    faults, messages = [], {}
    print("lanes  GRFs   article   messages   bytes ours/theirs   sends ours/theirs   cycles ours/theirs")
    for (lanes, grf), article in ARTICLE.items():
        n, a, b = row(tools, os.path.join(words[3], "pressure_duals.cm"), lanes, grf)
        messages[lanes, grf] = n
        print("%5d %5d %9d %10d %11d/%-7d %11d/%-7d %12d/%-7d" % (
            lanes, grf, article, n, a["spill"], b["spill"], a["sends"], b["sends"], a["cycles"], b["cycles"]))
        if n > article:
            faults.append("%d/%d: %d messages, the article has %d" % (lanes, grf, n, article))
        for key in ("spill", "sends", "cycles"):
            if a[key] > b[key]:
                faults.append("%d/%d: %s %d, the vector compiler %d" % (lanes, grf, key, a[key], b[key]))
    if max(messages, key=messages.get) != (32, 128) or messages[16, 256] != 0:
        faults.append("not the article's trend: %s" % messages)
    for fault in faults:
        print("FAIL", fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
