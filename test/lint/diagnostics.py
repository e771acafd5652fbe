#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every message that a user can read has a test that expects it.

Messages are the texts of static_assert, = delete, deprecated and diagnose_if in include/cm, and those that the front end, the
passes and code generation hand to the diagnostics sink. A message counts as tested when a line of test/lit, test/unit or
test/cm holds a stretch of its fixed text. diagnostics_untested.txt lists those that no input brings about, each with its reason;
a line there whose message is tested, or gone, is a finding too.
"""
import os
import re
import sys

STRETCH = 18
STRING = r'"(?:[^"\\]|\\.)*"'
JOINED = r'(?:%s\s*(?:\\\n\s*)?|#\w+\s*(?:\\\n\s*)?)+' % STRING
SINKS = (r'\b(?:static_assert|CM_WARN_IF|CM_ERROR_IF)\s*\(', r'\bdelete\s*\(', r'\b(?:CM_DEPRECATED|deprecated)\s*\(',
         r'\breport\s*\(', r'\bgx_error\s*\(', r'\bsel_error\s*\(', r'\bcm_error_once\s*\(', r'\bcmc_diag_(?:error|add)\s*\(',
         r'\bgx_warn\s*\(', r'\brefuse\s*\(')
FOLDERS = ("include/cm", "include/sycl", "frontend", "passes", "codegen", "lib/driver")
TESTS = ("test/lit", "test/unit", "test/cm")


def files(root, folders, endings):
    for folder in folders:
        for here, _, names in os.walk(os.path.join(root, folder)):
            for name in sorted(names):
                if name.endswith(endings):
                    yield os.path.join(here, name)


def call_text(text, at):
    """From the parenthesis at `at` to the one that closes it; strings may hold others."""
    depth = 0
    for m in re.finditer(STRING + r"|[()]", text[at:]):
        depth += {"(": 1, ")": -1}.get(m.group(0), 0)
        if depth == 0:
            return text[at:at + m.end()]
    return ""


def fixed_parts(joined):
    """The stretches of a message that are literal: no conversions, no names that the preprocessor puts in."""
    whole = re.sub(r"#\w+", "\x00", joined)
    pieces = "".join(p if p == "\x00" else p[1:-1] for p in re.findall(STRING + "|\x00", whole))
    pieces = re.sub(r"^\[cm-[a-z-]+\] ", "", pieces).replace('\\"', '"')
    return [p for p in re.split(r"\x00|%[-.*0-9l]*[a-zA-Z]|%%", pieces) if len(p.strip()) >= 6]


def messages(path):
    with open(path, encoding="utf-8") as f:
        text = re.sub(r"(?m)^\s*//.*$", "", f.read())
    for sink in SINKS:
        for m in re.finditer(sink, text):
            call = call_text(text, m.end() - 1)
            for joined in re.findall(JOINED, call):
                parts = fixed_parts(joined)
                if parts and " " in max(parts, key=len).strip() and not re.fullmatch(r'"C[MG]\d{4}"\s*', joined):
                    yield max(parts, key=len).strip()


def stretches(part):
    n = min(STRETCH, len(part))
    return {part[i:i + n] for i in range(len(part) - n + 1)}


def findings(root):
    seen = "\n".join(open(p, encoding="utf-8", errors="replace").read() for p in files(root, TESTS, (".cm", ".cpp", ".test", ".ll", ".mir", ".c", ".py", ".txt", ".asm")))
    known, listed = {}, os.path.join(root, "test/lint/diagnostics_untested.txt")
    with open(listed, encoding="utf-8") as f:
        for line in f:
            if line.strip() and not line.startswith("#"):
                part, _, reason = line.rstrip("\n").partition(" | ")
                known[part.strip()] = reason.strip()
    found = set()
    for path in files(root, FOLDERS, (".h", ".hpp", ".c", ".cpp")):
        for part in messages(path):
            tested = any(s in seen for s in stretches(part))
            row = next((k for k in known if part.startswith(k)), None)
            if row:
                found.add(row)
            if not tested and not row:
                yield "%s: no test expects \"%s\"" % (os.path.relpath(path, root), part)
            elif tested and row:
                yield "diagnostics_untested.txt: \"%s\" is tested" % row
    for row, reason in known.items():
        if row not in found:
            yield "diagnostics_untested.txt: no message begins with \"%s\"" % row
        if not reason:
            yield "diagnostics_untested.txt: \"%s\" has no reason" % row


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else "."
    out = list(findings(root))
    print("\n".join(out + ["%d finding(s)" % len(out)]))
    return 1 if out else 0


if __name__ == "__main__":
    sys.exit(main())
