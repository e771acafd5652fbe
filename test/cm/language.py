#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Generates docs/language.md: every row of features.txt with the tests that prove it, every restriction of restrictions.txt with
its error test. Tests name their rows: run tests in the decorators of test/cm/rows/*.py, lit tests in comments "ROW: name, name".
A kernel of xfail.txt proves nothing yet.
usage: language.py SOURCE_ROOT [--check]      --check: fail when the page is not up to date or a test names no row"""
import os
import re
import sys

import rowlib
import rows

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../lit"))
import errors  # noqa: E402

TITLES = {"P0": "must", "P1": "should", "P2": "rare", "P3": "legacy"}


def features(path):
    """[(section title, [(name, priority, text)])]"""
    out, names = [], set()
    with open(path, encoding="utf-8") as f:
        for line in f:
            if line.startswith("# ") and re.match(r"# \d", line):
                out.append((line[2:].strip(), []))
            elif "|" in line and not line.startswith("#"):
                name, priority, text = (x.strip() for x in line.split("|", 2))
                assert name not in names and priority in TITLES, line
                names.add(name)
                out[-1][1].append((name, priority, text))
    return out


def row_tests(root):
    """{row: [test]} of the run tests."""
    folder, out = os.path.join(root, "test/cm/rows"), {}
    with open(os.path.join(root, "test/cm/xfail.txt"), encoding="utf-8") as f:
        xfail = {tuple(line.split()[:2]) for line in f if line.strip() and not line.startswith("#")}
    failing = {k for k, _ in xfail}
    for name in sorted(os.listdir(folder)):
        if name.endswith(".py"):
            for kernel, entry in rows.load(os.path.join(folder, name)).items():
                for r in entry[1] if kernel not in failing else ():
                    out.setdefault(r, []).append("rows/%s: %s" % (name[:-3], kernel))
    return out


def lit_tests(root):
    out = {}
    for folder, _, names in sorted(os.walk(os.path.join(root, "test/lit"))):
        for name in sorted(names):
            path = os.path.join(folder, name)
            with open(path, encoding="utf-8", errors="replace") as f:
                for m in re.finditer(r"(?:^|\s)ROW: (.*)", f.read()):
                    for r in m.group(1).split(","):
                        out.setdefault(r.strip(), []).append(os.path.relpath(path, os.path.join(root, "test")))
    return out


def restrictions(root):
    """[(section, [(what, how the message begins, [test])])] of restrictions.txt; the tests expect the message at its place."""
    folder, said, out = os.path.join(root, "test/lit/errors"), [], []
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding="utf-8") as f:
            wanted = errors.expectations(f.read().splitlines()) if name.endswith(".cm") else []
            said += [(text, "lit/errors/" + name) for _, _, _, text in wanted]
    with open(os.path.join(root, "test/cm/restrictions.txt"), encoding="utf-8") as f:
        for line in f:
            if re.match(r"# \d", line):
                out.append((line[2:].strip(), []))
            elif "|" in line and not line.startswith("#"):
                what, message = (x.strip() for x in line.split("|", 1))
                if message.startswith("@"):
                    found = [message[1:]] if os.path.exists(os.path.join(root, "test", message[1:])) else []
                else:
                    found = sorted({test for text, test in said if text.startswith(message)})
                out[-1][1].append((what, message, found))
    return out


def restrictions_page(sections):
    """The second half of the page, and what no test shows."""
    text, missing = ["# Restrictions", "",
                     "Generated from `test/cm/restrictions.txt`: how the message begins, and the tests that check its line, column and "
                     "caret.", ""], []
    for title, items in sections:
        text += ["## " + title, "", "| restriction | message | test |", "| --- | --- | --- |"]
        for what, message, found in items:
            shown = "" if message.startswith("@") else "`%s`" % message.replace("|", "\\|")
            text.append("| %s | %s | %s |" % (what, shown, ", ".join("`%s`" % t for t in found[:2]) or "**missing**"))
            missing += [] if found else ["no test in test/lit/errors shows the restriction: %s | %s" % (what, message)]
        text.append("")
    return "\n".join(text), missing


def reasons(path):
    """{row: why it is left out} for P2 rows that are not supported."""
    out = {}
    with open(path, encoding="utf-8") as f:
        for line in f:
            if "|" in line and not line.startswith("#"):
                name, why = (x.strip() for x in line.split("|", 1))
                out[name] = why
    return out


def page(sections, tests, left_out):
    text = ["# The language, row by row", "",
            "Generated by `test/cm/language.py` from `test/cm/features.txt` and the tests; do not edit. A row without a passing "
            "test is marked **missing**.",
            "Priorities: P0: ordinary compute kernels need it; P1: common; P2: rare; P3: media and legacy, answered by a "
            "diagnostic that names the replacement.", ""]
    counts = {p: [0, 0] for p in TITLES}
    for title, items in sections:
        text += ["## " + title, "", "| row | | what | test |", "| --- | --- | --- | --- |"]
        for name, priority, what in items:
            found = sorted(set(tests.get(name, [])))
            counts[priority][0] += bool(found)
            counts[priority][1] += 1
            if found:
                shown = ", ".join("`%s`" % t for t in found[:3]) + (" and %d more" % (len(found) - 3) if len(found) > 3 else "")
            else:
                shown = "left out: " + left_out[name] if name in left_out else "**missing**"
            text.append("| %s | %s | %s | %s |" % (name, priority, what.replace("|", "\\|"), shown))
        text.append("")
    summary = ", ".join("%s %d of %d" % (p, a, b) for p, (a, b) in counts.items())
    text.insert(4, "Rows with a passing test: %s." % summary)
    return "\n".join(text), summary


def main(root, *flags):
    sections = features(os.path.join(root, "test/cm/features.txt"))
    tests = row_tests(root)
    for r, found in lit_tests(root).items():
        tests.setdefault(r, []).extend(found)
    names = {name for _, items in sections for name, _, _ in items}
    unknown = sorted(set(tests) - names)
    for r in unknown:
        print("%s names the row %s, which features.txt does not have" % (tests[r][0], r))
    text, summary = page(sections, tests, reasons(os.path.join(root, "test/cm/left_out.txt")))
    more, missing = restrictions_page(restrictions(root))
    text += "\n" + more
    print("\n".join(missing))
    path = os.path.join(root, "docs/language.md")
    old = open(path, encoding="utf-8").read() if os.path.exists(path) else ""
    if "--check" not in flags:
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
    elif old != text:
        print("docs/language.md is not up to date: run python3 test/cm/language.py .")
    print(summary)
    sys.exit(1 if unknown or missing or ("--check" in flags and old != text) else 0)


if __name__ == "__main__":
    rowlib.ROWS = {}
    main(*sys.argv[1:])
