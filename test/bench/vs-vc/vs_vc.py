#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares cmc with Intel's vector compiler: the same genx IR through both, both programs run on xesim.

The IR is what cmc's front end and LLVM's clean-up make of a kernel (--stop-after=globaldce): `cmc x.ll` compiles its text,
`ocloc -llvm_input -options -vc-codegen` the same text in LLVM 14 syntax (test/peer/genx14.py). Both programs must give the
reference's result (test/run/kernels.py), or the row says who does not. Per kernel: ratios ours / theirs of executed
instructions, issue slots, messages, static instructions, code bytes, registers named, estimated cycles, the same with all
latencies of the estimate halved and doubled, time of the whole compiler process; then spilled bytes. Geometric means at the
end; a kernel that one side refuses is listed and not in the means. --markdown writes docs/bench.md, with what test/bench/vs-vc/
why.txt says of kernels above 1.
usage: vs_vc.py CMC CMRUN XEDIS KERNEL_DIR [-march=TARGET,...] [--ocloc=PATH] [--times=N] [--json=FILE] [--markdown=FILE] [NAME...]
--ocloc is for the targets that Debian's ocloc does not know (bmg: test/oracle/modern/bin/ocloc, see ./build.sh judge-modern)."""
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "../../peer"), os.path.join(HERE, "../../run")]
import kernels  # noqa: E402
import vc  # noqa: E402
from vc import Refused, run  # noqa: E402

FIELDS = ["dynamic", "slots", "sends", "static", "bytes", "grfs", "cycles", "lat/2", "lat*2", "time"]
LATENCY = {"cycles": "100", "lat/2": "50", "lat*2": "200"}  # of which percentage of the latencies


def timed(command, who, times):
    best = None
    for _ in range(times):
        start = time.perf_counter()
        run(command, who)
        spent = time.perf_counter() - start
        best = spent if best is None else min(best, spent)
    return best


def static_figures(xedis, binary):
    """Instructions, bytes, registers and messages of the code itself."""
    kernel = json.loads(run([xedis, "--json", binary], "xedis"))[0]
    code = kernel["instructions"]
    while code and code[-1]["op"] in ("illegal", "nop"):  # padding after the end
        code.pop()
    regs = {int(n) for i in code for n in re.findall(r"\br(\d+)\b", i["text"])}
    return {"static": len(code), "bytes": sum(i["size"] for i in code), "grfs": len(regs)}


def spilled(binary):
    """Bytes of scratch memory that .ze_info requests."""
    with open(binary, "rb") as f:
        data = f.read()
    sizes = re.findall(rb"(?:spill_size|slot):\s+\d+|type:\s+scratch[^-]*?size:\s+(\d+)", data)
    return sum(int(s) for s in sizes if s)


def run_case(tools, binary, case, target, scratch):
    launch = kernels.Launch(scratch)
    for kind, value in case.args:
        launch.add(kind, value)
    command = [x for x in launch.command(tools["cmrun"], binary, case, target) if x != "--check"]
    out = {}
    for field, percent in LATENCY.items():
        os.environ["XESIM_LATENCY"] = percent
        figures = json.loads(run(command + ["--timing=json"], "cmrun").splitlines()[0])
        out[field] = figures["cycles"]
    with open(os.path.join(scratch, "out"), "rb") as f:
        if not kernels.same(case, f.read()):
            raise Refused("wrong result")
    return {**out, "dynamic": figures["instructions"], "slots": figures["issue_slots"], "sends": figures["mix"]["send"]}


def measure(tools, binary, cases, target, scratch, who):
    out = static_figures(tools["xedis"], binary)
    out["spill"] = spilled(binary)
    for case in cases:
        try:
            got = run_case(tools, binary, case, target, scratch)
        except Refused as e:
            raise Refused("%s: %s" % (who, e)) from e
        for key in ("dynamic", "slots", "sends", *LATENCY):
            out[key] = out.get(key, 0) + got[key]
    return out


def compile_both(tools, path, target, scratch, times):
    ll = os.path.join(scratch, "k.ll")
    run([tools["cmc"], "-march=" + target, path, "--stop-after=globaldce", "-o", ll], "cmc")
    bc, ours = vc.bitcode(ll, scratch), os.path.join(scratch, "ours.bin")
    seconds = timed([tools["cmc"], "-march=" + target, ll, "-o", ours], "cmc", times)
    peer = timed(vc.command(bc, target, scratch, tools["ocloc"]), "vc", times)
    return ours, vc.result(scratch), seconds, peer


def example_linear():
    """The picture that examples/linear filters, one tile of it."""
    w, h = 24, 6
    image = bytes(kernels.numbers(32 * 8, 0, 255, 6))
    sums = [[sum(image[(y + dy) * 32 + x + 3 * dx] for dy in range(3) for dx in range(3)) for x in range(w)] for y in range(h)]
    out = bytes(int(kernels.f32(x * kernels.f32(0.1111))) & 255 for row in sums for x in row)
    return kernels.Case([("imgin", (32, 8, image)), ("imgout", (w, h))], out)


EXAMPLES = {"linear": example_linear}


def kernel_path(folder, name):
    return os.path.join(HERE, "../../../examples", name, name + ".cm") if name in EXAMPLES else os.path.join(folder, name + ".cm")


def compare(tools, folder, name, target, times):
    cases = (kernels.CASES | EXAMPLES)[name]()
    cases = cases if isinstance(cases, list) else [cases]
    with tempfile.TemporaryDirectory() as scratch:
        ours, theirs, seconds, peer = compile_both(tools, kernel_path(folder, name), target, scratch, times)
        a = measure(tools, ours, cases, target, scratch, "cmc")
        b = measure(tools, theirs, cases, target, scratch, "vc")
    a["time"], b["time"] = seconds, peer
    return a, b


def ratio(a, b, key):
    return a[key] / b[key] if b[key] else (1.0 if not a[key] else float("inf"))


def show(name, a, b):
    print("%-18s" % name + "".join("%9.2f" % ratio(a, b, k) for k in FIELDS) +
          "   dyn %6d/%-6d spill %d/%d" % (a["dynamic"], b["dynamic"], a["spill"], b["spill"]))


def summary(rows):
    means = {k: math.exp(sum(math.log(ratio(a, b, k)) for a, b in rows.values()) / len(rows)) for k in FIELDS}
    print("%-18s" % "geometric mean" + "".join("%9.2f" % means[k] for k in FIELDS) + "   %d kernels" % len(rows))
    over = [n for n, (a, b) in rows.items() if ratio(a, b, "dynamic") > 1.15]
    print("above 1.15 executed instructions: %s" % (", ".join(over) or "none"))
    print("more spills: %s" % (", ".join(n for n, (a, b) in rows.items() if a["spill"] > b["spill"]) or "none"))
    return means


def bench(tools, folder, names, target, times):
    print("== %s" % target)
    print("%-18s" % "kernel" + "".join("%9s" % k for k in FIELDS))
    rows = {}
    for name in names:
        try:
            rows[name] = compare(tools, folder, name, target, times)
            show(name, *rows[name])
        except Refused as e:
            print("%-18s %s" % (name, e))
        sys.stdout.flush()
    return rows, summary(rows) if rows else {}


def reasons():
    """why.txt: TARGET KERNEL TEXT a line, * for all targets."""
    out = {}
    with open(os.path.join(HERE, "why.txt"), encoding="utf-8") as f:
        for line in f:
            if line.strip() and not line.startswith("#"):
                target, kernel, text = line.strip().split(None, 2)
                out[target, kernel] = text
    return out


def markdown_target(target, rows, means):
    why = reasons()
    lines = ["", "## %s" % target, "", "| kernel | " + " | ".join(FIELDS) + " | spilled | ", "| --- |" + " --- |" * (len(FIELDS) + 1)]
    for name, (a, b) in rows.items():
        lines.append("| %s | " % name + " | ".join("%.2f" % ratio(a, b, k) for k in FIELDS) + " | %d / %d |" % (a["spill"], b["spill"]))
    lines.append("| **geometric mean** | " + " | ".join("**%.2f**" % means[k] for k in FIELDS) + " | |")
    over = [n for n, (a, b) in rows.items() if ratio(a, b, "dynamic") > 1.004 or ratio(a, b, "cycles") > 1.04]
    lines += ["", "Above 1.00 in instructions or 1.04 in cycles:", ""] if over else []
    lines += ["- `%s` (%.2f, cycles %.2f): %s" % (n, ratio(*rows[n], "dynamic"), ratio(*rows[n], "cycles"),
                                               why.get((target, n), why.get(("*", n), "not investigated")))
              for n in over]
    return [x.rstrip() for x in lines]


HEAD = """# cmc compared with Intel's vector compiler

Both compilers compile the same IR; both programs run on xesim and give the right result. Figures are ratios cmc / VC from one
run; below 1 is better. `ninja -C build bench_vs_vc` generates this page (build/test/bench/bench.md).

| column | meaning |
| --- | --- |
| `dynamic` | executed instructions |
| `slots` | pipe cycles of the executed instructions |
| `sends` | executed messages |
| `static`, `bytes` | instructions and bytes of the code |
| `grfs` | registers named in the code |
| `cycles` | the estimate of docs/timing.md |
| `lat/2`, `lat*2` | the estimate with every latency halved and doubled |
| `time` | time of the whole compiler process |
| `spilled` | spilled bytes, cmc / VC |"""


def main(argv):
    words = [x for x in argv if not x.startswith("-")]
    options = dict((x + "=").split("=")[:2] for x in argv if x.startswith("-"))
    tools = dict(zip(("cmc", "cmrun", "xedis"), words[:3]), ocloc=options.get("--ocloc", "ocloc"))
    os.environ.setdefault("CMRT_DEVICE", "xesim")
    folder, names = words[3], words[4:] or sorted(kernels.CASES | EXAMPLES)
    out, page = {}, [HEAD]
    for target in options.get("-march", "tgl,dg2,pvc").split(","):
        rows, means = bench(tools, folder, names, target, int(options.get("--times", "1")))
        page += markdown_target(target, rows, means) if rows else []
        out[target] = {"means": means, "kernels": {n: {"ours": a, "theirs": b} for n, (a, b) in rows.items()}}
    if "--json" in options:
        with open(options["--json"], "w", encoding="utf-8") as f:
            json.dump(out, f, indent=1)
    if "--markdown" in options:
        with open(options["--markdown"], "w", encoding="utf-8") as f:
            f.write("\n".join(page) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
