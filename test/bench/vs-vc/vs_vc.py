#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares cmc with Intel's vector compiler: the same genx IR through both, both programs run on xesim.

The IR is what cmc's front end and LLVM's clean-up make of a kernel (--stop-after=globaldce): `cmc x.ll` compiles its text,
`ocloc -llvm_input -options -vc-codegen` the same text in LLVM 14 syntax (test/peer/genx14.py). --ir=opt gives both compilers the
IR after `opt-19 -O2`, --ir=llvm14 after `opt-14 -O2` (cmc then reads LLVM 14's bitcode): other front ends leave other shapes.
Both programs must give the reference's result (test/run/kernels.py, test/bench/corpus), or the row says who does not. Per
kernel: ratios ours / theirs of executed instructions, issue slots, messages, static instructions, code bytes, registers named,
estimated cycles, the same with all latencies of the estimate halved and doubled, processor time of the whole compiler; then
spilled bytes. Geometric means for each part: the kernels of test/run/kernels, the corpus, and of both those above 200
instructions of Intel's. A kernel that one side refuses is listed and not in the means. --markdown writes docs/bench.md, with
what test/bench/vs-vc/why.txt says of kernels above 1.
usage: vs_vc.py CMC CMRUN XEDIS KERNEL_DIR [-march=TARGET,...] [--part=bench|corpus] [--ir=clean|opt|llvm14] [--ocloc=PATH]
                [--modern=PATH] [--times=N] [--fast] [--json=FILE] [--markdown=FILE] [NAME...]
--modern: today's ocloc (test/oracle/modern/bin/ocloc, see ./build.sh judge-modern), for targets and messages that Debian's does
not know. --fast: no runs with other latencies, whose columns then repeat the cycles."""
import json
import math
import os
import re
import resource
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, x) for x in ("../../peer", "../../run", "../corpus")]
import corpus  # noqa: E402
import kernels  # noqa: E402
import vc  # noqa: E402
from vc import Refused, run  # noqa: E402

FIELDS = ["dynamic", "slots", "sends", "static", "bytes", "grfs", "cycles", "lat/2", "lat*2", "time"]
LARGE = 200  # instructions; in smaller kernels prologue and epilogue decide
MODERN_ONLY = ("mtl", "arlh", "lnl", "bmg", "ptl")
LATENCY = {"cycles": "100", "lat/2": "50", "lat*2": "200"}  # of which percentage of the latencies


def timed(command, who, times):
    """Processor time, which other programs on the machine change little; the least of so many runs."""
    best = None
    for _ in range(times):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run(command, who)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        best = spent if best is None else min(best, spent)
    return max(best, 1e-3)


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


class Case:
    """A case of test/run/kernels.py, used as a launch of the corpus is."""

    def __init__(self, case, target):
        self.case = case
        self.target = target

    def command(self, cmrun, binary, scratch):
        launch = kernels.Launch(scratch)
        for kind, value in self.case.args:
            launch.add(kind, value)
        return [x for x in launch.command(cmrun, binary, self.case, self.target) if x != "--check"]

    def mistake(self, scratch):
        with open(os.path.join(scratch, "out"), "rb") as f:
            return None if kernels.same(self.case, f.read()) else "wrong result"


def run_launch(tools, binary, launch, scratch):
    command = launch.command(tools["cmrun"], binary, scratch)
    out = {}
    for field, percent in LATENCY.items():
        if tools["fast"] and field != "cycles":
            out[field] = out["cycles"]
            continue
        os.environ["XESIM_LATENCY"] = percent
        figures = json.loads(run(command + ["--timing=json"], "cmrun").splitlines()[0])
        out[field] = figures["cycles"]
    mistake = launch.mistake(scratch)
    if mistake:
        raise Refused(mistake)
    return {**out, "dynamic": figures["instructions"], "slots": figures["issue_slots"], "sends": figures["mix"]["send"]}


def measure(tools, binary, launches, scratch, who):
    out = static_figures(tools["xedis"], binary)
    out["spill"] = spilled(binary)
    for launch in launches:
        try:
            got = run_launch(tools, binary, launch, scratch)
        except Refused as e:
            raise Refused("%s: %s" % (who, e)) from e
        for key in ("dynamic", "slots", "sends", *LATENCY):
            out[key] = out.get(key, 0) + got[key]
    return out


def inputs(ll, form, scratch):
    """What cmc reads and what ocloc reads."""
    if form == "opt":
        run(["opt-19", "-O2", "-S", ll, "-o", ll + ".ll"], "opt-19")
        ll += ".ll"
    bc = vc.bitcode(ll, scratch)
    if form == "llvm14":
        run(["opt-14", "-O2", bc, "-o", bc + ".bc"], "opt-14")
        return bc + ".bc", bc + ".bc"
    return ll, bc


def compile_theirs(tools, bc, target, registers, scratch, times):
    """With the installed ocloc, or with today's where that one does not know the target or a message."""
    ways = ([tools["ocloc"]] if target not in MODERN_ONLY or not tools["modern"] else []) + ([tools["modern"]] if tools["modern"] else [])
    for i, ocloc in enumerate(ways):
        try:
            return timed(vc.command(bc, target, scratch, ocloc, registers), "vc", times)
        except Refused:
            if i == len(ways) - 1:
                raise


def compile_both(tools, entry, target, scratch, times, form):
    ll, ours = os.path.join(scratch, "k.ll"), os.path.join(scratch, "ours.bin")
    options = ["-march=" + target, "-w"] + entry.options(target)
    run([tools["cmc"], entry.path, "--stop-after=globaldce", "-o", ll] + options, "cmc")
    mine, bc = inputs(ll, form, scratch)
    registers = entry.registers if target != "tgl" else 128
    peer = compile_theirs(tools, bc, target, registers, scratch, times)
    grf = [x for x in options if x.startswith(("-march=", "-mgrf=", "-w"))]  # what IR still needs
    seconds = timed([tools["cmc"], mine, "-o", ours] + grf, "cmc", times)
    return ours, vc.result(scratch), seconds, peer


def example_linear():
    """The picture that examples/linear filters, one tile of it."""
    w, h = 24, 6
    image = bytes(kernels.numbers(32 * 8, 0, 255, 6))
    sums = [[sum(image[(y + dy) * 32 + x + 3 * dx] for dy in range(3) for dx in range(3)) for x in range(w)] for y in range(h)]
    out = bytes(int(kernels.f32(x * kernels.f32(0.1111))) & 255 for row in sums for x in row)
    return kernels.Case([("imgin", (32, 8, image)), ("imgout", (w, h))], out)


class Old:
    """A kernel of test/run/kernels or an example, as an entry of the bench."""
    targets = corpus.TARGETS + tuple(corpus.LIKE)
    registers = 128

    def __init__(self, name, path, cases):
        self.name, self.path, self.cases = name, path, cases

    def options(self, target):
        return []

    def launches(self, target):
        cases = self.cases()
        return [Case(x, target) for x in (cases if isinstance(cases, list) else [cases])]


def entries(folder, part, names):
    """Name -> entry; the parts one after another."""
    out = {}
    if part != "corpus":
        old = {x: os.path.join(folder, x + ".cm") for x in kernels.CASES} | {
            "linear": os.path.join(HERE, "../../../examples/linear/linear.cm")}
        cases = {**kernels.CASES, "linear": example_linear}
        out.update((x, Old(x, old[x], cases[x])) for x in sorted(old))
    if part != "bench":
        out.update(corpus.load())
    return {x: out[x] for x in names} if names else out


def compare(tools, entry, target, times, form):
    launches = entry.launches(target)
    with tempfile.TemporaryDirectory() as scratch:
        ours, theirs, seconds, peer = compile_both(tools, entry, target, scratch, times, form)
        a = measure(tools, ours, launches, scratch, "cmc")
        b = measure(tools, theirs, launches, scratch, "vc")
    a["time"], b["time"] = seconds, peer
    return a, b


def ratio(a, b, key):
    return a[key] / b[key] if b[key] else (1.0 if not a[key] else float("inf"))


def show(name, a, b):
    print("%-26s" % name + "".join("%9.2f" % ratio(a, b, k) for k in FIELDS) +
          "   dyn %6d/%-6d static %5d/%-5d spill %d/%-5d ms %.0f/%.0f" % (a["dynamic"], b["dynamic"], a["static"], b["static"],
                                                          a["spill"], b["spill"], 1000 * a["time"], 1000 * b["time"]))


def means_of(rows):
    return {k: math.exp(sum(math.log(ratio(a, b, k)) for a, b in rows.values()) / len(rows)) for k in FIELDS}


def parts(rows, table):
    """The parts of the bench: title -> rows."""
    old = {n: x for n, x in rows.items() if isinstance(table[n], Old)}
    new = {n: x for n, x in rows.items() if n not in old}
    large = {n: x for n, x in rows.items() if x[1]["static"] > LARGE}
    out = {"kernels of test/run": old, "corpus": new, "corpus, above %d" % LARGE: {n: x for n, x in large.items() if n in new},
           "all above %d" % LARGE: large}
    return {title: x for title, x in out.items() if x}


def summary(rows, table):
    out = {}
    for title, part in parts(rows, table).items():
        out[title] = means_of(part)
        print("%-26s" % title + "".join("%9.2f" % out[title][k] for k in FIELDS) + "   geometric mean of %d kernels" % len(part))
        if "above" in title:
            continue
        sums = [sum(x[i]["spill"] for x in part.values()) for i in (0, 1)]
        print("    spilled bytes %d / %d, more in: %s" % (
            *sums, ", ".join("%s %d/%d" % (n, a["spill"], b["spill"]) for n, (a, b) in part.items() if a["spill"] > b["spill"]) or "none"))
        for what, limit in (("dynamic", 1.05), ("static", 1.05), ("cycles", 1.04), ("time", 1.0)):
            over = ["%s %.2f" % (n, ratio(a, b, what)) for n, (a, b) in part.items() if ratio(a, b, what) > limit]
            print("    %s above %.2f: %s" % (what, limit, ", ".join(over) or "none"))
    return out


def bench(tools, table, target, times, form):
    print("== %s%s" % (target, "" if form == "clean" else ", IR after " + form))
    print("%-26s" % "kernel" + "".join("%9s" % k for k in FIELDS))
    rows = {}
    for name, entry in table.items():
        if target not in entry.targets:
            continue
        try:
            rows[name] = compare(tools, entry, target, times, form)
            show(name, *rows[name])
        except Refused as e:
            print("%-26s %s" % (name, e))
        sys.stdout.flush()
    return rows, summary(rows, table) if rows else {}


def reasons():
    """why.txt: TARGET KERNEL TEXT a line, * for all targets, or all small kernels of a target."""
    out = {}
    with open(os.path.join(HERE, "why.txt"), encoding="utf-8") as f:
        for line in f:
            if line.strip() and not line.startswith("#"):
                target, kernel, text = line.strip().split(None, 2)
                out[target, kernel] = text
    return out


def markdown_rows(rows):
    lines = ["", "| kernel | " + " | ".join(FIELDS) + " | instructions | spilled | ", "| --- |" + " --- |" * (len(FIELDS) + 2)]
    for name, (a, b) in rows.items():
        lines.append("| %s | " % name + " | ".join("%.2f" % ratio(a, b, k) for k in FIELDS) +
                     " | %d / %d | %d / %d |" % (a["static"], b["static"], a["spill"], b["spill"]))
    return lines


def markdown_target(target, rows, means, table):
    why = reasons()
    lines = ["", "## %s" % target]
    for title, part in parts(rows, table).items():
        if title in ("kernels of test/run", "corpus"):
            lines += ["", "### %s, %s" % (target, title)] + markdown_rows(part)
    lines += ["", "### %s, geometric means" % target, "", "| part | kernels | " + " | ".join(FIELDS) + " | spilled |",
              "| --- |" + " --- |" * (len(FIELDS) + 2)]
    for title, part in parts(rows, table).items():
        lines.append("| %s | %d | " % (title, len(part)) + " | ".join("**%.2f**" % means[title][k] for k in FIELDS) +
                     " | %d / %d |" % tuple(sum(x[i]["spill"] for x in part.values()) for i in (0, 1)))
    over = [n for n, (a, b) in rows.items() if ratio(a, b, "dynamic") > 1.004 or ratio(a, b, "cycles") > 1.04]
    lines += ["", "Above 1.00 in instructions or 1.04 in cycles:", ""] if over else []
    for n in over:
        small = rows[n][1]["static"] < LARGE
        known = [why[x] for x in ((target, n), ("*", n), (target, "*") if small else None) if x in why]
        lines.append("- `%s` (%.2f, cycles %.2f): %s" % (n, ratio(*rows[n], "dynamic"), ratio(*rows[n], "cycles"),
                                                        known[0] if known else "not investigated"))
    return [x.rstrip() for x in lines]


HEAD = """# cmc compared with Intel's vector compiler

Both compilers compile the same IR; both programs run on xesim and give the right result. Figures are ratios cmc / VC from one
run; below 1 is better. `ninja -C build bench_vs_vc` generates this page (build/test/bench/bench.md). Parts: the kernels of
test/run, which are mostly small, and the corpus of test/bench/corpus, kernels of the size that people run.

| column | meaning |
| --- | --- |
| `dynamic` | executed instructions |
| `slots` | pipe cycles of the executed instructions |
| `sends` | executed messages |
| `static`, `bytes` | instructions and bytes of the code |
| `instructions` | instructions of the code, cmc / VC |
| `grfs` | registers named in the code |
| `cycles` | the estimate of docs/timing.md |
| `lat/2`, `lat*2` | the estimate with every latency halved and doubled |
| `time` | processor time of the whole compiler |
| `spilled` | spilled bytes, cmc / VC |"""


def main(argv):
    words = [x for x in argv if not x.startswith("-")]
    options = dict((x + "=").split("=")[:2] for x in argv if x.startswith("-"))
    tools = dict(zip(("cmc", "cmrun", "xedis"), words[:3]), ocloc=options.get("--ocloc", "ocloc"), modern=options.get("--modern"),
                 fast="--fast" in options)
    os.environ.setdefault("CMRT_DEVICE", "xesim")
    table = entries(words[3], options.get("--part"), words[4:])
    out, page = {}, [HEAD]
    for target in options.get("-march", "tgl,dg2,pvc").split(","):
        rows, means = bench(tools, table, target, int(options.get("--times", "1")), options.get("--ir", "clean"))
        page += markdown_target(target, rows, means, table) if rows else []
        out[target] = {"means": means, "kernels": {n: {"ours": a, "theirs": b} for n, (a, b) in rows.items()}}
    if "--json" in options:
        with open(options["--json"], "w", encoding="utf-8") as f:
            json.dump(out, f, indent=1)
    if "--markdown" in options:
        with open(options["--markdown"], "w", encoding="utf-8") as f:
            f.write("\n".join(page) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
