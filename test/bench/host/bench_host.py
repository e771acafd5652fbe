#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The CPU path beside PoCL, plain C and AVX2 by hand: ratios of times that were measured in turn in one run.

usage: bench_host.py BUILD [--cmc=PATH] [--rows=a,b] [--sides=all,one] [--clock=wall|processor] [--json=FILE]

all: all cores, beside the fastest of the forms that PoCL takes of the kernel. one: one thread, beside C. A time is the median
of some samples; a sample repeats the work until the clock can tell. Each side's result is checked before it counts.
--clock=processor counts what all threads used, for machines with other work to do. Prints two tables in Markdown, the times of
an empty kernel first."""
import argparse
import ctypes
import json
import math
import multiprocessing
import os
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "../paper")]

import rows  # noqa: E402
import sides  # noqa: E402
from workload import Wrong  # noqa: E402

EMPTY = os.path.join(HERE, "empty.cm")
SAMPLES, QUICK, SAMPLE_S = 15, 5, 0.02
C_KINDS = {"scalar": ("scalar.c", ["-march=native", "-fno-tree-vectorize"]), "vectorised": ("scalar.c", ["-march=native"]),
           "avx2": ("avx2.c", ["-mavx2", "-mfma"])}


def run(command):
    r = subprocess.run(command, capture_output=True, text=True, check=False)
    if r.returncode:
        sys.exit("bench_host.py: %s: %s" % (command[0], (r.stderr + r.stdout).strip()))


def is_newer(path, *sources):
    return os.path.exists(path) and all(os.path.getmtime(x) < os.path.getmtime(path) for x in sources)


def build_cm(row, place, cpu=None):
    out = os.path.join(place["out"], "%s.%s.bin" % (row.name, cpu or "native"))
    if not is_newer(out, row.source, place["cmc"], rows.__file__):
        run([place["cmc"], "-march=host", row.source, "-o", out, *row.cm_options] + (["-mcpu=" + cpu] if cpu else []))
    return out


def build_c(kind, place):
    source, options = os.path.join(HERE, C_KINDS[kind][0]), C_KINDS[kind][1]
    out = os.path.join(place["out"], kind + ".so")
    if not is_newer(out, source, __file__):
        run(["gcc", "-std=gnu17", "-O3", *options, "-shared", "-fPIC", source, "-o", out])
    return ctypes.CDLL(out)


def times_of(measured):
    """Name -> side becomes name -> the median of its times. The sides take turns, so that other programs disturb all alike."""
    repeats = {}
    for name, side in measured.items():
        repeats[name] = 1
        while side.seconds(repeats[name]) * repeats[name] < SAMPLE_S:
            repeats[name] *= 2
    samples = {name: [] for name in measured}
    for _ in range(SAMPLES):
        for name, side in measured.items():
            samples[name].append(side.seconds(repeats[name]))
    return {name: statistics.median(x) for name, x in samples.items()}


def host_side(row, place, data, cpu=None):
    device = sides.Host(place["library"], build_cm(row, place, cpu))
    row.workload.check(data, row.cm(device, data))
    device.last = row.last
    return device


def pocl_side(row, data):
    """The fastest form."""
    best, least_s, name = None, math.inf, None
    for source, constants in row.forms():
        device = sides.Pocl(source, row.ocl_options(constants))
        row.workload.check(data, row.ocl(device, data, constants))
        device.last = row.last
        taken = min(device.seconds(1) for _ in range(QUICK))
        if taken < least_s:
            best, least_s, name = device, taken, "naive" if constants is None else " ".join("%s=%s" % x for x in constants.items())
    return best, name


def c_side(row, place, data, kind):
    library = build_c(kind, place)
    if not hasattr(library, row.name):
        return None
    args, result = row.c_arguments(data)
    side = sides.Call(library, row.name, *args)
    side.start()
    row.workload.check(data, result())
    return side


def measure(name, which, place):
    """Of a process of its own: no row is disturbed by what another one has left."""
    row = rows.ROWS[name]
    os.environ["CMRT_WORKERS"] = "1" if which == "one" else "0"
    os.environ["OCL_ICD_VENDORS"] = "pocl.icd"
    sides.Side.clock = staticmethod(sides.CLOCKS[place["clock"]])
    data, form = row.data(), None
    measured = {"host": host_side(row, place, data)}
    if which == "all":
        measured["pocl"], form = pocl_side(row, data)
    else:
        measured.update((kind, c_side(row, place, data, kind)) for kind in C_KINDS)
        if measured["avx2"]:
            measured["host_v3"] = host_side(row, place, data, "x86-64-v3")
    out = times_of({k: v for k, v in measured.items() if v})
    return {**out, **({"form": form} if form else {})}


def alone(args):
    try:
        return measure(*args), None
    except (Wrong, sides.Failed, sides.cmrt.DeviceError) as e:
        return None, "%s, %s: %s" % (args[0], args[1], e)


def parse():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument("build")
    p.add_argument("--cmc")
    p.add_argument("--rows", default=",".join(rows.ROWS))
    p.add_argument("--sides", default="all,one")
    p.add_argument("--clock", default="wall", choices=sides.CLOCKS)
    p.add_argument("--json")
    a = p.parse_args()
    a.rows, a.sides = a.rows.split(","), a.sides.split(",")
    for unknown in [x for x in a.rows if x not in rows.ROWS] + [x for x in a.sides if x not in ("all", "one")]:
        sys.exit("bench_host.py: no row or side is named '%s'; rows: %s; sides: all, one" % (unknown, ", ".join(rows.ROWS)))
    return a


def figure(times, beside, own="host"):
    return "%.2f" % (times[beside] / times[own]) if times and beside in times else "-"


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else 0


def report_all(results):
    rows_of = {name: of["all"] for name, of in results.items() if "all" in of}
    if not rows_of:
        return
    print("\n| all cores | CPU path, us | PoCL, us | ratio | PoCL's form |\n| --- | --- | --- | --- | --- |")
    for name, t in rows_of.items():
        print("| %s | %.0f | %.0f | %s | %s |" % (name, 1e6 * t["host"], 1e6 * t["pocl"], figure(t, "pocl"), t["form"]))
    print("\nGeometric mean: %.2f." % mean([t["pocl"] / t["host"] for t in rows_of.values()]))


def report_one(results):
    rows_of = {name: of["one"] for name, of in results.items() if "one" in of}
    if not rows_of:
        return
    print("\n| one thread | CPU path, us | scalar C | vectorised by gcc | AVX2 by hand (x86-64-v3) |\n| --- | --- | --- | --- | --- |")
    for name, t in rows_of.items():
        print("| %s%s | %.0f | %s | %s | %s |" % (name, "" if rows.ROWS[name].parallel else " (serial)", 1e6 * t["host"], figure(t, "scalar"),
                                                  figure(t, "vectorised"), figure(t, "avx2", "host_v3")))
    print("\nGeometric mean beside scalar C: %.2f; of the rows that are parallel over their data: %.2f." % tuple(
        mean([t["scalar"] / t["host"] for name, t in rows_of.items() if which or rows.ROWS[name].parallel]) for which in (True, False)))


def measure_empty(place):
    """Of an empty kernel: seconds of a launch of one group and its wait; seconds that each further group takes."""
    os.environ["CMRT_WORKERS"] = "0"
    out, groups = os.path.join(place["out"], "empty.bin"), 4096
    if not is_newer(out, EMPTY, place["cmc"]):
        run([place["cmc"], "-march=host", EMPTY, "-o", out])
    device, times = sides.Host(place["library"], out), {}
    for n in (1, groups):
        device.launches.clear()
        device.launch("empty", n, 1)
        device.wait()
        times[n] = statistics.median(device.seconds(1) for _ in range(101))
    return times[1], (times[groups] - times[1]) / groups


def main():
    a = parse()
    build = os.path.abspath(a.build)
    place = {"out": os.path.join(build, "bench_host"), "cmc": os.path.abspath(a.cmc or os.path.join(build, "bin/cmc")),
             "library": os.path.join(build, "lib/libcmrt.so"), "clock": a.clock}
    os.makedirs(place["out"], exist_ok=True)
    results, failed = {}, False
    with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        for job in ((name, which, place) for name in a.rows for which in a.sides):
            times, error = pool.apply(alone, (job,))
            if error:
                print("bench_host.py: " + error, file=sys.stderr)
                failed = True
            else:
                results.setdefault(job[0], {})[job[1]] = times
        launch_s, group_s = pool.apply(measure_empty, (place,))
    print("An empty kernel: %.0f us for a launch of one group and its wait, %.0f ns for each further group." % (1e6 * launch_s, 1e9 * group_s))
    report_all(results)
    report_one(results)
    if a.json:
        with open(a.json, "w", encoding="utf-8") as f:
            json.dump(results, f, indent=1)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
