# SPDX-License-Identifier: MIT
"""Every option of a tool is completed, by bash and by zsh, with what is written after it.

usage: completion_check.py TOOL [options.c]    the options are those of --help, or of the table in options.c

bash runs the tool's own function. zsh runs the script with an _arguments that prints what it is given.
"""
import os
import re
import subprocess
import sys

tool = sys.argv[1]
name = os.path.basename(tool)


def output(*line, text=None):
    return subprocess.run(line, input=text, capture_output=True, text=True, check=True).stdout


def options():
    """{option: whether a value follows '='}"""
    if len(sys.argv) > 2:
        table = open(sys.argv[2], encoding="utf-8").read().split("static const opt_row rows[] = {")[1].split("};")[0]
        rows = re.findall(r'^ *\{"(-[^"]*)", OPT_(\w+), \w+, (NULL|")', table, re.M)
        return {n + ("=" if k in ("JOINED", "EITHER") or (k == "PASS" and v == '"') else "") for n, k, v in rows}
    names = set()
    for line in output(tool, "--help").splitlines():
        if re.match("  -", line):
            names |= set(re.findall(r"(-[-\w]+=?)(?:\[=\w+\]|[A-Z.]+)?(?:,|$| )", re.split(r"  +", line[2:])[0] + " "))
    return names


bash = output(tool, "--completion=bash")
zsh = output(tool, "--completion=zsh")
ask = bash + """
t() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _%s; echo "${COMPREPLY[@]}"; }
while IFS=$'\\t' read -r -a words; do t "${words[@]}"; done
""" % name


def bash_answers(*lines):
    """What bash offers for each command line; the last word is what has been typed of it."""
    text = output("bash", "-c", ask, text="".join("\t".join(line) + "\n" for line in lines)).splitlines()
    assert len(text) == len(lines), (lines, text)
    return [set(t.split()) for t in text]


wanted = sorted(options())
for option, offered in zip(wanted, bash_answers(*((name, o.rstrip("=")[:-1] or "-") for o in wanted))):
    assert option in offered, "bash does not offer %s of %s: %s" % (option, name, offered)
specs = output("zsh", "-f", "-c", "_arguments() { print -rl -- \"$@\" }\n" + zsh).splitlines()
spelled = {re.match(r"\*(-.*?)(=?)[-+]?(\[|$)", s).group(1, 2) for s in specs if s.startswith("*-")}
spelled = {n + e for n, e in spelled}
missing = [o for o in wanted if o not in spelled]
assert not missing, "zsh does not offer %s of %s" % (missing, name)

# Values: the targets, also where a part is there already; a file's name is left to the shell.
values = {"cmc": [((name, "-march", "=", "b"), {"bmg"}), ((name, "-march", "=", "h"), {"host"}), ((name, "-x", "m"), {"mir"}), ((name, "-o", "x"), set())],
          "cmrun": [((name, "--device", "d"), {"dg2"}), ((name, "--check", "=", "ra"), {"race"}), ((name, "k"), set())],
          "cmtune": [((name, "--target", "=", "p"), {"ptl", "pvc"}), ((name, "--emit-jobs", "=", "s"), {"slurm"})],
          "xedis": [((name, "-march", "=", "p"), {"ptl", "pvc"})], "xeas": [((name, "-march", "=", "p"), {"ptl", "pvc"})]}[name]
for (line, expected), offered in zip(values, bash_answers(*(line for line, _ in values))):
    assert offered == expected, (line, offered)
print("%s: %d options" % (name, len(wanted)))
assert len(wanted) > 5
