#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The corpus: kernels of the size and shape that people run on these GPUs. A kernel is a file of test/bench/corpus/kernels with a
set of macros; the modules beside this one list them and compute in plain Python what they must write. test/bench/vs-vc measures
them; this program checks them: it compiles each for its targets, runs it on xesim under all checkers and compares.
usage: corpus.py CMC CMRUN [-march=TARGET,...] [--share=K/N] [--first] [--list] [--CMC_OPTION...] [NAME...]
--share: every N-th kernel, from the K-th; --first: only the first kernel of each file."""
import importlib
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "../../run")]
import share  # noqa: E402
from launch import LIKE, Launch  # noqa: E402

MODULES = ("attention", "products", "convolution", "norms", "sorting", "media", "codes")
TARGETS = ("tgl", "dg2", "pvc", "bmg")
DPAS = ("dg2", "pvc", "bmg")
BLOCKS = ("pvc", "bmg")  # 2-D blocks of memory, dpas of 16 lanes


class Kernel:
    def __init__(self, name, file, targets, registers, macros, reference, first):
        self.name = name
        self.path = os.path.join(HERE, "kernels", file)
        self.targets = tuple(targets) + tuple(x for x, like in LIKE.items() if like in targets)
        self.registers = registers
        self.macros = macros
        self.reference = reference
        self.first = first  # of its file

    def options(self, target):
        grf = ["-mgrf=%d" % self.registers] if self.registers != 128 and target != "tgl" else []
        return grf + ["-D%s=%s" % x for x in self.macros.items()]

    def launches(self, target):
        launch = Launch(self.name, target)
        self.reference(launch, **self.macros)
        return [launch]


KERNELS = {}


def kernels(file, targets=TARGETS, registers=128, **variants):
    """Decorates the reference of a file: a function of the launch and the macros. variants: kernel name = macros; the words
    targets and registers among them apply to that kernel alone."""
    def add(reference):
        for i, (name, macros) in enumerate(variants.items()):
            own = dict(macros)
            KERNELS[name] = Kernel(name, file, own.pop("targets", targets), own.pop("registers", registers), own, reference, i == 0)
        return reference
    return add


def load():
    sys.modules.setdefault("corpus", sys.modules[__name__])
    for name in MODULES:
        importlib.import_module(name)
    return KERNELS


def run(command):
    r = subprocess.run(command, capture_output=True, text=True)
    if r.returncode != 0:
        raise RuntimeError("%s: exit %d\n%s%s" % (" ".join(command), r.returncode, r.stdout[-2000:], r.stderr[-2000:]))


def check(cmc, cmrun, kernel, target, options):
    with tempfile.TemporaryDirectory() as scratch:
        binary = os.path.join(scratch, "k.bin")
        run([cmc, "-march=" + target, kernel.path, "-o", binary] + kernel.options(target) + options)
        for launch in kernel.launches(target):
            run(launch.command(cmrun, binary, scratch) + ["--check"])
            mistake = launch.mistake(scratch)
            if mistake:
                raise RuntimeError(mistake)


def chosen(names, argv):
    picked = [x for x in share.taken(list(KERNELS), argv) if "--first" not in argv or KERNELS[x].first]
    return [KERNELS[x] for x in names or picked]


def main(argv):
    load()
    own = ("-march", "--share", "--first", "--list")
    options = dict((x + "=").split("=")[:2] for x in argv if x.split("=")[0] in own)
    words = [x for x in argv if not x.startswith("-")]
    cmc, cmrun = words[:2]
    os.environ.setdefault("CMRT_DEVICE", "xesim")
    failed = count = 0
    for kernel in chosen(words[2:], argv):
        if "--list" in options:
            print("%-24s %-24s %s" % (kernel.name, os.path.basename(kernel.path), ",".join(t for t in kernel.targets if t in TARGETS)))
            continue
        for target in options.get("-march", ",".join(TARGETS)).split(","):
            if target not in kernel.targets:
                continue
            count += 1
            try:
                check(cmc, cmrun, kernel, target, [x for x in argv if x.startswith("-") and x.split("=")[0] not in own])
                print("ok   %s %s" % (target, kernel.name))
            except RuntimeError as e:
                failed += 1
                print("FAIL %s %s: %s" % (target, kernel.name, e))
            sys.stdout.flush()
    print("%d runs, %d failed" % (count, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
