# SPDX-License-Identifier: MIT
"""Builds a side of a workload, runs it on xesim in a process of its own, and reads the figures of the timing estimate."""
import functools
import json
import os
import re
import subprocess
import sys
import tempfile

import numpy as np

import workload
from cmrt import Device
from workload import HERE, ROOT, WORKLOADS

# Which ocloc knows the target, and by which name.
DEVICES = {"icl": "icllp", "tgl": "tgllp", "pvc": "pvc", "bmg": "bmg"}
TODAYS = ("bmg",)
TODAYS_OCLOC = os.path.join(ROOT, "test/oracle/modern/bin/ocloc")
LANES = {"icl": 8, "tgl": 8, "pvc": 16, "bmg": 16}  # of 32 bits that a pipe of an EU takes in a cycle, see docs/timing.md
SUMS = {"instructions": ("instructions",), "issue_slots": ("issue_slots",), "messages": ("mix", "send")}
MOVED = ("read_bytes", "write_bytes", "slm_bytes")
EXTENSIONS = "-cl-intel-allow-zebin -cl-ext=+all,+cl_intel_media_block_io"
OPTIONS = [os.path.join(HERE, x) for x in ("measure.py", "solvers.py", "streams.py")]  # files that say how to compile
LATENCIES = (100, 50, 200)


class Failed(Exception):
    """A tool is missing or refuses; the text says which and why."""


class Place:
    """Folders of a run: the project's build, and what the run makes in it. Small runs have a folder of their own."""

    def __init__(self, build, small=False):
        self.build = os.path.abspath(build)
        self.out = os.path.join(self.build, "paper-small" if small else "paper")

    def folder(self, name):
        path = os.path.join(self.out, name)
        os.makedirs(path, exist_ok=True)
        return path

    def bin(self, name):
        path = os.path.join(self.build, "bin", name)
        if not os.path.exists(path):
            raise Failed("found no %s: build the project first (./build.sh build)" % path)
        return path

    def library(self):
        return os.path.join(self.build, "lib/libcmrt.so")


def run(command, who, package="intel-opencl-icd", **more):
    """Standard output of a command. package: Debian's, for the message if the command is missing."""
    try:
        r = subprocess.run(command, capture_output=True, text=True, check=False, **more)
    except FileNotFoundError as e:
        raise Failed("found no %s: it is in Debian's package %s (./build.sh build installs it)" % (command[0], package)) from e
    if r.returncode != 0:
        lines = (r.stderr + r.stdout).strip().splitlines()
        first = next((x for x in lines if "error:" in x.lower() or "found no" in x), lines[-1] if lines else "status %d" % r.returncode)
        raise Failed("%s: %s" % (who, first))
    return r.stdout


def tuned():
    """Workload -> side -> target -> constants."""
    with open(os.path.join(HERE, "tuned.json"), encoding="utf-8") as f:
        return json.load(f)


def ocloc_of(target):
    return TODAYS_OCLOC if target in TODAYS else os.environ.get("OCLOC", "ocloc")


def is_newer(path, sources):
    """Whether a file is there and newer than what it was made of."""
    return os.path.exists(path) and all(os.path.getmtime(x) < os.path.getmtime(path) for x in (*sources, *OPTIONS))


def included(path):
    """A source and its own headers."""
    with open(path, encoding="utf-8") as f:
        names = re.findall(r'#include "(.*?)"', f.read())
    return [path] + [os.path.join(os.path.dirname(path), x) for x in names]


def cm_source(w):
    return os.path.join(ROOT, w.source)


def build_cm(place, w, target):
    out, cmc = os.path.join(place.folder("cm"), "%s.%s.bin" % (w.name, target)), place.bin("cmc")
    if not is_newer(out, [cmc] + included(cm_source(w))):
        new = "%s.%d" % (out, os.getpid())
        run([cmc, "-march=" + target, cm_source(w), "-o", new] + w.cm_options(target), "cmc")
        os.replace(new, out)
    return out


def ocl_source(w, constants):
    return os.path.join(HERE, "ocl", w.ocl + ("_naive.cl" if constants is None else ".cl"))


def build_ocl(place, w, target, constants):
    """constants None: the naive version. Returns the zebin."""
    name = "_".join([w.name, "naive"] if constants is None else [w.name] + ["%s%s" % x for x in sorted(constants.items())])
    out = os.path.join(place.folder("ocl"), "%s.%s.bin" % (name, target))
    if not is_newer(out, [ocl_source(w, constants)]):
        options = " ".join(["-cl-std=CL3.0"] + w.ocl_options(target, constants or {}))
        with tempfile.TemporaryDirectory(dir=place.folder("ocl")) as folder:
            # In the folder, because ocloc also writes to the current one. Today's adds a suffix to the name whatever it is told.
            run([ocloc_of(target), "-q", "compile", "-file", ocl_source(w, constants), "-device", DEVICES[target], "-options", options,
                 "-internal_options", EXTENSIONS, "-out_dir", folder, "-output_no_suffix", "-output", "k"], "ocloc for " + target, cwd=folder)
            made = os.path.join(folder, "k")
            os.replace(made if os.path.exists(made) else made + ".bin", out)
    return out


def save(path, write):
    """Makes a file as a whole: other jobs may make the same one."""
    new = "%s.%d" % (path, os.getpid())
    with open(new, "wb") as f:
        write(f)
    os.replace(new, path)


def data_files(place, w, parameters):
    """The data as files, which both sides read: name -> path. The last file to be made lists the names."""
    path = os.path.join(place.folder("data"), "-".join([w.name] + [str(x) for x in parameters.values()]))
    if not is_newer(path, []):
        data = w.data(**parameters)
        for key, array in data.items():
            save("%s-%s.npy" % (path, key), lambda f, a=array: np.save(f, a))
        save(path, lambda f: f.write(" ".join(data).encode()))
    with open(path, encoding="utf-8") as f:
        return {key: "%s-%s.npy" % (path, key) for key in f.read().split()}


def start(place, target, percent, log, warm):
    """The environment of the simulator for this process."""
    os.environ["XESIM_WARM"] = str(int(warm))
    os.environ.update(XESIM_TIMING="json:" + log, XESIM_LATENCY=str(percent), XESIM_DEVICES=target, XESIM_WORKERS="1", XESIM_WATCHDOG="0",
                      CMRT_DEVICE="xesim:" + target)
    os.environ.pop("ZE_ENABLE_ALT_DRIVERS", None)


def repeat(device, launch, runs):
    for _ in range(runs):
        device.again()
        out = launch(device)
    return out


def run_cm(place, w, target, binary, files, data, options, runs):
    if w.program is None:
        return repeat(Device(place.library(), "xesim:" + target, binary), lambda device: w.cm_launch(device, data, options), runs)
    outs = {x: "%s.%d.%s.npy" % (binary, os.getpid(), x) for x in w.outputs}
    try:
        run([place.bin(w.program), "--device=xesim:" + target, "--kernel=" + binary] + ["--%s=%s" % x for x in outs.items()] +
            w.cm_arguments(files) + ["--repeat=%d" % runs] + ["--%s=%s" % x for x in options.items()], w.program)
        got = tuple(np.load(x) for x in outs.values())
        return got if len(got) > 1 else got[0]
    finally:
        for path in filter(os.path.exists, outs.values()):
            os.remove(path)


def cycles_of(launch, target):
    """The estimate of a launch ends with its last instruction; the memory still takes what has been written."""
    return max(launch["cycles"], launch["dram_bytes"] / memory_b(target))


def figures(log, target, runs):
    """Sums over the launches of the last run."""
    with open(log, encoding="utf-8") as f:
        launches = [json.loads(line) for line in f if line.strip()]
    if not launches:
        raise Failed("the simulator wrote no figures")
    launches = launches[len(launches) * (runs - 1) // runs:]
    out = {key: sum(x[path[0]] if len(path) == 1 else x[path[0]][path[1]] for x in launches) for key, path in SUMS.items()}
    out["cycles"] = sum(cycles_of(x, target) for x in launches)
    out["bytes"] = sum(x[key] for x in launches for key in MOVED)
    out["dram_bytes"] = sum(x["dram_bytes"] for x in launches)
    out["launches"] = len(launches)
    out["eus"] = launches[0]["cores"] * launches[0]["eus"]
    return out


@functools.cache
def memory_b(target):
    """Bytes of memory in a cycle of the model: from the model's own table."""
    with open(os.path.join(ROOT, "lib/sim/timing/facts.c"), encoding="utf-8") as f:
        return float(re.search(r"timing_facts %s = \{[^}]*\.dram_b = ([\d.]+)" % target, f.read()).group(1))


def least_cycles(w, data, target, eus):
    """No program for the workload takes less in the model: for its bytes, for its operations."""
    size_b, operations = w.least(data)
    return max(size_b / memory_b(target), operations / (eus * LANES[target]))


def job(place, name, side, target, parameters, percent, constants, check, warm=False):
    """Builds and runs one side once. constants: of the OpenCL side (None: naive); options of the CM program. warm: runs it twice, and
    the second run finds in L3 what the first one left. Returns figures."""
    runs = 2 if warm else 1
    w, began = WORKLOADS[name], os.times()
    log = os.path.join(place.folder("logs"), "%d.json" % os.getpid())
    start(place, target, percent, log, warm)
    files = data_files(place, w, parameters)
    data = {key: np.load(path) for key, path in files.items()}
    if side == "cm":
        binary = build_cm(place, w, target)
    else:
        binary = build_ocl(place, w, target, constants)
    try:
        open(log, "w", encoding="utf-8").close()
        if side == "cm":
            got = run_cm(place, w, target, binary, files, data, constants or {}, runs)
        else:
            device = Device(place.library(), "xesim:" + target, binary)
            got = repeat(device, lambda d: w.ocl_launch(d, data, constants, target), runs)
        if check:
            w.check(data, got)
        out = figures(log, target, runs)
    except workload.Wrong as e:
        raise Failed("%s, %s, %s: wrong result: %s" % (name, side, target, e)) from e
    finally:
        os.remove(log)
    out["least"] = w.steps(out["launches"]) * least_cycles(w, data, target, out["eus"])
    out["seconds"] = sum(os.times()[:4]) - sum(began[:4])  # of the processor, children included
    return out


def alone(args):
    """Runs `job` in the process of a pool; errors come back as texts, so that every kind of them can be sent."""
    sys.path.insert(0, HERE)
    import workloads  # noqa: F401
    try:
        return job(*args), None
    except Exception as e:  # a crash of one variant costs that variant only
        return None, "%s %s %s: %s" % (args[1], args[2], args[3], e)
