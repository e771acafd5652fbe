# SPDX-License-Identifier: MIT
"""Files of results: results/NAME.txt has a line for each run, and survives a run of the other side."""
import os

KEYS = ("side", "target", "input", "latency")
NUMBERS = ("cycles", "least", "instructions", "issue_slots", "messages", "bytes", "dram_bytes", "launches")
NAIVE = "naive"  # the side of the OpenCL side's first version


def path_of(place, name):
    return os.path.join(place.folder("results"), name + ".txt")


def read(place, name):
    """(side, target, input, latency) -> {figure: number}"""
    out = {}
    if os.path.exists(path_of(place, name)):
        with open(path_of(place, name), encoding="utf-8") as f:
            for line in f:
                words = line.split()
                if words[0] != KEYS[0]:
                    out[words[0], words[1], words[2], int(words[3])] = dict(zip(NUMBERS, (float(x) for x in words[len(KEYS):])))
    return out


def write(place, name, rows):
    """Adds rows to those of the file. The file is replaced as a whole."""
    table = read(place, name)
    table.update(rows)
    lines = [KEYS + NUMBERS] + [(*key[:3], str(key[3]), *("%.0f" % row[x] for x in NUMBERS)) for key, row in sorted(table.items())]
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    with open(path_of(place, name) + ".new", "w", encoding="utf-8") as f:
        for line in lines:
            f.write("  ".join(word.ljust(n) for word, n in zip(line, widths)).rstrip() + "\n")
    os.replace(path_of(place, name) + ".new", path_of(place, name))


def forget(place, name, side):
    """Removes the side's rows: a run that fails must leave no old figures."""
    table = {key: row for key, row in read(place, name).items() if key[0] not in ((side, NAIVE) if side == "ocl" else (side,))}
    if os.path.exists(path_of(place, name)):
        os.remove(path_of(place, name))
    if table:
        write(place, name, table)
