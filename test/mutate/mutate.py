#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plants bugs in the sources, one at a time, and counts those that the tests find.

usage: mutate.py ROOT WORK [--seed N] [--count N] [--room ROOM]... [--minutes M] [--trust]
       mutate.py ROOT WORK --report

WORK holds a tree and a build of its own: ROOT stays as it is. Mutants are drawn from the seed, from one room after the
other (rooms.py, operators.py). A mutant that does not compile, or that compiles to the same objects, is drawn anew. Each
runs its room's tests, then run tests and random programs, and stops at the first failure, for four minutes at most. A
survivor runs the rest of the release tests. All tests must pass without a mutant first; --trust takes that for granted.
WORK/mutants.jsonl gets one line a mutant; a second run with the same seed goes on after the last line. equivalent.txt argues
for mutants that no test can find.
"""
import argparse
import hashlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time

import operators
from rooms import COMMON, ROOMS

HERE = os.path.dirname(os.path.abspath(__file__))
LIT = "/usr/lib/llvm-19/build/utils/lit/lit.py"
SUFFIXES = (".c", ".cpp", ".h", ".def")
SECONDS_A_MUTANT = 240
SECONDS_A_BUILD = 900
SECONDS_OF_CHECK = 3600


def run(command, seconds, cwd):
    """Exit status of a command and its output; status None after the time is over (its children end as well)."""
    with subprocess.Popen(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", start_new_session=True) as process:
        try:
            output, _ = process.communicate(timeout=max(seconds, 1))
            return process.returncode, output
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return None, process.communicate()[0]


class Tree:
    """A checkout with a build of its own, in which mutants are planted."""

    def __init__(self, root, work):
        self.folder = os.path.join(work, "tree")
        self.build = os.path.join(self.folder, "build")
        head = subprocess.check_output(["git", "-C", root, "rev-parse", "HEAD"], text=True).strip()
        if not os.path.isdir(self.folder):
            subprocess.check_call(["git", "-C", root, "worktree", "add", "-q", "--detach", self.folder, head])
        subprocess.check_call(["git", "checkout", "-q", "--force", "--detach", head], cwd=self.folder)
        cache = os.path.join(root, "build-cache")
        if os.path.isdir(cache):
            shutil.copytree(cache, os.path.join(self.folder, "build-cache"), dirs_exist_ok=True)
        subprocess.check_call(["cmake", "--preset", "release"], cwd=self.folder, stdout=subprocess.DEVNULL)
        status, output = self.make()
        if status != 0:
            sys.exit("the sources do not build without a mutant:\n" + output[-2000:])

    def make(self):
        return run(["ninja", "-C", self.build], SECONDS_A_BUILD, self.folder)

    def objects(self):
        """What the build consists of: the hash of each object file, and of headers that cmc carries."""
        hashes = {}
        for folder, _, names in os.walk(self.build):
            for name in names:
                if name.endswith((".o", ".inc", ".h", ".pch")):
                    path = os.path.join(folder, name)
                    with open(path, "rb") as file:
                        hashes[path] = hashlib.sha1(file.read()).hexdigest()
        return hashes

    def test(self, step, seconds):
        """The name of the first failing test of a step, "" if all pass, None if the time is over."""
        kind, names = step
        if kind == "lit":
            command = [sys.executable, LIT, "-q", "-j2", "--max-failures=1", os.path.join(self.build, "test/lit")]
            command += ["--filter", names] if names else []
        else:
            command = ["ctest", "--test-dir", self.build, "-j2", "--timeout", "120", "--stop-on-failure", "-R", names]
        status, output = run(command, seconds, self.folder)
        if status == 0 and "No tests were found" in output:
            sys.exit("no test of the name " + names)
        return None if status is None else "" if status == 0 else failed_test(kind, output)


def failed_test(kind, output):
    lines = output.splitlines()
    if kind == "lit":
        found = [line.split(":: ")[1].split(" ")[0] for line in lines if ":: " in line]
    else:
        found = [line.split(": ")[1].split(" ")[0] for line in lines if "***" in line and ": " in line]
    return "%s %s" % (kind, found[0] if found else "fails")


def draw(random_, tree, room):
    """A mutant of a room: file, line, operator, the line before and after. Long files are as likely as their lines."""
    folders = ROOMS[room][0]
    files = sorted(os.path.join(path, name) for folder in folders for path, _, names in os.walk(os.path.join(tree, folder))
                   for name in names if name.endswith(SUFFIXES))
    sizes = [os.path.getsize(file) for file in files]
    while True:
        file = random_.choices(files, sizes)[0]
        with open(file, encoding="utf-8") as text:
            lines = text.read().split("\n")
        found = list(operators.places(file, lines))
        kind = random_.choice(sorted({place[0] for place in found} or {""}))
        if not kind:
            continue
        name, number, begin, end, new = random_.choice([place for place in found if place[0] == kind])
        before = lines[number]
        return {"room": room, "file": os.path.relpath(file, tree), "line": number + 1, "operator": name,
                "before": before, "after": before[:begin] + new + before[end:]}


def plant(tree, mutant, text):
    """Exchanges the mutant's line for the text."""
    path = os.path.join(tree, mutant["file"])
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    lines[mutant["line"] - 1] = text
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines))


def judge(tree, mutant, clean):
    """Verdict on a planted mutant: does not build, same code, found (by which test), or survived."""
    if tree.make()[0] != 0:
        return "does not build", ""
    if tree.objects() == clean:
        return "same code", ""
    end = time.monotonic() + SECONDS_A_MUTANT
    for step in ROOMS[mutant["room"]][1] + COMMON:
        by = tree.test(step, end - time.monotonic())
        if by:
            return "found", by
        if by is None:
            break
    by = tree.test(("ctest", "."), SECONDS_OF_CHECK)
    return ("found", by or "time") if by != "" else ("survived", "")


def one(tree, mutant, clean):
    begin = time.monotonic()
    plant(tree.folder, mutant, mutant["after"])
    try:
        mutant["verdict"], mutant["by"] = judge(tree, mutant, clean)
    finally:
        plant(tree.folder, mutant, mutant["before"])
    mutant["seconds"] = round(time.monotonic() - begin)
    return mutant


def read(log):
    if not os.path.exists(log):
        return []
    with open(log, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def hunt(args):
    log = os.path.join(args.work, "mutants.jsonl")
    os.makedirs(args.work, exist_ok=True)
    done = read(log)
    tree = Tree(args.root, args.work)
    clean = tree.objects()
    failing = "" if args.trust else tree.test(("ctest", "."), SECONDS_OF_CHECK)
    if failing != "":
        sys.exit("without a mutant, this test fails: %s" % failing)
    rooms = args.room or list(ROOMS)
    counted = sum(mutant["verdict"] in ("found", "survived") for mutant in done)
    number, end = len(done), time.monotonic() + 60 * args.minutes
    while counted < args.count and time.monotonic() < end:
        mutant = draw(random.Random("%d %d" % (args.seed, number)), tree.folder, rooms[counted % len(rooms)])
        mutant.update(one(tree, mutant, clean), seed=args.seed, number=number)
        with open(log, "a", encoding="utf-8") as file:
            file.write(json.dumps(mutant) + "\n")
        print("%(number)d %(verdict)s %(by)s %(seconds)d s: %(file)s:%(line)d %(operator)s: %(after)s" % mutant, flush=True)
        number += 1
        counted += mutant["verdict"] in ("found", "survived")
    report(args)


def equivalents():
    """(file, line after) of the mutants that equivalent.txt argues for."""
    with open(os.path.join(HERE, "equivalent.txt"), encoding="utf-8") as file:
        rows = [line.rstrip("\n").split(" | ") for line in file if " | " in line and not line.startswith("#")]
    return {(row[0], row[1].strip()) for row in rows}


def report(args):
    """A table of the rooms; exit status 1 if less than 95 of a hundred mutants are found."""
    equal = equivalents()
    found, all_ = {}, {}
    for mutant in read(os.path.join(args.work, "mutants.jsonl")):
        if mutant["verdict"] not in ("found", "survived") or (mutant["file"], mutant["after"].strip()) in equal:
            continue
        room = mutant["room"]
        all_[room] = all_.get(room, 0) + 1
        found[room] = found.get(room, 0) + (mutant["verdict"] == "found")
    for room in all_:
        print("%-12s %3d of %3d" % (room, found[room], all_[room]))
    hits, total = sum(found.values()), sum(all_.values())
    print("%-12s %3d of %3d found, seed %d" % ("all", hits, total, args.seed))
    sys.exit(0 if hits * 100 >= 95 * total else 1)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("root")
    parser.add_argument("work")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--room", action="append", choices=list(ROOMS))
    parser.add_argument("--trust", action="store_true")
    parser.add_argument("--report", action="store_true")
    args = parser.parse_args()
    (report if args.report else hunt)(args)


if __name__ == "__main__":
    main()
