#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Brings genx IR as cmc writes it (LLVM 19 text) to the syntax that LLVM 14 reads, for Intel's vector back end.

What changes: debug records and unused declarations go (opt-19); attributes, instruction flags and parameter attributes that 14 does not know go; the kernel
pointers of !genx.kernels get their old type; conversions that clamp become plain ones. Pointers elsewhere stay opaque ("ptr"), which llvm-as-14 reads with
-opaque-pointers; Intel's back end of 2022 does not, so such a module raises Untranslatable with the line.
usage: genx14.py FILE.ll > FILE14.ll"""
import re
import subprocess
import sys


class Untranslatable(Exception):
    """The module says something that has no LLVM 14 form."""


NEW_FLAGS = [(re.compile(r"\b(zext|uitofp) nneg\b"), r"\1"),
             (re.compile(r"\bor disjoint\b"), "or"),
             (re.compile(r"\btrunc (?:nuw |nsw )+"), "trunc "),
             (re.compile(r"\bicmp samesign\b"), "icmp")]
# Parameter and return attributes: LLVM 14 knows some; none changes what the code means.
PARAM_ATTRS = re.compile(r"\b(?:noundef|captures\([^)]*\)|nofpclass\([^)]*\)|range\([^)]*\)|dead_on_unwind|writable|"
                         r"initializes\(\([^)]*\)\)|local_unnamed_addr|unnamed_addr|dso_local)\s*")
UNKNOWN_NODES = re.compile(r", !(?:noundef|DIAssignID|mmra|memprof|callsite) ![0-9]+")
KERNEL = re.compile(r"^define\s.*?\b(spir_kernel|spir_func)?\s*(\S+)\s@([\w.$]+)\((.*)\)")
STRING_ATTR = re.compile(r'"[^"]*"(?:="[^"]*")?')


def function_types(text):
    """Kernel name -> its pointer type in old syntax, from the define lines."""
    types = {}
    for line in text.splitlines():
        m = KERNEL.match(line)
        if not m:
            continue
        args = STRING_ATTR.sub("", m.group(4))
        kinds = []
        for arg in split_args(args):
            kinds.append(re.sub(r"\s+%[\w.$\"]+$", "", PARAM_ATTRS.sub("", arg)).strip())
        types[m.group(3)] = "%s (%s)*" % (m.group(2), ", ".join(kinds))
    return types


def split_args(text):
    """Splits at commas outside <> and ()."""
    out, depth, start = [], 0, 0
    for i, c in enumerate(text):
        if c in "<({[":
            depth += 1
        elif c in ">)}]":
            depth -= 1
        elif c == "," and depth == 0:
            out.append(text[start:i])
            start = i + 1
    if text[start:].strip():
        out.append(text[start:])
    return out


def keep_strings(match):
    """An attribute group keeps its string attributes and the few enum attributes both versions share."""
    words = STRING_ATTR.findall(match.group(2))
    enums = [w for w in ("noinline", "alwaysinline", "nounwind", "convergent") if
             re.search(r"\b%s\b" % w, STRING_ATTR.sub("", match.group(2)))]
    return "attributes #%s = { %s }" % (match.group(1), " ".join(enums + words))


# Conversions that clamp: the old back end has only the plain ones, which the hardware clamps too.
OPAQUE = re.compile(r"(?<![\w.$%@-])ptr\b(?![.$-])")  # the type, not a part of a name such as %add.ptr.idx
CLAMPED = re.compile(r"(?:tail )?call (<[^>]*>|\w+) @llvm\.fpto([su])i\.sat\.[\w.]+\((<[^>]*>|\w+) (.*?)\)(?: #\d+)?(?=, !|$)")


def translate(text):
    """The text of one module as LLVM 14 reads it."""
    r = subprocess.run(["opt-19", "-S", "-strip-debug", "-passes=strip-dead-prototypes", "-o", "-"], input=text,
                       capture_output=True, text=True)
    if r.returncode != 0:
        raise Untranslatable(r.stderr)
    text = r.stdout
    types = function_types(text)
    out = []
    for line in text.splitlines():
        for pattern, new in NEW_FLAGS:
            line = pattern.sub(new, line)
        line = re.sub(r"^attributes #(\d+) = \{(.*)\}", keep_strings, line)
        line = UNKNOWN_NODES.sub("", PARAM_ATTRS.sub("", line))
        line = CLAMPED.sub(r"fpto\2i \3 \4 to \1", line)
        if re.match(r"declare .*@llvm\.fpto[su]i\.sat\.", line):
            continue
        if line.startswith("!"):
            line = re.sub(r"\bptr @([\w.$]+)", lambda m: "%s @%s" % (types.get(m.group(1), "ptr"), m.group(1)), line)
        if OPAQUE.search(line) and not line.lstrip().startswith(";"):
            raise Untranslatable("an opaque pointer: " + line.strip())
        out.append(line)
    return "\n".join(out) + "\n"


if __name__ == "__main__":
    try:
        with open(sys.argv[1], encoding="utf-8") as source:
            sys.stdout.write(translate(source.read()))
    except Untranslatable as error:
        sys.exit("genx14: %s" % error)
