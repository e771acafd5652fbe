#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Changes one to three tokens of the repository's kernels and looks at the compiler's manners.

usage: cm_mutate.py COMPILE_SERVER ROOT [--seed=N] [--first=N] [--count=N] [--seconds=N] [--keep=FOLDER] [--print=N]

Mutant N of a seed takes one of the .cm files below ROOT/test and ROOT/examples, a target and a level, and deletes,
duplicates, swaps, replaces or inserts tokens. The compiler must take it, or refuse it with an error that names a place in
the file. It may compute two seconds longer than for the file as it is. Anything else (a signal, a failed check of its own,
an error without a place) is a failure, which is kept in FOLDER."""
import collections
import os
import random
import re
import subprocess
import sys
import tempfile
import time

import cm_fuzz
import cm_wrong

LIMIT_MS = 2000
BASE_LIMIT_MS = 60000
# What the compiler says of itself.
INTERNAL = re.compile(r"\binternal\b(?! linkage)|CG0003|CM010[34]|invalid IR|LLVM ERROR|(?<!static )assertion|Stack dump|Sanitizer", re.I)
# A place in a file of the user: the mutant, or one that it includes.
PLACE = re.compile(r"(?m)^(?!/cmc-builtin)\S+:\d+:\d+: ")
VERDICTS = ["compiled", "refused", "signal", "timeout", "no place", "internal"]


def take(tokens, r):
    """Another token of the file in the place of one."""
    own = [t for t in tokens if cm_wrong.solid(t)]
    return cm_wrong.put(tokens, r, cm_wrong.solid, r.choice(own))


def bring(tokens, r):
    """Another token of the file between two."""
    own = [t for t in tokens if cm_wrong.solid(t)]
    tokens.insert(r.randrange(len(tokens)), " %s " % r.choice(own))
    return tokens


CHANGES = [cm_wrong.drop, cm_wrong.drop, cm_wrong.drop_bracket, cm_wrong.double, cm_wrong.swap, cm_wrong.swap, take, take, bring, cm_wrong.other_type,
           cm_wrong.other_number, cm_wrong.other_word, cm_wrong.other_mark, cm_wrong.insert]


def files(root):
    out = []
    for part in ["test", "examples"]:
        for folder, _, names in os.walk(os.path.join(root, part)):
            out += [os.path.join(folder, n) for n in names if n.endswith(".cm")]
    return sorted(out)


def mutant(seed, n, paths):
    """(path, target, level, text) of mutant n."""
    r = random.Random("%d %d" % (seed, n))
    path = r.choice(paths)
    with open(path, encoding="latin-1", newline="") as f:
        tokens = cm_wrong.TOKEN.findall(f.read())
    for _ in range(r.choice([1, 1, 2, 3])):
        tokens = [t for t in r.choice(CHANGES)(tokens, r) if t] or [";"]
    return path, cm_fuzz.TARGETS[n % len(cm_fuzz.TARGETS)], n // len(cm_fuzz.TARGETS) % 2 * 2, "".join(tokens)


class Server:
    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.base_ms = {}

    def compile(self, path, target, level, limit_ms, folder):
        """(status, signal, cpu_ms, messages)"""
        self.process.stdin.write(("%s %s %d %d %s\n" % (path, target, level, limit_ms, folder)).encode())
        self.process.stdin.flush()
        status, ended, cpu_ms, length = map(int, self.process.stdout.readline().split())
        return status, ended, cpu_ms, self.process.stdout.read(length).decode("utf-8", "replace")

    def base(self, path, target, level):
        """The milliseconds that the file as it is needs."""
        key = path, target, level
        if key not in self.base_ms:
            self.base_ms[key] = self.compile(path, target, level, BASE_LIMIT_MS, os.path.dirname(path))[2]
        return self.base_ms[key]


def verdict(status, ended, text):
    if ended == 27:  # SIGPROF
        return "timeout"
    if ended or INTERNAL.search(text) or status not in (0, 1):
        return "signal" if ended else "internal"
    if status == 0:
        return "compiled"
    blocks = re.split(r"(?m)^(?=\S+:(?:\d+:)* (?:fatal )?error: |error: )", text)[1:]
    return "refused" if any(PLACE.search(b) for b in blocks) else "no place"


def judge(server, case, path):
    """(verdict, messages). Only a mutant that needs long asks what the file as it is needs."""
    original, target, level, _ = case
    answer = server.compile(path, target, level, LIMIT_MS, os.path.dirname(original))
    if answer[1] == 27:
        answer = server.compile(path, target, level, LIMIT_MS + server.base(original, target, level), os.path.dirname(original))
    return verdict(answer[0], answer[1], answer[3]), answer[3]


def run(server, options, paths, folder):
    seed, end = int(options.get("seed", 1)), time.monotonic() + float(options.get("seconds", 1e9))
    seen = collections.Counter()
    n = int(options.get("first", 0))
    last = n + int(options.get("count", 1 << 60))
    while n < last and time.monotonic() < end:
        case = mutant(seed, n, paths)
        path = os.path.join(options.get("keep") or folder, "mutant-%d-%d.cm" % (seed, n))
        with open(path, "w", encoding="latin-1", newline="") as f:
            f.write(case[3])
        what, text = judge(server, case, path)
        seen[what] += 1
        if what in VERDICTS[:2]:
            os.unlink(path)
        else:
            print("mutant %d %s -march=%s -O%d of %s: %s: %s" % (n, path, case[1], case[2], case[0], what, text[:400]), flush=True)
        n += 1
    return seen


def main(arguments):
    options = dict((a[2:].split("=", 1) + [""])[:2] for a in arguments if a.startswith("--"))
    program, root = [a for a in arguments if not a.startswith("--")]
    paths = files(root)
    if "print" in options:
        print(mutant(int(options.get("seed", 1)), int(options["print"]), paths)[3])
        return 0
    with tempfile.TemporaryDirectory() as folder:
        seen = run(Server(program), options, paths, folder)
    print("seed %s, %d files: %d mutants; %s" % (options.get("seed", 1), len(paths), sum(seen.values()),
                                                 ", ".join("%d %s" % (seen[v], v) for v in VERDICTS)))
    return 1 if any(seen[v] for v in VERDICTS[2:]) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
