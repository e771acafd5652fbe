#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the row tests: compiles each test/cm/rows/*.cm, runs its kernels on xesim with random and edge data under all
checkers, or on the CPU (-march=host), and compares with the references of the Python file of the same name (rowlib.py says how they are written).
usage: rows.py CMC CMRUN ROWS_DIR [-march=TARGET] [--xfail=FILE] [--share=K/N] [another option of cmc ...] [FILE or KERNEL ...]
The file of --xfail lists "kernel target" pairs that fail today; such a kernel has to fail, or the test says so.
--share: of the files, each Nth from the Kth."""
import importlib.util
import os
import re
import subprocess
import sys
import tempfile
import zlib

import rowlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../run"))
import share  # noqa: E402


def load(path):
    """The references of one file: {kernel: entry}."""
    rowlib.ROWS = {}
    spec = importlib.util.spec_from_file_location("rows_" + os.path.basename(path)[:-3], path)
    module = importlib.util.module_from_spec(spec)
    sys.dont_write_bytecode = True
    spec.loader.exec_module(module)
    return rowlib.ROWS


def run(command):
    r = subprocess.run(command, capture_output=True, text=True, check=False)
    if r.returncode != 0:
        raise RuntimeError("%s: exit %d\n%s%s" % (" ".join(command), r.returncode, r.stdout, r.stderr))


# The CPU path has the language of this target.
HOST_LANGUAGE = "bmg"
# Files of constructs that the CPU path refuses, with this error. Their other kernels run.
REFUSED_ON_HOST = {"assembly.cm", "sends.cm"}
NO_FORM = " has no form on the CPU"


class Runner:
    def __init__(self, cmc, cmrun, target, scratch, options):
        self.cmc, self.cmrun, self.target, self.scratch, self.options = cmc, cmrun, target, scratch, options
        self.language = HOST_LANGUAGE if target == "host" else target

    def file(self, name, data=None):
        path = os.path.join(self.scratch, name)
        if data is not None:
            with open(path, "wb") as f:
                f.write(data)
        return path

    def compile(self, source, only=None, options=()):
        """The zebin of a file, or of the file with one of its kernels alone."""
        binary = os.path.join(self.scratch, "k.bin")
        if only:
            with open(source, encoding="utf-8") as f:
                text = KERNEL.sub(lambda m: m.group(0) if only in m.groups() else "\n" * m.group(0).count("\n"), f.read())
            options = [*options, "-I", os.path.dirname(source)]
            source = self.file("only.cm", text.encode())
        run([self.cmc, source, "-march=" + self.target, "-o", binary, *self.options, *options])
        return binary

    def launch(self, binary, kernel, arguments, groups, local, dumps):
        command = [self.cmrun, binary, "--device", self.target, "-k", kernel, "--check",
                   "--groups", "%d,%d,%d" % tuple(groups), "--local", "%d,%d,%d" % tuple(local)]
        for a in arguments:
            command += ["--arg", a]
        for i in dumps:
            command += ["--dump", "%d:file=%s" % (i, self.file("out%d" % i))]
        run(command)
        return [open(self.file("out%d" % i), "rb").read() for i in dumps]

    def plain(self, binary, kernel, reference):
        """A ROW kernel: all groups in one launch."""
        cases = []
        for g in range(rowlib.GROUPS):
            cases.append(rowlib.Case(zlib.crc32(kernel.encode()) + g, self.language))
            reference(cases[-1])
        if cases[0].arguments:
            return self.special(binary, kernel, cases[0])
        in_b, out_b = max(len(cases[0].input), 64), max(cases[0].output_size, 64)
        data = b"".join(c.input.ljust(in_b, b"\0") for c in cases)
        arguments = ["svm:%d:file=%s" % (len(data), self.file("in", data)), "svm:%d:fill,-1:b" % (out_b * len(cases)),
                     "i32:%d" % in_b, "i32:%d" % out_b]
        out, = self.launch(binary, kernel, arguments, (len(cases), 1, 1), (1, 1, 1), [1])
        lines = []
        for g, c in enumerate(cases):
            lines += ["group %d, %s" % (g, d) for d in rowlib.differences(c, out[g * out_b:])]
        return lines

    def special(self, binary, kernel, case):
        """A kernel with arguments of its own."""
        arguments, dumps = [], []
        for i, (spec, data, expect) in enumerate(case.arguments):
            if spec in ("buf", "svm"):
                size = len(data if data is not None else expect)
                init = "file=" + self.file("in%d" % i, data) if data is not None else "fill,-1:b"
                spec = "%s:%d:%s" % (spec, size, init)
            elif spec.startswith("image"):
                spec += ":%s:%s" % (self.file("in%d" % i, data), self.file("out%d" % i))
            elif data is not None:
                spec += ":file=" + self.file("in%d" % i, data)
            arguments.append(spec)
            if expect is not None:
                dumps.append(i)
        self.launch(binary, kernel, arguments, case.groups, case.local,
                    [i for i in dumps if not case.arguments[i][0].startswith("image")])
        lines = []
        for i in dumps:
            with open(self.file("out%d" % i), "rb") as f:
                got = f.read()
            want = case.arguments[i][2]
            bad = [k for k in range(len(want)) if k >= len(got) or got[k] != want[k]]
            if bad:
                first = bad[0] & ~3
                lines.append("argument %d: %d of %d bytes differ, first at byte %d: got %s, expected %s" % (
                    i, len(bad), len(want), bad[0], got[first:first + 16].hex(), want[first:first + 16].hex()))
        return lines


# A kernel begins at the start of a line and ends with a brace there.
KERNEL = re.compile(r'^(?:extern "C" )?(?:ROW\((\w+)\)|_GENX_MAIN_ void (\w+)\().*?^}\n', re.M | re.S)


def kernels_of(source):
    with open(source, encoding="utf-8") as f:
        return [a or b for a, b in KERNEL.findall(f.read())]


def run_kernel(r, binary, source, kernel, entry):
    reference, _, _, options = entry
    try:
        if binary is None:
            binary = r.compile(source, kernel, options)
        lines = r.plain(binary, kernel, reference)
    except RuntimeError as e:
        lines = [str(e)]
    return "; ".join(lines[:3])


def run_file(r, source, wanted, xfail):
    """(kernels run, failures) of one source file."""
    entries = load(source[:-3] + ".py")
    names = kernels_of(source)
    failures = ["%s: has no kernel or no reference" % n for n in set(names) ^ set(entries)]
    here = [n for n in names if n in entries and r.language in (entries[n][2] or [r.language])
            and (not wanted or n in wanted or os.path.basename(source)[:-3] in wanted)]
    binary = None
    if len(here) > 1 and not any(entries[n][3] for n in here):
        try:  # all kernels in one compilation; when one is refused, each in its own
            binary = r.compile(source)
        except RuntimeError:
            pass
    for n in here:
        why = run_kernel(r, binary, source, n, entries[n])
        if r.target == "host" and NO_FORM in why and os.path.basename(source) in REFUSED_ON_HOST:
            continue
        expected = (n, r.target) in xfail
        if why and not expected:
            failures.append("%s: %s" % (n, why))
        elif not why and expected:
            failures.append("%s: passes on %s; remove it from the list of failures" % (n, r.target))
    return len(here), failures


def main(cmc, cmrun, folder, *rest):
    target, xfail, wanted, options = "tgl", set(), [], []
    for x in rest:
        if x.startswith("-march="):
            target = x[7:]
        elif x.startswith("--xfail="):
            with open(x[8:], encoding="utf-8") as f:
                xfail = {tuple(line.split()[:2]) for line in f if line.strip() and not line.startswith("#")}
        elif not x.startswith(share.OPTION):
            (options if x.startswith("-") else wanted).append(x)
    os.environ["CMRT_DEVICE"] = "xesim"
    os.environ["XESIM_DEVICES"] = target
    count, failed = 0, 0
    with tempfile.TemporaryDirectory() as scratch:
        r = Runner(cmc, cmrun, target, scratch, options)
        for name in share.taken(sorted(n for n in os.listdir(folder) if n.endswith(".cm")), rest):
            n, failures = run_file(r, os.path.join(folder, name), wanted, xfail)
            count += n
            failed += len(failures)
            print("%-5s %-24s %3d kernels" % ("FAIL" if failures else "ok", name, n))
            for f in failures:
                print("  FAIL " + f)
    print("%s: %d kernels, %d failed" % (target, count, failed))
    sys.exit(1 if failed or not count else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
