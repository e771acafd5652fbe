#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plants bugs in the sources, one at a time, and counts those that the tests find.

usage: mutate.py ROOT WORK [--seed N] [--count N] [--room ROOM]... [--jobs N] [--minutes M] [--seconds N]
       [--trust] [--quick]
       mutate.py ROOT WORK --again NUMBER... [--quick]
       mutate.py ROOT WORK --report

WORK holds a tree and a build for each job: ROOT stays as it is. Mutant number N of a seed is from room N (modulo their count)
of rooms.py; an operator of operators.py changes a line. A mutant that does not compile, or that compiles to the same objects,
is drawn anew. The others run their room's tests, then run tests and random programs, and stop at the first failure, after
--seconds of the tests' processor time at most (240). Only what a step needs is built before it. A survivor runs the rest of the release
tests, with --quick it does not. All tests must pass without a mutant first; --trust takes that for granted.

WORK/mutants.jsonl gets one line a mutant; a second run does the numbers that are not there. --again judges mutants of the log
once more, with the tests that ROOT has now. equivalent.txt argues for mutants that no test can find.
"""
import argparse
import json
import multiprocessing
import os
import random
import sys
import time

import operators
import tree as trees
from rooms import COMMON, LAST, ROOMS

HERE = os.path.dirname(os.path.abspath(__file__))
SUFFIXES = (".c", ".cpp", ".h", ".def", ".inc")


def draw(random_, folder, room):
    """A mutant of a room: file, line, operator, the line before and after. Long files are as likely as their lines."""
    files = sorted(os.path.join(path, name) for part in ROOMS[room][0] for path, _, names in os.walk(os.path.join(folder, part))
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
        return {"room": room, "file": os.path.relpath(file, folder), "line": number + 1, "operator": name,
                "before": before, "after": before[:begin] + new + before[end:]}


def plant(folder, mutant, old, new):
    """Exchanges the mutant's line; the sources may have moved it since it was drawn."""
    path = os.path.join(folder, mutant["file"])
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    places = [number for number, line in enumerate(lines) if line == mutant[old]]
    if not places:
        return False
    lines[min(places, key=lambda number: abs(number + 1 - mutant["line"]))] = mutant[new]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines))
    return True


def judge(args, tree, mutant):
    """Verdict on a planted mutant: does not build, same code, found (by which test), or survived."""
    used, since = 0, time.time() - 1
    differs = False
    for step in tree.steps_of(mutant["file"]) + ROOMS[mutant["room"]][1] + COMMON:
        if not tree.make(tree.targets(step)):
            return "does not build", ""
        if not differs:
            own, differs = tree.rebuilt(since, mutant["file"])
            if own and not differs:
                return "same code", ""
        begin = trees.processor_seconds()
        by = tree.test(step, args.seconds - used) if used < args.seconds else None
        used += trees.processor_seconds() - begin
        if by:
            return "found", by
        if by is None:
            break
    return everything(args, tree, mutant, since)


def everything(args, tree, mutant, since):
    """Verdict on a mutant that the quick steps did not find."""
    if not tree.make([]):
        return "does not build", ""
    if not tree.rebuilt(since, mutant["file"])[1]:
        return "same code", ""
    by = tree.test(LAST, trees.SECONDS_OF_CHECK) if not args.quick else ""
    return ("survived", "") if by == "" else ("found", by or "time")


def one(args, tree, mutant):
    """The mutant with its verdict, the test that finds it, and the seconds: on the clock, and of processor time."""
    begin, used = time.monotonic(), trees.processor_seconds()
    if not plant(tree.folder, mutant, "before", "after"):
        sys.exit("%s does not have the line %s" % (mutant["file"], mutant["before"]))
    try:
        mutant["verdict"], mutant["by"] = judge(args, tree, mutant)
    finally:
        plant(tree.folder, mutant, "after", "before")
    mutant["seconds"] = round(time.monotonic() - begin)
    mutant["processor"] = round(trees.processor_seconds() - used)
    return mutant


def read(log):
    """The mutants of a log; the last line about a number is the one that counts."""
    if not os.path.exists(log):
        return {}
    with open(log, encoding="utf-8") as file:
        return {mutant["number"]: mutant for mutant in map(json.loads, file)}


def write(args, lock, mutant):
    with lock, open(os.path.join(args.work, "mutants.jsonl"), "a", encoding="utf-8") as file:
        file.write(json.dumps(mutant) + "\n")
    print("%(number)d %(verdict)s %(by)s %(processor)d of %(seconds)d s: %(file)s:%(line)d %(operator)s: %(after)s" % mutant,
          flush=True)


def fresh(args, tree, number):
    """Draws mutants of a number until one compiles to other code, and judges it."""
    rooms = args.room or list(ROOMS)
    for attempt in range(100):
        mutant = draw(random.Random("%d %d %d" % (args.seed, number, attempt)), tree.folder, rooms[number % len(rooms)])
        one(args, tree, mutant)
        if mutant["verdict"] in ("found", "survived"):
            return dict(mutant, seed=args.seed, number=number)
    sys.exit("number %d: no mutant compiles" % number)


def work(args, job, queue, lock):
    """A job: takes numbers from the queue until it is empty or the time is over."""
    tree = trees.Tree(args.root, args.work, job)
    end = time.monotonic() + 60 * args.minutes
    done = read(os.path.join(args.work, "mutants.jsonl"))
    while time.monotonic() < end:
        with lock:
            number = queue.get()
        if number is None:
            break
        write(args, lock, one(args, tree, done[number]) if args.again else fresh(args, tree, number))


def hunt(args):
    os.makedirs(args.work, exist_ok=True)
    done = read(os.path.join(args.work, "mutants.jsonl"))
    if not (args.trust or args.again):
        failing = trees.Tree(args.root, args.work, 0).test(LAST, trees.SECONDS_OF_CHECK)
        if failing != "":
            sys.exit("without a mutant, this test fails: %s" % failing)
    queue, lock = multiprocessing.SimpleQueue(), multiprocessing.Lock()
    for number in args.again or [number for number in range(args.count) if number not in done]:
        queue.put(number)
    for _ in range(args.jobs):
        queue.put(None)
    jobs = [multiprocessing.Process(target=work, args=(args, job, queue, lock)) for job in range(args.jobs)]
    for job in jobs:
        job.start()
    for job in jobs:
        job.join()
    report(args)


def equivalents():
    """(file, line after) of the mutants that equivalent.txt argues for."""
    with open(os.path.join(HERE, "equivalent.txt"), encoding="utf-8") as file:
        rows = [line.split(" | ", 1) for line in file if " | " in line and not line.startswith("#")]
    return {(name, rest.rsplit(" | ", 1)[0].strip()) for name, rest in rows}  # the line may have a " | " of its own


def report(args):
    """A table of the rooms; exit status 1 if less than 95 of a hundred mutants are found."""
    equal, rows = equivalents(), {}
    for mutant in read(os.path.join(args.work, "mutants.jsonl")).values():
        row = rows.setdefault(mutant["room"], {"mutants": 0, "found": 0, "equivalent": 0, "processor": 0})
        row["mutants"] += 1
        row["processor"] += mutant["processor"]
        row["found"] += mutant["verdict"] == "found"
        row["equivalent"] += mutant["verdict"] != "found" and (mutant["file"], mutant["after"].strip()) in equal
    print("%-12s %8s %6s %11s %18s" % ("room", "mutants", "found", "equivalent", "processor seconds"))
    total = {key: sum(row[key] for row in rows.values()) for key in ("mutants", "found", "equivalent", "processor")}
    for room, row in list(rows.items()) + [("all", total)]:
        print("%-12s %8d %6d %11d %18d" % (room, row["mutants"], row["found"], row["equivalent"], row["processor"]))
    sys.exit(0 if total["found"] * 100 >= 95 * (total["mutants"] - total["equivalent"]) else 1)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("root")
    parser.add_argument("work")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=240)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--room", action="append", choices=list(ROOMS))
    parser.add_argument("--again", type=int, nargs="+")
    for name in ("--trust", "--quick", "--report"):
        parser.add_argument(name, action="store_true")
    args = parser.parse_args()
    args.root, args.work = os.path.abspath(args.root), os.path.abspath(args.work)
    (report if args.report else hunt)(args)


if __name__ == "__main__":
    main()
