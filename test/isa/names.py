#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whether our list of names (test/lit/options/Inputs/names.txt, which a lit test walks through) has each acronym that
'ocloc compile --help' lists. usage: names.py OCLOC NAMES"""
import re
import subprocess
import sys

LEAST = 30  # acronyms of the oldest version; fewer: the help's text has changed


def acronyms(ocloc):
    text = subprocess.run([ocloc, "compile", "--help"], capture_output=True, text=True).stdout
    found = set()
    for names in re.findall(r"<device_type> can be: ([^\n]*)", text):
        found |= {n.strip() for n in re.split(r", (?:ip )?version", names)[0].split(",")}
    return found


def main(ocloc, path):
    with open(path) as f:
        known = {line.split()[0] for line in f if not line.startswith("#")}
    listed = acronyms(ocloc)
    missing = sorted(listed - known)
    if len(listed) < LEAST or missing:
        sys.exit("%s: %d acronyms, of which the list lacks: %s" % (ocloc, len(listed), ", ".join(missing) or "none"))
    print("%s: the list has all %d acronyms" % (ocloc, len(listed)))


if __name__ == "__main__":
    main(*sys.argv[1:])
