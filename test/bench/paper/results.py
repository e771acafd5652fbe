# SPDX-License-Identifier: MIT
"""Files of results: results/NAME.txt has a line for each run, and survives a run of the other side. Several processes may add to
a file at once: each holds the lock NAME.lock while it reads and replaces the file."""
import contextlib
import fcntl
import os

KEYS = ("side", "target", "input", "latency")
NUMBERS = ("cycles", "least", "instructions", "issue_slots", "messages", "bytes", "dram_bytes", "launches", "seconds")
NAIVE = "naive"  # the side of the OpenCL side's first version
TWICE, WARM = "*2", "@warm"  # ends of the labels of an input of twice the size, of a repeated run


def path_of(place, name):
    return os.path.join(place.folder("results"), name + ".txt")


def read(place, name):
    """(side, target, input, latency) -> {figure: number}. A file with other columns is from another version and counts as empty."""
    if not os.path.exists(path_of(place, name)):
        return {}
    with open(path_of(place, name), encoding="utf-8") as f:
        lines = [line.split() for line in f]
    if tuple(lines[0]) != KEYS + NUMBERS:
        return {}
    return {(*words[:3], int(words[3])): dict(zip(NUMBERS, (float(x) for x in words[len(KEYS):]))) for words in lines[1:]}


@contextlib.contextmanager
def locked(place, name):
    with open(os.path.join(place.folder("results"), name + ".lock"), "w", encoding="utf-8") as f:
        fcntl.flock(f, fcntl.LOCK_EX)
        yield


def write(place, name, rows):
    """Adds rows to those of the file."""
    with locked(place, name):
        replace(place, name, {**read(place, name), **rows})


def replace(place, name, table):
    """The file is replaced as a whole, so that readers need no lock."""
    lines = [KEYS + NUMBERS] + [(*key[:3], str(key[3]), *("%.0f" % row[x] for x in NUMBERS)) for key, row in sorted(table.items())]
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    new = "%s.%d" % (path_of(place, name), os.getpid())
    with open(new, "w", encoding="utf-8") as f:
        for line in lines:
            f.write("  ".join(word.ljust(n) for word, n in zip(line, widths)).rstrip() + "\n")
    os.replace(new, path_of(place, name))


def forget(place, name, side, targets):
    """Removes the side's rows for these targets: a run that fails must leave no old figures."""
    sides = (side, NAIVE) if side == "ocl" else (side,)
    with locked(place, name):
        replace(place, name, {key: row for key, row in read(place, name).items() if key[0] not in sides or key[1] not in targets})
