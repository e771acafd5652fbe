#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The tables of docs/accuracy.md that the rows of functions*.def make.
usage: table.py ROOT            fails if the page has other tables
       table.py ROOT --write    writes them
"""
import os
import re
import sys

TABLES = {"functions": ("functions.def", "functions_ieee.def", "functions_double.def"), "SPIR-V's functions": ("functions_spirv.def",)}
BEGIN, END = "<!-- the table of %s: test/math/table.py . --write -->\n", "<!-- end of the table -->\n"


def split(text):
    """The macro arguments in text, which is between the outer parentheses."""
    parts, depth = [""], 0
    for c in text:
        depth += (c == "(") - (c == ")")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return [p.strip() for p in parts]


def power(text):
    found = re.fullmatch(r"0x1p(-?\d+)", text)
    return "2^" + found.group(1) if found else text


def bound(relative, absolute):
    if float(relative) == 0 == float(absolute):
        return "exact"
    parts = [relative] * (float(relative) > 0) + [absolute + " absolute"] * (float(absolute) > 0)
    return " + ".join(parts)


def cell(lo, hi, most_y, relative, absolute):
    text = bound(relative, absolute)
    if hi != "INFINITY":
        text += ", abs(x) up to %s" % power(hi)
    if most_y not in ("INFINITY", "0"):
        text += ", abs(y) up to %s" % power(most_y)
    return text


def rows(folder, files):
    """Yields (expression, type, cell)."""
    for name in files:
        with open(os.path.join(folder, name)) as f:
            for kind, inner in re.findall(r"^(MATH|FH|EXACT|ANY)\((.*)\)$", f.read(), re.M):
                a = split(inner)
                if kind == "MATH":
                    yield a[3], a[1], cell(*a[5:])
                    continue
                lo, hi, most = a[4:7] if kind == "FH" else ("-INFINITY", "INFINITY", "INFINITY")
                errors = {"FH": a[7:], "ANY": a[4:], "EXACT": ["0"] * 4}[kind]
                yield a[2], "f", cell(lo, hi, most, *errors[:2])
                yield a[2], "h", cell(lo, hi, most, *errors[2:])


def table(folder, files):
    cells = {}
    for expression, letter, text in rows(folder, files):
        cells.setdefault(expression, {})[letter] = text
    types = [t for t in "fhd" if any(t in by_type for by_type in cells.values())]
    names = {"f": "float", "h": "half", "d": "double"}
    lines = ["| function | %s |" % " | ".join(names[t] for t in types), "| --- |" + " --- |" * len(types)]
    for expression, by_type in cells.items():
        lines.append("| `%s` | %s |" % (expression.replace("ocl_", ""), " | ".join(by_type.get(t, "-") for t in types)))
    return "\n".join(lines) + "\n"


def main(root, write=False):
    path = os.path.join(root, "docs/accuracy.md")
    with open(path) as f:
        page = f.read()
    new = page
    for title, files in TABLES.items():
        head, rest = new.split(BEGIN % title)
        tail = rest.split(END, 1)[1]
        new = head + BEGIN % title + table(os.path.join(root, "test/math"), files) + END + tail
    if write:
        with open(path, "w") as f:
            f.write(new)
    elif new != page:
        print("docs/accuracy.md: the table differs from test/math; python3 test/math/table.py . --write")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], "--write" in sys.argv))
