# SPDX-License-Identifier: MIT
"""clangd reads every example with the .clangd beside it. usage: clangd.py CMC EXAMPLES [FILE...]

The macros that a .clangd defines for kernels have the values that cmc gives them.
"""
import glob
import os
import re
import subprocess
import sys


def macros(cmc):
    out = subprocess.run([cmc, "-E", "-dM", "-x", "cm", "-"], input="", capture_output=True, text=True, check=True).stdout
    return dict(re.findall(r"^#define (\w+) (.*)$", out, re.M))


def check_macros(cmc, path):
    with open(path, encoding="utf-8") as f:
        written = re.findall(r"-D(\w+)=(\w+)", f.read())
    known = macros(cmc)
    wrong = ["%s: %s=%s, but cmc says %s" % (path, n, v, known.get(n)) for n, v in written if known.get(n) != v]
    if not written:
        wrong.append("%s defines no macro" % path)
    return wrong


def check_file(path):
    """Without the check of every location, which takes minutes a file and reports clangd's own refactorings that fail."""
    run = subprocess.run(["clangd-19", "--check=" + path, "--check-locations=0"], capture_output=True, text=True)
    if run.returncode == 0 and "All checks completed, 0 errors" in run.stderr:
        return []
    return ["%s: %s" % (path, "\n".join(re.findall(r"^E\[.*", run.stderr, re.M)) or run.stderr[-500:])]


def main(cmc, examples, *files):
    files = files or sorted(glob.glob(examples + "/**/*.cm", recursive=True) + glob.glob(examples + "/**/*.cpp", recursive=True))
    problems = check_macros(cmc, os.path.join(examples, ".clangd"))
    for path in files:
        problems += check_file(path)
    print("\n".join(problems + ["clangd: %d files" % len(files)]))
    return 1 if problems or not files else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
