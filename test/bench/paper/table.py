# SPDX-License-Identifier: MIT
"""The table and the plot of the results of both sides."""
import os
import re
import statistics
import subprocess

import claims
import results
from measure import Failed, cm_source, included, ocl_source, run
from workload import ALL, HERE, WORKLOADS

MODEL_FREE = ("instructions", "issue_slots", "messages", "bytes")
HALF, WHOLE, DOUBLE = 50, 100, 200  # per cent of the latencies
SIZE = "1100,520"


class Row:
    """Both sides of a workload for one input on one target."""

    def __init__(self, name, target, label, rows):
        self.name, self.target, self.label = name, target, label
        self.cm = {x: rows["cm", target, label, x] for x in (HALF, WHOLE, DOUBLE)}
        self.ocl = {x: rows["ocl", target, label, x] for x in (HALF, WHOLE, DOUBLE)}
        self.naive = rows.get((results.NAIVE, target, label, WHOLE))
        self.larger, self.warm = ([rows.get((side, target, label + end, WHOLE)) for side in ("cm", "ocl")] for end in (results.TWICE, results.WARM))

    def speed_up(self, percent=WHOLE):
        return self.ocl[percent]["cycles"] / self.cm[percent]["cycles"]

    def repeated(self):
        """Speed-up of runs that find their data in L3, as text."""
        return "not run" if None in self.warm else "%.2f" % (self.warm[1]["cycles"] / self.warm[0]["cycles"])

    def growth(self):
        """Change of the speed-up at twice the size, as text."""
        if None in self.larger:
            return "not run"
        cm, ocl = self.larger
        return "%+.0f %%" % (100 * (ocl["cycles"] / cm["cycles"] / self.speed_up() - 1))

    def holds(self):
        """Whether the faster side is the same with other latencies."""
        return len({self.speed_up(x) > 1 for x in (HALF, WHOLE, DOUBLE)}) == 1

    def cells(self):
        ratios = ["%.2f" % (self.ocl[WHOLE][x] / max(self.cm[WHOLE][x], 1)) for x in MODEL_FREE]
        reached = ["%.0f %%" % (100 * side[WHOLE]["least"] / side[WHOLE]["cycles"]) for side in (self.cm, self.ocl)]
        return [self.name, self.target, self.label, *ratios, "**%.2f**" % self.speed_up(), self.repeated(),
                "%.2f – %.2f" % tuple(sorted(self.speed_up(x) for x in (HALF, DOUBLE))), "yes" if self.holds() else "no",
                self.growth(), *reached, "%.2f" % (self.naive["cycles"] / self.ocl[WHOLE]["cycles"]) if self.naive else "not run"]


HEAD = ("workload", "target", "input", "instructions", "issue slots", "messages", "bytes", "speed-up", "warm", "latencies ×0.5, ×2", "sign holds",
        "twice the size", "CM reaches", "OpenCL reaches", "tuned / naive")


def markdown(head, rows):
    return ["| %s |" % " | ".join(x) for x in [head, ["---"] * len(head)] + rows]


def read(place):
    """Rows of which both sides have run, and the names of the others."""
    out, missing = [], []
    for name, w in WORKLOADS.items():
        rows = results.read(place, name)
        for target in w.targets:
            for label in dict.fromkeys(key[2] for key in rows if key[1] == target and not key[2].endswith((results.TWICE, results.WARM))) or [""]:
                try:
                    out.append(Row(name, target, label, rows))
                except KeyError:
                    missing.append("%s on %s" % (name, target))
    if not out:
        raise Failed("no results in %s: run paper run cm and paper run ocl first" % place.folder("results"))
    return out, missing


def by_target(rows, name, target):
    """Geometric mean over the inputs, or None."""
    found = [x.speed_up() for x in rows if (x.name, x.target) == (name, target)]
    return statistics.geometric_mean(found) if found else None


def lines_of(path):
    """Lines of code: without comments and empty lines."""
    with open(path, encoding="utf-8") as f:
        text = re.sub(r"//[^\n]*|/\*.*?\*/", "", f.read(), flags=re.S)
    return sum(1 for line in text.splitlines() if line.strip())


def effort_rows():
    for name, w in WORKLOADS.items():
        cm = sum(lines_of(x) for x in included(cm_source(w)))
        weeks = claims.WEEKS.get(name)
        yield [name, "%d" % cm, "%d" % lines_of(ocl_source(w, {})), "%d" % len(w.options), "%d" % len(w.space), "%d, %d" % weeks if weeks else ""]


def against_paper(rows):
    for name in WORKLOADS:
        low, high = claims.SPEED_UPS.get(name, (None, None))
        paper = "" if low is None else "%.2g" % high if low == high else "%.2g – %.2g" % (low, high)
        yield [name, paper] + ["" if x is None else "%.2f" % x for x in (by_target(rows, name, t) for t in ALL)]


def plot(place, rows):
    """Bars of speed-up: for each workload the paper and the targets."""
    data = os.path.join(place.folder("results"), "speed_up.dat")
    with open(data, "w", encoding="utf-8") as f:
        f.write("\t".join(("workload", "paper", *ALL)) + "\n")
        for name in WORKLOADS:
            values = [claims.SPEED_UPS.get(name, (0, 0))[1]] + [by_target(rows, name, t) or 0 for t in ALL]
            f.write("\t".join([name.replace("_", " ")] + ["%.4f" % x for x in values]) + "\n")
    paths = []
    for ending, terminal in (("svg", "svg size %s" % SIZE), ("png", "pngcairo size %s" % SIZE)):
        paths.append(os.path.join(place.out, "speed_up." + ending))
        run(["gnuplot", "-e", "data='%s'; set terminal %s; set output '%s'" % (data, terminal, paths[-1]), os.path.join(HERE, "speed_up.gp")],
            "gnuplot", package="gnuplot-nox")
    return paths


def make(place, page):
    rows, missing = read(place)
    with open(os.path.join(HERE, "results_head.md"), encoding="utf-8") as f:
        text = f.read()
    parts = {"AGAINST_PAPER": markdown(["workload", "paper", *ALL], list(against_paper(rows))),
             "MISSING": ["Not run: %s." % (", ".join(missing) or "none")],
             "TABLE": markdown(list(HEAD), [x.cells() for x in rows]),
             "EFFORT": markdown(["workload", "lines of CM", "lines of OpenCL", "constants of CM", "constants of OpenCL", "weeks in the paper: OpenCL, CM"],
                                list(effort_rows()))}
    for key, lines in parts.items():
        text = text.replace("{%s}" % key, "\n".join(lines))
    path = page or os.path.join(place.folder("results"), "table.md")
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    paths = plot(place, rows)
    faster = sum(x.speed_up() > 1 and x.holds() for x in rows)
    return "%d rows, CM faster in %d whatever the latencies; %s, %s" % (len(rows), faster, path, ", ".join(paths))
